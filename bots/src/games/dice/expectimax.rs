//! A quick player of the dice games: exact within the turn, and a guess beyond.
//!
//! Every roll and every keep of the current turn is weighed, but the sheet that it ends with is only guessed at: its open
//! rows count what they usually bring, with what the upper total promises at the end. So nothing has to be worked out
//! before the game, and a turn takes a few microseconds.

mod trends;
mod turn_search;

use kosti_engine::sheet::{Scoresheet, SheetAction, SheetGame};

use crate::bot::{Bot, Decision};
use crate::param::Param;
use crate::spec::{BotSpec, SpecError};
pub(crate) use trends::SheetTrends;
pub(crate) use turn_search::TurnSearch;

/// Searches the rolls of its turn and guesses what the rest of the game brings.
pub(crate) struct Expectimax<S: Scoresheet> {
    turn: TurnSearch<S>,
}

/// The name of the bot.
pub(crate) const EXPECTIMAX: &str = "expectimax";

/// The parameter that says how uncertain the open upper rows are.
pub(crate) const SPREAD: Param = Param::new(
    "spread",
    "1",
    "a number from 0 to 10, where 1 is the usual uncertainty of the upper rows",
    "how uncertain it takes the points of open upper rows to be",
);

/// What the spread of the upper rows is multiplied by.
///
/// # Errors
/// If it is no sensible number.
pub(crate) fn spread(spec: &BotSpec) -> Result<f32, SpecError> {
    let Some(value) = spec.param(SPREAD) else { return Ok(1.0) };
    let sensible = value.parse().ok().filter(|spread| (0.0..=10.0).contains(spread));
    sensible.ok_or_else(|| spec.bad_value(SPREAD, value))
}

/// Checks the parameters of the bot.
///
/// # Errors
/// If one makes no sense.
pub(crate) fn check_spread(spec: &BotSpec) -> Result<(), SpecError> {
    spread(spec).map(|_| ())
}

impl<S: SheetTrends> Expectimax<S> {
    /// A player of this game, with the spread of the upper rows multiplied by this.
    pub(crate) fn new(game: &SheetGame<S>, spread: f32) -> Self {
        Self { turn: TurnSearch::new(game, spread) }
    }
}

impl<S: SheetTrends> Bot<SheetGame<S>> for Expectimax<S> {
    fn act(&mut self, decision: Decision<'_, SheetGame<S>>) -> SheetAction<S::Row> {
        let view = decision.view();
        let state = view.state();
        let dice = state.dice().expect("a decision is about dice that lie there");
        self.turn.think(state.sheet(view.seat()));
        self.turn.best(dice, state.rolls())
    }
}
