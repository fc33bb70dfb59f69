//! Games in pairs: with a habit and without it, all else the same.

use std::sync::atomic::{AtomicBool, Ordering};

use kosti_bots::advice::Habit;
use kosti_bots::greedy::GreedyGame;
use kosti_bots::{BotSpec, Experts, Player};
use kosti_engine::{Chance, Game, Seat};
use kosti_reports::{ConfidenceSequence, Sums, Verdict};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::trial::{Trial, Tried};

/// Blocks that a thread plays with the same bots.
const BLOCKS_AT_ONCE: u64 = 16;

/// A verdict has to stand at this error rate before a series ends early, so that it stands with many others.
pub(super) const ALPHA_TO_STOP: f64 = 0.05 / 64.0;

/// A series of pairs of games. A block is one deal of luck: everybody plays it without the habit, and then once with the
/// habit in each seat.
pub struct PairedGames<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// Who plays in all seats.
    pub base: &'a BotSpec,
    /// Makes the habit of the one who has it.
    pub habit: &'a (dyn Fn() -> Box<dyn Habit<G>> + Sync),
    /// The seed of all luck.
    pub seed: u64,
    /// The most blocks that are played.
    pub most_blocks: u64,
    /// What is judged, and what counts as a difference.
    pub judged: Judged,
}

/// What a difference is judged by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Judged {
    /// The share of games won.
    Share(f64),
    /// The points of the one who has the habit.
    Points(f64),
}

/// What a series of pairs brought.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PairedResult {
    /// How much larger a share of each game is won with the habit.
    #[serde(with = "SumsRow")]
    pub share: Sums,
    /// How many more points a game it brings.
    #[serde(with = "SumsRow")]
    pub points: Sums,
    /// How many games were played with the habit.
    pub games: u64,
    /// How many decisions the habit had a say in.
    pub had_a_say: u64,
    /// How many of them it changed.
    pub changed: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Sums")]
struct SumsRow {
    blocks: u64,
    sum: f64,
    squares: f64,
    largest: f64,
}

impl PairedResult {
    fn merge(&mut self, other: &Self) {
        self.share.merge(&other.share);
        self.points.merge(&other.points);
        self.games += other.games;
        self.had_a_say += other.had_a_say;
        self.changed += other.changed;
    }

    /// What is judged, with its margin.
    pub fn judged(&self, judged: Judged) -> (&Sums, f64) {
        match judged {
            Judged::Share(margin) => (&self.share, margin),
            Judged::Points(margin) => (&self.points, margin),
        }
    }

    /// The verdict at an error rate: that of both intervals is in proportion.
    pub fn verdict(&self, judged: Judged, sequence: &ConfidenceSequence, alpha: f64) -> Verdict {
        if self.changed == 0 {
            return Verdict::Untested;
        }
        let (sums, margin) = self.judged(judged);
        let interval = |alpha| sequence.interval(sums, alpha);
        match (interval(alpha), interval(2.0 * alpha)) {
            (Some(wide), Some(narrow)) => Verdict::of_intervals(wide, narrow, margin),
            _ => Verdict::Inconclusive,
        }
    }
}

/// The confidence sequence for a series of so many blocks.
pub(super) fn sequence(judged: Judged, most_blocks: u64) -> ConfidenceSequence {
    let least = match judged {
        Judged::Share(_) => 1.0,
        Judged::Points(margin) => margin,
    };
    ConfidenceSequence::new(most_blocks / 2, least)
}

/// How many times as many blocks a series takes to have intervals as wide at the error rate that ends it early as those of
/// 95 % are when all its blocks are played.
pub(super) fn times_the_blocks_to_stop() -> f64 {
    const BLOCKS: u64 = 1000;
    // A longer series is planned for more blocks, so that the ratio is the same for all numbers of them.
    let sequence = sequence(Judged::Share(1.0), BLOCKS);
    let squared = |alpha| sequence.squared_half_width(BLOCKS, alpha);
    squared(ALPHA_TO_STOP) / squared(0.05)
}

impl<G: GreedyGame + Experts + 'static> PairedGames<'_, G> {
    /// What a series says, taken alone.
    pub fn verdict(&self, result: &PairedResult) -> Verdict {
        result.verdict(self.judged, &sequence(self.judged, self.most_blocks), 0.05)
    }

    /// Plays until the verdict is clear or all blocks are played, from where an earlier series ended. `kept` is told what
    /// there is after every batch; nothing if the user wants an end.
    pub fn play(
        &self,
        from: PairedResult,
        stop: &AtomicBool,
        mut kept: impl FnMut(&PairedResult),
    ) -> Option<PairedResult> {
        let sequence = sequence(self.judged, self.most_blocks);
        let mut result = from;
        let batch = (self.most_blocks / 20).clamp(BLOCKS_AT_ONCE, 20_000).next_multiple_of(BLOCKS_AT_ONCE);
        while result.share.blocks < self.most_blocks {
            let decided = result.verdict(self.judged, &sequence, ALPHA_TO_STOP);
            if !matches!(
                decided,
                Verdict::Inconclusive | Verdict::Untested | Verdict::HelpsSizeUnclear | Verdict::HarmsSizeUnclear
            ) {
                break;
            }
            let first = result.share.blocks;
            let end = (first + batch).min(self.most_blocks);
            let starts: Vec<u64> = (first..end).step_by(BLOCKS_AT_ONCE as usize).collect();
            let parts: Option<Vec<PairedResult>> = starts
                .par_iter()
                .map(|&start| {
                    let end = (start + BLOCKS_AT_ONCE).min(end);
                    (!stop.load(Ordering::Relaxed)).then(|| self.play_blocks(start, end))
                })
                .collect();
            parts?.iter().for_each(|part| result.merge(part));
            kept(&result);
        }
        Some(result)
    }

    /// Plays these blocks.
    fn play_blocks(&self, first: u64, end: u64) -> PairedResult {
        let player = Player::new(self.game, self.base).expect("a bot that plays this game");
        let mut trial = Trial::new(self.game, player, (self.habit)());
        let mut result = PairedResult::default();
        let players = f64::from(self.game.players());
        for block in first..end {
            let Tried { without, with, counts } = trial.play(&Chance::new(self.seed, block));
            let (mut share, mut points) = (0.0, 0.0);
            for (seat, with) in Seat::all(self.game.players()).zip(&with) {
                let Some(with) = with else { continue };
                share += with.share(seat) - without.share(seat);
                points += f64::from(with.as_slice()[seat.index()] - without.as_slice()[seat.index()]);
            }
            result.share.add(share / players);
            result.points.add(points / players);
            result.games += with.len() as u64;
            result.had_a_say += counts.had_a_say;
            result.changed += counts.changed;
        }
        result
    }
}
