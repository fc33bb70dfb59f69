//! The yardstick: a sensible beginner in every game.
//!
//! Greedy never looks ahead through other players' moves and remembers nothing: it weighs what lies in front of it
//! with a few rules of thumb. It is deterministic. Each game's rules of thumb stand at the top of its file.

use kosti_engine::Game;

use crate::bot::{Bot, Decision};

/// A game that a sensible beginner can play.
pub trait GreedyGame: Game {
    /// What a sensible beginner does, given what the seat whose turn it is may know.
    fn greedy_action(&self, view: &Self::View) -> Self::Action;
}

/// The sensible beginner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Greedy;

impl<G: GreedyGame> Bot<G> for Greedy {
    #[inline]
    fn act(&mut self, decision: Decision<'_, G>) -> G::Action {
        decision.game().greedy_action(&decision.view())
    }
}
