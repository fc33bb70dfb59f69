//! The scores of many games of a bot.

use std::collections::BTreeMap;

use kosti_bots::{BotSpec, Player, Table, Trusting, play_on};
use kosti_engine::{Chance, DicePoker, Game, Seat};
use kosti_reports::{Estimate, Interval, StandardError, Sums};
use rayon::prelude::*;

use super::lab::Lab;

/// How often each score came.
pub(super) type Scores = BTreeMap<i32, u64>;

/// Games that a thread plays in one go.
const GAMES_AT_ONCE: u64 = 500;

/// Lets a bot play games for one player.
pub(super) fn scores_of(lab: &Lab, game: &DicePoker, bot: &str, games: u64) -> anyhow::Result<Scores> {
    let spec: BotSpec = bot.parse()?;
    // What bots of a kind share is worked out before all threads want it.
    Player::new(game, &spec)?;
    let starts: Vec<u64> = (0..games).step_by(GAMES_AT_ONCE as usize).collect();
    let parts: Vec<Scores> = starts
        .par_iter()
        .map(|&start| {
            let mut scores = Scores::new();
            if lab.go_on().is_err() {
                return scores;
            }
            let mut table = Table::new([Player::new(game, &spec).expect("a bot that was made before")]);
            for block in start..(start + GAMES_AT_ONCE).min(games) {
                let luck = Chance::new(lab.seed, block);
                table.seat(&luck, 0, &[0]);
                let mut state = game.start();
                play_on::<Trusting, _, _>(game, &luck, &mut state, &mut table, &mut (), |_| false)
                    .expect("nobody minds");
                *scores.entry(game.total(state.sheet(Seat::new(0)))).or_default() += 1;
            }
            scores
        })
        .collect();
    lab.go_on()?;
    let mut all = Scores::new();
    parts.into_iter().flatten().for_each(|(score, times)| *all.entry(score).or_default() += times);
    Ok(all)
}

/// Half the width of a 95 % interval from many games, in standard errors.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a chance that came true so often in so many games (Wilson's).
pub(super) fn chance_interval(times: u64, games: u64) -> (f64, f64) {
    let n = games.max(1) as f64;
    let p = times as f64 / n;
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}

/// The 95 % interval of the share that was won of so many games, from what was won of each block (Wilson's, with the effective
/// number of games). Anything is possible as long as there are not two blocks to compare.
pub(super) fn share_interval(blocks: &Sums, games: u64) -> (f64, f64) {
    let estimate = estimate(blocks.sum, blocks.squares, blocks.blocks);
    let wilson = Estimate { observations: games as f64, ..estimate }.wilson();
    wilson.map_or((0.0, 1.0), |Interval { low, high }| (low, high))
}

/// The 95 % interval of a mean of at least two games, or blocks of games, with this sum and sum of squares (Student's).
pub(super) fn mean_interval(sum: f64, squares: f64, games: u64) -> (f64, f64) {
    let estimate = estimate(sum, squares, games);
    estimate.student().map_or((estimate.mean, estimate.mean), |Interval { low, high }| (low, high))
}

/// The mean of independent numbers with this sum and sum of squares.
fn estimate(sum: f64, squares: f64, count: u64) -> Estimate {
    let observations = count.max(1) as f64;
    let mean = sum / observations;
    let error = (count >= 2).then(|| {
        let freedom = observations - 1.0;
        StandardError { value: ((squares / observations - mean * mean).max(0.0) / freedom).sqrt(), freedom }
    });
    Estimate { mean, observations, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(blocks: &[f64]) -> Sums {
        let mut sums = Sums::default();
        blocks.iter().for_each(|&block| sums.add(block));
        sums
    }

    fn is_about((low, high): (f64, f64), expected: (f64, f64)) -> bool {
        (low - expected.0).abs() < 1e-3 && (high - expected.1).abs() < 1e-3
    }

    #[test]
    fn intervals_of_chances_and_means() {
        assert!(is_about(chance_interval(40, 100), (0.3094, 0.4980)));
        // Student's quantile for 99 degrees of freedom is 1.984, and for 4 it is 2.776.
        assert!(is_about(mean_interval(100.0, 200.0, 100), (1.0 - 0.1994, 1.0 + 0.1994)));
        let few = sums(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        let half = 2.7764 * (2.5f64 / 5.0).sqrt();
        assert!(is_about(mean_interval(few.sum, few.squares, few.blocks), (3.0 - half, 3.0 + half)));
    }

    #[test]
    fn shares_from_few_blocks_stay_shares_and_are_never_certain() {
        for blocks in [[0.0; 8], [1.0; 8], [0.5; 8], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.75]] {
            let (low, high) = share_interval(&sums(&blocks), 32);
            assert!(0.0 <= low && high <= 1.0 && high - low > 0.1, "{blocks:?}: {low} {high}");
        }
        assert_eq!(share_interval(&sums(&[0.5]), 4), (0.0, 1.0));
    }

    #[test]
    fn blocks_that_hang_together_count_for_fewer_games() {
        let blocks: Vec<f64> = (0..100).map(|block| f64::from(block % 2)).collect();
        let width = |(low, high): (f64, f64)| high - low;
        let (single, fourfold) = (share_interval(&sums(&blocks), 100), share_interval(&sums(&blocks), 400));
        assert!(is_about(single, (0.4022, 0.5978)), "{single:?}");
        assert!((width(single) / width(fourfold) - 1.0).abs() < 0.05, "{single:?} {fourfold:?}");
    }
}
