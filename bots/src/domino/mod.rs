//! Domino-poker for bots that search.

mod hand_strength;
mod last_stage;
mod match_outlook;
mod quick_player;
mod search_game;

pub use last_stage::{ByPips, Equilibrium, LastStage, PIP_COUNTS};
