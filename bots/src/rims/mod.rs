//! What the bots that search know of rims.

mod match_table;
mod quick;
mod search;

pub use match_table::MatchTable;
