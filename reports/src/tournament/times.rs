//! What the moves of programs and timed bots took: `logs/times.csv`.
//!
//! No other file of a run says anything of the kind, so that all others are the same whenever the games are.

use std::path::Path;

use crate::column::Column;
use crate::csv_file::{self, FileError, Row, rows};
use crate::decimal::Decimal;
use crate::number::count;
use crate::plain::shown;
use crate::table::Table;
use crate::tournament::TournamentResult;

/// The file of the move times.
pub const TIMES: &str = "logs/times.csv";

rows! {
    /// An entrant whose moves were timed: a row of `logs/times.csv`.
    #[derive(Clone, PartialEq, Debug)]
    pub struct TimesRow {
        /// Its name in the tournament.
        pub entrant: String,
        /// Moves that were timed.
        pub moves: u64,
        /// What all of them took together, in seconds.
        pub seconds: Decimal<6>,
        /// The mean of a move, in milliseconds.
        pub mean_ms: Decimal<3>,
        /// The slowest move, in milliseconds.
        pub slowest_ms: Decimal<3>,
    }
}

impl Row for TimesRow {}

impl TimesRow {
    /// The row of an entrant; nothing if it made no moves.
    pub fn new(entrant: &str, moves: u64, seconds: f64, slowest_seconds: f64) -> Option<Self> {
        Some(Self {
            entrant: entrant.into(),
            moves,
            seconds: Decimal::new(seconds)?,
            // Nothing divided by nothing is no number.
            mean_ms: Decimal::new(seconds * 1e3 / moves as f64)?,
            slowest_ms: Decimal::new(slowest_seconds * 1e3)?,
        })
    }

    /// Reads the file in the folder of a run; there are none if no bot was timed.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, FileError> {
        let path = folder.join(TIMES);
        if !path.exists() {
            return Ok(Vec::new());
        }
        Ok(csv_file::read::<Self>(&path)?.into_iter().map(|(_, row)| row).collect())
    }

    /// The content of the file.
    ///
    /// # Errors
    /// If a row could not be read again.
    pub fn csv(rows: &[Self]) -> Result<Vec<u8>, FileError> {
        csv_file::text(TIMES, rows)
    }
}

impl TournamentResult {
    /// What the moves of programs and timed bots took; nothing if no bot was timed.
    pub fn times_table(&self) -> Option<Table> {
        if self.times.is_empty() {
            return None;
        }
        let mut table = Table::new([
            Column::names("move times"),
            Column::numbers("moves"),
            Column::numbers("mean ms"),
            Column::numbers("slowest ms"),
        ]);
        for row in &self.times {
            let [mean, slowest] = [row.mean_ms, row.slowest_ms].map(|ms| shown(Some(ms), 2));
            table.row([row.entrant.clone(), count(row.moves), mean, slowest]);
        }
        Some(table)
    }
}
