//! Verdicts that stand together.

use kosti_reports::advice::Finding;
use kosti_reports::{Verdict, holm};

/// All verdicts together shall be wrong as rarely as a single one.
const ALPHA: f64 = 0.05;

/// Corrects the verdicts of all findings for being many, by Holm's method. All series that were tested count among the many,
/// also those that tell nothing: otherwise what they brought would decide how many there are.
///
/// A verdict that does not stand any more becomes weaker: that there is a difference, or that there is none of any size, if this
/// stands even as one of so many, and inconclusive otherwise. A false direction is a false verdict as well. That of a
/// negligible difference has to stand as one of so many in any case: Holm's method gives the part of a verdict that stands to
/// the others, but one that says that there is no difference of any size leaves its direction open.
pub fn correct(findings: &mut [Finding]) {
    let judged: Vec<usize> = (0..findings.len()).filter(|&number| findings[number].p.is_some()).collect();
    let p: Vec<f64> = judged.iter().filter_map(|&number| findings[number].p).collect();
    let as_one_of_all = |p: Option<f64>| p.map_or(1.0, |p| (p * judged.len() as f64).min(1.0));
    for (&number, corrected) in judged.iter().zip(holm(&p)) {
        let finding = &mut findings[number];
        let [difference, no_difference] = [finding.p_zero, finding.p_equal].map(as_one_of_all);
        let is_negligible = matches!(finding.verdict, Some(Verdict::HelpsNegligibly | Verdict::HarmsNegligibly));
        let corrected = if is_negligible { corrected.max(difference) } else { corrected };
        let (verdict, corrected) = if corrected <= ALPHA {
            (finding.verdict, corrected)
        } else if difference <= ALPHA {
            let is_gain = finding.value > 0.0;
            (Some(if is_gain { Verdict::HelpsSizeUnclear } else { Verdict::HarmsSizeUnclear }), difference)
        } else if no_difference <= ALPHA {
            (Some(Verdict::NoPracticalDifference), no_difference)
        } else {
            (Some(Verdict::Inconclusive), corrected)
        };
        finding.verdict = verdict;
        finding.p_holm = Some(corrected);
    }
}

#[cfg(test)]
mod tests {
    use kosti_reports::advice::{Lens, Unit};

    use super::*;

    fn judged(value: f64, p: f64, [p_zero, p_equal]: [f64; 2], verdict: Verdict) -> Finding {
        let figure = Finding::exact("X1", "part", Lens::Gain, "greedy", "rims", value, Unit::Share);
        Finding { p: Some(p), p_zero: Some(p_zero), p_equal: Some(p_equal), verdict: Some(verdict), ..figure }
    }

    fn corrected<const N: usize>(mut findings: [Finding; N]) -> [Option<Verdict>; N] {
        correct(&mut findings);
        findings.map(|finding| finding.verdict)
    }

    #[test]
    fn verdicts_that_do_not_stand_become_weaker() {
        let mut findings = [
            judged(0.3, 1e-9, [1e-12, 1.0], Verdict::Helps),
            judged(-0.2, 0.03, [0.001, 1.0], Verdict::Harms),
            judged(0.1, 0.04, [0.04, 0.5], Verdict::HelpsSizeUnclear),
            Finding::exact("X2", "part", Lens::Cost, "optimal", "rims", -1.0, Unit::Points),
        ];
        correct(&mut findings);
        let verdicts = findings.each_ref().map(|finding| finding.verdict);
        let expected = [Some(Verdict::Helps), Some(Verdict::HarmsSizeUnclear), Some(Verdict::Inconclusive), None];
        assert_eq!(verdicts, expected);
        assert!(findings[1].p_holm.is_some_and(|p| (p - 0.003).abs() < 1e-12));
        assert_eq!(findings[3].p_holm, None);
    }

    #[test]
    fn series_that_tell_nothing_count_among_the_many() {
        let helps = || judged(0.3, 0.03, [0.02, 1.0], Verdict::Helps);
        let nothing = || judged(0.0, 0.4, [0.9, 0.4], Verdict::Inconclusive);
        assert_eq!(corrected([helps()]), [Some(Verdict::Helps)]);
        assert_eq!(corrected([helps(), nothing()])[0], Some(Verdict::HelpsSizeUnclear));
        // The same number counts for what is left of a verdict.
        assert_eq!(corrected([helps(), nothing(), nothing()])[0], Some(Verdict::Inconclusive));
        let untested =
            Finding { p: None, p_zero: None, p_equal: None, ..judged(0.0, 1.0, [1.0, 1.0], Verdict::Untested) };
        assert_eq!(corrected([helps(), untested])[0], Some(Verdict::Helps));
    }

    #[test]
    fn a_negligible_difference_may_be_none() {
        let nothing = || judged(0.0, 0.4, [0.9, 0.4], Verdict::Inconclusive);
        let mut findings = [judged(-0.001, 0.04, [0.04, 1e-6], Verdict::HarmsNegligibly), nothing()];
        correct(&mut findings);
        assert_eq!(findings[0].verdict, Some(Verdict::NoPracticalDifference));
        assert_eq!(findings[0].p_holm, Some(2e-6));
        let size_unclear = judged(-0.001, 0.04, [1e-6, 0.04], Verdict::HarmsNegligibly);
        assert_eq!(corrected([size_unclear, nothing()])[0], Some(Verdict::HarmsSizeUnclear));
        let neither = judged(-0.001, 0.04, [0.04, 0.04], Verdict::HarmsNegligibly);
        assert_eq!(corrected([neither, nothing()])[0], Some(Verdict::Inconclusive));
    }

    #[test]
    fn verdicts_of_no_difference_make_no_direction_of_another_surer() {
        let level = || judged(0.0, 1e-9, [0.9, 1e-9], Verdict::NoPracticalDifference);
        let slight = judged(0.001, 0.04, [0.04, 1e-9], Verdict::HelpsNegligibly);
        assert_eq!(corrected([level(), level(), slight]), [Some(Verdict::NoPracticalDifference); 3]);
    }
}
