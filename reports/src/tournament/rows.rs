//! The rows of the tables of a tournament.

use serde::{Deserialize, Serialize};

use crate::csv_file::{Cell, Flaw, Row, check_interval};

/// An entrant: a row of `standings.csv`. What is not known is nothing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StandingRow {
    /// Its name in the tournament.
    pub entrant: String,
    /// The bot.
    pub bot: String,
    /// Games played.
    pub games: u64,
    /// Games won alone.
    pub wins: u64,
    /// Games with the win shared.
    pub ties: u64,
    /// Games not won.
    pub losses: u64,
    /// What it won of each game.
    pub share: Option<f64>,
    /// The lower end of the interval of the share.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// The share of equals.
    pub par: Option<f64>,
    /// The mean place at the table.
    pub rank: Option<f64>,
    /// Points a game.
    pub points: Option<f64>,
    /// Their standard error.
    pub points_se: Option<f64>,
    /// Points above the mean of the others.
    pub margin: Option<f64>,
    /// Their standard error.
    pub margin_se: Option<f64>,
    /// Elo difference to the field, at tables of two.
    pub elo: Option<f64>,
    /// The lower end of its interval.
    pub elo_low: Option<f64>,
    /// Its upper end.
    pub elo_high: Option<f64>,
    /// The rating.
    pub rating: Option<f64>,
    /// The lower end of its interval.
    pub rating_low: Option<f64>,
    /// Its upper end.
    pub rating_high: Option<f64>,
    /// Games lost by a fault.
    pub forfeits: u64,
}

/// Two entrants: a row of `pairs.csv`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairRow {
    /// Who.
    pub entrant: String,
    /// Against whom.
    pub opponent: String,
    /// Games in which they met.
    pub games: u64,
    /// The score: 1 for more points and ½ for as many.
    pub score: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

/// A seat: a row of `seats.csv`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatRow {
    /// Its number.
    pub seat: u64,
    /// Games.
    pub games: u64,
    /// What whoever sits there wins.
    pub share: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// Points a game.
    pub points: Option<f64>,
    /// Their standard error.
    pub points_se: Option<f64>,
}

impl Row for StandingRow {
    const COLUMNS: &'static [(&'static str, Cell)] = &[
        ("entrant", Cell::Text),
        ("bot", Cell::Text),
        ("games", Cell::Count),
        ("wins", Cell::Count),
        ("ties", Cell::Count),
        ("losses", Cell::Count),
        ("share", Cell::MaybeNumber),
        ("low", Cell::MaybeNumber),
        ("high", Cell::MaybeNumber),
        ("par", Cell::MaybeNumber),
        ("rank", Cell::MaybeNumber),
        ("points", Cell::MaybeNumber),
        ("points_se", Cell::MaybeNumber),
        ("margin", Cell::MaybeNumber),
        ("margin_se", Cell::MaybeNumber),
        ("elo", Cell::MaybeNumber),
        ("elo_low", Cell::MaybeNumber),
        ("elo_high", Cell::MaybeNumber),
        ("rating", Cell::MaybeNumber),
        ("rating_low", Cell::MaybeNumber),
        ("rating_high", Cell::MaybeNumber),
        ("forfeits", Cell::Count),
    ];

    // Elo may have one end only: the other is beyond all bounds.
    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)
    }
}

impl Row for PairRow {
    const COLUMNS: &'static [(&'static str, Cell)] = &[
        ("entrant", Cell::Text),
        ("opponent", Cell::Text),
        ("games", Cell::Count),
        ("score", Cell::MaybeNumber),
        ("low", Cell::MaybeNumber),
        ("high", Cell::MaybeNumber),
    ];

    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)
    }
}

impl Row for SeatRow {
    const COLUMNS: &'static [(&'static str, Cell)] = &[
        ("seat", Cell::Count),
        ("games", Cell::Count),
        ("share", Cell::MaybeNumber),
        ("low", Cell::MaybeNumber),
        ("high", Cell::MaybeNumber),
        ("points", Cell::MaybeNumber),
        ("points_se", Cell::MaybeNumber),
    ];

    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)
    }
}
