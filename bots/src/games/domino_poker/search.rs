//! Domino-poker for bots that search.

mod deal_solver;
mod hand_strength;
mod last_stage;
mod likely_worlds;
mod match_outlook;
mod open_deal;
mod playground;
mod policy_bot;
mod policy_training;
mod rollout_moment;
mod rollout_policy;
mod search_game;
#[cfg(test)]
mod small_deals;

pub use deal_solver::{DealSolver, Payoffs};
pub use last_stage::{ByPips, Equilibrium, LastStage, PIP_COUNTS};
pub use likely_worlds::LikelyWorlds;
pub use open_deal::{OpenDeal, Taken};
pub use policy_bot::PolicyBot;
pub use policy_training::PolicyTraining;
pub use rollout_policy::{RolloutPolicy, RolloutPolicyError};
