//! Verdicts as coloured words that can be read without colour.

use crate::escape::escape;
use crate::findings::{Ruling, RulingTone};
use crate::stats::Verdict;

/// A word in a coloured box, with a sign for readers who do not see the colour.
fn badge(class: &str, sign: &str, word: &str) -> String {
    format!("<span class=\"badge {class}\"><span aria-hidden=\"true\">{sign}</span>&nbsp;{}</span>", escape(word))
}

/// What a figure says.
pub(super) fn verdict_badge(verdict: Verdict) -> String {
    let (class, sign) = match verdict {
        Verdict::Helps => ("good", "▲"),
        Verdict::HelpsSizeUnclear | Verdict::HelpsNegligibly => ("good", "△"),
        Verdict::NoPracticalDifference => ("plain", "="),
        Verdict::HarmsNegligibly | Verdict::HarmsSizeUnclear => ("bad", "▽"),
        Verdict::Harms => ("bad", "▼"),
        Verdict::Inconclusive => ("mixed", "?"),
        Verdict::Untested => ("plain", "–"),
    };
    badge(class, sign, verdict.name())
}

/// What became of a claim.
pub(super) fn ruling_badge(ruling: Ruling) -> String {
    let (class, sign) = match ruling.tone() {
        RulingTone::Good => ("good", "✓"),
        RulingTone::Bad => ("bad", "✗"),
        RulingTone::Mixed => ("mixed", "~"),
        RulingTone::Plain => ("plain", "•"),
    };
    badge(class, sign, ruling.name())
}

/// What the words of verdicts mean.
pub(super) const WORDS: [(Verdict, &str); 9] = [
    (Verdict::Helps, "More than the margin is gained: the whole 95 % interval lies above it."),
    (Verdict::HelpsSizeUnclear, "Something is gained; whether more than the margin is not known."),
    (Verdict::HelpsNegligibly, "Something is gained, but less than the margin."),
    (Verdict::NoPracticalDifference, "Neither a gain nor a loss of more than the margin."),
    (Verdict::HarmsNegligibly, "Something is lost, but less than the margin."),
    (Verdict::HarmsSizeUnclear, "Something is lost; whether more than the margin is not known."),
    (Verdict::Harms, "More than the margin is lost."),
    (Verdict::Inconclusive, "It takes more games to tell."),
    (Verdict::Untested, "The advice never came into play."),
];
