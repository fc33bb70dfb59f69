//! Graph-poker: whether it harms that others finish a flush.

use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, Unit};

use super::graph_games::{SIMPLE, STRONG, watch_four};
use super::graph_poker::{TABLES, habit};
use super::habits::{MARGIN_WORDS, Tables, tell};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::Figures;
use crate::advice::lab::Lab;

/// What the habits are called in the findings.
const GUARD: &str = "guard it";
const PROLONG: &str = "prolong it";

const PROLONGING: &str = "flushes that prolong another";
const FINISHED: &str = "built flushes that another seat finishes";
const BY_BUILDER: &str = "of these, made longer by their builder";
const BY_OTHERS: &str = "of these, made longer by others";

/// Whether a fifth card makes up for it.
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
    tell: |findings| {
        let chance = |part: &str| 100.0 * Figures(findings).value(&format!("{part}, {}", SIMPLE.0), Lens::Figure);
        let (ruling, at_the_table) = rule(findings, chance(BY_BUILDER));
        let habits = tell(findings, "To keep to a rule with an own flush", [at_the_table; 3]);
        Told {
            ruling,
            sentence: format!(
                "{} Others finish {:.0} % of the flushes that a simple player builds at a table of four; of these the builder makes {:.0} % \
                 longer later, and others {:.0} %. {:.0} % of all flushes prolong an earlier one.",
                habits.sentence,
                chance(FINISHED),
                chance(BY_BUILDER),
                chance(BY_OTHERS),
                chance(PROLONGING)
            ),
            ..habits
        }
    },
};

/// The ruling and what to do, if builders make so many in a hundred of the flushes longer that others finish.
fn rule(findings: &[Finding], by_builder: f64) -> (&'static str, &'static str) {
    let any = |part: &str, verdicts: &[Verdict]| {
        let of_part = findings.iter().filter(|finding| finding.part.starts_with(part));
        of_part.filter_map(|finding| finding.verdict).any(|verdict| verdicts.contains(&verdict))
    };
    let gains = |part| any(part, &[Verdict::Helps, Verdict::HelpsSizeUnclear]);
    let costs = |part| any(part, &[Verdict::Harms, Verdict::HarmsSizeUnclear]);
    let level = |part| any(part, &[Verdict::NoPracticalDifference, Verdict::HelpsNegligibly, Verdict::HarmsNegligibly]);
    let offer =
        "A line of four of one suit is an offer to everybody: a fifth card there scores again, for whoever lays it.";
    match (gains(GUARD), costs(GUARD)) {
        (true, true) => ("depends", "Whether to leave three of a suit open depends on the table: see the figures."),
        (true, false) => ("false", "Leave no line of three of a suit open if another card does as well."),
        (false, false) if !level(GUARD) => ("unclear", offer),
        _ if by_builder > 50.0 && !costs(PROLONG) => ("true", offer),
        _ => ("half true", offer),
    }
}

fn measure(lab: &Lab) -> anyhow::Result<Measured> {
    // To guard changes more than to prolong, and takes fewer games to tell; a quick run prolongs with simple players only.
    let guarding = Tables { simple: TABLES.simple / 2, ..TABLES };
    let prolonging = Tables { strong_in_quick: None, ..TABLES };
    let mut measured = habit(lab, "G5", "guard-flush", GUARD, &guarding)?;
    measured.findings.extend(habit(lab, "G5", "prolong-flush", PROLONG, &prolonging)?.findings);
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
            let figure = Finding::exact("G5", &part, Lens::Figure, bot, rules, ratio.value(), Unit::Chance);
            measured.findings.push(figure.sampled(ratio.interval(), games));
        }
    }
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(part: &str, verdict: Verdict) -> Finding {
        let part = format!("{part}, 2 players");
        let figure = Finding::exact("G5", &part, Lens::Gain, "greedy", "graph-poker", 0.0, Unit::Share);
        Finding { verdict: Some(verdict), ..figure }
    }

    #[test]
    fn the_ruling_takes_habits_and_shares_together() {
        let ruling = |guard: &[Verdict], prolong, by_builder| {
            let mut findings: Vec<Finding> = guard.iter().map(|&verdict| finding(GUARD, verdict)).collect();
            findings.push(finding(PROLONG, prolong));
            rule(&findings, by_builder).0
        };
        use Verdict::{Harms, Helps, Inconclusive, NoPracticalDifference};
        assert_eq!(ruling(&[Helps, NoPracticalDifference], Helps, 80.0), "false");
        assert_eq!(ruling(&[Helps, Harms], Helps, 80.0), "depends");
        assert_eq!(ruling(&[Harms, Inconclusive], Helps, 80.0), "true");
        assert_eq!(ruling(&[NoPracticalDifference], Inconclusive, 51.0), "true");
        assert_eq!(ruling(&[NoPracticalDifference], Harms, 51.0), "half true");
        assert_eq!(ruling(&[NoPracticalDifference], Helps, 50.0), "half true");
        assert_eq!(ruling(&[Inconclusive], Helps, 80.0), "unclear");
    }
}
