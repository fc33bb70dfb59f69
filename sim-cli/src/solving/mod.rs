//! Dice games solved for the command line: which can be, for what, with which values.

mod args;
mod objective;
mod sheet_rules;
mod solved;

pub use args::SolverArgs;
pub use objective::Objective;
pub use sheet_rules::SheetRules;
pub(crate) use sheet_rules::with_sheet_game;
pub use solved::{Solved, Talk, Worths};
