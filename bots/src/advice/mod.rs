//! Habits that the documents advise, each one a small change to any player.
//!
//! Whoever has a [`Habit`] decides as before, except where the habit has a say. So what the habit is worth shows when the
//! same player plays the same games with and without it.

mod habit;
mod sheet;

pub use habit::{Advised, Habit, HabitCount};
pub use sheet::DiceRule;
