//! The tables of a tournament for people, as a terminal and Markdown show them.

use crate::column::Column;
use crate::number::{count, decimals, uncertainty};
use crate::plain::{shown, signed_with_error, signed_with_interval, with_error, with_interval};
use crate::table::Table;
use crate::tournament::{StandingRow, TournamentResult};

/// Beyond this many entrants a crosstable is no help.
const WIDEST: usize = 24;

/// The heading of an interval, which stays with its figure.
pub(super) fn interval_column() -> Column {
    Column::whole("95 % interval").with_previous()
}

/// The heading of a standard error, which stays with its figure.
pub(super) fn error_column() -> Column {
    Column::numbers("± se").with_previous()
}

impl TournamentResult {
    /// All tables that have something to say.
    pub(super) fn tables(&self) -> impl Iterator<Item = Table> {
        [Some(self.standings_table()), self.crosstable(), self.seats_table()].into_iter().flatten()
    }

    /// The standings as a table.
    pub fn standings_table(&self) -> Table {
        let versus = self.players > 1;
        let faults = self.entrants.iter().any(|row| row.faults().iter().any(|(_, count)| *count > 0));
        let mut columns = vec![Column::names("bot"), Column::numbers("games")];
        if versus {
            columns.extend([Column::numbers("share"), interval_column()]);
            columns.push(Column::numbers("won").later());
            columns.extend(["tied", "lost"].map(|name| Column::numbers(name).with_previous()));
            columns.push(Column::numbers("rank").later());
        }
        let points = Column::numbers("points");
        // Where everybody plays alone they are ranked by points.
        columns.extend([if versus && !self.solo { points.later() } else { points }, error_column()]);
        if versus {
            columns.push(Column::numbers("margin").later());
            if self.solo {
                columns.push(error_column());
            }
            columns.extend([Column::numbers("Elo rating"), interval_column()]);
        }
        if faults {
            columns.push(Column::words("faults").later());
        }
        let mut table = Table::new(columns);
        for row in self.ranked() {
            let mut cells = vec![row.entrant.clone(), count(row.games)];
            if versus {
                cells.extend(with_interval(row.share, [row.low, row.high], 4));
                cells.extend([row.wins, row.ties, row.losses].map(count));
                cells.push(shown(row.rank, rank_decimals(self.players, row.games)));
            }
            cells.extend(with_error(row.points, row.points_se, 2));
            if versus {
                let [margin, error] = signed_with_error(row.margin, row.margin_se, 2);
                cells.push(margin);
                if self.solo {
                    cells.push(error);
                }
                cells.extend(signed_with_interval(row.rating, [row.rating_low, row.rating_high], 0));
            }
            if faults {
                cells.push(fault_text(row));
            }
            table.row(cells);
        }
        table
    }

    /// Who scored what against whom, in per cent; nothing if there are too few or too many to compare.
    pub fn crosstable(&self) -> Option<Table> {
        let ranked = self.ranked();
        if ranked.len() < 3 || ranked.len() > WIDEST || self.players < 2 {
            return None;
        }
        let columns = std::iter::once(Column::names("score in % against"))
            .chain((1..=ranked.len()).map(|place| Column::numbers(place.to_string())));
        let mut table = Table::new(columns);
        for (place, row) in ranked.iter().enumerate() {
            let name = format!("{} {}", place + 1, row.entrant);
            let cells = ranked.iter().enumerate().map(|(against, other)| {
                let Some(pair) = self.pair(&row.entrant, &other.entrant).filter(|_| place != against) else {
                    return if place == against { "·".into() } else { shown(None::<f64>, 1) };
                };
                let [score, low, high] =
                    [pair.score, pair.low, pair.high].map(|end| end.map(|end| end.value() * 100.0));
                shown(score, decimals(uncertainty(score, [low, high]), 1))
            });
            table.row(std::iter::once(name).chain(cells));
        }
        Some(table)
    }

    /// The win share of this seat; nothing if there are no seats to compare.
    pub fn seats_table(&self) -> Option<Table> {
        if self.seats.len() < 2 {
            return None;
        }
        let figures = [Column::numbers("share"), interval_column(), Column::numbers("points"), error_column()];
        let mut table = Table::new(std::iter::once(Column::numbers("seat")).chain(figures));
        for seat in &self.seats {
            let [share, interval] = with_interval(seat.share, [seat.low, seat.high], 4);
            let [points, error] = with_error(seat.points, seat.points_se, 2);
            table.row([seat.seat.to_string(), share, interval, points, error]);
        }
        Some(table)
    }
}

/// With how many decimals the mean place among these players is shown after these games. No place scatters more than if all were first or
/// last, which says how uncertain the mean can be.
pub(crate) fn rank_decimals(players: usize, games: u64) -> usize {
    let scatter = (players as f64 - 1.0) / 2.0;
    decimals(Some(1.96 * scatter / (games as f64).sqrt()), 2).min(2)
}

/// The faults of an entrant in words.
fn fault_text(row: &StandingRow) -> String {
    let counts = row.faults().into_iter().filter(|(_, count)| *count > 0);
    let mut texts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    if row.forfeits > 0 {
        texts.push(format!("{} games forfeited", row.forfeits));
    }
    texts.join(", ")
}
