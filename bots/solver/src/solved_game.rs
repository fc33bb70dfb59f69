//! A dice game solved for an objective.

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use crate::objective::Objective;
use crate::solution::Solution;
use crate::table_store::TableStore;
use crate::turn_values::TurnValues;
use crate::utility::Utility;
use crate::utility_solution::UtilitySolution;

/// A dice game solved for an objective.
pub enum SolvedGame<S: Scoresheet> {
    /// Mean final scores.
    Mean(Solution<S>),
    /// Chances to win, or to reach a score.
    Chance(UtilitySolution<S>),
}

impl<S: Scoresheet> SolvedGame<S> {
    /// Solves a game for an objective, on all threads of the current pool. For the mean, what is not needed for this sheet and
    /// those that follow it is left out. `progress` hears how many states of [`UtilitySolution::cost`] are done, where chances
    /// are solved.
    pub fn new(game: &SheetGame<S>, objective: Objective, from: &Sheet, progress: impl Fn(u64) + Sync) -> Self {
        let utility = match objective {
            Objective::Mean => return Self::Mean(Solution::from_sheet(game, from)),
            Objective::Win => Utility::Beat(Solution::new(game).distribution().score),
            Objective::Target(score) => Utility::AtLeast(score),
        };
        Self::Chance(UtilitySolution::new(game, &utility, progress))
    }

    /// The same for the whole game, from this store; what is not there is worked out and kept there. If chances are worked
    /// out, `progress` first gets 0.
    pub fn kept(
        store: &dyn TableStore,
        game: &SheetGame<S>,
        objective: Objective,
        progress: impl Fn(u64) + Sync,
    ) -> Self {
        match objective {
            Objective::Mean => Self::Mean(Solution::kept(store, game)),
            Objective::Win => Self::Chance(UtilitySolution::kept_win(store, game, progress)),
            Objective::Target(points) => Self::Chance(UtilitySolution::kept_target(store, game, points, progress)),
        }
    }

    /// What a sheet is worth before the next roll.
    pub fn worth(&self, sheet: &Sheet) -> f64 {
        match self {
            Self::Mean(solution) => solution.worth(sheet),
            Self::Chance(solution) => solution.worth(sheet),
        }
    }

    /// What every decision of the next turn is worth.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn(&self, sheet: &Sheet) -> TurnValues<S> {
        match self {
            Self::Mean(solution) => solution.turn(sheet),
            Self::Chance(solution) => solution.turn(sheet),
        }
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        match self {
            Self::Mean(solution) => solution.states(),
            Self::Chance(solution) => solution.states(),
        }
    }
}
