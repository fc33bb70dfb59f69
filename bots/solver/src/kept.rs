//! Solutions that a store keeps.

use std::io::{Read, Write};

use kosti_engine::sheet::{Scoresheet, SheetGame};

use crate::objective::Objective;
use crate::scoring::scoring_of;
use crate::solution::Solution;
use crate::table::Table;
use crate::table_name::TableName;
use crate::table_store::{TableStore, Wanted};
use crate::utility::Utility;
use crate::utility_solution::UtilitySolution;
use crate::utility_table::UtilityTable;

impl<S: Scoresheet> Solution<S> {
    /// The solution of a game from this store; worked out, on all threads of the current pool, and kept there if the store
    /// does not have it.
    pub fn kept(store: &dyn TableStore, game: &SheetGame<S>) -> Self {
        Self::kept_or_new(Some(store), game)
    }

    /// The same if there is a store.
    pub(crate) fn kept_or_new(store: Option<&dyn TableStore>, game: &SheetGame<S>) -> Self {
        let name = || TableName::new(game, Objective::Mean);
        let wanted = Wanted {
            read: |from: &mut dyn Read| {
                Table::read_from(scoring_of(game), &name(), from).map(|table| Self::from_table(game, table))
            },
            make: || Self::new(game),
            write: |solution: &Self, made: u64, out: &mut dyn Write| solution.solved().write_to(name(), made, out),
            made: None,
        };
        wanted.from(store, name)
    }
}

impl<S: Scoresheet> UtilitySolution<S> {
    /// The solution for the chance to beat an optimal player, from this store; worked out, on all threads of the current
    /// pool, and kept there if the store does not have it. If it is worked out, `progress` first gets 0, and then what
    /// [`UtilitySolution::new`] says.
    pub fn kept_win(store: &dyn TableStore, game: &SheetGame<S>, progress: impl Fn(u64) + Sync) -> Self {
        let beat = || Utility::Beat(Solution::kept(store, game).distribution().score);
        Self::kept_or_new(Some(store), game, Objective::Win, &beat, &progress)
    }

    /// The same for the chance of at least this many points.
    pub fn kept_target(
        store: &dyn TableStore,
        game: &SheetGame<S>,
        points: i32,
        progress: impl Fn(u64) + Sync,
    ) -> Self {
        Self::kept_or_new(Some(store), game, Objective::Target(points), &|| Utility::AtLeast(points), &progress)
    }

    /// The solution for an objective that means this utility, from a store if there is one.
    pub(crate) fn kept_or_new(
        store: Option<&dyn TableStore>,
        game: &SheetGame<S>,
        objective: Objective,
        utility: &dyn Fn() -> Utility,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Self {
        let name = || TableName::new(game, objective);
        let wanted = Wanted {
            read: |from: &mut dyn Read| {
                UtilityTable::read_from(scoring_of(game), &name(), from).map(|table| Self::from_table(game, table))
            },
            make: || {
                progress(0);
                Self::new(game, &utility(), progress)
            },
            write: |solution: &Self, made: u64, out: &mut dyn Write| solution.table().write_to(name(), made, out),
            made: None,
        };
        wanted.from(store, name)
    }
}

#[cfg(test)]
mod tests;
