//! A game solved for a utility of the final score.

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use crate::scoring::scoring_of;
use crate::turn_values::TurnValues;
use crate::utility::Utility;
use crate::utility_table::{Cost, UtilityTable};

#[cfg(test)]
mod tests;

/// A dice game solved for a utility: for every state its expectation, if every decision is the best for it.
pub struct UtilitySolution<S: Scoresheet> {
    game: SheetGame<S>,
    table: UtilityTable,
}

impl<S: Scoresheet> UtilitySolution<S> {
    /// What a solution takes at most; most of them take less.
    pub fn cost(game: &SheetGame<S>) -> Cost {
        UtilityTable::cost(scoring_of(game))
    }

    /// Solves a game, on all threads of the current pool.
    ///
    /// All the while `progress` gets the number of the states of [`UtilitySolution::cost`] that are done.
    pub fn new(game: &SheetGame<S>, utility: &Utility, progress: impl Fn(u64) + Sync) -> Self {
        Self::of_last_turns(game, utility, game.rows().len(), &progress)
    }

    /// The same for sheets with at most this many open rows.
    fn of_last_turns(game: &SheetGame<S>, utility: &Utility, turns: usize, progress: &(dyn Fn(u64) + Sync)) -> Self {
        let table = UtilityTable::of_last_turns(scoring_of(game), utility, turns, progress);
        Self { game: game.clone(), table }
    }

    /// The solution that this table is.
    pub(crate) fn from_table(game: &SheetGame<S>, table: UtilityTable) -> Self {
        Self { game: game.clone(), table }
    }

    /// The same, whatever the kind of sheet.
    pub(crate) fn table(&self) -> &UtilityTable {
        &self.table
    }

    /// The game.
    pub fn game(&self) -> &SheetGame<S> {
        &self.game
    }

    /// How many states had to be kept because they are neither hopeless nor sure.
    pub fn states(&self) -> u64 {
        self.table.states()
    }

    /// What the solution takes.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// The expected utility from a sheet on, before the next roll.
    pub fn worth(&self, sheet: &Sheet) -> f64 {
        self.table.worth(sheet)
    }

    /// Whether it makes no difference any more what is played.
    pub fn decided(&self, sheet: &Sheet) -> bool {
        matches!(self.worth(sheet), 0.0 | 1.0)
    }

    /// What every decision of the next turn is worth for this sheet.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn(&self, sheet: &Sheet) -> TurnValues<S> {
        TurnValues::new(self.table.turn(sheet))
    }
}
