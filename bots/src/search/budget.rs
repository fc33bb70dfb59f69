//! How much work a decision may be.

use std::time::{Duration, Instant};

/// How much work a decision may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// Exactly so many rollouts.
    Count(u32),
    /// As many as can be done in this time. What is decided then depends on the machine.
    Time(Duration),
}

/// About how many rollouts a millisecond brings, for work that must be fixed beforehand.
const ROLLOUTS_PER_MILLISECOND: u128 = 200;

impl Budget {
    /// About how many rollouts that are.
    pub(crate) fn rollouts(self) -> u32 {
        match self {
            Self::Count(count) => count,
            Self::Time(time) => u32::try_from(time.as_millis() * ROLLOUTS_PER_MILLISECOND).unwrap_or(u32::MAX),
        }
    }
}

/// What is left of a budget.
pub(crate) enum Left {
    /// So many rollouts.
    Count(u32),
    /// All until then; the clock is looked at only now and then.
    Until(Instant, u32),
}

/// The clock is looked at once in so many rollouts.
const LOOK_EVERY: u32 = 16;

impl Left {
    pub(crate) fn new(budget: Budget) -> Self {
        match budget {
            Budget::Count(count) => Self::Count(count),
            Budget::Time(time) => Self::Until(Instant::now() + time, 0),
        }
    }

    /// Takes one rollout, if there is one left.
    #[inline]
    pub(crate) fn take(&mut self) -> bool {
        match self {
            Self::Count(left) => {
                let some = *left > 0;
                *left -= u32::from(some);
                some
            }
            Self::Until(end, taken) => {
                *taken += 1;
                *taken % LOOK_EVERY != 0 || Instant::now() < *end
            }
        }
    }
}
