//! What is kept of games: exact whole-number sums that can be added up in any order.
//!
//! The unit is the block: one deal of luck, played once for every seating of a table. Its games are not independent, so
//! all squares that are kept are squares of sums over whole blocks.

mod check;
mod game;
mod moments;
mod shape;
mod table;

pub use check::WrongSums;
pub use game::GameResult;
pub use moments::Moments;
pub use shape::{MAX_PLACES, Shape};
pub use table::{BlockTally, MemberSums, PairSums, SeatSums, TableTally};

use std::collections::BTreeMap;

/// Counts of the four kinds of faults of a bot, in the order of [`FAULTS`].
pub type Faults = [u64; FAULTS.len()];

/// The kinds of faults.
pub const FAULTS: [&str; 4] = ["illegal", "timeout", "crash", "protocol"];

/// Tallies by the number of their table.
pub type Tallies = BTreeMap<u32, TableTally>;

/// Adds tallies to others.
///
/// # Panics
/// If tallies of one table have different shapes.
pub fn merge(into: &mut Tallies, from: &Tallies) {
    for (&table, tally) in from {
        match into.get_mut(&table) {
            Some(sum) => sum.merge(tally),
            None => _ = into.insert(table, tally.clone()),
        }
    }
}
