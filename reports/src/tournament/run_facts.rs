//! What the result of a tournament needs to know of its run beyond the statistics.

use crate::stats::Sprt;
use crate::tournament::{Clock, Decision};

/// An entrant as the result needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The name in all tables.
    pub name: String,
    /// The bot in full. Entrants with the same text are copies of one bot.
    pub bot: String,
    /// Whether it plays the same games again: not if it thinks by the clock.
    pub reproducible: bool,
}

/// A sequential test and where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio, if it is known.
    pub llr: Option<f64>,
}

/// What was planned, and how it went.
#[derive(Clone, PartialEq, Debug)]
pub struct RunFacts {
    /// The rules of the game, as they are written.
    pub game: String,
    /// The seed of all luck.
    pub seed: u64,
    /// Who plays, in the order of the statistics.
    pub entrants: Vec<Entrant>,
    /// The blocks of the whole plan.
    pub planned_blocks: u64,
    /// How many tables are played in turn.
    pub tables: u64,
    /// How many games it takes until all of them were played once.
    pub games_per_cycle: u64,
    /// Whether these tables are only some of all possible ones.
    pub is_selection: bool,
    /// Why it ended before its last game, if it did.
    pub stopped: Option<Decision>,
    /// The test that the first of two entrants is put to, if there is one.
    pub sprt: Option<SprtState>,
    /// What it took, if it was all in one.
    pub clock: Option<Clock>,
}

impl RunFacts {
    /// Whether this many blocks are all that was to be played.
    pub(super) fn is_complete(&self, blocks: u64) -> bool {
        blocks == self.planned_blocks || self.stopped.is_some()
    }

    /// Whether the same plan brings the same games again.
    pub(super) fn is_reproducible(&self) -> bool {
        self.entrants.iter().all(|entrant| entrant.reproducible)
    }
}
