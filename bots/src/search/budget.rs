//! How much work a decision may be.

use std::time::Duration;

/// How much work a decision may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// Exactly this many rollouts.
    Count(u32),
    /// As many as can be done in this time. What is decided then depends on the machine. Where there is no clock, about as
    /// many as are done in this time elsewhere.
    Time(Duration),
}

/// About how many rollouts a millisecond brings, for work that must be fixed beforehand.
const ROLLOUTS_PER_MILLISECOND: u128 = 200;

impl Budget {
    /// The same for a system without a clock: about as many rollouts.
    pub(crate) fn counted(self) -> Self {
        Self::Count(self.rollouts())
    }

    /// About how many rollouts that are.
    pub(crate) fn rollouts(self) -> u32 {
        match self {
            Self::Count(count) => count,
            Self::Time(time) => u32::try_from(time.as_millis() * ROLLOUTS_PER_MILLISECOND).unwrap_or(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_counted_where_there_is_no_clock() {
        assert_eq!(Budget::Time(Duration::from_millis(5)).counted(), Budget::Count(1000));
        assert_eq!(Budget::Time(Duration::MAX).counted(), Budget::Count(u32::MAX));
        assert_eq!(Budget::Count(7).counted(), Budget::Count(7));
    }
}
