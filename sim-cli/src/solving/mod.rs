//! Dice games solved as the arguments say.

mod args;
mod solved;

pub(crate) use args::SolverArgs;
pub(crate) use solved::{Announce, Solved};
