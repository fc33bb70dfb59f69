//! Games in pairs: with a habit and without it, all else the same.

use std::ops::Range;

use kosti_bots::habit::Habit;
use kosti_bots::{BotGame, BotSpec, Player};
use kosti_engine::{Chance, Game, Seat};
use kosti_reports::stats::{ConfidenceSequence, Sums, Verdict};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::lab::Lab;
use crate::trial::{Trial, TrialResult};

/// Blocks that are summed up before they are merged.
const BLOCKS_AT_ONCE: u64 = 16;

/// A verdict has to stand at this error rate before a series ends early, so that it stands with many others.
const ALPHA_TO_STOP: f64 = 0.05 / 64.0;

/// A habit that is tested in pairs of games. A block is one deal of luck: the base bot plays it in all seats without the
/// habit, and then once with the habit in each seat.
pub(crate) struct Pairing<'a, G: Game> {
    /// The game.
    pub(crate) game: &'a G,
    /// The base bot.
    pub(crate) base: &'a BotSpec,
    /// Makes the habit.
    pub(crate) habit: &'a (dyn Fn() -> Box<dyn Habit<G>> + Sync),
    /// The most blocks that are played.
    pub(crate) most_blocks: u64,
    /// What is judged, and what counts as a difference.
    pub(crate) judged: Judged,
}

/// What a habit is judged by, with the difference that counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Judged {
    /// The share of the games that the player with the habit wins, from 0 to 1.
    Share(f64),
    /// The points of the player with the habit.
    Points(f64),
}

/// The sums of some blocks.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PairedResult {
    /// How much larger a share of each game is won with the habit.
    #[serde(with = "SumsRow")]
    pub(crate) share: Sums,
    /// How many more points a game it brings.
    #[serde(with = "SumsRow")]
    pub(crate) points: Sums,
    /// How many games were played with the habit.
    pub(crate) games: u64,
    /// To how many decisions the habit applied.
    #[serde(rename = "had_a_say")]
    pub(crate) applied: u64,
    /// How many of them it changed.
    pub(crate) changed: u64,
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
        self.applied += other.applied;
        self.changed += other.changed;
    }

    /// What is judged, with its margin.
    pub(crate) fn judged(&self, judged: Judged) -> (&Sums, f64) {
        match judged {
            Judged::Share(margin) => (&self.share, margin),
            Judged::Points(margin) => (&self.points, margin),
        }
    }

    /// The verdict at an error rate: that of both intervals is in proportion.
    pub(crate) fn verdict(&self, judged: Judged, sequence: &ConfidenceSequence, alpha: f64) -> Verdict {
        if self.changed == 0 {
            return Verdict::Untested;
        }
        let (sums, margin) = self.judged(judged);
        Verdict::of_sequence(sequence, sums, margin, alpha)
    }
}

/// The confidence sequence for a series of this many blocks.
pub(crate) fn sequence(judged: Judged, most_blocks: u64) -> ConfidenceSequence {
    let least = match judged {
        Judged::Share(_) => 1.0,
        Judged::Points(margin) => margin,
    };
    ConfidenceSequence::new(most_blocks / 2, least)
}

/// How many times as many blocks a series takes to have intervals as wide at the error rate that ends it early as those of
/// 95 % are when all its blocks are played.
pub(crate) fn times_the_blocks_to_stop() -> f64 {
    const BLOCKS: u64 = 1000;
    // A longer series is planned for more blocks, so that the ratio is the same for all numbers of them.
    let sequence = sequence(Judged::Share(1.0), BLOCKS);
    let squared = |alpha| sequence.squared_half_width(BLOCKS, alpha);
    squared(ALPHA_TO_STOP) / squared(0.05)
}

/// Keeps a result in case the series is stopped.
pub(crate) type Keep<'a> = dyn FnMut(&PairedResult) -> Result<(), LabError> + 'a;

impl<G: BotGame> Pairing<'_, G> {
    /// Plays until the verdict is clear or all blocks are played, on from an earlier result. `keep` is given the result after
    /// every batch of blocks.
    pub(crate) fn play(
        &self,
        lab: &Lab<'_>,
        from: PairedResult,
        keep: &mut Keep<'_>,
    ) -> Result<PairedResult, LabError> {
        // What bots of a kind share is worked out before all threads want it.
        Player::new(self.game, self.base)?;
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
            let play = |trial: &mut Trial<'_, G>, blocks| self.play_blocks(trial, lab.seed, blocks);
            lab.play_pieces(first..end, BLOCKS_AT_ONCE, || self.trial(), play, |piece| result.merge(&piece))?;
            keep(&result)?;
        }
        Ok(result)
    }

    fn trial(&self) -> Trial<'_, G> {
        let player = Player::new(self.game, self.base).expect("a bot that was made before");
        Trial::new(self.game, player, (self.habit)())
    }

    fn play_blocks(&self, trial: &mut Trial<'_, G>, seed: u64, blocks: Range<u64>) -> PairedResult {
        let mut result = PairedResult::default();
        let players = f64::from(self.game.players());
        for block in blocks {
            let TrialResult { without, with, counts } = trial.play(&Chance::new(seed, block));
            let (mut share, mut points) = (0.0, 0.0);
            for (seat, with) in Seat::all(self.game.players()).zip(&with) {
                let Some(with) = with else { continue };
                share += with.share(seat) - without.share(seat);
                points += f64::from(with.of(seat) - without.of(seat));
            }
            result.share.add(share / players);
            result.points.add(points / players);
            result.games += with.len() as u64;
            result.applied += counts.applied;
            result.changed += counts.changed;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use kosti_bots::habit::HabitGame;
    use kosti_bots::habit::null::ChangesNothing;
    use kosti_engine::rims::RimsView;
    use kosti_engine::{ActionSet, Rims, Rules};

    use super::*;
    use crate::budget::LabBudget;

    /// Takes the last action where the first would be taken, and so on. For a player who takes all with the same chance it is
    /// only another way to toss the coin.
    struct Mirrored;

    impl Habit<Rims> for Mirrored {
        fn ask(&self, game: &Rims, view: &RimsView, usual: <Rims as Game>::Action) -> Option<<Rims as Game>::Action> {
            let legal = game.legal_in(view);
            let place = legal.iter().position(|action| action == usual)?;
            Some(legal.nth(legal.len() - 1 - place))
        }
    }

    fn rims(players: u8) -> Rims {
        Rims::new(Rules::parse(&format!("players={players}")).expect("rules"))
    }

    fn play(
        game: &Rims,
        base: &str,
        habit: &(dyn Fn() -> Box<dyn Habit<Rims>> + Sync),
        seed: u64,
        (most_blocks, margin): (u64, f64),
    ) -> (PairedResult, Verdict) {
        let base = base.parse().expect("a bot");
        let judged = Judged::Share(margin);
        let pairing = Pairing { game, base: &base, habit, most_blocks, judged };
        let lab = Lab::alone("X1", seed, LabBudget::Quick);
        let result = pairing.play(&lab, PairedResult::default(), &mut |_| Ok(())).expect("nothing stops it");
        let verdict = result.verdict(judged, &sequence(judged, most_blocks), 0.05);
        (result, verdict)
    }

    #[test]
    fn habits_that_change_nothing_are_never_found_to_help_or_harm() {
        let game = rims(2);
        for seed in 0..200 {
            let (result, verdict) = play(&game, "greedy", &|| Box::new(ChangesNothing), seed, (64, 0.02));
            assert_eq!((result.changed, verdict), (0, Verdict::Untested));
            assert!(result.applied > 0);
        }
    }

    #[test]
    fn another_way_to_toss_a_coin_is_hardly_ever_found_to_help_or_harm() {
        let game = rims(2);
        let (mut wrong, mut level) = (0, 0);
        for seed in 0..200 {
            // So many blocks and so large a margin that some series can tell that there is no difference of that size.
            let (result, verdict) = play(&game, "random", &|| Box::new(Mirrored), seed, (600, 0.08));
            assert!(result.changed > 0);
            match verdict {
                Verdict::NoPracticalDifference => level += 1,
                Verdict::Inconclusive => {}
                _ => wrong += 1,
            }
        }
        // A twentieth is what the verdicts allow themselves.
        assert!(wrong <= 10, "{wrong} of 200");
        assert!(level >= 50, "only {level} of 200 found that there is no difference");
    }

    #[test]
    fn a_habit_that_harms_is_found_and_the_threads_make_no_difference() {
        let game = rims(3);
        let habit = || Rims::habit("show-highest").expect("a habit of rims");
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| play(&game, "greedy", &habit, 5, (4000, 0.02)))
        };
        let (one, verdict) = with(1);
        assert_eq!(verdict, Verdict::Harms);
        assert_eq!(with(2), (one, verdict));
        assert!(one.share.blocks < 4000, "it should have stopped early");
    }

    #[test]
    fn a_series_goes_on_where_it_ended() {
        let (game, base) = (rims(2), "greedy".parse().expect("a bot"));
        let habit = || Rims::habit("lead-highest").expect("a habit of rims");
        let judged = Judged::Share(0.0001);
        let pairing = Pairing { game: &game, base: &base, habit: &habit, most_blocks: 800, judged };
        let lab = Lab::alone("X1", 3, LabBudget::Quick);
        let mut parts = Vec::new();
        let mut keep = |part: &PairedResult| {
            parts.push(*part);
            Ok(())
        };
        let whole = pairing.play(&lab, PairedResult::default(), &mut keep).expect("nothing stops it");
        assert!(parts.len() > 3);
        let rest = pairing.play(&lab, parts[1], &mut |_| Ok(())).expect("nothing stops it");
        assert_eq!(rest, whole);
    }
}
