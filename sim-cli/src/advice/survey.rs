//! The scores of many games of a bot.

use std::collections::BTreeMap;

use kosti_bots::{BotSpec, Player, Table, Trusting, play_on};
use kosti_engine::{Chance, DicePoker, Game, Seat};
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

/// Half the width of a 95 % interval, in standard errors.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a chance that came true so often in so many games (Wilson's).
pub(super) fn chance_interval(times: u64, games: u64) -> (f64, f64) {
    let n = games.max(1) as f64;
    let p = times as f64 / n;
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}

/// The 95 % interval of a mean of so many games with this sum and sum of squares.
pub(super) fn mean_interval(sum: f64, squares: f64, games: u64) -> (f64, f64) {
    let n = games.max(2) as f64;
    let mean = sum / n;
    let half = Z * ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt();
    (mean - half, mean + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_chances_and_means() {
        let (low, high) = chance_interval(40, 100);
        assert!((low - 0.3094).abs() < 1e-3 && (high - 0.4980).abs() < 1e-3, "{low} {high}");
        let (low, high) = mean_interval(100.0, 200.0, 100);
        assert!((low - 0.803).abs() < 1e-3 && (high - 1.197).abs() < 1e-3, "{low} {high}");
    }
}
