//! The result of a tournament.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::decimal::Decimal;
use crate::stats::{Ratings, Standings};
use crate::tournament::notes::notes;
use crate::tournament::{PairRow, RunFacts, SeatRow, SprtState, StandingRow, TimesRow};

/// Why a tournament ended before its last game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The test found the first bot better.
    Better,
    /// The test found it not better.
    NotBetter,
    /// All intervals are narrow enough.
    Narrow,
}

impl Decision {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::NotBetter => "not-better",
            Self::Narrow => "narrow",
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a run took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    /// Threads that played.
    pub threads: usize,
    /// Seconds by the wall clock.
    pub seconds: Decimal<3>,
}

impl Clock {
    /// A run on this many threads that took so long.
    ///
    /// # Panics
    /// Never: every duration is finite.
    pub fn new(threads: usize, took: Duration) -> Self {
        Self { threads, seconds: Decimal::new(took.as_secs_f64()).expect("a duration is finite") }
    }
}

/// Where a sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SprtFigures {
    /// The log-likelihood ratio.
    pub llr: Option<Decimal<4>>,
    /// Below this the first bot is not better.
    pub lower: Option<Decimal<4>>,
    /// Above this it is.
    pub upper: Option<Decimal<4>>,
}

impl From<SprtState> for SprtFigures {
    fn from(SprtState { test, llr }: SprtState) -> Self {
        let (lower, upper) = test.bounds();
        Self { llr: llr.and_then(Decimal::new), lower: Decimal::new(lower), upper: Decimal::new(upper) }
    }
}

/// What a tournament, or as much of it as was played, came to: all that any table, file or page shows.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentResult {
    /// The rules of the game, as they are written.
    pub game: String,
    /// The seed of all luck.
    pub seed: u64,
    /// The blocks that were played.
    pub blocks: u64,
    /// The games in them.
    pub games: u64,
    /// How many are compared in each result: the players of a table, or the entrants that play the same luck on their own.
    pub players: usize,
    /// Whether each entrant plays on its own.
    pub solo: bool,
    /// What the run took, if it was all in one.
    pub clock: Option<Clock>,
    /// Whether all blocks of the plan, or all until the decision, were played.
    pub complete: bool,
    /// Whether the same plan brings the same games again.
    pub reproducible: bool,
    /// Why it ended before its last game, if it did.
    pub stopped: Option<Decision>,
    /// Where the test stands, if there is one.
    pub sprt: Option<SprtFigures>,
    /// How much the blocks saved: the mean design effect of all entrants.
    pub design_effect: Option<Decimal<4>>,
    /// The entrants, in the order of the plan.
    pub entrants: Vec<StandingRow>,
    /// Every entrant against every other it met, both ways.
    pub pairs: Vec<PairRow>,
    /// The seats.
    pub seats: Vec<SeatRow>,
    /// What the moves of programs and timed bots took; no other moves are timed.
    pub times: Vec<TimesRow>,
    /// What a reader should know beyond the numbers, in sentences.
    pub notes: Vec<String>,
}

impl TournamentResult {
    /// The result of a run, from its statistics.
    ///
    /// # Panics
    /// If the facts have fewer entrants than the statistics.
    pub fn new(standings: Standings, ratings: &Ratings, run: RunFacts) -> Self {
        let standings = standings.with_ratings(ratings);
        let par = standings.par();
        let row = |(place, standing)| StandingRow::new(standing, &run.entrants[place], par);
        Self {
            blocks: standings.blocks,
            games: standings.games,
            players: standings.players,
            solo: standings.solo,
            complete: run.is_complete(standings.blocks),
            reproducible: run.is_reproducible(),
            sprt: run.sprt.map(Into::into),
            design_effect: standings.design_effect().and_then(Decimal::new),
            entrants: standings.entrants.iter().enumerate().map(row).collect(),
            pairs: standings.meetings.iter().map(|meeting| PairRow::new(meeting, &run.entrants)).collect(),
            seats: standings.seats.iter().map(SeatRow::new).collect(),
            times: Vec::new(),
            notes: notes(&standings, ratings, &run),
            game: run.game,
            seed: run.seed,
            clock: run.clock,
            stopped: run.stopped,
        }
    }

    /// The win share of each when all are alike.
    pub fn par(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// The places of the entrants in [`TournamentResult::entrants`], the best first: by shares, or by points where everyone
    /// plays alone.
    pub fn order(&self) -> Vec<usize> {
        let key = |row: &StandingRow| {
            let value = if self.solo { row.points.map(Into::into) } else { row.share.map(Into::into) };
            value.unwrap_or(f64::NEG_INFINITY)
        };
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        order.sort_by(|&one, &other| key(&self.entrants[other]).total_cmp(&key(&self.entrants[one])));
        order
    }

    /// The entrants, the best first.
    pub fn ranked(&self) -> Vec<&StandingRow> {
        self.order().into_iter().map(|place| &self.entrants[place]).collect()
    }

    /// How an entrant did against another.
    pub fn pair(&self, entrant: &str, opponent: &str) -> Option<&PairRow> {
        self.pairs.iter().find(|pair| pair.entrant == entrant && pair.opponent == opponent)
    }
}
