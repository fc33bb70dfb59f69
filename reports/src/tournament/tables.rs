//! The tables of a tournament for people, as a terminal and Markdown show them.

use crate::number::count;
use crate::plain::{interval, shown, signed};
use crate::table::{Align, Table};
use crate::tournament::{StandingRow, TournamentResult};

/// Beyond this many entrants a crosstable is too wide for a terminal.
const WIDEST: usize = 12;

impl TournamentResult {
    /// All tables that have something to say.
    pub(super) fn tables(&self) -> impl Iterator<Item = Table> {
        [Some(self.standings_table()), self.crosstable(), self.seats_table()].into_iter().flatten()
    }

    /// The standings as a table.
    pub fn standings_table(&self) -> Table {
        let versus = self.players > 1;
        let faults = self.entrants.iter().any(|row| row.faults().iter().any(|(_, count)| *count > 0));
        let mut columns = vec![("bot", Align::Left), ("games", Align::Right)];
        if versus {
            columns.extend([("share", Align::Right), ("95 % interval", Align::Left)]);
            columns.extend([("won", Align::Right), ("tied", Align::Right), ("lost", Align::Right)]);
            columns.push(("rank", Align::Right));
        }
        columns.extend([("points", Align::Right), ("± se", Align::Right)]);
        if versus {
            columns.push(("margin", Align::Right));
            if self.solo {
                columns.push(("± se", Align::Right));
            }
            columns.extend([("Elo rating", Align::Right), ("95 % interval", Align::Left)]);
        }
        if faults {
            columns.push(("faults", Align::Left));
        }
        let mut table = Table::new(columns);
        for row in self.ranked() {
            let mut cells = vec![row.entrant.clone(), count(row.games)];
            if versus {
                cells.extend([shown(row.share, 4), interval([row.low, row.high].map(|end| shown(end, 4)))]);
                cells.extend([row.wins, row.ties, row.losses].map(count));
                cells.push(shown(row.rank, 2));
            }
            cells.extend([shown(row.points, 2), shown(row.points_se, 2)]);
            if versus {
                cells.push(signed(row.margin, 2));
                if self.solo {
                    cells.push(shown(row.margin_se, 2));
                }
                cells.push(signed(row.rating, 0));
                cells.push(interval([row.rating_low, row.rating_high].map(|end| signed(end, 0))));
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
        let columns = std::iter::once(("score in % against".to_string(), Align::Left))
            .chain((1..=ranked.len()).map(|place| (place.to_string(), Align::Right)));
        let mut table = Table::new(columns);
        for (place, row) in ranked.iter().enumerate() {
            let name = format!("{} {}", place + 1, row.entrant);
            let cells = ranked.iter().enumerate().map(|(against, other)| {
                let score = self.pair(&row.entrant, &other.entrant).and_then(|pair| pair.score);
                if place == against { "·".into() } else { shown(score.map(|score| score.value() * 100.0), 1) }
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
        let mut table = Table::new([
            ("seat", Align::Right),
            ("share", Align::Right),
            ("95 % interval", Align::Left),
            ("points", Align::Right),
            ("± se", Align::Right),
        ]);
        for seat in &self.seats {
            table.row([
                seat.seat.to_string(),
                shown(seat.share, 4),
                interval([seat.low, seat.high].map(|end| shown(end, 4))),
                shown(seat.points, 2),
                shown(seat.points_se, 2),
            ]);
        }
        Some(table)
    }
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
