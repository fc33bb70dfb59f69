//! Ratings of two entrants in games for two: their shares as differences in Elo.

use super::Rating;
use crate::stats::elo::{ELO_PER_NAT, elo};
use crate::stats::estimate::{Estimate, Stratum};
use crate::stats::tally::{Shape, TableTally, Tallies};

/// The ratings of two entrants who met at tables of two; nothing if there are more of either. Where one has won everything the
/// share gives no finite difference; then it is the `likeliest`, in units of log-worth.
pub(super) fn rate(entrants: usize, tables: &[Shape], tallies: &Tallies, likeliest: f64) -> Option<[Rating; 2]> {
    let of_two = |table: &u32| tables[*table as usize].places().len() == 2;
    if entrants != 2 || !tallies.keys().all(of_two) {
        return None;
    }
    let met = tallies.iter().filter(|(table, _)| tables[**table as usize].members().len() == 2);
    let strata: Vec<Stratum> = met
        .map(|(_, tally)| Stratum {
            blocks: tally.blocks,
            per_block: tally.games_per_block,
            moments: tally.members[0].share,
        })
        .collect();
    let estimate = Estimate::new(&strata, TableTally::share_unit(2) as f64)?;
    let interval = estimate.wilson();
    let first = Rating {
        elo: elo(estimate.mean).unwrap_or(ELO_PER_NAT * likeliest),
        low: interval.and_then(|interval| elo(interval.low)),
        high: interval.and_then(|interval| elo(interval.high)),
    };
    let negative = |end: Option<f64>| end.map(|end| -end);
    Some([first, Rating { elo: -first.elo, low: negative(first.high), high: negative(first.low) }])
}
