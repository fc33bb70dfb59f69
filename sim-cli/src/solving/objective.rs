//! What is played for.

use std::fmt;
use std::str::FromStr;

/// What is played for: `mean`, `win` or `target=N`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The highest mean score.
    Mean,
    /// The best chance to beat somebody who plays for the mean.
    Win,
    /// The best chance to reach this score.
    Target(i32),
}

impl FromStr for Objective {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let target = |text: &str| text.strip_prefix("target=")?.trim().parse().ok().map(Self::Target);
        match text.trim() {
            "mean" => Ok(Self::Mean),
            "win" => Ok(Self::Win),
            other => {
                target(other).ok_or_else(|| "expected mean, win, or target=N with a score, such as target=300".into())
            }
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
        for objective in [Objective::Mean, Objective::Win, Objective::Target(300), Objective::Target(-7)] {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        for text in ["", "best", "target", "target=", "target=x", "target=1.5", "mean=3"] {
            assert!(text.parse::<Objective>().unwrap_err().contains("mean, win, or target=N"), "{text}");
        }
    }
}
