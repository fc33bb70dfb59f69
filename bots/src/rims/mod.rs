//! What the bots that search know of rims, and how much any bot can be made to lose.

pub mod exploit;

mod imagination;
mod last_trick;
mod match_table;
mod next_dealer;
mod quick;
mod search;

pub use match_table::{Hope, MatchTable};
