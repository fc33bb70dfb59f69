//! A game solved for the mean.

use std::sync::Arc;

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use crate::constraint::{ByPlace, Constraint};
use crate::dispatch::Vectors;
use crate::scoring::{Scoring, scoring_of};
use crate::space::Outline;
use crate::table::Table;
use crate::turn_values::{TurnTable, TurnValues};

/// A dice game solved: for every state the points still to come on average, if every decision is the best for the mean.
pub struct Solution<S: Scoresheet> {
    game: SheetGame<S>,
    solved: Arc<Solved>,
}

/// The same, whatever the kind of sheet.
pub(crate) struct Solved {
    pub(crate) table: Table,
    /// What the player keeps to.
    pub(crate) constraint: Option<Box<dyn Constraint<usize> + Send>>,
}

impl Solved {
    fn new(
        scoring: Arc<dyn Scoring>,
        from: &Sheet,
        vectors: Vectors,
        constraint: Option<Box<dyn Constraint<usize> + Send>>,
    ) -> Arc<Self> {
        let table = Table::solve(scoring, from, vectors, constraint.as_deref().map(|constraint| constraint as _));
        Arc::new(Self { table, constraint })
    }

    /// What every decision of the next turn is worth.
    fn turn(&self, sheet: &Sheet) -> TurnTable {
        let booked = f64::from(sheet.upper() + sheet.lower());
        let worth =
            |after: Outline, upper: i32, points: i16| booked + f64::from(points) + self.table.value(after, upper);
        TurnTable::new(&self.table.space, *sheet, &worth)
    }
}

impl<S: Scoresheet> Solution<S> {
    /// Solves a game, on all threads of the current pool.
    pub fn new(game: &SheetGame<S>) -> Self {
        Self::from_sheet(game, &Sheet::default())
    }

    /// Solves only what can be reached from this sheet on, whatever its upper total: the fuller the sheet, the faster.
    pub fn from_sheet(game: &SheetGame<S>, from: &Sheet) -> Self {
        Self::solve(game, from, Vectors::best(), None)
    }

    /// Solves a game for a player who keeps to a constraint.
    pub fn under(game: &SheetGame<S>, constraint: impl Constraint<S::Row> + Send + 'static) -> Self {
        Self::under_from_sheet(game, &Sheet::default(), constraint)
    }

    /// The same from this sheet on.
    pub fn under_from_sheet(
        game: &SheetGame<S>,
        from: &Sheet,
        constraint: impl Constraint<S::Row> + Send + 'static,
    ) -> Self {
        Self::solve(game, from, Vectors::best(), Some(Box::new(ByPlace::new(constraint))))
    }

    /// The same with the given instructions; nothing if the machine does not have them.
    pub fn with_vectors(game: &SheetGame<S>, vectors: Vectors) -> Option<Self> {
        Vectors::available().contains(&vectors).then(|| Self::solve(game, &Sheet::default(), vectors, None))
    }

    fn solve(
        game: &SheetGame<S>,
        from: &Sheet,
        vectors: Vectors,
        constraint: Option<Box<dyn Constraint<usize> + Send>>,
    ) -> Self {
        Self { game: game.clone(), solved: Solved::new(scoring_of(game), from, vectors, constraint) }
    }

    /// The solution that these values are.
    pub(crate) fn from_table(game: &SheetGame<S>, table: Table) -> Self {
        Self { game: game.clone(), solved: Arc::new(Solved { table, constraint: None }) }
    }

    /// The same, whatever the kind of sheet.
    pub(crate) fn solved(&self) -> &Arc<Solved> {
        &self.solved
    }

    /// The mean final score of a game from its start.
    pub fn mean(&self) -> f64 {
        self.worth(&Sheet::default())
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        self.solved.table.space.states()
    }

    /// The game.
    pub fn game(&self) -> &SheetGame<S> {
        &self.game
    }

    /// The mean final score from a sheet on, before the next roll.
    pub fn worth(&self, sheet: &Sheet) -> f64 {
        self.solved.table.worth(sheet)
    }

    /// What every decision of the next turn is worth for this sheet.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn(&self, sheet: &Sheet) -> TurnValues<S> {
        TurnValues::new(self.solved.turn(sheet))
    }
}
