//! What the bots that search know of rims.

mod match_table;
mod quick;
mod search;
mod tricks_solver;

pub use match_table::{Hope, MatchTable};
pub use tricks_solver::TricksSolver;
