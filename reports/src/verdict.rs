//! What a difference says about advice.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a difference says, measured against what counts as one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// More than the margin is gained.
    Helps,
    /// Something is gained; whether more than the margin is not known.
    HelpsSizeUnclear,
    /// Something is gained, but less than the margin.
    HelpsNegligibly,
    /// Neither a gain nor a loss of more than the margin.
    NoPracticalDifference,
    /// Something is lost, but less than the margin.
    HarmsNegligibly,
    /// Something is lost; whether more than the margin is not known.
    HarmsSizeUnclear,
    /// More than the margin is lost.
    Harms,
    /// It takes more games to tell.
    Inconclusive,
    /// The habit never came into play.
    Untested,
}

impl Verdict {
    /// The verdict on a difference that is known exactly.
    pub fn exact(difference: f64, margin: f64) -> Self {
        match difference {
            d if d > margin => Self::Helps,
            d if d < -margin => Self::Harms,
            _ => Self::NoPracticalDifference,
        }
    }

    /// The verdict on a difference with these 95 % and 90 % intervals.
    pub fn of_intervals((low, high): (f64, f64), (low90, high90): (f64, f64), margin: f64) -> Self {
        if low > margin {
            Self::Helps
        } else if high < -margin {
            Self::Harms
        } else if low > 0.0 {
            if high90 < margin { Self::HelpsNegligibly } else { Self::HelpsSizeUnclear }
        } else if high < 0.0 {
            if low90 > -margin { Self::HarmsNegligibly } else { Self::HarmsSizeUnclear }
        } else if low90 > -margin && high90 < margin {
            Self::NoPracticalDifference
        } else {
            Self::Inconclusive
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Helps => "helps",
            Self::HelpsSizeUnclear => "helps, size unclear",
            Self::HelpsNegligibly => "helps, but negligibly",
            Self::NoPracticalDifference => "no practical difference",
            Self::HarmsNegligibly => "harms, but negligibly",
            Self::HarmsSizeUnclear => "harms, size unclear",
            Self::Harms => "harms",
            Self::Inconclusive => "inconclusive",
            Self::Untested => "untested",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_graded_by_where_they_lie() {
        let of = |low: f64, high: f64| {
            let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0 * 0.84);
            Verdict::of_intervals((low, high), (middle - half, middle + half), 1.0)
        };
        assert_eq!(of(1.1, 2.0), Verdict::Helps);
        assert_eq!(of(0.1, 2.0), Verdict::HelpsSizeUnclear);
        assert_eq!(of(0.1, 0.9), Verdict::HelpsNegligibly);
        assert_eq!(of(-0.9, 0.9), Verdict::NoPracticalDifference);
        assert_eq!(of(-0.9, -0.1), Verdict::HarmsNegligibly);
        assert_eq!(of(-2.0, -0.1), Verdict::HarmsSizeUnclear);
        assert_eq!(of(-2.0, -1.1), Verdict::Harms);
        assert_eq!(of(-2.0, 0.5), Verdict::Inconclusive);
        assert_eq!(of(-0.5, 3.0), Verdict::Inconclusive);
    }

    #[test]
    fn exact_differences_need_no_interval() {
        assert_eq!(Verdict::exact(0.6, 0.5), Verdict::Helps);
        assert_eq!(Verdict::exact(-0.4, 0.5), Verdict::NoPracticalDifference);
        assert_eq!(Verdict::exact(-0.6, 0.5), Verdict::Harms);
    }
}
