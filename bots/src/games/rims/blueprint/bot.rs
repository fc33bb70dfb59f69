//! The bot that plays the blueprint.

use std::sync::Arc;

use kosti_engine::Rims;
use kosti_engine::rims::RimsAction;

use crate::bot::{Bot, Decision};
use crate::games::rims::blueprint::table::Blueprint;

/// Plays a blueprint, and where that knows nothing as greedy does.
#[derive(Clone, Debug)]
pub struct BlueprintBot {
    blueprint: Arc<Blueprint>,
}

impl BlueprintBot {
    /// A player of this blueprint.
    pub fn new(blueprint: Arc<Blueprint>) -> Self {
        Self { blueprint }
    }
}

impl Bot<Rims> for BlueprintBot {
    fn act(&mut self, mut decision: Decision<'_, Rims>) -> RimsAction {
        self.blueprint.mixed(decision.game(), &decision.view()).draw(decision.rng())
    }
}
