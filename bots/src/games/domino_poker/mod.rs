//! Domino-poker for bots.

pub mod habits;

mod events;
mod greedy;
mod roster;
mod search;
mod wire;

pub use events::DominoEvent;
pub use search::{
    ByPips, DealSolver, Equilibrium, LastStage, LikelyWorlds, OpenDeal, PIP_COUNTS, Payoffs, PolicyBot, PolicyTraining,
    RolloutPolicy, RolloutPolicyError, Taken,
};
pub use wire::WireDominoView;
