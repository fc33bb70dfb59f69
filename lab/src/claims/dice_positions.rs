//! Dice-poker: the sample positions of the document.

use std::collections::BTreeMap;

use kosti_engine::sheet::{DicePokerRow, DicePokerRules, Row, RowSet, Sheet, SheetAction};
use kosti_engine::{Dice, DicePoker, FACES};
use kosti_reports::findings::{Finding, Lens, PlotKind, PlotPoint, Ruling, Unit};
use kosti_solver::{End, Fill, Solution, Watcher};

use super::by_table::signed;
use super::dice_parts::percent;
use crate::dice::dice_poker;
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::wording::sentence;

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

/// What is done with a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum RowUse {
    Fill,
    Cross,
}

impl RowUse {
    fn of(self, row: DicePokerRow) -> String {
        match self {
            Self::Fill => format!("fill {row}"),
            Self::Cross => format!("cross {row}"),
        }
    }
}

/// What the optimum makes of a position.
struct Plan {
    /// The rows that are filled in the position.
    filled: RowSet,
    /// How likely each row is to be the next one, filled with its combination or crossed.
    next: BTreeMap<(DicePokerRow, RowUse), f64>,
    /// How likely each final total of the school is.
    totals: BTreeMap<i32, f64>,
}

impl Watcher<DicePokerRow> for Plan {
    fn filled(&mut self, fill: &Fill<DicePokerRow>, chance: f64) {
        if fill.before == self.filled {
            let row_use = if fill.crossed { RowUse::Cross } else { RowUse::Fill };
            *self.next.entry((fill.row, row_use)).or_default() += chance;
        }
    }

    fn ended(&mut self, end: &End, chance: f64) {
        *self.totals.entry(end.upper).or_default() += chance;
    }
}

impl Plan {
    fn new(solution: &Solution<DicePokerRules>, sheet: &Sheet) -> Self {
        let mut plan = Self { filled: sheet.filled(), next: BTreeMap::new(), totals: BTreeMap::new() };
        solution.watched(sheet, &mut plan);
        plan
    }

    /// How likely the school is to end with exactly this.
    fn ends_with(&self, total: i32) -> f64 {
        self.totals.get(&total).copied().unwrap_or_default()
    }

    /// How likely the school is to end with less than this.
    fn ends_below(&self, total: i32) -> f64 {
        self.totals.range(..total).map(|(_, chance)| chance).sum()
    }

    /// What totals below zero bring on average.
    fn fine(&self) -> f64 {
        self.totals.range(..0).map(|(total, chance)| f64::from(10 * total) * chance).sum()
    }
}

/// The entry of a row: `open`, points, or a cross.
fn entry(game: &DicePoker, sheet: &Sheet, row: DicePokerRow) -> String {
    match game.points_in(sheet, row) {
        None => "open".into(),
        Some(0) => "×".into(),
        Some(points) if row.school_face().is_some() => signed(f64::from(points), 0),
        Some(points) => points.to_string(),
    }
}

/// What the optimum does most often next, as words: `cross poker (53 %)`.
fn likeliest(findings: &[Finding], position: &str) -> String {
    let rows = DicePokerRow::ALL.iter().flat_map(|row| [RowUse::Fill, RowUse::Cross].map(|row_use| row_use.of(*row)));
    let chances = rows.filter_map(|deed| {
        let part = next_part(position, &deed);
        Some((deed, findings.iter().find(|finding| finding.part == part)?.value))
    });
    let best = chances.max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.map_or_else(String::new, |(deed, chance)| format!("{deed} ({})", percent(chance)))
}

/// What the next use of a row is called in the findings.
fn next_part(position: &str, deed: &str) -> String {
    format!("{position}: next {deed}")
}

/// A position of the document.
fn position(game: &DicePoker, school: &str) -> Result<Sheet, LabError> {
    game.parse_sheet(&format!("{school},{LOWER_TABLE}")).map_err(|error| LabError::other(error.to_string()))
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[Experiment {
    id: "D09",
    game: "dice-poker",
    source: Source::Document,
    claim: "Of the four sample positions the first is excellent, the second harmless, the third asks for fives, the fourth is \
            hopeless: its −50 usually stays.",
    rules: RULES,
    method: "In all four positions pair 24, three 30, two pairs 36, small road 30 and sum 19 are written, full and big road are \
            crossed, four and poker are open. The school of the first: threes ×, fives +5, sixes +6, the others open; of the \
            second: ones open, the others ×; of the third: twos +2, fives open, the others ×; of the fourth: twos −2, threes −3, \
            fours and sixes ×, ones and fives open. The mean final score of each, the row that the optimum fills or crosses next and the \
            distribution of the final school total: every state of optimal play followed forward from there.",
    margin: "",
    measure: |lab| {
        let game = dice_poker("", 1);
        let solution = Solution::shared(&game);
        let heat = |title: &str, x_name, y_name| Plot { title: title.into(), kind: PlotKind::Heat, x_name, y_name };
        let sheets = heat("The positions: what is written (× for 0), and in colour the open rows", "position", "row");
        let nexts = heat("What the optimum does at the end of the next turn", "position", "row");
        let keeps =
            heat("How often the optimum keeps all dice of a face that the first roll shows", "position", "face");
        let totals = Plot {
            title: "Final total of the school from each position".into(),
            kind: PlotKind::Bar,
            x_name: "total",
            y_name: "chance",
        };
        let in_percent = |point: PlotPoint| PlotPoint { label: percent(point.value), ..point };
        lab.check_stop()?;
        let mut measured = Measured::default();
        let mut next_rows = Vec::new();
        for (number, (name, school)) in (1..).zip(POSITIONS) {
            let sheet = position(&game, school)?;
            let figure = |part: &str, value, unit| {
                exact_figure(&format!("{name}: {part}"), Lens::Figure, "optimal", RULES, value, unit)
            };
            measured.findings.push(figure("final score", solution.worth(&sheet), Unit::Points));
            for face in 1..=FACES {
                let kept = first_keeps(&solution, &sheet, face);
                measured.plots.push(in_percent(keeps.point(&face.to_string(), number, kept)));
                if name == "position 3" && face == 5 {
                    measured.findings.push(figure("fives are kept, if any", kept, Unit::Chance));
                }
            }
            let plan = Plan::new(&solution, &sheet);
            let open = game.open(&sheet);
            for row in game.rows().iter::<DicePokerRow>() {
                let label = entry(&game, &sheet, row);
                let is_open = if open.contains(row) { 1.0 } else { 0.0 };
                measured.plots.push(PlotPoint { label, ..sheets.point(&row.to_string(), number, is_open) });
            }
            for (&(row, row_use), &chance) in &plan.next {
                next_rows.push(((row, row_use), in_percent(nexts.point(&row_use.of(row), number, chance))));
                let part = next_part(name, &row_use.of(row));
                measured.findings.push(exact_figure(&part, Lens::Figure, "optimal", RULES, chance, Unit::Chance));
            }
            for (part, chance) in [
                ("school below zero", plan.ends_below(0)),
                ("school ends where it is", plan.ends_with(sheet.upper())),
                ("school ends lower than it is", plan.ends_below(sheet.upper())),
            ] {
                measured.findings.push(figure(part, chance, Unit::Chance));
            }
            measured.findings.push(figure("what a school below zero costs on average", plan.fine(), Unit::Points));
            let shown = plan.totals.iter().filter(|(_, chance)| **chance > 0.005);
            measured.plots.extend(shown.map(|(total, chance)| totals.point(name, total, *chance)));
        }
        // Rows stand in a heat map in the order in which they come.
        next_rows.sort_by_key(|(next, _)| *next);
        measured.plots.extend(next_rows.into_iter().map(|(_, point)| point));
        Ok(measured)
    },
    conclude: |findings| {
        let figure = |position: usize, part: &str| {
            Figures(findings).value(&format!("position {position}: {part}"), Lens::Figure)
        };
        let below = |position| figure(position, "school below zero");
        let fives = figure(3, "fives are kept, if any");
        let (stays, worse) = (figure(4, "school ends where it is"), figure(4, "school ends lower than it is"));
        // Excellent: hardly ever below zero. Harmless: costs less than ten points. Fives: kept more often than not.
        // Hopeless: below zero more often than not. It stays: exactly as it is more often than not.
        let excellent = below(1) < 0.1;
        let harmless = figure(2, "what a school below zero costs on average") > -10.0;
        let hopeless = below(4) > 0.5;
        let parts = [excellent, harmless, fives > 0.5, hopeless, stays > 0.5];
        let ruling = match parts.iter().filter(|part| **part).count() {
            5 => Ruling::True,
            4 => Ruling::MostlyTrue,
            2 | 3 => Ruling::HalfTrue,
            _ => Ruling::False,
        };
        let each = |of: &dyn Fn(usize) -> String| {
            let [one, two, three, four] = [1, 2, 3, 4].map(of);
            format!("{one}, {two}, {three} and {four}")
        };
        Conclusion {
            ruling,
            sentence: sentence(
                ruling,
                &format!(
                    "from the four positions the school ends below zero in {} of games; the final score is {} points on average. In the \
                     third the optimum keeps fives after {} of the first rolls that show any. In the fourth the −50 stays as it is in {} \
                     of games and gets worse in {}. At the end of the next turn the optimum will most often {}",
                    each(&|position| percent(below(position))),
                    each(&|position| format!("{:.0}", figure(position, "final score"))),
                    percent(fives),
                    percent(stays),
                    percent(worse),
                    each(&|position| likeliest(findings, &format!("position {position}")))
                ),
            ),
            at_the_table: [
                (excellent, "A school well above zero may wait for the end."),
                (harmless, "If only the ones are open, play for the combinations."),
                (fives > 0.5, "If only the fives are open, keep every five."),
                (hopeless, "Do not book minuses before pluses: a school below zero seldom comes back."),
            ]
            .into_iter()
            .filter_map(|(holds, tip)| holds.then_some(tip))
            .collect::<Vec<_>>()
            .join(" "),
        }
    },
}];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SCHOOL;

    #[test]
    fn the_method_tells_what_stands_on_the_sheets() {
        const NAMES: [&str; 6] = ["ones", "twos", "threes", "fours", "fives", "sixes"];
        let game = dice_poker("", 1);
        let schools: Vec<&str> = ALL[0].method.split("of the").skip(1).take(POSITIONS.len()).collect();
        assert_eq!(schools.len(), POSITIONS.len());
        for ((name, school), told) in POSITIONS.into_iter().zip(schools) {
            let sheet = position(&game, school).unwrap();
            for (row, face) in SCHOOL.into_iter().zip(NAMES) {
                let written = entry(&game, &sheet, row);
                let is_told = told.contains(&format!("{face} {written}"))
                    || told.contains(&format!("{face} and")) && told.contains(&format!(" {written}"))
                    || !told.contains(face) && told.contains(&format!("the others {written}"));
                assert!(is_told, "{name}: {face} {written} is not in '{told}'");
            }
        }
        let sheet = position(&game, POSITIONS[0].1).unwrap();
        for (words, row) in
            [("pair", "pair"), ("three", "three"), ("two pairs", "two-pairs"), ("small road", "small-road")]
        {
            let row = row.parse().unwrap();
            let told = format!("{words} {}", entry(&game, &sheet, row));
            assert!(ALL[0].method.contains(&told), "{told}");
        }
    }

    #[test]
    fn a_plan_is_a_row_now_and_a_total_at_the_end() {
        let game = dice_poker("", 1);
        let solution = Solution::shared(&game);
        for (name, school) in POSITIONS {
            let sheet = position(&game, school).unwrap();
            let plan = Plan::new(&solution, &sheet);
            let all: f64 = plan.next.values().sum();
            assert!((all - 1.0).abs() < 1e-9, "{name}: {all}");
            assert!(plan.next.keys().all(|(row, _)| game.open(&sheet).contains(*row)), "{name}");
            // Five equal dice are rarer than turns that come to nothing.
            let poker = |row_use| plan.next.get(&(DicePokerRow::Poker, row_use)).copied().unwrap_or_default();
            assert!(poker(RowUse::Fill) > 0.0 && poker(RowUse::Fill) < 0.1, "{name}");
            assert!((plan.ends_below(i32::MAX) - 1.0).abs() < 1e-9, "{name}");
            // The score is what is written, the open rows, and the fine: it must not be better than without the fine.
            assert!(plan.fine() <= 0.0 && plan.ends_below(0) <= 1.0);
            assert!((plan.ends_below(1) - plan.ends_below(0) - plan.ends_with(0)).abs() < 1e-12, "{name}");
        }
    }

    #[test]
    fn entries_are_written_as_on_paper() {
        let game = dice_poker("", 1);
        let sheet = position(&game, POSITIONS[3].1).unwrap();
        let written = |row: &str| entry(&game, &sheet, row.parse().unwrap());
        assert_eq!(["school-1", "school-2", "school-4", "pair", "full"].map(written), ["open", "−2", "×", "24", "×"]);
    }
}
