//! How strong the bots of a game are, and how long they take for it.

mod pace;
mod report;
mod step;

pub use pace::{Pace, paces};
pub use report::{Strength, StrengthRow};
pub use step::{Step, Verdict, steps};
