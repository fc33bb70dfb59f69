//! Verdicts that stand together.

use kosti_reports::advice::Finding;
use kosti_reports::{Verdict, holm};

/// All verdicts together shall be wrong as rarely as a single one.
const ALPHA: f64 = 0.05;

/// Corrects the verdicts of all findings for being many, by Holm's method.
///
/// One that does not stand any more becomes weaker: that there is a difference, if this stands even as one of so many, and
/// inconclusive otherwise. A false direction is a false verdict as well, and each gets no more than its even part of the error,
/// so that all together are still wrong as rarely as a single one.
pub fn correct(findings: &mut [Finding]) {
    let judged: Vec<usize> = (0..findings.len()).filter(|&number| findings[number].p.is_some()).collect();
    let p: Vec<f64> = judged.iter().filter_map(|&number| findings[number].p).collect();
    for (number, corrected) in judged.into_iter().zip(holm(&p)) {
        let finding = &mut findings[number];
        finding.p_holm = Some(corrected);
        if corrected <= ALPHA {
            continue;
        }
        let no_difference = finding.p_zero.map_or(1.0, |zero| (zero * p.len() as f64).min(1.0));
        if no_difference <= ALPHA {
            let is_gain = finding.value > 0.0;
            finding.verdict = Some(if is_gain { Verdict::HelpsSizeUnclear } else { Verdict::HarmsSizeUnclear });
            finding.p_holm = Some(no_difference);
        } else {
            finding.verdict = Some(Verdict::Inconclusive);
        }
    }
}

#[cfg(test)]
mod tests {
    use kosti_reports::advice::{Lens, Unit};

    use super::*;

    fn judged(value: f64, p: f64, p_zero: f64, verdict: Verdict) -> Finding {
        let figure = Finding::exact("X1", "part", Lens::Gain, "greedy", "rims", value, Unit::Share);
        Finding { p: Some(p), p_zero: Some(p_zero), verdict: Some(verdict), ..figure }
    }

    #[test]
    fn verdicts_that_do_not_stand_become_weaker() {
        let mut findings = [
            judged(0.3, 1e-9, 1e-12, Verdict::Helps),
            judged(-0.2, 0.03, 0.001, Verdict::Harms),
            judged(0.1, 0.04, 0.04, Verdict::HelpsSizeUnclear),
            Finding::exact("X2", "part", Lens::Cost, "optimal", "rims", -1.0, Unit::Points),
        ];
        correct(&mut findings);
        let verdicts = findings.each_ref().map(|finding| finding.verdict);
        let expected = [Some(Verdict::Helps), Some(Verdict::HarmsSizeUnclear), Some(Verdict::Inconclusive), None];
        assert_eq!(verdicts, expected);
        assert!(findings[1].p_holm.is_some_and(|p| (p - 0.003).abs() < 1e-12));
        assert_eq!(findings[3].p_holm, None);
    }
}
