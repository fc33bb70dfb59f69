//! The verdicts of a run, corrected for being many.

use crate::findings::Finding;
use crate::stats::{Member, PValues, correct};

impl Finding {
    /// Its verdict as one of a family; nothing if there was no test.
    fn member(&self) -> Option<Member> {
        let p = PValues { verdict: self.p?, zero: self.p_zero?, equal: self.p_equal? };
        Some(Member { value: self.value, verdict: self.verdict?, p })
    }
}

/// Corrects the verdicts of all findings of a run for being many: see [`correct`]. Exact findings and habits that were not
/// tested stay as they are.
pub fn correct_verdicts(findings: &mut [Finding]) {
    let (places, family): (Vec<usize>, Vec<Member>) =
        findings.iter().enumerate().filter_map(|(place, finding)| Some((place, finding.member()?))).unzip();
    for (place, corrected) in places.into_iter().zip(correct(&family)) {
        findings[place].verdict = Some(corrected.verdict);
        findings[place].p_holm = Some(corrected.p);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Lens, Unit};
    use crate::stats::Verdict;

    #[test]
    fn only_what_was_tested_is_corrected() {
        let figure = || Finding::exact("X1", "part", Lens::Gain, "greedy", "rims", 0.3, Unit::Share);
        let exact = Finding { verdict: Some(Verdict::Harms), ..figure() };
        let untested = Finding { verdict: Some(Verdict::Untested), ..figure() };
        let [p, p_zero, p_equal] = [0.03, 0.02, 1.0].map(Some);
        let tested = Finding { p, p_zero, p_equal, verdict: Some(Verdict::Helps), ..figure() };
        let mut findings = [exact.clone(), tested.clone(), untested.clone(), tested];
        correct_verdicts(&mut findings);
        assert_eq!([&findings[0], &findings[2]], [&exact, &untested]);
        for finding in [&findings[1], &findings[3]] {
            assert_eq!((finding.verdict, finding.p_holm), (Some(Verdict::HelpsSizeUnclear), Some(0.04)));
        }
    }
}
