//! The rows of the tables of a tournament. Their fields are the columns of the files.

use crate::csv_file::{Flaw, Row, check_interval, rows};
use crate::decimal::Decimal;
use crate::stats::tally::FAULTS;
use crate::stats::{Meeting, SeatStanding, Share, Standing};
use crate::tournament::Entrant;

rows! {
    /// An entrant: a row of `standings.csv`. What is not known is nothing.
    #[derive(Clone, PartialEq, Debug)]
    pub struct StandingRow {
        /// Its name in the tournament.
        pub entrant: String,
        /// The bot.
        pub bot: String,
        /// Games played; a game in which it held several seats counts for each.
        pub games: u64,
        /// Games won alone.
        pub wins: u64,
        /// Games with the win shared.
        pub ties: u64,
        /// Games not won.
        pub losses: u64,
        /// What it won of each game.
        pub share: Option<Decimal<6>>,
        /// The lower end of the interval of the share.
        pub low: Option<Decimal<6>>,
        /// Its upper end.
        pub high: Option<Decimal<6>>,
        /// The share of equals.
        pub par: Option<Decimal<6>>,
        /// The mean place at the table.
        pub rank: Option<Decimal<4>>,
        /// Points a game.
        pub points: Option<Decimal<4>>,
        /// Their standard error.
        pub points_se: Option<Decimal<4>>,
        /// Points above the mean of the others.
        pub margin: Option<Decimal<4>>,
        /// Their standard error.
        pub margin_se: Option<Decimal<4>>,
        /// The rating, in Elo.
        pub rating: Option<Decimal<2>>,
        /// The lower end of its interval.
        pub rating_low: Option<Decimal<2>>,
        /// Its upper end.
        pub rating_high: Option<Decimal<2>>,
        /// The variance of the share over that of as many independent games.
        pub design_effect: Option<Decimal<4>>,
        /// Games lost by a fault.
        pub forfeits: u64,
        /// Faults: moves that the rules forbid.
        pub illegal: u64,
        /// Faults: answers that came too late.
        pub timeout: u64,
        /// Faults: programs that ended.
        pub crash: u64,
        /// Faults: messages that are not in the protocol.
        pub protocol: u64,
    }
    beside {
        /// Whether it plays the same games again; `summary.json` says so.
        pub reproducible: bool,
    }

    /// Two entrants: a row of `pairs.csv`.
    #[derive(Clone, PartialEq, Debug)]
    pub struct PairRow {
        /// Who.
        pub entrant: String,
        /// Against whom.
        pub opponent: String,
        /// How often their points were compared.
        pub games: u64,
        /// How often the entrant had more points.
        pub wins: u64,
        /// How often it had as many.
        pub ties: u64,
        /// How often it had fewer.
        pub losses: u64,
        /// The score: 1 for more points and ½ for as many.
        pub score: Option<Decimal<6>>,
        /// The lower end of its interval.
        pub low: Option<Decimal<6>>,
        /// Its upper end.
        pub high: Option<Decimal<6>>,
        /// By how many points the entrant was ahead.
        pub points_difference: Option<Decimal<4>>,
        /// Their standard error.
        pub points_difference_se: Option<Decimal<4>>,
    }

    /// A seat: a row of `seats.csv`.
    #[derive(Clone, PartialEq, Debug)]
    pub struct SeatRow {
        /// Its number.
        pub seat: u64,
        /// Games.
        pub games: u64,
        /// The win share of this seat.
        pub share: Option<Decimal<6>>,
        /// The lower end of its interval.
        pub low: Option<Decimal<6>>,
        /// Its upper end.
        pub high: Option<Decimal<6>>,
        /// Points a game.
        pub points: Option<Decimal<4>>,
        /// Their standard error.
        pub points_se: Option<Decimal<4>>,
    }
}

// A rating may have one end only: the other is beyond all bounds.
impl Row for StandingRow {
    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)
    }
}

impl Row for PairRow {
    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)
    }
}

impl Row for SeatRow {
    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)
    }
}

/// A number for a file, if it is known.
fn known<const DECIMALS: usize>(value: Option<f64>) -> Option<Decimal<DECIMALS>> {
    value.and_then(Decimal::new)
}

/// The ends of the interval of a share.
fn ends(share: &Share) -> [Option<Decimal<6>>; 2] {
    [share.interval.map(|interval| interval.low), share.interval.map(|interval| interval.high)].map(known)
}

impl StandingRow {
    /// The row of an entrant who is compared with equals of this share.
    pub(super) fn new(standing: &Standing, entrant: &Entrant, par: f64) -> Self {
        let [wins, ties, losses] = standing.results;
        let [low, high] = ends(&standing.share);
        let [illegal, timeout, crash, protocol] = standing.faults;
        let rating = standing.rating;
        Self {
            entrant: entrant.name.clone(),
            bot: entrant.bot.clone(),
            games: standing.games,
            wins,
            ties,
            losses,
            share: known(standing.share.mean),
            low,
            high,
            par: known(Some(par)),
            rank: known(standing.rank.mean),
            points: known(standing.points.mean),
            points_se: known(standing.points.error),
            margin: known(standing.margin.mean),
            margin_se: known(standing.margin.error),
            rating: known(rating.map(|rating| rating.elo)),
            rating_low: known(rating.and_then(|rating| rating.low)),
            rating_high: known(rating.and_then(|rating| rating.high)),
            design_effect: known(standing.design_effect),
            forfeits: standing.forfeits,
            illegal,
            timeout,
            crash,
            protocol,
            reproducible: entrant.reproducible,
        }
    }

    /// The faults by their kind.
    pub fn faults(&self) -> [(&'static str, u64); FAULTS.len()] {
        let [illegal, timeout, crash, protocol] = FAULTS;
        [(illegal, self.illegal), (timeout, self.timeout), (crash, self.crash), (protocol, self.protocol)]
    }
}

impl PairRow {
    /// The row of two who met.
    pub(super) fn new(meeting: &Meeting, entrants: &[Entrant]) -> Self {
        let [wins, ties, losses] = meeting.results;
        let [low, high] = ends(&meeting.score);
        Self {
            entrant: entrants[meeting.entrant].name.clone(),
            opponent: entrants[meeting.opponent].name.clone(),
            games: meeting.games,
            wins,
            ties,
            losses,
            score: known(meeting.score.mean),
            low,
            high,
            points_difference: known(meeting.difference.mean),
            points_difference_se: known(meeting.difference.error),
        }
    }
}

impl SeatRow {
    /// The row of a seat.
    pub(super) fn new(seat: &SeatStanding) -> Self {
        let [low, high] = ends(&seat.share);
        Self {
            seat: seat.seat as u64,
            games: seat.games,
            share: known(seat.share.mean),
            low,
            high,
            points: known(seat.points.mean),
            points_se: known(seat.points.error),
        }
    }
}
