//! What the bots that search know of rims.

mod last_trick;
mod match_table;
mod next_dealer;
mod rollout_policy;
mod search_game;
mod world;

pub use match_table::{Hope, MatchTable};
