//! A tournament as CSV files.

use crate::csv_file::{self, FileError};
use crate::tournament::TournamentResult;

/// The file of the standings.
pub const STANDINGS: &str = "standings.csv";
/// The file of who scored what against whom.
pub const PAIRS: &str = "pairs.csv";
/// The file of the seats.
pub const SEATS: &str = "seats.csv";
/// The file of the standings of a sweep.
pub const SWEEP: &str = "sweep.csv";

impl TournamentResult {
    /// The content of `standings.csv`.
    ///
    /// # Errors
    /// If a row could not be read again, say because an interval has one end only.
    pub fn standings_csv(&self) -> Result<Vec<u8>, FileError> {
        csv_file::text(STANDINGS, &self.entrants)
    }

    /// The content of `pairs.csv`.
    ///
    /// # Errors
    /// If a row could not be read again, say because an interval has one end only.
    pub fn pairs_csv(&self) -> Result<Vec<u8>, FileError> {
        csv_file::text(PAIRS, &self.pairs)
    }

    /// The content of `seats.csv`.
    ///
    /// # Errors
    /// If a row could not be read again, say because an interval has one end only.
    pub fn seats_csv(&self) -> Result<Vec<u8>, FileError> {
        csv_file::text(SEATS, &self.seats)
    }
}
