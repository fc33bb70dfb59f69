//! Ratings of all entrants of a tournament by maximum likelihood.
//!
//! The model is that of Plackett and Luce with ties, after Turner, van Etten, Firth and Kosmidis (2020); at tables of two
//! it is that of Bradley, Terry and Davidson. The final ranking of a game is read in stages: of the players who remain, a
//! group takes the next places together, usually a group of one. The chance of a group is proportional to the geometric
//! mean of the worths of its players, times a weight for ties of that size.

mod bootstrap;
mod cholesky;
mod connected;
mod data;
mod fit;
mod pool;
#[cfg(test)]
mod tests;

use data::Data;

use crate::stats::elo::ELO_PER_NAT;

/// One kind of event: of the players who remained, `chosen` took the next places together, and `others` stayed.
///
/// Entrants are given by their indices, in any order. Whoever sits at a table more than once is there as often.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stage {
    /// Those who took the next places; more than one in a tie.
    pub chosen: Vec<u8>,
    /// Those who came after them.
    pub others: Vec<u8>,
}

/// How often the stages, given by their indices, came up in one group of blocks: the unit that is resampled.
pub type StageCounts = Vec<(u32, u64)>;

/// The rating of an entrant, in Elo relative to the mean of all who are rated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The most likely value.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval.
    pub high: Option<f64>,
}

/// How readily players tie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TieWeight {
    /// How many players share places.
    pub size: usize,
    /// The weight of such a tie; that of a single player is 1.
    pub weight: f64,
}

/// What a tournament says about the strength of its entrants.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each entrant; none for those who never met anybody.
    pub entrants: Vec<Option<Rating>>,
    /// The weight of every size of tie that was seen, from the smallest up.
    pub ties: Vec<TieWeight>,
    /// Whether the results alone do not determine the ratings, say because somebody won every game or some never met, so
    /// that a weak prior had to: half a win and half a loss of everyone against a player of average worth. Then the
    /// intervals only say how much the groups of blocks differ; they are too narrow for such entrants.
    pub regularised: bool,
}

/// Rates the entrants `0..entrants` by how often each stage came up in each group of blocks.
///
/// Stages with one player say nothing and are left out, as are groups without any other stages. Intervals come from
/// resampling the groups; they are unknown if there are fewer than two or if all groups say the same.
///
/// The result does not depend on the order of the stages or of the counts within a group. It does depend, as far as the
/// intervals go, on the order of the groups, so that should be a fixed one.
///
/// ```
/// use kosti_reports::stats::{Stage, rate};
/// let stages = [Stage { chosen: vec![0], others: vec![1] }, Stage { chosen: vec![1], others: vec![0] }];
/// let ratings = rate(2, &stages, &[vec![(0, 16), (1, 9)], vec![(0, 16), (1, 9)]]);
/// let elo: Vec<f64> = ratings.entrants.iter().flatten().map(|rating| rating.elo.round()).collect();
/// assert_eq!(elo, [50.0, -50.0]);
/// ```
///
/// # Panics
/// If a count refers to a stage that does not exist, or a stage that was counted to an entrant who does not exist, or if
/// nobody was chosen in it.
pub fn rate(entrants: usize, stages: &[Stage], groups: &[StageCounts]) -> Ratings {
    let data = Data::new(entrants, stages, groups);
    let mut ratings = Ratings { entrants: vec![None; entrants], ties: Vec::new(), regularised: false };
    let rated = data.rated.len();
    if rated == 0 {
        return ratings;
    }
    // A prior that is not needed would only blur the ratings, so it has to be asked for by the results.
    let plain = if connected::is_connected(&data) { fit::likeliest(&data) } else { None };
    ratings.regularised = plain.is_none();
    let fit = plain.unwrap_or_else(|| fit::likeliest_with_prior(&data));

    let mean = fit.parameters[..rated].iter().sum::<f64>() / rated as f64;
    let half_widths = bootstrap::half_widths(&data, &fit);
    for (index, &entrant) in data.rated.iter().enumerate() {
        let elo = ELO_PER_NAT * (fit.parameters[index] - mean);
        let half_width = half_widths[index].map(|width| ELO_PER_NAT * width);
        ratings.entrants[entrant] =
            Some(Rating { elo, low: half_width.map(|width| elo - width), high: half_width.map(|width| elo + width) });
    }
    ratings.ties = data
        .tie_sizes
        .iter()
        .zip(&fit.parameters[rated..])
        .map(|(&size, log_weight)| TieWeight { size, weight: log_weight.exp().min(f64::MAX) })
        .collect();
    ratings
}
