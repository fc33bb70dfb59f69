//! The bot that plays a dice game to win.

use kosti_engine::sheet::{Scoresheet, Sheet, SheetAction, SheetGame};
use kosti_engine::{Game, Seat};
use kosti_solver::{Contest, TurnValues};

use crate::bot::{Bot, Decision};

/// The name of the bot.
pub(crate) const WIN: &str = "win";

/// Plays for the best chance to win, given its own sheet and those of the others: see [`Contest`].
pub struct Win<S: Scoresheet> {
    contest: Contest<S>,
    /// The turn that is being played, with its own sheet and those of the others.
    turn: Option<(Sheet, Vec<Sheet>, TurnValues<S>)>,
}

impl<S: Scoresheet> Win<S> {
    /// A player of this game. What all such players share is worked out with the first of them.
    pub fn new(game: &SheetGame<S>) -> Self {
        Self { contest: Contest::new(game), turn: None }
    }
}

impl<S: Scoresheet> Bot<SheetGame<S>> for Win<S> {
    fn act(&mut self, decision: Decision<'_, SheetGame<S>>) -> SheetAction<S::Row> {
        let view = decision.view();
        let (state, seat) = (view.state(), view.seat());
        let dice = state.dice().expect("a decision is about dice that lie there");
        let sheet = *state.sheet(seat);
        let others = Seat::all(decision.game().players()).filter(|other| *other != seat);
        let others: Vec<Sheet> = others.map(|other| *state.sheet(other)).collect();
        let turn = match self.turn.take() {
            Some((own, known, turn)) if own == sheet && known == others => turn,
            _ => self.contest.turn(&sheet, &others),
        };
        let action = turn.best(dice, state.rolls());
        self.turn = Some((sheet, others, turn));
        action
    }
}
