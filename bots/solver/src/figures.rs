//! The figures that people want to know of whole games.

use kosti_engine::Game;
use kosti_engine::sheet::{Row, Scoresheet, SheetGame, UpperMatters};

use crate::distribution::{Distribution, RowDistribution};

/// The quantiles among the figures, in percent.
const PERCENTS: [u8; 7] = [1, 5, 25, 50, 75, 95, 99];

/// What the distribution of whole games comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The mean score.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The least score that is not exceeded with a chance in percent.
    pub quantiles: Vec<(u8, i32)>,
    /// How the upper part ends.
    pub upper: UpperFigure,
    /// How each row is filled.
    pub rows: Vec<RowFigures>,
}

/// How the upper part of a sheet ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum UpperFigure {
    /// The chance that its total is below zero, where it has no bonus.
    Negative(f64),
    /// The chance that it earns its bonus.
    Bonus(f64),
}

/// How a row is filled.
#[derive(Clone, PartialEq, Debug)]
pub struct RowFigures {
    /// Its name.
    pub row: String,
    /// The chance that it is filled with its combination.
    pub filled: f64,
    /// The chance that it is crossed.
    pub crossed: f64,
    /// The mean of what is booked there.
    pub points: f64,
    /// The mean turn, from 1.
    pub turn: f64,
}

impl Figures {
    /// The figures of a distribution.
    pub fn new<S: Scoresheet>(game: &SheetGame<S>, distribution: &Distribution<S::Row>) -> Self {
        let Distribution { score, upper, rows, .. } = distribution;
        Self {
            mean: score.mean(),
            sd: score.sd(),
            quantiles: PERCENTS.iter().map(|&percent| (percent, score.quantile(f64::from(percent) / 100.0))).collect(),
            upper: match game.rules().upper_matters() {
                UpperMatters::No | UpperMatters::Fully => {
                    UpperFigure::Negative(sum(upper.iter().filter(|&(total, _)| total < 0).map(|(_, chance)| chance)))
                }
                UpperMatters::UpTo(enough) => UpperFigure::Bonus(upper.at_least(enough)),
            },
            rows: rows.iter().map(RowFigures::new).collect(),
        }
    }
}

impl RowFigures {
    fn new<R: Row>(row: &RowDistribution<R>) -> Self {
        let turns = |chances: &[f64]| sum((1..).zip(chances).map(|(turn, chance)| f64::from(turn) * chance));
        let [filled, crossed] = [&row.filled, &row.crossed].map(|chances| sum(chances.iter().copied()));
        Self {
            row: row.row.to_string(),
            filled,
            crossed,
            points: row.points.mean(),
            turn: (turns(&row.filled) + turns(&row.crossed)) / (filled + crossed),
        }
    }
}

/// A sum that is plain zero if there is nothing to add.
fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |sum, number| sum + number)
}

#[cfg(test)]
mod tests {
    use kosti_engine::sheet::YatzyRow;
    use kosti_engine::{PiratePoker, PiratePokerRules, Yatzy, YatzyRules};

    use super::*;
    use crate::pmf::Pmf;

    #[test]
    fn a_distribution_is_told_row_by_row() {
        let pair = RowDistribution {
            row: YatzyRow::Pair,
            points: Pmf::new(0, vec![0.25, 0.0, 0.75]),
            filled: vec![0.5, 0.25],
            crossed: vec![0.0, 0.25],
        };
        let (score, upper) = (Pmf::new(6, vec![0.5, 0.5]), Pmf::new(62, vec![0.75, 0.25]));
        let distribution = Distribution { score, upper, rows: vec![pair] };
        let figures = Figures::new(&Yatzy::new(YatzyRules::default()), &distribution);
        assert_eq!((figures.mean, figures.sd, figures.upper), (6.5, 0.5, UpperFigure::Bonus(0.25)));
        assert_eq!(figures.quantiles[3..5], [(50, 6), (75, 7)]);
        let row = RowFigures { row: "pair".into(), filled: 0.75, crossed: 0.25, points: 1.5, turn: 1.5 };
        assert_eq!(figures.rows, [row]);
    }

    #[test]
    fn a_negative_upper_part_is_told_where_there_is_no_bonus() {
        let (score, upper) = (Pmf::new(6, vec![0.5, 0.5]), Pmf::new(-2, vec![0.25, 0.125, 0.5, 0.125]));
        let distribution = Distribution { score, upper, rows: vec![] };
        let figures = Figures::new(&PiratePoker::new(PiratePokerRules::default()), &distribution);
        assert_eq!(figures.upper, UpperFigure::Negative(0.375));
    }
}
