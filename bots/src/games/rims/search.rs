//! What the bots that search know of rims.

mod imagination;
mod last_trick;
mod match_table;
mod next_dealer;
mod quick;
mod search_game;

pub use match_table::{Hope, MatchTable};
