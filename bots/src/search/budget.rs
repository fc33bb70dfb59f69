//! How much work a decision may be.

use std::time::Duration;

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
