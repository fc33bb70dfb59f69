//! Habits that the documents advise, each one a small change to any player.
//!
//! A player with a [`Habit`] decides as before, except where the habit has a say. So what the habit is worth shows when the
//! same player plays the same games with and without it.
//!
//! Habits have names, and a [`HabitGame`] makes them from these:
//!
//! ```
//! use kosti_bots::habit::HabitGame;
//! use kosti_engine::{DominoPoker, Rims};
//!
//! assert!(Rims::habit("shed-lowest").is_some());
//! assert!(DominoPoker::habit("blind-bid=2").is_some());
//! assert!(DominoPoker::habit("shed-lowest").is_none());
//! ```

pub mod null;

#[cfg(test)]
pub(crate) mod examine;
#[expect(clippy::module_inception, reason = "the habit itself, beside what is made of it")]
mod habit;
pub(crate) mod name;

pub(crate) use habit::InTurn;
pub use habit::{Advised, Habit, HabitCount, Instead};
pub(crate) use name::habit_of;
pub use name::{HabitGame, HabitInfo};
