//! The results of a sweep: one tournament for each combination of some values.

use crate::cell::Cell as _;
use crate::csv_file::{self, Columns, FileError};
use crate::table::{Align, Table};
use crate::tournament::{SWEEP, StandingRow, Summary, TournamentResult};

/// One combination of values and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct SweepCell {
    /// The values, in the order of [`SweepResult::names`].
    pub values: Vec<String>,
    /// The tournament.
    pub result: TournamentResult,
}

/// What a sweep, or as much of it as was played, came to.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SweepResult {
    /// The names of the values that differ.
    pub names: Vec<String>,
    /// The combinations, in their order.
    pub cells: Vec<SweepCell>,
}

/// The columns between the values and those of the standings.
const BETWEEN: [&str; 2] = ["game", "stopped"];

impl SweepCell {
    /// Why it ended before its last game, as files tell it; nothing if it did not.
    fn stopped(&self) -> &'static str {
        self.result.stopped.map_or("", |stopped| stopped.name())
    }
}

impl SweepResult {
    /// What stands in `sweep.csv`: one row for each entrant of each combination.
    ///
    /// # Errors
    /// If a combination has not as many values as there are names.
    pub fn csv(&self) -> Result<Vec<u8>, FileError> {
        let names = self.names.iter().map(String::as_str);
        let header: Vec<&str> = names.chain(BETWEEN).chain(StandingRow::NAMES.iter().copied()).collect();
        let lines = self.cells.iter().flat_map(|cell| {
            cell.result.entrants.iter().map(|row| {
                let between = [cell.result.game.clone(), cell.stopped().into()];
                cell.values.iter().cloned().chain(between).chain(row.cells()).collect()
            })
        });
        csv_file::table(SWEEP, &header, lines)
    }

    /// The same for people, with the figures that matter most.
    pub fn text(&self) -> String {
        let names = self.names.iter().map(|name| (name.as_str(), Align::Left));
        let mut table = Table::new(names.chain([
            ("bot", Align::Left),
            ("games", Align::Right),
            ("share", Align::Right),
            ("95 % interval", Align::Left),
            ("points", Align::Right),
            ("rating", Align::Right),
            ("stopped early", Align::Left),
        ]));
        for cell in &self.cells {
            for row in cell.result.ranked() {
                let figures = [
                    row.entrant.clone(),
                    row.games.to_string(),
                    row.share.text(),
                    format!("[{}, {}]", row.low.text(), row.high.text()),
                    row.points.text(),
                    row.rating.text(),
                    cell.stopped().into(),
                ];
                table.row(cell.values.iter().cloned().chain(figures));
            }
        }
        let seed = self.cells.first().map_or(String::new(), |cell| format!(", seed {}", cell.result.seed));
        format!("{} runs{seed}\n\n{table}", self.cells.len())
    }

    /// The tournaments as Markdown, one after the other.
    pub fn markdown(&self) -> String {
        self.cells.iter().map(|cell| cell.result.markdown()).collect()
    }

    /// The summaries of all tournaments, as an array. The keys stand in the order of the alphabet.
    ///
    /// # Panics
    /// Never: a summary can be written.
    pub fn json(&self) -> String {
        let value =
            |cell: &SweepCell| serde_json::to_value(Summary::from(&cell.result)).expect("a summary can be written");
        let summaries: Vec<serde_json::Value> = self.cells.iter().map(value).collect();
        serde_json::to_string_pretty(&summaries).expect("summaries can be written") + "\n"
    }
}
