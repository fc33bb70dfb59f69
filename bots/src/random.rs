//! The bot that plays anything.

use kosti_engine::{ActionSet, Game};

use crate::bot::{Bot, Decision};

/// Plays every legal action with the same chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    // Where this is not inlined, a game of dice takes a third longer.
    #[inline(always)]
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        let legal = decision.legal();
        let index = decision.rng().below(legal.len() as u32);
        legal.nth(index as usize)
    }
}
