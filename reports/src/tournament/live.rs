//! The standings of a tournament that is still played.

use crate::column::Column;
use crate::number::count;
use crate::plain::with_error;
use crate::stats::Standings;
use crate::table::Table;

/// A narrow table of the standings so far, for a terminal: at most this many lines, the best first. `names` are those of the
/// entrants; ratings are not needed.
///
/// # Panics
/// If there are fewer names than entrants.
pub fn live_table(standings: &Standings, names: &[String], most_lines: usize) -> Table {
    let mut table = Table::new([
        Column::names("bot"),
        Column::numbers("games"),
        Column::numbers("share"),
        Column::numbers("±"),
        Column::numbers("points"),
    ]);
    for standing in standings.ranked().into_iter().take(most_lines) {
        let half = standing.share.interval.map(|interval| interval.half_width());
        let [share, half] = with_error(standing.share.mean, half, 4);
        let [points, _] = with_error(standing.points.mean, standing.points.error, 2);
        table.row([names[standing.entrant].clone(), count(standing.games), share, half, points]);
    }
    table
}
