//! Domino-poker for bots that search.

mod deal_solver;
mod hand_strength;
mod last_stage;
mod likely_world;
mod match_outlook;
mod open_deal;
mod quick_player;
mod search_game;

pub use deal_solver::{DealSolver, Payoffs};
pub use last_stage::{ByPips, Equilibrium, LastStage, PIP_COUNTS};
pub use open_deal::{OpenDeal, Taken};
