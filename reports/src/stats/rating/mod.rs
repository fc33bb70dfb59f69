//! Ratings: what entrants win, on one scale.
//!
//! The model is the choice of Luce, that of Bradley and Terry at tables of two: who sits at a table wins it with a chance
//! proportional to its worth. What counts is the share of each win, so that a win which two share is half a win of each. The
//! ratings are the logarithms of the worths under which each entrant is expected to win just as much as it did.
//!
//! Intervals hold the ratings that a score test does not reject. Its variance comes from the scatter of whole blocks, never from
//! games as if they were independent. For two entrants that is the interval of Wilson for the share.

mod cholesky;
mod core_group;
mod fit;
mod of_two;
mod scatter;
mod score_interval;
#[cfg(test)]
mod tests;
mod wins;

use core_group::CoreGroup;
use fit::Fit;
use scatter::Scatter;
use wins::Wins;

use crate::stats::elo::ELO_PER_NAT;
use crate::stats::tally::{Shape, Tallies};

/// The rating of an entrant, in Elo above the zero of the scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The most likely value.
    pub elo: f64,
    /// The lower end of the 95 % interval; nothing if the results do not bound it.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval; nothing if the results do not bound it.
    pub high: Option<f64>,
}

/// What a rating of zero is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatingZero {
    /// The other of two entrants: ratings are differences.
    TheOther,
    /// The mean of all who are rated.
    MeanOfAll,
    /// The mean of all whose ratings the results bound.
    MeanOfBounded,
}

/// What a tournament says about the strength of its entrants.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each entrant; none for an entrant that never met another.
    pub entrants: Vec<Option<Rating>>,
    /// What a rating of zero is.
    pub zero: RatingZero,
    /// The entrants whose ratings the results do not bound, say because they won every game or never met the others. Each of them
    /// got half a win and half a loss against an average player, and an open end of its interval.
    pub unbounded: Vec<usize>,
}

impl Ratings {
    /// Rates all entrants; `tables` are the shapes by the number of the table.
    ///
    /// The result does not depend on the order in which blocks were added to the tallies.
    ///
    /// # Panics
    /// If a tally belongs to a table without a shape, or a table to an entrant that does not exist.
    pub fn new(entrants: usize, tables: &[Shape], tallies: &Tallies) -> Self {
        let wins = Wins::new(entrants, tables, tallies);
        let core = CoreGroup::new(&wins);
        let mut ratings = Self {
            entrants: vec![None; entrants],
            zero: if core.is_all() { RatingZero::MeanOfAll } else { RatingZero::MeanOfBounded },
            unbounded: core.unbounded().map(|player| wins.rated[player]).collect(),
        };
        if wins.rated.is_empty() {
            return ratings;
        }
        let fit = Fit::likeliest(&wins, &core);
        if let Some(pair) = of_two::rate(entrants, tables, tallies, fit.difference()) {
            ratings.zero = RatingZero::TheOther;
            ratings.entrants = pair.map(Some).to_vec();
            return ratings;
        }
        let scatter = Scatter::new(&wins, &fit);
        for (player, &entrant) in wins.rated.iter().enumerate() {
            let [low, high] = score_interval::ends(&wins, &core, &fit, scatter.as_ref(), player);
            let elo = ELO_PER_NAT * core.above_zero(&fit.worths, player);
            ratings.entrants[entrant] =
                Some(Rating { elo, low: low.map(|end| ELO_PER_NAT * end), high: high.map(|end| ELO_PER_NAT * end) });
        }
        ratings
    }
}
