//! What a dice game is played for, and the values that follow from it.

use std::fmt;
use std::str::FromStr;

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};
use thiserror::Error;

use crate::solution::Solution;
use crate::turn_values::TurnValues;
use crate::utility::Utility;
use crate::utility_solution::UtilitySolution;

/// What is played for: `mean`, `win` or `target=N`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The highest mean score.
    Mean,
    /// The best chance to beat an opponent who plays for the mean.
    Win,
    /// The best chance to reach this score.
    Target(i32),
}

/// A text that names no objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected mean, win, or target=N with a score, such as target=300")]
pub struct NoObjective;

impl FromStr for Objective {
    type Err = NoObjective;

    fn from_str(text: &str) -> Result<Self, NoObjective> {
        let target = |text: &str| text.strip_prefix("target=")?.trim().parse().ok().map(Self::Target);
        match text.trim() {
            "mean" => Ok(Self::Mean),
            "win" => Ok(Self::Win),
            other => target(other).ok_or(NoObjective),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mean => f.write_str("mean"),
            Self::Win => f.write_str("win"),
            Self::Target(score) => write!(f, "target={score}"),
        }
    }
}

/// A dice game solved for an objective.
pub enum SolvedGame<S: Scoresheet> {
    /// Mean final scores.
    Mean(Solution<S>),
    /// Chances to win, or to reach a score.
    Chance(UtilitySolution<S>),
}

impl<S: Scoresheet> SolvedGame<S> {
    /// Solves a game for an objective, on all threads of the current pool. For the mean, what is not needed for this sheet and
    /// those that follow it is left out. `progress` hears how many states of [`UtilitySolution::cost`] are done, where chances
    /// are solved.
    pub fn new(game: &SheetGame<S>, objective: Objective, from: &Sheet, progress: impl Fn(u64) + Sync) -> Self {
        let utility = match objective {
            Objective::Mean => return Self::Mean(Solution::from_sheet(game, from)),
            Objective::Win => Utility::Beat(Solution::new(game).distribution().score),
            Objective::Target(score) => Utility::AtLeast(score),
        };
        Self::Chance(UtilitySolution::new(game, &utility, progress))
    }

    /// What a sheet is worth before the next roll.
    pub fn worth(&self, sheet: &Sheet) -> f64 {
        match self {
            Self::Mean(solution) => solution.worth(sheet),
            Self::Chance(solution) => solution.worth(sheet),
        }
    }

    /// What every decision of the next turn is worth.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn(&self, sheet: &Sheet) -> TurnValues<S> {
        match self {
            Self::Mean(solution) => solution.turn(sheet),
            Self::Chance(solution) => solution.turn(sheet),
        }
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        match self {
            Self::Mean(solution) => solution.states(),
            Self::Chance(solution) => solution.states(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objectives_are_read_as_they_are_written() {
        for objective in [Objective::Mean, Objective::Win, Objective::Target(-20), Objective::Target(300)] {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        for text in ["", "means", "target", "target=", "target=high"] {
            assert_eq!(text.parse::<Objective>(), Err(NoObjective), "{text}");
        }
    }
}
