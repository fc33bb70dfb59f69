//! Figures and rulings in words.

use kosti_reports::findings::{Finding, Ruling, Unit};
use kosti_reports::grouped;
use kosti_reports::stats::Verdict;

use crate::pairing::times_the_blocks_to_stop;

/// What following advice costs an optimal player, for a sentence: `costs an optimal player 0.03 points a game`.
pub(crate) fn cost_words(finding: &Finding) -> String {
    let cost = -finding.value;
    if cost < 0.005 {
        "costs an optimal player nothing".into()
    } else {
        format!("costs an optimal player {cost:.2} points a game")
    }
}

/// The decimals of points that an interval leaves any sense in.
fn decimals(finding: &Finding) -> usize {
    match finding.low.zip(finding.high).map(|(low, high)| (high - low) / 2.0) {
        Some(half) if half >= 5.0 => 0,
        Some(half) if half >= 0.5 => 1,
        _ => 2,
    }
}

/// What following advice changes for a simple player, for a sentence: `earns a simple player 2.1 points a game`.
pub(crate) fn gain_words(finding: &Finding) -> String {
    let amount = match finding.unit {
        Unit::Share => format!("{:.1} games in a hundred", finding.value.abs() * 100.0),
        _ => format!("{:.*} points a game", decimals(finding), finding.value.abs()),
    };
    match finding.verdict {
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear) => format!("earns a simple player {amount}"),
        Some(Verdict::HelpsNegligibly) => format!("earns a simple player {amount}, which is negligible"),
        Some(Verdict::Harms | Verdict::HarmsSizeUnclear) => format!("costs a simple player {amount}"),
        Some(Verdict::HarmsNegligibly) => format!("costs a simple player {amount}, which is negligible"),
        Some(Verdict::NoPracticalDifference) => "makes no practical difference to a simple player".into(),
        Some(Verdict::Untested) => "never comes into play for a simple player".into(),
        Some(Verdict::Inconclusive) | None => {
            format!("has no effect on a simple player that so few games could show ({})", still_needed(&[finding]))
        }
    }
}

/// How many more games it takes until all these verdicts are clear: `about 3,000 more blocks`.
pub(crate) fn still_needed(findings: &[&Finding]) -> String {
    match findings.iter().filter_map(|finding| blocks_needed(finding)).max() {
        Some(blocks) => format!("about {} more blocks", grouped(&blocks.to_string())),
        None if findings.iter().any(|finding| finding.low.is_none()) => "too few games so far".into(),
        None => "the evidence is not enough among so many claims".into(),
    }
}

/// About how many more blocks it takes until the difference is known to be above or below zero, or to be within the margin, and
/// that so surely that it stands among many other verdicts; nothing if there are enough blocks for that, but still more
/// verdicts, or if there is no interval yet to foresee it from.
fn blocks_needed(finding: &Finding) -> Option<u64> {
    let (low, high, margin) = (finding.low?, finding.high?, finding.margin?);
    let goal = finding.value.abs().max(margin - finding.value.abs());
    let times = ((high - low) / 2.0 / goal).powi(2) * times_the_blocks_to_stop();
    if times <= 1.0 {
        return None;
    }
    // Two digits are more than can be foreseen, and so is less than a tenth of what was played.
    let more = (finding.blocks as f64 * (times - 1.0).max(0.1)).max(1.0);
    let unit = 10f64.powf(more.log10().floor() - 1.0).max(1.0);
    Some(((more / unit).ceil() * unit) as u64)
}

/// A sentence that starts with the ruling.
pub(crate) fn sentence(ruling: Ruling, rest: &str) -> String {
    let mut words = ruling.name().to_string();
    words[..1].make_ascii_uppercase();
    format!("{words}: {rest}.")
}

/// A ruling on advice by what it costs an optimal player and what it changes for a simple one.
pub(crate) fn ruling(cost: &Finding, gain: &Finding) -> Ruling {
    let costs = cost.verdict == Some(Verdict::Harms);
    match gain.verdict {
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear) if costs => Ruling::ForBeginners,
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear) => Ruling::True,
        _ if costs => Ruling::False,
        Some(Verdict::Harms | Verdict::HarmsSizeUnclear) => Ruling::NotForBeginners,
        _ => Ruling::Harmless,
    }
}

#[cfg(test)]
mod tests {
    use kosti_reports::findings::Lens;
    use kosti_reports::stats::Interval;

    use super::*;
    use crate::figure::exact_figure;

    fn finding(value: f64, half: f64, verdict: Verdict) -> Finding {
        let figure = exact_figure("always", Lens::Gain, "greedy", "dice", value, Unit::Points);
        Finding {
            margin: Some(0.5),
            verdict: Some(verdict),
            ..figure.sampled(Interval { low: value - half, high: value + half }, 1000)
        }
    }

    #[test]
    fn what_changes_for_a_simple_player_is_told_by_the_verdict() {
        let told = |verdict| gain_words(&finding(0.31, 0.1, verdict));
        assert_eq!(told(Verdict::HelpsSizeUnclear), "earns a simple player 0.31 points a game");
        assert_eq!(told(Verdict::HelpsNegligibly), "earns a simple player 0.31 points a game, which is negligible");
        assert_eq!(told(Verdict::HarmsNegligibly), "costs a simple player 0.31 points a game, which is negligible");
        assert_eq!(gain_words(&finding(-71.72, 15.0, Verdict::Harms)), "costs a simple player 72 points a game");
        let unknown = gain_words(&finding(0.5, 1.0, Verdict::Inconclusive));
        assert!(
            unknown.starts_with("has no effect on a simple player that so few games could show (about "),
            "{unknown}"
        );
    }

    #[test]
    fn blocks_are_foreseen_for_a_verdict_that_has_to_stand_among_many() {
        let needed = |value, half| blocks_needed(&finding(value, half, Verdict::Inconclusive));
        // Twice as wide as it may be: four times the blocks would do for one verdict alone, and nearly eight are foreseen.
        let blocks = needed(0.5, 1.0).unwrap();
        assert!((6000..7500).contains(&blocks), "{blocks}");
        // Just wide enough to be no verdict alone: that takes no few blocks, but about as many again.
        let blocks = needed(0.5, 0.5).unwrap();
        assert!((700..1300).contains(&blocks), "{blocks}");
        // So narrow that only the number of verdicts is in the way, or nothing is known.
        assert_eq!(needed(0.5, 0.3), None);
        let told = |finding| still_needed(&[&finding]);
        assert_eq!(told(finding(0.5, 0.3, Verdict::Inconclusive)), "the evidence is not enough among so many claims");
        let without = Finding { low: None, high: None, ..finding(0.5, 0.3, Verdict::Inconclusive) };
        assert_eq!(told(without), "too few games so far");
        // Never less than a tenth of what was played.
        let nearly = needed(0.5, 0.5 / times_the_blocks_to_stop().sqrt() + 1e-6);
        assert_eq!(nearly, Some(100));
    }
}
