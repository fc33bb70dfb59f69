//! The bot that plays a dice game for a utility of its final score: to reach a target.

use std::sync::Arc;

use kosti_engine::sheet::{Scoresheet, Sheet, SheetAction, SheetGame};

use crate::bot::{Bot, Decision};
use crate::param::Param;
use crate::spec::{BotSpec, SpecError};
use kosti_solver::{Solution, TurnValues, UtilitySolution};

/// The name of the bot that plays to reach a target.
pub(crate) const TARGET: &str = "target";
/// The parameter with that target.
pub(crate) const TARGET_POINTS: Param =
    Param::without_default("points", "a whole number from -2000 to 5000", "the score to reach; it must be given");

const LOWEST_TARGET: i32 = -2000;
const HIGHEST_TARGET: i32 = 5000;

/// Plays for the highest expected utility, whatever the others do; where that is decided, for the mean.
pub struct UtilityBot<S: Scoresheet> {
    solution: Arc<UtilitySolution<S>>,
    mean: Arc<Solution<S>>,
    /// The turn that is being played.
    turn: Option<(Sheet, TurnValues<S>)>,
}

impl<S: Scoresheet> UtilityBot<S> {
    /// A player who knows the solution, and the one for the mean.
    pub fn new(solution: Arc<UtilitySolution<S>>, mean: Arc<Solution<S>>) -> Self {
        Self { solution, mean, turn: None }
    }

    fn turn(&self, sheet: &Sheet) -> TurnValues<S> {
        if self.solution.decided(sheet) { self.mean.turn(sheet) } else { self.solution.turn(sheet) }
    }
}

impl<S: Scoresheet> Bot<SheetGame<S>> for UtilityBot<S> {
    fn act(&mut self, decision: Decision<'_, SheetGame<S>>) -> SheetAction<S::Row> {
        let view = decision.view();
        let (state, seat) = (view.state(), view.seat());
        let (sheet, rolls) = (*state.sheet(seat), state.rolls());
        let dice = state.dice().expect("a decision is about dice that lie there");
        let turn = match self.turn.take() {
            Some((other, turn)) if other == sheet => turn,
            _ => self.turn(&sheet),
        };
        let action = turn.best(dice, rolls);
        self.turn = Some((sheet, turn));
        action
    }
}

/// The target of a bot, if it is one that needs a target.
///
/// # Errors
/// If it has none, or one that makes no sense.
pub(crate) fn target(spec: &BotSpec) -> Result<Option<i32>, SpecError> {
    if spec.name != TARGET {
        return Ok(None);
    }
    let Param { key, values, .. } = TARGET_POINTS;
    let Some(value) = spec.param(TARGET_POINTS) else {
        return Err(SpecError::MissingValue { bot: spec.name.clone(), key: key.into(), expected: values });
    };
    match value.parse() {
        Ok(points @ LOWEST_TARGET..=HIGHEST_TARGET) => Ok(Some(points)),
        _ => Err(spec.bad_value(TARGET_POINTS, value)),
    }
}

/// Checks the parameters of the bot that plays to reach a target.
///
/// # Errors
/// If it has no target, or one that makes no sense.
pub(crate) fn check_target(spec: &BotSpec) -> Result<(), SpecError> {
    target(spec).map(|_| ())
}
