//! The rollout policy as a player.

use std::sync::Arc;

use kosti_engine::domino_poker::DominoAction;
use kosti_engine::{DominoPoker, Game};

use crate::bot::{Bot, Decision};
use crate::games::domino_poker::search::playground::Playground;
use crate::games::domino_poker::search::rollout_policy::RolloutPolicy;
use crate::search::SearchGame;

/// Bids and plays as a rollout policy does; in the last stage as all bots that search.
#[derive(Clone, Debug)]
pub struct PolicyBot {
    policy: Arc<RolloutPolicy>,
}

impl PolicyBot {
    /// A player by this policy.
    pub fn new(policy: Arc<RolloutPolicy>) -> Self {
        Self { policy }
    }
}

impl Bot<DominoPoker> for PolicyBot {
    fn act(&mut self, mut decision: Decision<'_, DominoPoker>) -> DominoAction {
        let (game, view) = (decision.game(), decision.view());
        // The policy looks at nothing but what the seat knows: any world will do.
        let world = game.determinize(&view, decision.rng());
        match Playground::of(game, &world) {
            Some(deal) if deal.bidding => DominoAction::Bid(self.policy.bid(&deal, decision.rng())),
            Some(deal) => DominoAction::Play(self.policy.domino(&deal, decision.rng())),
            None => game.rollout_action(&world, decision.rng()),
        }
    }
}
