//! What a difference says, measured against what counts as one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::stats::confidence_sequence::{ConfidenceSequence, Sums};
use crate::stats::estimate::Interval;

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
    pub fn of_intervals(wide: Interval, narrow: Interval, margin: f64) -> Self {
        let (Interval { low, high }, Interval { low: low90, high: high90 }) = (wide, narrow);
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

    /// The verdict on the mean of some blocks at an error rate, by a confidence sequence. The 90 % interval is taken at twice
    /// the error rate.
    pub fn of_sequence(sequence: &ConfidenceSequence, sums: &Sums, margin: f64, alpha: f64) -> Self {
        match (sequence.interval(sums, alpha), sequence.interval(sums, 2.0 * alpha)) {
            (Some(wide), Some(narrow)) => Self::of_intervals(wide, narrow, margin),
            _ => Self::Inconclusive,
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

/// The chances of such a result if what could be said of it were wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PValues {
    /// If the verdict were wrong; where nothing can be said, the smallest of the others. So every series that was tested is
    /// one of the many verdicts that are corrected together, whatever it brought.
    pub verdict: f64,
    /// If there were no difference.
    pub zero: f64,
    /// If there were a difference of the size of the margin.
    pub equal: f64,
}

impl PValues {
    /// Those of a verdict; nothing if there was no test.
    pub fn of(verdict: Verdict, sequence: &ConfidenceSequence, sums: &Sums, margin: f64) -> Option<Self> {
        let [below, zero, above] = [-margin, 0.0, margin].map(|mean| sequence.p(sums, mean));
        // An interval is left on one side as often as on the other, and here each mean is to be left on one side only. As
        // long as the middle is not between the margins, nothing speaks for it.
        let is_between = sums.mean().abs() < margin;
        let farther = below.max(above);
        let equal = if is_between && farther < 1.0 { farther / 2.0 } else { 1.0 };
        let verdict = match verdict {
            Verdict::Helps => above,
            Verdict::Harms => below,
            Verdict::NoPracticalDifference => equal,
            Verdict::HelpsNegligibly | Verdict::HarmsNegligibly => zero.max(equal),
            Verdict::HelpsSizeUnclear | Verdict::HarmsSizeUnclear => zero,
            Verdict::Inconclusive => zero.min(equal),
            Verdict::Untested => return None,
        };
        Some(Self { verdict, zero, equal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_graded_by_where_they_lie() {
        let of = |low: f64, high: f64| {
            let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0 * 0.84);
            let narrow = Interval { low: middle - half, high: middle + half };
            Verdict::of_intervals(Interval { low, high }, narrow, 1.0)
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

    #[test]
    fn a_verdict_stands_at_an_error_rate_exactly_if_its_p_is_below() {
        let sequence = ConfidenceSequence::new(1000, 1.0);
        for (mean, margin, verdict) in [
            (0.1, 0.05, Verdict::Helps),
            (0.04, 0.03, Verdict::HelpsSizeUnclear),
            (0.04, 0.09, Verdict::HelpsNegligibly),
            (0.0, 0.05, Verdict::NoPracticalDifference),
            (-0.04, 0.09, Verdict::HarmsNegligibly),
            (-0.04, 0.03, Verdict::HarmsSizeUnclear),
            (-0.1, 0.05, Verdict::Harms),
            (0.02, 0.01, Verdict::Inconclusive),
        ] {
            let mut sums = Sums::default();
            (0..2000).for_each(|block| sums.add(mean + if block % 2 == 0 { 0.4 } else { -0.4 }));
            let at = |alpha| Verdict::of_sequence(&sequence, &sums, margin, alpha);
            assert_eq!(at(0.05), verdict, "{mean} {margin}");
            let p = PValues::of(verdict, &sequence, &sums, margin).unwrap().verdict;
            if verdict == Verdict::Inconclusive {
                assert!(p > 0.05, "{mean} {p}");
            } else {
                assert!(p <= 0.05 && at(p * 1.01) == verdict && at(p * 0.99) != verdict, "{mean} {verdict:?} {p}");
            }
        }
    }
}
