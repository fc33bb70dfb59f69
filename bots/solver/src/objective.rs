//! What a dice game is played for.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

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
