//! One bot among simple players.

use std::collections::BTreeMap;

use kosti_bots::{BotGame, BotSpec, Player, Table};
use kosti_engine::{Chance, MAX_SEATS, Seat};
use kosti_reports::stats::Sums;

use crate::error::LabError;
use crate::lab::Lab;

/// Blocks that are summed up before they are merged.
const BLOCKS_AT_ONCE: u64 = 4;

/// How a bot does among simple players.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct FieldResult {
    /// The share that it wins of each game. A block is a deal of luck that it plays once in each seat.
    pub(crate) share: Sums,
    /// Its points a game, by block.
    pub(crate) points: Sums,
    /// How often it ended with this many points.
    pub(crate) scores: BTreeMap<i32, u64>,
    /// How many games it played.
    pub(crate) games: u64,
}

impl FieldResult {
    fn merge(&mut self, other: Self) {
        self.share.merge(&other.share);
        self.points.merge(&other.points);
        self.games += other.games;
        other.scores.into_iter().for_each(|(score, times)| *self.scores.entry(score).or_default() += times);
    }
}

/// Lets a bot play this many blocks against `greedy` in all other seats.
pub(crate) fn among_simple<G: BotGame>(
    lab: &Lab<'_>,
    game: &G,
    bot: &str,
    blocks: u64,
) -> Result<FieldResult, LabError> {
    let (bot, simple): (BotSpec, BotSpec) = (bot.parse()?, "greedy".parse()?);
    let players = game.players();
    // What bots of a kind share is worked out before all threads want it.
    Player::new(game, &bot)?;
    let make = || Table::new([&simple, &bot].map(|spec| Player::new(game, spec).expect("a bot that was made before")));
    let mut all = FieldResult::default();
    let play_blocks = |table: &mut Table<Player<G>>, blocks| {
        let mut result = FieldResult::default();
        for block in blocks {
            let luck = Chance::new(lab.seed, block);
            let (mut share, mut points) = (0.0, 0.0);
            for seat in Seat::all(players) {
                // A block of some bots takes long.
                if lab.check_stop().is_err() {
                    return result;
                }
                let mut seating = [0; MAX_SEATS];
                seating[seat.index()] = 1;
                table.seat(&luck, 0, &seating[..usize::from(players)]);
                let scores = game.scores(&game.play_to_end(&luck, game.start(), table));
                share += scores.share(seat);
                points += f64::from(scores.of(seat));
                *result.scores.entry(scores.of(seat)).or_default() += 1;
            }
            result.share.add(share / f64::from(players));
            result.points.add(points / f64::from(players));
            result.games += u64::from(players);
        }
        result
    };
    lab.play_pieces(0..blocks, BLOCKS_AT_ONCE, make, play_blocks, |piece| all.merge(piece))?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use kosti_engine::{Game, Rims, Rules};

    use super::*;
    use crate::budget::LabBudget;

    #[test]
    fn a_simple_player_among_its_like_wins_its_part() {
        let lab = Lab::alone("X1", 1, LabBudget::Quick);
        for players in [2u8, 3, 5] {
            let game = Rims::new(Rules::parse(&format!("players={players}")).unwrap());
            let result = among_simple(&lab, &game, "greedy", 50).unwrap();
            // In every block it holds each seat once, with the same cards.
            assert!((result.share.mean() - 1.0 / f64::from(players)).abs() < 1e-9);
            assert!((result.share.squares / 50.0 - result.share.mean().powi(2)).abs() < 1e-9);
            assert_eq!(result.games, 50 * u64::from(players));
            assert_eq!(result.scores.values().sum::<u64>(), result.games);
            let points: f64 = result.scores.iter().map(|(&score, &times)| f64::from(score) * times as f64).sum();
            assert!((result.points.mean() - points / result.games as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn random_play_wins_less() {
        let lab = Lab::alone("X1", 1, LabBudget::Quick);
        let game = Rims::new(Rules::parse("players=3").unwrap());
        let result = among_simple(&lab, &game, "random", 100).unwrap();
        assert!(result.share.mean() < 0.15, "{}", result.share.mean());
    }
}
