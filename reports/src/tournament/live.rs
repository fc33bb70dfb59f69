//! The standings of a tournament that is still played.

use crate::number::count;
use crate::plain::shown;
use crate::stats::Standings;
use crate::table::{Align, Table};

/// A narrow table of the standings so far, for a terminal: at most so many lines, the best first. `names` are those of the
/// entrants; ratings are not needed.
///
/// # Panics
/// If there are fewer names than entrants.
pub fn live_table(standings: &Standings, names: &[String], most_lines: usize) -> Table {
    let mut table = Table::new([
        ("bot", Align::Left),
        ("games", Align::Right),
        ("share", Align::Right),
        ("±", Align::Right),
        ("points", Align::Right),
    ]);
    for standing in standings.ranked().into_iter().take(most_lines) {
        table.row([
            names[standing.entrant].clone(),
            count(standing.games),
            shown(standing.share.mean, 4),
            shown(standing.share.interval.map(|interval| interval.half_width()), 4),
            shown(standing.points.mean, 2),
        ]);
    }
    table
}
