//! Graph-poker.

use kosti_reports::findings::Finding;

use super::by_table::{by_number_of_players, habit_method, harms, is_on};
use super::graph_tables::{TABLES, habit};
use super::habits::{MARGIN_WORDS, Tables, conclude};
use super::{easiest_to_plan, finished_by_others, number_of_players};
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::lab::Lab;

/// To wait with sets until there are this many cards on the table, while all other players lay them at once.
const LATE: [(&str, &str); 2] = [
    ("late-instead-of-early=20", "late (20 cards) instead of at once"),
    ("late-instead-of-early=32", "late (32 cards) instead of at once"),
];
/// Both ways with sets, compared with a player who does not care for sets.
const BESIDES: [(&str, &str); 3] = [
    ("scoreless-set-early", "build at once"),
    ("scoreless-keep-then-build=20", "wait for 20 cards"),
    ("scoreless-keep-then-build=32", "wait for 32 cards"),
];

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    easiest_to_plan::G1,
    Experiment {
        id: "G2",
        game: "graph-poker",
        source: Source::Document,
        claim: "With several cards of one suit build that flush; the others will help.",
        rules: "graph-poker for 2 and 4 players",
        method: habit_method!(
            "Habit: who holds three or more cards of the longest suit, and would score nothing, lays one of them in a run of four \
             cells with as many open cards of that suit as can be and none of another."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "build-flush", "", &TABLES),
        conclude: |findings| {
            conclude(
                findings,
                "To build the flush of the longest suit",
                &[""],
                [
                    "With three or more cards of a suit, build on it.",
                    "Do not make it a rule to build on your longest suit.",
                    &by_number_of_players(findings, "build on your longest suit", "do not make that a rule"),
                ],
            )
        },
    },
    Experiment {
        id: "G3",
        game: "graph-poker",
        source: Source::Document,
        claim: "Keep a set for four of a kind or a royal flush until the graph is large.",
        rules: "graph-poker for 2 and 4 players",
        method: habit_method!(
            "Everybody lays the cards of a set as soon as there is one and nothing scores; a set is three or four of a rank, or of \
             four consecutive cards of a suit. Habit: to lay none of them before 20 or 32 cards are on the table, and to build then. \
             Besides, both ways are held against a player who does not care for sets. The ruling follows from late against early alone."
        ),
        margin: MARGIN_WORDS,
        measure: measure_sets,
        conclude: conclude_sets,
    },
    Experiment {
        id: "G4",
        game: "graph-poker",
        source: Source::Document,
        claim: "Prefer cells where lines cross and several combinations stay open.",
        rules: "graph-poker for 2 and 4 players",
        method: habit_method!(
            "Habit: to lay the same card, but, of the cells that are about as good by greedy's marks, at the one where the most runs \
             stay open in both directions; a run counts if another open card lies in it and it can still score."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "prefer-crossings", "", &TABLES),
        conclude: |findings| {
            conclude(
                findings,
                "To prefer cells where lines cross",
                &[""],
                [
                    "Of equal cells take the one where lines cross.",
                    "Of equal cells do not prefer the one where lines cross.",
                    &by_number_of_players(findings, "prefer cells where lines cross", "do not"),
                ],
            )
        },
    },
    finished_by_others::G5,
    number_of_players::G6,
];

fn measure_sets(lab: &Lab<'_>) -> Result<Measured, LabError> {
    // The habits look for sets in every decision of every player, which takes long.
    let both = Tables { simple: 300, strong_in_quick: Some((4, 20)), strong: &[(2, 40), (4, 40)], ..TABLES };
    let simple_only = Tables { simple: 300, strong_in_quick: None, strong: &[], ..TABLES };
    let late = LATE.map(|named| (named, both));
    let besides = BESIDES.map(|named| (named, simple_only));
    let mut measured = Measured::default();
    for ((name, part), tables) in late.into_iter().chain(besides) {
        measured.extend(habit(lab, name, part, &tables)?);
    }
    Ok(measured)
}

fn conclude_sets(findings: &[Finding]) -> Conclusion {
    let of = |parts: &[(&str, &str)]| -> Vec<Finding> {
        let own = |finding: &&Finding| parts.iter().any(|(_, part)| is_on(finding, part));
        findings.iter().filter(own).cloned().collect()
    };
    let (late, besides) = (of(&LATE), of(&BESIDES));
    let conclusion = conclude(
        &late,
        "To wait with a set until the graph is large",
        &LATE.map(|(_, part)| part),
        [
            "If you play for a set, wait until the graph is large.",
            "If you play for a set, lay it at once.",
            &by_number_of_players(&late, "wait with a set until the graph is large", "lay it at once"),
        ],
    );
    let judged = || besides.iter().filter(|finding| finding.verdict.is_some());
    let never_pays = judged().count() > 0 && judged().all(harms);
    let pays_not = if never_pays { "To play for sets does not pay, early or late. " } else { "" };
    Conclusion { at_the_table: format!("{pays_not}{}", conclusion.at_the_table), ..conclusion }
}

#[cfg(test)]
mod tests {
    use kosti_reports::findings::{Lens, Unit};
    use kosti_reports::stats::{Interval, Verdict};

    use super::*;
    use crate::claims::by_table::caption;
    use crate::figure::exact_figure;

    fn finding(part: &str, verdict: Verdict) -> Finding {
        let rules = "graph-poker:players=2";
        let figure = exact_figure(&caption(part, 2), Lens::Gain, "greedy", rules, 0.01, Unit::Share);
        Finding {
            verdict: Some(verdict),
            margin: Some(0.005),
            ..figure.sampled(Interval { low: 0.008, high: 0.012 }, 1000)
        }
    }

    #[test]
    fn late_against_early_decides_and_not_what_sets_are_worth() {
        use Verdict::{Harms, Helps};
        let told = |late, besides| {
            let parts = LATE.iter().map(|(_, part)| finding(part, late));
            let findings: Vec<Finding> = parts.chain(BESIDES.iter().map(|(_, part)| finding(part, besides))).collect();
            conclude_sets(&findings)
        };
        let alone = |verdict| conclude(&[finding("late", verdict)], "To wait", &["late"], [""; 3]).ruling;
        assert_eq!(told(Helps, Harms).ruling, alone(Helps));
        assert_eq!(told(Harms, Helps).ruling, alone(Harms));
        assert!(told(Helps, Harms).at_the_table.starts_with("To play for sets does not pay"));
        assert_eq!(told(Helps, Helps).at_the_table, "If you play for a set, wait until the graph is large.");
        assert_eq!(told(Harms, Helps).at_the_table, "If you play for a set, lay it at once.");
    }
}
