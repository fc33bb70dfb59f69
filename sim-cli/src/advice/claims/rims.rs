//! Rims.

use kosti_engine::Rims;
use kosti_reports::advice::{Finding, Lens, Unit};

use super::habits::{MARGIN_WORDS, Tables, Tried, at_tables, tell};
use super::telling::{by_number_of_players, changes, habit_method};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, sentence};
use crate::advice::lab::Lab;

/// Where habits are tried that make a large difference.
const FEW: Tables<'_> = Tables {
    players: &[2, 3, 4],
    simple: 30_000,
    strong_in_quick: Some((3, 600)),
    strong: &[(2, 600), (3, 600), (4, 600)],
};

/// Where habits are tried at larger tables too.
const MANY: Tables<'_> =
    Tables { players: &[2, 3, 4, 5, 6], strong: &[(2, 600), (3, 600), (4, 400), (5, 100), (6, 60)], ..FEW };

/// Where the last leads are tried.
const LAST_LEADS: Tables<'_> = Tables { strong: &[(2, 600), (3, 600), (4, 200)], ..FEW };

/// Where low leads are tried: they make a difference so small that only many blocks show it.
const LOW_LEADS: Tables<'_> = Tables { strong: &[(2, 1200), (3, 1500), (4, 200)], ..FEW };

/// One habit.
fn habit(lab: &Lab, claim: &'static str, name: &str, tables: &Tables<'_>) -> anyhow::Result<Measured> {
    at_tables::<Rims>(lab, claim, name, ("", ""), tables)
}

/// All of them.
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
        measure: |lab| habit(lab, "R1", "fight-with-two", &MANY),
        tell: |findings| {
            tell(
                findings,
                "To fight only with two of the suit",
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
            let mut measured = habit(lab, "R2", "show-highest", &FEW)?;
            let habit = "show-highest-of-suit";
            let of_suit = Tried { claim: "R2", habit, part: "of the suit", rules: "", blocks: [FEW.simple, 0] };
            measured.findings.extend(of_suit.play::<Rims>(lab, 3)?);
            Ok(measured)
        },
        tell: |findings| {
            tell(
                findings,
                "To show the highest card when fighting",
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
        measure: |lab| habit(lab, "R3", "shed-lowest", &FEW),
        tell: |findings| {
            tell(
                findings,
                "To shed the lowest card",
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
        measure: |lab| habit(lab, "R4", "lead-highest", &LAST_LEADS),
        tell: |findings| {
            tell(
                findings,
                "To lead the highest of two",
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
            for lead in ["dealer", "winner"] {
                let rules = format!("lead={lead}");
                let some = at_tables::<Rims>(lab, "R5", "lead-lower-of-two", (&rules, &rules), &LOW_LEADS)?;
                measured.findings.extend(some.findings);
            }
            Ok(measured)
        },
        tell: tell_low_leads,
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
        measure: |lab| habit(lab, "R6", "set-empty-trump", &MANY),
        tell: |findings| {
            tell(
                findings,
                "To give up a lone high card for a trump that nobody holds",
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
            Ok(Measured {
                findings: vec![Finding::exact(
                    "R7",
                    "two of a suit among four",
                    Lens::Figure,
                    "anybody",
                    "rims",
                    chance,
                    Unit::Chance,
                )],
                plots: Vec::new(),
            })
        },
        tell: |findings| {
            let chance = Figures(findings).value("two of a suit among four", Lens::Figure);
            let ruling = if chance > 0.5 { "true" } else { "false" };
            Told {
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
fn tell_low_leads(findings: &[Finding]) -> Told {
    let told = tell(
        findings,
        "To lead the lower of two of a suit",
        [
            "With three cards and two of a suit, lead the lower of those two.",
            "With three cards and two of a suit, do not make it a rule to lead the lower of those two.",
            &by_number_of_players(findings, "lead the lower of two of a suit", "do not"),
        ],
    );
    let of = |lens| changes(findings, "lead=", lens);
    let strong = of(Lens::Expert).map_or(String::new(), |changed| format!("; for a strong player it is {changed}"));
    let simple = of(Lens::Gain).unwrap_or_else(|| "nothing that can be told".into());
    let told_simply = format!(
        "to lead the lower of two of a suit changes what a simple player wins of a hundred games by {simple}{strong}"
    );
    Told { sentence: sentence(told.ruling, &told_simply), ..told }
}

#[cfg(test)]
mod tests {
    use kosti_reports::Verdict;

    use super::*;

    fn finding(part: &str, lens: Lens, value: f64, verdict: Verdict) -> Finding {
        let figure = Finding::exact("R5", part, lens, "bot", "rims", value, Unit::Share);
        Finding { verdict: Some(verdict), margin: Some(0.005), ..figure.sampled((value - 0.001, value + 0.001), 100) }
    }

    #[test]
    fn low_leads_are_told_by_number_of_players() {
        use Verdict::{Harms, Helps, Inconclusive};
        let told = tell_low_leads(&[
            finding("lead=dealer, 2 players", Lens::Gain, 0.012, Helps),
            finding("lead=winner, 2 players", Lens::Gain, 0.008, Helps),
            finding("lead=dealer, 3 players", Lens::Gain, -0.01, Harms),
            finding("lead=dealer, 3 players", Lens::Expert, -0.01, Inconclusive),
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
