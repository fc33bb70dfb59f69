//! The other convention of yatzy: four equal dice are two pairs as well.

use std::fmt;

use kosti_engine::sheet::{Roll, RowSet, Scoresheet, Sheet, SheetGame, UpperMatters, YatzyRow, YatzyRules};
use kosti_engine::{Counts, Game, Key, Rules};
use kosti_solver::Solution;

/// Yatzy in which two pairs may have the same face.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct LooseYatzy(YatzyRules);

impl fmt::Display for LooseYatzy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("loose yatzy")
    }
}

impl Rules for LooseYatzy {
    const GAME: &'static str = "loose yatzy";
    const KEYS: &'static [Key] = &[];

    fn value(&self, _: usize) -> u8 {
        0
    }

    fn set_value(&mut self, _: usize, _: u8) {}
}

impl Scoresheet for LooseYatzy {
    type Row = YatzyRow;
    const UPPER: RowSet = YatzyRules::UPPER;

    fn players(&self) -> u8 {
        1
    }

    fn rows(&self) -> RowSet {
        self.0.rows()
    }

    fn points(&self, row: YatzyRow, counts: &Counts, roll: Roll) -> Option<i8> {
        let strict = self.0.points(row, counts, roll);
        if row == YatzyRow::TwoPairs { strict.or(self.0.points(YatzyRow::Four, counts, roll)) } else { strict }
    }

    fn upper_matters(&self) -> UpperMatters {
        self.0.upper_matters()
    }

    fn total(&self, sheet: &Sheet) -> i32 {
        self.0.total(sheet)
    }
}

#[test]
fn four_equal_dice_as_two_pairs_are_worth_a_fifth_of_a_point() {
    let solution = Solution::new(&SheetGame::new(LooseYatzy::default()));
    assert!((solution.mean() - 248.6441).abs() < 2e-4, "{}", solution.mean());
}
