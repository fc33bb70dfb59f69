//! Verdicts that stand together.

use crate::stats::holm::holm;
use crate::stats::verdict::{PValues, Verdict};

/// All verdicts together shall be wrong as rarely as a single one.
const ALPHA: f64 = 0.05;

/// A verdict that is one of many.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Member {
    /// The difference that it is about.
    pub value: f64,
    /// What it says, taken alone.
    pub verdict: Verdict,
    /// The chances of such a result.
    pub p: PValues,
}

/// What is left of a verdict among many.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corrected {
    /// What can be said.
    pub verdict: Verdict,
    /// The chance of such a result if that were wrong, corrected for the number of verdicts.
    pub p: f64,
}

/// Corrects verdicts for being many, by Holm's method. All series that were tested belong here, also those that tell
/// nothing: otherwise what they brought would decide how many there are.
///
/// A verdict that does not stand any more becomes weaker: that there is a difference, or that there is none of any size, if this
/// stands even as one of this many, and inconclusive otherwise. A false direction is a false verdict as well. That of a
/// negligible difference has to stand as one of this many in any case: Holm's method gives the part of a verdict that stands to
/// the others, but one that says that there is no difference of any size leaves its direction open.
pub fn correct(family: &[Member]) -> Vec<Corrected> {
    let p: Vec<f64> = family.iter().map(|member| member.p.verdict).collect();
    let as_one_of_all = |p: f64| (p * family.len() as f64).min(1.0);
    let correct = |(member, corrected): (&Member, f64)| {
        let [difference, no_difference] = [member.p.zero, member.p.equal].map(as_one_of_all);
        let is_negligible = matches!(member.verdict, Verdict::HelpsNegligibly | Verdict::HarmsNegligibly);
        let corrected = if is_negligible { corrected.max(difference) } else { corrected };
        let (verdict, p) = if corrected <= ALPHA {
            (member.verdict, corrected)
        } else if difference <= ALPHA {
            let is_gain = member.value > 0.0;
            (if is_gain { Verdict::HelpsSizeUnclear } else { Verdict::HarmsSizeUnclear }, difference)
        } else if no_difference <= ALPHA {
            (Verdict::NoPracticalDifference, no_difference)
        } else {
            (Verdict::Inconclusive, corrected)
        };
        Corrected { verdict, p }
    };
    family.iter().zip(holm(&p)).map(correct).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(value: f64, p: f64, [zero, equal]: [f64; 2], verdict: Verdict) -> Member {
        Member { value, verdict, p: PValues { verdict: p, zero, equal } }
    }

    fn corrected(family: &[Member]) -> Vec<Verdict> {
        correct(family).into_iter().map(|corrected| corrected.verdict).collect()
    }

    #[test]
    fn verdicts_that_do_not_stand_become_weaker() {
        let family = [
            judged(0.3, 1e-9, [1e-12, 1.0], Verdict::Helps),
            judged(-0.2, 0.03, [0.001, 1.0], Verdict::Harms),
            judged(0.1, 0.04, [0.04, 0.5], Verdict::HelpsSizeUnclear),
        ];
        assert_eq!(corrected(&family), [Verdict::Helps, Verdict::HarmsSizeUnclear, Verdict::Inconclusive]);
        assert!((correct(&family)[1].p - 0.003).abs() < 1e-12);
    }

    #[test]
    fn series_that_tell_nothing_count_among_the_many() {
        let helps = judged(0.3, 0.03, [0.02, 1.0], Verdict::Helps);
        let nothing = judged(0.0, 0.4, [0.9, 0.4], Verdict::Inconclusive);
        assert_eq!(corrected(&[helps]), [Verdict::Helps]);
        assert_eq!(corrected(&[helps, nothing])[0], Verdict::HelpsSizeUnclear);
        // The same number counts for what is left of a verdict.
        assert_eq!(corrected(&[helps, nothing, nothing])[0], Verdict::Inconclusive);
    }

    #[test]
    fn a_negligible_difference_may_be_none() {
        let nothing = judged(0.0, 0.4, [0.9, 0.4], Verdict::Inconclusive);
        let negligible = judged(-0.001, 0.04, [0.04, 1e-6], Verdict::HarmsNegligibly);
        assert_eq!(correct(&[negligible, nothing])[0], Corrected { verdict: Verdict::NoPracticalDifference, p: 2e-6 });
        let size_unclear = judged(-0.001, 0.04, [1e-6, 0.04], Verdict::HarmsNegligibly);
        assert_eq!(corrected(&[size_unclear, nothing])[0], Verdict::HarmsSizeUnclear);
        let neither = judged(-0.001, 0.04, [0.04, 0.04], Verdict::HarmsNegligibly);
        assert_eq!(corrected(&[neither, nothing])[0], Verdict::Inconclusive);
    }

    #[test]
    fn verdicts_of_no_difference_make_no_direction_of_another_surer() {
        let level = judged(0.0, 1e-9, [0.9, 1e-9], Verdict::NoPracticalDifference);
        let slight = judged(0.001, 0.04, [0.04, 1e-9], Verdict::HelpsNegligibly);
        assert_eq!(corrected(&[level, level, slight]), [Verdict::NoPracticalDifference; 3]);
    }
}
