//! How long the moves of a bot take.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What some moves took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveTimes {
    /// How many they are.
    pub moves: u64,
    /// All of them together.
    pub total: Duration,
    /// The slowest.
    pub slowest: Duration,
}

impl MoveTimes {
    /// The mean, if there are any.
    pub fn mean(&self) -> Option<Duration> {
        (self.moves > 0).then(|| Duration::from_secs_f64(self.total.as_secs_f64() / self.moves as f64))
    }

    /// These and others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            total: self.total + other.total,
            slowest: self.slowest.max(other.slowest),
        }
    }
}

/// Adds up what moves take, on any number of threads.
#[derive(Debug, Default)]
pub struct MoveClock {
    moves: AtomicU64,
    total_ns: AtomicU64,
    slowest_ns: AtomicU64,
}

impl MoveClock {
    /// Counts a move.
    pub fn add(&self, took: Duration) {
        let ns = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.total_ns.fetch_add(ns, Ordering::Relaxed);
        self.slowest_ns.fetch_max(ns, Ordering::Relaxed);
    }

    /// What all moves took so far.
    pub fn times(&self) -> MoveTimes {
        MoveTimes {
            moves: self.moves.load(Ordering::Relaxed),
            total: Duration::from_nanos(self.total_ns.load(Ordering::Relaxed)),
            slowest: Duration::from_nanos(self.slowest_ns.load(Ordering::Relaxed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_added_up() {
        let clock = MoveClock::default();
        assert_eq!(clock.times().mean(), None);
        [3, 9, 6].map(Duration::from_millis).into_iter().for_each(|took| clock.add(took));
        let ms = Duration::from_millis;
        assert_eq!(clock.times(), MoveTimes { moves: 3, total: ms(18), slowest: ms(9) });
        assert_eq!(clock.times().mean(), Some(ms(6)));
        let more = MoveTimes { moves: 1, total: ms(10), slowest: ms(10) };
        assert_eq!(clock.times().and(more), MoveTimes { moves: 4, total: ms(28), slowest: ms(10) });
    }
}
