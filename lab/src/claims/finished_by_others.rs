//! Graph-poker: whether it harms that others finish a flush.

use kosti_reports::findings::{Finding, Lens, Ruling, Unit};
use kosti_reports::stats::Verdict;

use super::by_table::{changes, is_on};
use super::graph_games::{SIMPLE, STRONG, watch_four};
use super::graph_tables::{TABLES, habit};
use super::habits::{MARGIN_WORDS, Tables};
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, exact_figure};
use crate::lab::Lab;
use crate::wording::sentence;

/// What the habits are called in the findings.
const GUARD: &str = "guard it";
const PROLONG: &str = "prolong it";

const PROLONGING: &str = "flushes that prolong another";
const FINISHED: &str = "built flushes that another seat finishes";
const BY_BUILDER: &str = "of these, made longer by their builder";
const BY_OTHERS: &str = "of these, made longer by others";

/// The experiment on fifth cards.
pub(super) const G5: Experiment = Experiment {
    id: "G5",
    game: "graph-poker",
    source: Source::Document,
    claim: "If somebody finishes your flush, no harm is done: a fifth card makes another.",
    rules: "graph-poker for 2 and 4 players",
    method: "Games of four simple and of four strong players with themselves. A flush is built by the seat that laid at least two of its \
        cards and more than any other: how often another seat finishes it, and who makes it longer in a later round. Besides, games in \
        pairs, in which one seat after the other has a habit or not, with the same cards, tested on a simple player (greedy) and on a \
        strong one (mc with 64 rollouts). To guard a flush: to leave as few runs of three of a suit with a card of one's own as can be, if \
        nothing scores; whoever gains by that was harmed before. To prolong it: always to lay a fifth card in line with a finished \
        flush that holds a card of one's own. False if guarding gains, and else true if builders make most of the flushes that others \
        finish longer and a fifth card costs nothing, half true if not.",
    margin: MARGIN_WORDS,
    measure,
    conclude: |findings| {
        let chance = |part: &str| 100.0 * Figures(findings).value(&format!("{part}, {}", SIMPLE.0), Lens::Figure);
        let shares = [BY_BUILDER, BY_OTHERS].map(chance);
        let (ruling, at_the_table) = rule(findings, shares);
        let unknown = || "nothing that can be told".to_string();
        let guarding = |lens| changes(findings, &[GUARD], lens).unwrap_or_else(unknown);
        let [by_builder, by_others] = shares;
        Conclusion {
            ruling,
            sentence: sentence(
                ruling,
                &format!(
                    "others finish {:.0} % of the flushes that a simple player builds at a table of four, and of these the builder makes \
                     {by_builder:.0} % longer later, and others {by_others:.0} %; to guard flushes changes what a simple player wins of a \
                     hundred games by {}, and what a strong one wins by {}",
                    chance(FINISHED),
                    guarding(Lens::Gain),
                    guarding(Lens::Expert)
                ),
            ),
            at_the_table: at_the_table.into(),
        }
    },
};

/// The ruling and what to do, if builders and others make this many in a hundred of the flushes longer that others finish.
fn rule(findings: &[Finding], [by_builder, by_others]: [f64; 2]) -> (Ruling, &'static str) {
    let any = |part: &str, verdicts: &[Verdict]| {
        let of_part = findings.iter().filter(|finding| is_on(finding, part));
        of_part.filter_map(|finding| finding.verdict).any(|verdict| verdicts.contains(&verdict))
    };
    let gains = |part| any(part, &[Verdict::Helps, Verdict::HelpsSizeUnclear]);
    let costs = |part| any(part, &[Verdict::Harms, Verdict::HarmsSizeUnclear]);
    let level = |part| any(part, &[Verdict::NoPracticalDifference, Verdict::HelpsNegligibly, Verdict::HarmsNegligibly]);
    let offer = if by_others > by_builder {
        "A flush of yours that others finish is made longer by others more often than by you: do not count on the fifth card."
    } else {
        "Do not fear that others finish your flush: you make it longer more often than they do."
    };
    match (gains(GUARD), costs(GUARD)) {
        (true, true) => (
            Ruling::Depends,
            "Whether to leave three of a suit open depends on the number of players and on who plays: see the figures.",
        ),
        (true, false) => {
            (Ruling::False, "While nothing scores, leave as few lines of three of a suit open as you can.")
        }
        (false, false) if !level(GUARD) => (Ruling::Unclear, offer),
        _ if by_builder > 50.0 && !costs(PROLONG) => (Ruling::True, offer),
        _ => (Ruling::HalfTrue, offer),
    }
}

fn measure(lab: &Lab<'_>) -> Result<Measured, LabError> {
    // To guard changes more than to prolong, and takes fewer games to tell; a quick run prolongs with simple players only.
    let guarding = Tables { simple: TABLES.simple / 2, ..TABLES };
    let prolonging = Tables { strong_in_quick: None, ..TABLES };
    let mut measured = habit(lab, "guard-flush", GUARD, &guarding)?;
    measured.extend(habit(lab, "prolong-flush", PROLONG, &prolonging)?);
    for watched in [SIMPLE, STRONG] {
        let (bot, _) = watched;
        let (seen, games) = watch_four(lab, watched)?;
        for (part, ratio) in [
            (PROLONGING, seen.prolonging),
            (FINISHED, seen.finished_by_other),
            (BY_BUILDER, seen.longer_by_builder),
            (BY_OTHERS, seen.longer_by_other),
        ] {
            let part = format!("{part}, {bot}");
            let rules = "graph-poker:players=4";
            let figure = exact_figure(&part, Lens::Figure, bot, rules, ratio.value(), Unit::Chance);
            measured.findings.push(figure.sampled(ratio.interval(), games));
        }
    }
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::by_table::caption;

    fn finding(part: &str, verdict: Verdict) -> Finding {
        let rules = "graph-poker:players=2";
        let figure = exact_figure(&caption(part, 2), Lens::Gain, "greedy", rules, 0.0, Unit::Share);
        Finding { verdict: Some(verdict), ..figure }
    }

    #[test]
    fn the_ruling_takes_habits_and_shares_together() {
        let ruling = |guard: &[Verdict], prolong, by_builder| {
            let mut findings: Vec<Finding> = guard.iter().map(|&verdict| finding(GUARD, verdict)).collect();
            findings.push(finding(PROLONG, prolong));
            rule(&findings, [by_builder, 100.0 - by_builder]).0
        };
        use Verdict::{Harms, Helps, Inconclusive, NoPracticalDifference};
        assert_eq!(ruling(&[Helps, NoPracticalDifference], Helps, 80.0), Ruling::False);
        assert_eq!(ruling(&[Helps, Harms], Helps, 80.0), Ruling::Depends);
        assert_eq!(ruling(&[Harms, Inconclusive], Helps, 80.0), Ruling::True);
        assert_eq!(ruling(&[NoPracticalDifference], Inconclusive, 51.0), Ruling::True);
        assert_eq!(ruling(&[NoPracticalDifference], Harms, 51.0), Ruling::HalfTrue);
        assert_eq!(ruling(&[NoPracticalDifference], Helps, 50.0), Ruling::HalfTrue);
        assert_eq!(ruling(&[Inconclusive], Helps, 80.0), Ruling::Unclear);
    }
}
