//! Verdicts that stand together.

use kosti_reports::advice::Finding;
use kosti_reports::{Verdict, holm};

/// All verdicts together shall be wrong as rarely as a single one.
const ALPHA: f64 = 0.05;

/// Corrects the verdicts of all findings for being many, by Holm's method. One that does not stand any more becomes
/// inconclusive.
pub fn correct(findings: &mut [Finding]) {
    let judged: Vec<usize> = (0..findings.len()).filter(|&number| findings[number].p.is_some()).collect();
    let p: Vec<f64> = judged.iter().filter_map(|&number| findings[number].p).collect();
    for (number, corrected) in judged.into_iter().zip(holm(&p)) {
        let finding = &mut findings[number];
        finding.p_holm = Some(corrected);
        if corrected > ALPHA {
            finding.verdict = Some(Verdict::Inconclusive);
        }
    }
}
