//! Habits that the documents advise, each one a small change to any player.
//!
//! Whoever has a [`Habit`] decides as before, except where the habit has a say. So what the habit is worth shows when the
//! same player plays the same games with and without it.
//!
//! Habits have names, and a [`HabitGame`] makes them from these:
//!
//! ```
//! use kosti_bots::advice::HabitGame;
//! use kosti_engine::{DominoPoker, Rims};
//!
//! assert!(Rims::habit("shed-lowest").is_some());
//! assert!(DominoPoker::habit("blind-bid=2").is_some());
//! assert!(DominoPoker::habit("shed-lowest").is_none());
//! ```

pub mod domino;
pub mod graph;
pub mod null;
pub mod rims;

#[cfg(test)]
mod examine;
mod habit;
mod name;
mod sheet;

pub use habit::{Advised, Habit, HabitCount, Instead};
pub use name::HabitGame;
pub use sheet::DiceRule;
