//! The results of a sweep: one tournament for each combination of some values.

use crate::column::Column;
use crate::csv_file::{self, Columns, FileError};
use crate::number::count;
use crate::plain::{signed_with_interval, with_error, with_interval};
use crate::table::Table;
use crate::tournament::tables::{error_column, interval_column};
use crate::tournament::{SWEEP, StandingRow, Summary, TournamentResult};
use crate::width::Width;

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
    /// The content of `sweep.csv`: one row for each entrant of each combination.
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

    /// The same for people, with the figures that matter most. Every row is one line.
    pub fn text(&self) -> String {
        self.text_in(Width::Free)
    }

    /// The same in lines that are not too wide.
    pub fn text_in(&self, width: Width) -> String {
        let seed = self.cells.first().map_or(String::new(), |cell| format!(", seed {}", cell.result.seed));
        format!("{} runs{seed}\n\n{}", self.cells.len(), self.table().fitted(width))
    }

    fn table(&self) -> Table {
        let stops = self.cells.iter().any(|cell| cell.result.stopped.is_some());
        let names = self.names.iter().map(String::as_str).chain(["bot"]).map(Column::names);
        let figures = [
            Column::numbers("games"),
            Column::numbers("share"),
            interval_column(),
            Column::numbers("points"),
            error_column(),
            Column::numbers("Elo rating"),
            interval_column(),
        ];
        let mut table = Table::new(names.chain(figures).chain(stops.then(|| Column::whole("stopped early").later())));
        for cell in &self.cells {
            for row in cell.result.ranked() {
                let [share, interval] = with_interval(row.share, [row.low, row.high], 4);
                let [points, error] = with_error(row.points, row.points_se, 2);
                let [rating, ratings] = signed_with_interval(row.rating, [row.rating_low, row.rating_high], 0);
                let figures = [row.entrant.clone(), count(row.games), share, interval, points, error, rating, ratings];
                let stopped = stops.then(|| cell.stopped().into());
                table.row(cell.values.iter().cloned().chain(figures).chain(stopped));
            }
        }
        table
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
