//! Rims.

use kosti_engine::Rims;
use kosti_reports::advice::{Finding, Lens, Unit};

use super::habits::{MARGIN_WORDS, METHOD, Tables, Tried, at_tables, tell};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::Figures;
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
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "R1", "fight-with-two", &MANY),
        tell: |findings| {
            tell(
                findings,
                "To fight only with two of the suit",
                [
                    "Let the trump go if you hold only one card of a suit.",
                    "Fight also with a single card if the rest of the hand gains by it.",
                    "It depends on the table: see the figures for your number of players.",
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
        method: METHOD,
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
                    "Fight with your highest card.",
                    "Fight with the lowest card that does the job: the high ones take tricks.",
                    "It depends on the table: see the figures for your number of players.",
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
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "R3", "shed-lowest", &FEW),
        tell: |findings| {
            tell(
                findings,
                "To shed the lowest card",
                [
                    "Shed your lowest card.",
                    "Do not shed the lowest card without looking: a low trump is worth more than a middling other card.",
                    "Shedding the lowest is about as good as anything.",
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
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "R4", "lead-highest", &LAST_LEADS),
        tell: |findings| {
            tell(
                findings,
                "To lead the highest of two",
                [
                    "Lead your highest card.",
                    "Count trumps before you lead your highest card.",
                    "Leading the highest is about as good as anything.",
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
        method: METHOD,
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
        tell: |findings| {
            tell(
                findings,
                "To lead the lower of two of a suit",
                [
                    "Lead the lower of two.",
                    "Lead what takes the trick; a low lead gives it away.",
                    "It depends on who leads the next trick: see the figures.",
                ],
            )
        },
    },
    Experiment {
        id: "R6",
        game: "rims",
        source: Source::Document,
        claim: "With few players, give up a high card to set a trump that nobody holds.",
        rules: "rims for 2 to 6 players",
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "R6", "set-empty-trump", &MANY),
        tell: |findings| {
            tell(
                findings,
                "To give up a lone high card for a trump that nobody holds",
                [
                    "Give up a lone high card for the trump if you hold another.",
                    "Keep the high card.",
                    "It depends on the table: see the figures for your number of players.",
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
            Told {
                ruling: if chance > 0.5 { "true" } else { "false" },
                sentence: format!("{:.1} % of hands hold at least two of one suit.", 100.0 * chance),
                at_the_table: "Expect every opponent to hold two of some suit.".into(),
            }
        },
    },
];
