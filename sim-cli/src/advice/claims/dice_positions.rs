//! Dice-poker: the sample positions of the document.

use std::collections::BTreeMap;

use kosti_bots::solver::{End, Solution, Watcher};
use kosti_engine::sheet::{DicePokerRow, DicePokerRules, Sheet, SheetAction};
use kosti_engine::{Dice, DicePoker, FACES};
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use crate::advice::dice::dice_poker;
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, Plot};

const RULES: &str = "dice-poker";

/// The four schools of the document, each with the same lower table.
const POSITIONS: [(&str, &str); 4] = [
    ("position 1", "school-3=0,school-5=5,school-6=6"),
    ("position 2", "school-2=0,school-3=0,school-4=0,school-5=0,school-6=0"),
    ("position 3", "school-1=0,school-2=2,school-3=0,school-4=0,school-6=0"),
    ("position 4", "school-2=-2,school-3=-3,school-4=0,school-6=0"),
];
const LOWER_TABLE: &str = "pair=24,three=30,two-pairs=36,full=0,small-road=30,big-road=0,sum=19";

/// How often the optimum keeps all dice of a face after the first roll, if there are any.
fn first_keeps(solution: &Solution<DicePokerRules>, sheet: &Sheet, face: usize) -> f64 {
    let turn = solution.turn(sheet);
    let (mut all, mut kept) = (0, 0);
    for dice in Dice::all().filter(|dice| dice.counts()[face - 1] > 0) {
        let keeps = match turn.best(dice, 1) {
            SheetAction::Keep(keep) => keep.counts()[face - 1] == dice.counts()[face - 1],
            SheetAction::Row(_) => false,
        };
        all += dice.ways();
        kept += if keeps { dice.ways() } else { 0 };
    }
    f64::from(kept) / f64::from(all)
}

/// How likely each final total of the school is.
#[derive(Default)]
struct Totals(BTreeMap<i32, f64>);

impl Watcher<DicePokerRow> for Totals {
    fn ended(&mut self, end: &End, chance: f64) {
        *self.0.entry(end.upper).or_default() += chance;
    }
}

impl Totals {
    fn below_zero(&self) -> f64 {
        self.0.range(..0).map(|(_, chance)| chance).sum()
    }

    /// What totals below zero bring on average.
    fn fine(&self) -> f64 {
        self.0.range(..0).map(|(total, chance)| f64::from(10 * total) * chance).sum()
    }
}

/// A position of the document.
fn position(game: &DicePoker, school: &str) -> anyhow::Result<Sheet> {
    game.parse_sheet(&format!("{school},{LOWER_TABLE}")).map_err(|error| anyhow::anyhow!("{error}"))
}

/// All of them.
pub(super) const ALL: &[Experiment] = &[Experiment {
    id: "D09",
    game: "dice-poker",
    source: Source::Document,
    claim: "Of the four sample positions the first is excellent, the second harmless, the third asks for fives, the fourth is \
            hopeless.",
    rules: RULES,
    method: "The mean final score of each position and the distribution of the final school total: every state of optimal play \
            followed forward from there.",
    margin: "",
    measure: |lab| {
        let game = dice_poker("", 1);
        let solution = Solution::shared(&game);
        let plot = Plot {
            claim: "D09",
            title: "Final total of the school from each position".into(),
            kind: PlotKind::Bar,
            x_name: "total",
            y_name: "chance",
        };
        let keeps = Plot {
            claim: "D09",
            title: "How often the optimum keeps all dice of a face that the first roll shows".into(),
            kind: PlotKind::Heat,
            x_name: "face",
            y_name: "position",
        };
        lab.go_on()?;
        let mut measured = Measured::default();
        for (name, school) in POSITIONS {
            let sheet = position(&game, school)?;
            let figure = |part: &str, value, unit| {
                Finding::exact("D09", &format!("{name}: {part}"), Lens::Figure, "optimal", RULES, value, unit)
            };
            measured.findings.push(figure("final score", solution.worth(&sheet), Unit::Points));
            for face in 1..=FACES {
                let kept = first_keeps(&solution, &sheet, face);
                measured.plots.push(keeps.point(name, face, kept));
                if name == "position 3" && face == 5 {
                    measured.findings.push(figure("fives are kept, if any", kept, Unit::Chance));
                }
            }
            let mut school = Totals::default();
            solution.watched(&sheet, &mut school);
            measured.findings.push(figure("school below zero", school.below_zero(), Unit::Chance));
            measured.findings.push(figure("what a school below zero costs on average", school.fine(), Unit::Points));
            let shown = school.0.iter().filter(|(_, chance)| **chance > 0.005);
            measured.plots.extend(shown.map(|(total, chance)| plot.point(name, total, *chance)));
        }
        Ok(measured)
    },
    tell: |findings| {
        let below = |name: &str| 100.0 * Figures(findings).value(&format!("{name}: school below zero"), Lens::Figure);
        let score = |name: &str| Figures(findings).value(&format!("{name}: final score"), Lens::Figure);
        let fine = |name: &str| {
            Figures(findings).value(&format!("{name}: what a school below zero costs on average"), Lens::Figure)
        };
        // Excellent: hardly ever below zero. Harmless: costs less than ten points. Fives: kept more often than not.
        // Hopeless: below zero more often than not.
        let parts = [
            below("position 1") < 10.0,
            fine("position 2") > -10.0,
            Figures(findings).value("position 3: fives are kept, if any", Lens::Figure) > 0.5,
            below("position 4") > 50.0,
        ];
        Told {
            ruling: match parts.iter().filter(|part| **part).count() {
                4 => "true",
                3 => "mostly true",
                2 => "half true",
                _ => "false",
            },
            sentence: format!(
                "From the four positions the school ends below zero in {:.0} %, {:.0} %, {:.0} % and {:.0} % of games. In the third the \
                     optimum keeps fives after {:.0} % of the first rolls that show any. The final score is {:.0}, {:.0}, {:.0} and \
                     {:.0} points on average.",
                below("position 1"),
                below("position 2"),
                below("position 3"),
                below("position 4"),
                100.0 * Figures(findings).value("position 3: fives are kept, if any", Lens::Figure),
                score("position 1"),
                score("position 2"),
                score("position 3"),
                score("position 4")
            ),
            at_the_table: "Book pluses first; a school that is below zero with high rows gone seldom comes back."
                .into(),
        }
    },
}];
