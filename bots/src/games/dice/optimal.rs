//! The bot that plays a dice game as well as it can be played for the mean.

use std::sync::Arc;

use kosti_engine::sheet::{Scoresheet, SheetAction, SheetGame};

use crate::bot::{Bot, Decision};
use kosti_solver::PolicyTable;

/// The name of the bot.
pub(crate) const OPTIMAL: &str = "optimal";

/// Plays for the highest final score on average, whatever the others do.
pub struct Optimal<S: Scoresheet> {
    table: Arc<PolicyTable<S>>,
}

impl<S: Scoresheet> Optimal<S> {
    /// A player who knows what to do.
    pub fn new(table: Arc<PolicyTable<S>>) -> Self {
        Self { table }
    }
}

impl<S: Scoresheet> Bot<SheetGame<S>> for Optimal<S> {
    fn act(&mut self, decision: Decision<'_, SheetGame<S>>) -> SheetAction<S::Row> {
        let view = decision.view();
        let (state, seat) = (view.state(), view.seat());
        let dice = state.dice().expect("a decision is about dice that lie there");
        self.table.best(state.sheet(seat), dice, state.rolls())
    }
}
