//! How strong the bots of a game are, and how long they take for it.

mod report;
mod step;

pub use report::{Strength, StrengthRow};
pub use step::{Rise, Step, steps};
