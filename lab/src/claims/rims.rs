//! Rims.

use kosti_engine::Rims;
use kosti_reports::findings::{Finding, Lens, Ruling, Unit};

use super::by_table::{by_number_of_players, changes, habit_method};
use super::habits::{HabitTest, MARGIN_WORDS, Tables, at_tables, conclude};
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, exact_figure};
use crate::lab::Lab;
use crate::wording::sentence;

/// Where habits are tested that make a large difference.
const FEW: Tables<'_> = Tables {
    players: &[2, 3, 4],
    simple: 30_000,
    strong_in_quick: Some((3, 600)),
    strong: &[(2, 600), (3, 600), (4, 600)],
};

/// Where habits are tested at larger tables too.
const MANY: Tables<'_> =
    Tables { players: &[2, 3, 4, 5, 6], strong: &[(2, 600), (3, 600), (4, 400), (5, 100), (6, 60)], ..FEW };

/// Where the last leads are tested.
const LAST_LEADS: Tables<'_> = Tables { strong: &[(2, 600), (3, 600), (4, 200)], ..FEW };

/// Where low leads are tested: they make a difference so small that only many blocks show it.
const LOW_LEADS: Tables<'_> = Tables { strong: &[(2, 1200), (3, 1500), (4, 200)], ..FEW };

/// What the second habit of R2 is called in the findings.
const OF_THE_SUIT: &str = "of the suit";

/// The two rules on who leads, which are the parts of R5.
const LEADS: [&str; 2] = ["lead=dealer", "lead=winner"];

/// One habit.
fn habit(lab: &Lab<'_>, name: &str, tables: &Tables<'_>) -> Result<Measured, LabError> {
    at_tables::<Rims>(lab, name, ("", ""), tables)
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "R1",
        game: "rims",
        source: Source::Document,
        claim: "Fight for trump only with two or more cards of the suit.",
        rules: "rims for 2 to 6 players",
        method: habit_method!(
            "Habit: who would fight for trump with the only card of its suit stands, or shows the lowest card that does not set trump; where \
             every card does, the lowest of a suit that is there twice, and failing that the lowest of all."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "fight-with-two", &MANY),
        conclude: |findings| {
            conclude(
                findings,
                "To fight only with two of the suit",
                &[""],
                [
                    "Do not fight for trump with the only card of a suit.",
                    "Do not make it a rule to fight with two of a suit only: a single card can be enough.",
                    &by_number_of_players(findings, "fight only with two of the suit", "do not make that a rule"),
                ],
            )
        },
    },
    Experiment {
        id: "R2",
        game: "rims",
        source: Source::Document,
        claim: "When fighting for trump, show the highest card of all.",
        rules: "rims for 2 to 4 players",
        method: habit_method!(
            "Habit: who would fight for trump shows the highest card in hand instead, though another suit may become trump. Besides, with three \
             players: the highest card of the suit that was meant."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| {
            let mut measured = habit(lab, "show-highest", &FEW)?;
            let habit = "show-highest-of-suit";
            let of_suit = HabitTest { habit, part: OF_THE_SUIT, rules: "", blocks: [FEW.simple, 0] };
            measured.findings.extend(of_suit.play::<Rims>(lab, 3)?);
            Ok(measured)
        },
        conclude: |findings| {
            conclude(
                findings,
                "To show the highest card when fighting",
                &["", OF_THE_SUIT],
                [
                    "When you fight for trump, show your highest card.",
                    "When you fight for trump, do not make it a rule to show your highest card.",
                    &by_number_of_players(findings, "fight with your highest card", "do not"),
                ],
            )
        },
    },
    Experiment {
        id: "R3",
        game: "rims",
        source: Source::Document,
        claim: "When not fighting for trump, shed the lowest card.",
        rules: "rims for 2 to 4 players",
        method: habit_method!("Habit: who shows a card that does not set trump shows the lowest in hand."),
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "shed-lowest", &FEW),
        conclude: |findings| {
            conclude(
                findings,
                "To shed the lowest card",
                &[""],
                [
                    "When you do not fight for trump, shed your lowest card.",
                    "When you do not fight for trump, do not make it a rule to shed your lowest card.",
                    &by_number_of_players(findings, "shed your lowest card", "do not make that a rule"),
                ],
            )
        },
    },
    Experiment {
        id: "R4",
        game: "rims",
        source: Source::Document,
        claim: "With one or two cards left, lead the highest.",
        rules: "rims for 2 to 4 players",
        method: habit_method!(
            "Habit: who leads with two cards left leads the higher one, whatever its suit; of equal ones the trump. With one card left there is \
             nothing to choose."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "lead-highest", &LAST_LEADS),
        conclude: |findings| {
            conclude(
                findings,
                "To lead the highest of two",
                &[""],
                [
                    "With two cards left, lead the higher one.",
                    "With two cards left, do not make it a rule to lead the higher one.",
                    &by_number_of_players(
                        findings,
                        "lead the higher of your last two cards",
                        "do not make that a rule",
                    ),
                ],
            )
        },
    },
    Experiment {
        id: "R5",
        game: "rims",
        source: Source::Document,
        claim: "With three cards and two of a suit, lead the lower of those two.",
        rules: "rims:lead=dealer and lead=winner, 2 to 4 players",
        method: habit_method!(
            "Habit: who leads with three cards, exactly two of them of one suit, leads the lower of these two. Under both rules on who leads: \
             the dealer to every trick, or the winner of the last one."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| {
            let mut measured = Measured::default();
            for lead in LEADS {
                measured.extend(at_tables::<Rims>(lab, "lead-lower-of-two", (lead, lead), &LOW_LEADS)?);
            }
            Ok(measured)
        },
        conclude: conclude_low_leads,
    },
    Experiment {
        id: "R6",
        game: "rims",
        source: Source::Document,
        claim: "With few players, give up a high card to set a trump that nobody holds.",
        rules: "rims for 2 to 6 players",
        method: habit_method!(
            "Habit: who holds two or more of queens, kings and aces, and can set trump with one that is alone in its suit, does so."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "set-empty-trump", &MANY),
        conclude: |findings| {
            conclude(
                findings,
                "To give up a lone high card for a trump that nobody holds",
                &[""],
                [
                    "Give up a lone high card for the trump if you hold another high card.",
                    "Do not give up a lone high card to set a trump that you do not hold.",
                    &by_number_of_players(findings, "give up a lone high card for the trump", "keep it"),
                ],
            )
        },
    },
    Experiment {
        id: "R7",
        game: "rims",
        source: Source::Document,
        claim: "Two of a suit among four cards is likely for everyone.",
        rules: "rims",
        method: "Counted out: hands of four cards with at least two of one suit.",
        margin: "",
        measure: |_| {
            let hands = 52.0 * 51.0 * 50.0 * 49.0 / 24.0;
            let one_of_each = 13f64.powi(4);
            let chance = 1.0 - one_of_each / hands;
            let part = "two of a suit among four";
            Ok(vec![exact_figure(part, Lens::Figure, "anybody", "rims", chance, Unit::Chance)].into())
        },
        conclude: |findings| {
            let chance = Figures(findings).value("two of a suit among four", Lens::Figure);
            let ruling = if chance > 0.5 { Ruling::True } else { Ruling::False };
            Conclusion {
                ruling,
                sentence: sentence(ruling, &format!("{:.1} % of hands hold at least two of one suit", 100.0 * chance)),
                at_the_table: format!(
                    "Expect an opponent to hold two of some suit: {:.0} hands in a hundred do.",
                    100.0 * chance
                ),
            }
        },
    },
];

/// Both rules on who leads are told together: a table for each would be too much for a sentence.
fn conclude_low_leads(findings: &[Finding]) -> Conclusion {
    let conclusion = conclude(
        findings,
        "To lead the lower of two of a suit",
        &LEADS,
        [
            "With three cards and two of a suit, lead the lower of those two.",
            "With three cards and two of a suit, do not make it a rule to lead the lower of those two.",
            &by_number_of_players(findings, "lead the lower of two of a suit", "do not"),
        ],
    );
    let of = |lens| changes(findings, &LEADS, lens);
    let strong = of(Lens::Expert).map_or(String::new(), |changed| format!("; for a strong player it is {changed}"));
    let simple = of(Lens::Gain).unwrap_or_else(|| "nothing that can be told".into());
    let changed = format!(
        "to lead the lower of two of a suit changes what a simple player wins of a hundred games by {simple}{strong}"
    );
    Conclusion { sentence: sentence(conclusion.ruling, &changed), ..conclusion }
}

#[cfg(test)]
mod tests {
    use kosti_reports::stats::{Interval, Verdict};

    use super::*;
    use crate::claims::by_table::caption;

    fn finding(part: &str, players: u8, lens: Lens, value: f64, verdict: Verdict) -> Finding {
        let rules = format!("rims:players={players},{part}");
        let figure = exact_figure(&caption(part, players), lens, "bot", &rules, value, Unit::Share);
        Finding {
            verdict: Some(verdict),
            margin: Some(0.005),
            ..figure.sampled(Interval { low: value - 0.001, high: value + 0.001 }, 100)
        }
    }

    #[test]
    fn low_leads_are_told_by_number_of_players() {
        use Verdict::{Harms, Helps, Inconclusive};
        let told = conclude_low_leads(&[
            finding("lead=dealer", 2, Lens::Gain, 0.012, Helps),
            finding("lead=winner", 2, Lens::Gain, 0.008, Helps),
            finding("lead=dealer", 3, Lens::Gain, -0.01, Harms),
            finding("lead=dealer", 3, Lens::Expert, -0.01, Inconclusive),
        ]);
        assert_eq!(told.at_the_table, "With 2 players lead the lower of two of a suit; with 3 do not.");
        assert!(
            told.sentence.ends_with(
                ": to lead the lower of two of a suit changes what a simple player wins of a hundred games by +0.8 to +1.2 with 2 and −1.0 \
                 with 3 players; for a strong player it is nothing that can be told."
            ),
            "{}",
            told.sentence
        );
    }
}
