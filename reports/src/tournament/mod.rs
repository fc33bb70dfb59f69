//! The tables of a tournament, as rows.

use std::path::Path;

use crate::advice::Fact;
use crate::csv_file::{self, FileError};

mod rows;

pub use rows::{PairRow, SeatRow, StandingRow};

/// The file of the standings.
pub const STANDINGS: &str = "standings.csv";
/// The file of who scored what against whom.
pub const PAIRS: &str = "pairs.csv";
/// The file of the seats.
pub const SEATS: &str = "seats.csv";

/// What a tournament came to.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tournament {
    /// What was played: the game, the seed, the number of games.
    pub facts: Vec<Fact>,
    /// What to keep in mind, in sentences.
    pub notes: Vec<String>,
    /// The entrants.
    pub standings: Vec<StandingRow>,
    /// Who scored what against whom.
    pub pairs: Vec<PairRow>,
    /// The seats.
    pub seats: Vec<SeatRow>,
}

impl Tournament {
    /// Reads the tables in a folder; facts and notes are not in them.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub fn read(folder: &Path) -> Result<Self, FileError> {
        fn rows<T: csv_file::Row>(folder: &Path, name: &str) -> Result<Vec<T>, FileError> {
            Ok(csv_file::read(&folder.join(name))?.into_iter().map(|(_, row)| row).collect())
        }
        Ok(Self {
            facts: Vec::new(),
            notes: Vec::new(),
            standings: rows(folder, STANDINGS)?,
            pairs: rows(folder, PAIRS)?,
            seats: rows(folder, SEATS)?,
        })
    }

    /// The entrants, the best first: by shares, or by points in games for one player, which have no seats to compare.
    pub fn ranked(&self) -> Vec<&StandingRow> {
        let mut ranked: Vec<&StandingRow> = self.standings.iter().collect();
        let solo = self.seats.len() < 2;
        let key = |row: &StandingRow| (if solo { row.points } else { row.share }).unwrap_or(f64::NEG_INFINITY);
        ranked.sort_by(|one, other| key(other).total_cmp(&key(one)));
        ranked
    }
}
