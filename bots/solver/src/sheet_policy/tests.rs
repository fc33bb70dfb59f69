use std::fmt;

use kosti_engine::sheet::{ROLLS, Row, RowSet, UpperMatters, YatzyRow, YatzyRules};
use kosti_engine::{Counts, Game, Key, Rules};

use super::*;
use crate::{End, Fill, MEMORIES, PolicyTable, Solution, TurnValues};

/// Yatzy with its first eight rows only, so that all of it is looked at in no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct ShortYatzy(YatzyRules);

impl fmt::Display for ShortYatzy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("short yatzy")
    }
}

impl Rules for ShortYatzy {
    const GAME: &'static str = "short yatzy";
    const KEYS: &'static [Key] = &[];

    fn value(&self, _: usize) -> u8 {
        0
    }

    fn set_value(&mut self, _: usize, _: u8) {}
}

impl Scoresheet for ShortYatzy {
    type Row = YatzyRow;
    const UPPER: RowSet = YatzyRules::UPPER;

    fn players(&self) -> u8 {
        1
    }

    fn rows(&self) -> RowSet {
        RowSet::first(8)
    }

    fn points(&self, row: YatzyRow, counts: &Counts, roll: Roll) -> Option<i8> {
        self.0.points(row, counts, roll)
    }

    fn upper_matters(&self) -> UpperMatters {
        self.0.upper_matters()
    }

    fn total(&self, sheet: &Sheet) -> i32 {
        self.0.total(sheet)
    }
}

/// Does what a function of sheet, dice and roll finds.
struct By<F>(F);

impl<S: Scoresheet, F: Fn(&Sheet) -> G + Sync, G: Fn(Dice, u8) -> SheetAction<S::Row>> SheetPolicy<S> for By<F> {
    fn decider(&self) -> Box<dyn TurnDecider<S> + '_> {
        Box::new(ByDecider(&self.0))
    }
}

struct ByDecider<'a, F>(&'a F);

impl<S: Scoresheet, F: Fn(&Sheet) -> G, G: Fn(Dice, u8) -> SheetAction<S::Row>> TurnDecider<S> for ByDecider<'_, F> {
    fn decide(&mut self, sheets: &[Sheet], decisions: &mut TurnDecisions<'_, S>) {
        assert!((1..=LANES).contains(&sheets.len()));
        assert!(sheets.iter().all(|sheet| sheet.filled() == sheets[0].filled()));
        let turns: Vec<G> = sheets.iter().map(self.0).collect();
        for rolls in 1..=ROLLS {
            for dice in Dice::all() {
                decisions.set(rolls, dice, |sheet| turns[sheet](dice, rolls));
            }
        }
    }
}

/// How often this many rows were crossed, and how often the upper part brings its bonus.
#[derive(Default, PartialEq, Debug)]
struct Ends {
    crossed: [f64; MEMORIES],
    bonus: f64,
    fills: f64,
}

impl Watcher<YatzyRow> for Ends {
    fn memory(&self) -> Option<fn(&Fill<YatzyRow>) -> u8> {
        Some(|fill| (fill.memory + u8::from(fill.crossed)).min(MEMORIES as u8 - 1))
    }

    fn filled(&mut self, _: &Fill<YatzyRow>, chance: f64) {
        self.fills += chance;
    }

    fn ended(&mut self, end: &End, chance: f64) {
        self.crossed[usize::from(end.memory)] += chance;
        self.bonus += if end.upper >= 63 { chance } else { 0.0 };
    }
}

fn game() -> SheetGame<ShortYatzy> {
    SheetGame::new(ShortYatzy::default())
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-4
}

#[test]
fn a_player_with_the_decisions_of_the_table_has_the_distribution_of_the_optimum() {
    let game = game();
    let solution = Solution::new(&game);
    let table = PolicyTable::new(&solution);
    let policy = By(|sheet: &Sheet| {
        let sheet = *sheet;
        let table = &table;
        move |dice: Dice, rolls: u8| table.best(&sheet, dice, rolls)
    });
    let [mut ends, mut expected_ends] = [Ends::default(), Ends::default()];
    let distribution = distribution_of(&game, &policy, &mut ends);
    let expected = solution.distribution_watched(&mut expected_ends);
    assert_eq!(format!("{distribution:?}"), format!("{expected:?}"));
    assert_eq!(ends, expected_ends);
    // What is remembered is what happens: upper rows are never crossed, the two others may be.
    assert!(ends.crossed[0] > 0.9 && ends.crossed[2] > 0.0 && ends.crossed[3] == 0.0, "{ends:?}");
    assert!(is_near(ends.crossed.iter().sum(), 1.0));
    assert!(is_near(ends.fills, 8.0));
    assert!(ends.bonus > 0.05 && is_near(ends.bonus, expected.upper.at_least(63)));
    assert!(is_near(expected.score.mean(), solution.mean()));
}

#[test]
fn a_player_who_asks_the_solution_has_the_same_mean() {
    let game = game();
    let solution = Solution::new(&game);
    let policy = By(|sheet: &Sheet| {
        let turn: TurnValues<ShortYatzy> = solution.turn(sheet);
        move |dice: Dice, rolls: u8| turn.best(dice, rolls)
    });
    let distribution = distribution_of(&game, &policy, &mut ());
    let expected = solution.distribution();
    // Of equals another one may be chosen.
    assert!(is_near(distribution.score.mean(), expected.score.mean()));
    assert!((distribution.score.sd() - expected.score.sd()).abs() < 1e-3);
}

#[test]
fn a_player_who_never_rolls_again_fills_the_first_open_row() {
    let game = game();
    let open = game.clone();
    let policy = By(move |sheet: &Sheet| {
        let row = open.open(sheet).nth::<YatzyRow>(0);
        move |_: Dice, _: u8| SheetAction::Row(row)
    });
    let distribution = distribution_of(&game, &policy, &mut ());
    for (turn, row) in distribution.rows.iter().enumerate() {
        assert_eq!(row.row, YatzyRow::ALL[turn]);
        assert!(is_near(row.filled[turn] + row.crossed[turn], 1.0));
    }
    // Five dice show a face 5/6 times on average.
    assert!(is_near(distribution.upper.mean(), 21.0 * 5.0 / 6.0));
}
