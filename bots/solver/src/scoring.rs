//! What the solver asks a dice game, whatever its kind of sheet.
//!
//! All of the solver is compiled once, for this trait; only this file is compiled for every kind of sheet.

use std::fmt::Debug;
use std::sync::Arc;

use kosti_engine::sheet::{Roll, Row, RowSet, Scoresheet, Sheet, SheetGame, UpperMatters};
use kosti_engine::{Dice, Game};

use crate::program::{BEST_CROSSING, Column};

/// The scoring of a dice game under its rules. Rows are places on the sheet.
pub(crate) trait Scoring: Debug + Send + Sync {
    /// The rows of the sheet.
    fn rows(&self) -> RowSet;

    /// Those of the upper part.
    fn upper_rows(&self) -> RowSet;

    /// How much of the upper total the rest of a game depends on.
    fn upper_matters(&self) -> UpperMatters;

    /// Whether any dice can be a joker.
    fn has_jokers(&self) -> bool;

    /// Whether these dice are a joker for an open row of this sheet.
    fn is_joker(&self, sheet: &Sheet, dice: Dice, row: usize) -> bool;

    /// Those of these rows of this sheet for which these dice are a joker.
    fn jokers(&self, sheet: &Sheet, dice: Dice, rows: RowSet) -> RowSet;

    /// The rows of this sheet that may be filled with these dice.
    fn choices(&self, sheet: &Sheet, dice: Dice) -> RowSet;

    /// Marks in `begin` the rolls that may fill every open row; `fitting` holds the rows that each roll fits. False if
    /// rules or jokers tie the rows to each other: then `begin` is worth nothing.
    fn mark_free_rolls(&self, sheet: &Sheet, fitting: &[RowSet], begin: &mut Column) -> bool;

    /// Fills an open row that may be chosen.
    fn fill(&self, sheet: &mut Sheet, dice: Dice, roll: Roll, row: usize);

    /// Whether the sheet bears the mark of the game.
    fn marked(&self, sheet: &Sheet) -> bool;

    /// Makes that mark on an outline of a sheet.
    fn mark(&self, sheet: &mut Sheet);

    /// The final score of a full sheet.
    fn total(&self, sheet: &Sheet) -> i32;
}

impl<S: Scoresheet> Scoring for SheetGame<S> {
    fn rows(&self) -> RowSet {
        self.rows()
    }

    fn upper_rows(&self) -> RowSet {
        S::UPPER
    }

    fn upper_matters(&self) -> UpperMatters {
        self.rules().upper_matters()
    }

    fn has_jokers(&self) -> bool {
        S::JOKERS
    }

    fn is_joker(&self, sheet: &Sheet, dice: Dice, row: usize) -> bool {
        self.rules().joker(sheet, dice, S::Row::ALL[row]).is_some()
    }

    fn jokers(&self, sheet: &Sheet, dice: Dice, rows: RowSet) -> RowSet {
        let jokers = rows.iter::<S::Row>().filter(|row| self.rules().joker(sheet, dice, *row).is_some());
        jokers.fold(RowSet::EMPTY, RowSet::with)
    }

    fn choices(&self, sheet: &Sheet, dice: Dice) -> RowSet {
        self.choices(sheet, dice)
    }

    fn mark_free_rolls(&self, sheet: &Sheet, fitting: &[RowSet], begin: &mut Column) -> bool {
        let open = self.open(sheet);
        for dice in Dice::all() {
            let rows = self.choices(sheet, dice);
            let fitting = fitting[dice.index()];
            let joker = S::JOKERS && rows.iter().any(|row| self.rules().joker(sheet, dice, row).is_some());
            if joker || rows.and(fitting) != open.and(fitting) {
                return false;
            }
            if rows == open {
                begin[dice.index()] = BEST_CROSSING;
            } else if !rows.without(fitting).is_empty() {
                return false;
            }
        }
        true
    }

    fn fill(&self, sheet: &mut Sheet, dice: Dice, roll: Roll, row: usize) {
        self.fill(sheet, dice, roll, S::Row::ALL[row]);
    }

    fn marked(&self, sheet: &Sheet) -> bool {
        self.rules().marked(sheet)
    }

    fn mark(&self, sheet: &mut Sheet) {
        self.rules().mark(sheet);
    }

    fn total(&self, sheet: &Sheet) -> i32 {
        self.total(sheet)
    }
}

/// The scoring of a game.
pub(crate) fn scoring_of<S: Scoresheet>(game: &SheetGame<S>) -> Arc<dyn Scoring> {
    Arc::new(game.clone())
}
