//! What a final score is worth to a player who does not play for the mean.

use crate::pmf::Pmf;

/// What a player plays for: a number from 0 to 1 that grows with the final score.
#[derive(Clone, PartialEq, Debug)]
pub enum Utility {
    /// The chance of at least this score.
    AtLeast(i32),
    /// The chance to beat an opponent with this distribution of scores; a draw is half a win.
    Beat(Pmf),
}

impl Utility {
    /// What every score in a range is worth.
    pub(crate) fn of_all(&self, scores: std::ops::RangeInclusive<i32>) -> Vec<f64> {
        match self {
            Self::AtLeast(least) => scores.map(|score| if score >= *least { 1.0 } else { 0.0 }).collect(),
            Self::Beat(opponent) => {
                let all = opponent.total();
                let mut above = opponent.at_least(*scores.start());
                let value = |score: i32| {
                    let same = opponent.chance(score);
                    above -= same;
                    // The chances above and those below add up to all.
                    (1.0 - (above + same / 2.0) / all).clamp(0.0, 1.0)
                };
                scores.map(value).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_worth_what_they_beat() {
        assert_eq!(Utility::AtLeast(2).of_all(0..=3), [0.0, 0.0, 1.0, 1.0]);
        let opponent = Pmf::new(1, vec![0.5, 0.25, 0.25]);
        assert_eq!(Utility::Beat(opponent).of_all(0..=4), [0.0, 0.25, 0.625, 0.875, 1.0]);
    }
}
