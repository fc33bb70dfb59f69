//! One bot among simple players.

use std::collections::BTreeMap;

use kosti_bots::greedy::GreedyGame;
use kosti_bots::{BotSpec, Experts, Player, Table, Trusting, play_on};
use kosti_engine::{Chance, MAX_SEATS, Seat};
use kosti_reports::Sums;
use rayon::prelude::*;

use super::lab::Lab;

/// Blocks that a thread plays with the same bots.
const BLOCKS_AT_ONCE: u64 = 4;

/// What became of a bot among simple players.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Among {
    /// What it won of each game, a block being a deal of luck that it plays once in each seat.
    pub(super) share: Sums,
    /// Its points a game, by block.
    pub(super) points: Sums,
    /// How often it ended with so many points.
    pub(super) scores: BTreeMap<i32, u64>,
    /// How many games it played.
    pub(super) games: u64,
}

impl Among {
    fn merge(&mut self, other: Self) {
        self.share.merge(&other.share);
        self.points.merge(&other.points);
        self.games += other.games;
        other.scores.into_iter().for_each(|(score, times)| *self.scores.entry(score).or_default() += times);
    }
}

/// Lets a bot play so many blocks against `greedy` in all other seats.
pub(super) fn among_simple<G>(lab: &Lab, game: &G, bot: &str, blocks: u64) -> anyhow::Result<Among>
where
    G: GreedyGame + Experts + 'static,
{
    let (bot, simple): (BotSpec, BotSpec) = (bot.parse()?, "greedy".parse()?);
    let players = game.players();
    // What bots of a kind share is worked out before all threads want it.
    Player::new(game, &bot)?;
    let play = |start: u64| {
        let player = |spec| Player::new(game, spec).expect("a bot that plays this game");
        let mut table = Table::new([player(&simple), player(&bot)]);
        let mut among = Among::default();
        for block in start..(start + BLOCKS_AT_ONCE).min(blocks) {
            let luck = Chance::new(lab.seed, block);
            let (mut share, mut points) = (0.0, 0.0);
            for seat in Seat::all(players) {
                if lab.go_on().is_err() {
                    return among;
                }
                let mut seating = [0; MAX_SEATS];
                seating[seat.index()] = 1;
                table.seat(&luck, 0, &seating[..usize::from(players)]);
                let mut state = game.start();
                play_on::<Trusting, _, _>(game, &luck, &mut state, &mut table, &mut (), |_| false)
                    .expect("nobody minds");
                let scores = game.scores(&state);
                share += scores.share(seat);
                points += f64::from(scores.of(seat));
                *among.scores.entry(scores.of(seat)).or_default() += 1;
            }
            among.share.add(share / f64::from(players));
            among.points.add(points / f64::from(players));
            among.games += u64::from(players);
        }
        among
    };
    let starts: Vec<u64> = (0..blocks).step_by(BLOCKS_AT_ONCE as usize).collect();
    let parts: Vec<Among> = starts.into_par_iter().map(play).collect();
    lab.go_on()?;
    let mut all = Among::default();
    parts.into_iter().for_each(|part| all.merge(part));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::budget::LabBudget;
    use kosti_engine::{Game, Rims, Rules};

    #[test]
    fn a_simple_player_among_its_like_wins_its_part() {
        let lab = Lab::new(1, LabBudget::Quick, None);
        for players in [2u8, 3, 5] {
            let game = Rims::new(Rules::parse(&format!("players={players}")).unwrap());
            let among = among_simple(&lab, &game, "greedy", 50).unwrap();
            // In every block it holds each seat once, with the same cards.
            assert!((among.share.mean() - 1.0 / f64::from(players)).abs() < 1e-9);
            assert!((among.share.squares / 50.0 - among.share.mean().powi(2)).abs() < 1e-9);
            assert_eq!(among.games, 50 * u64::from(players));
            assert_eq!(among.scores.values().sum::<u64>(), among.games);
            let points: f64 = among.scores.iter().map(|(&score, &times)| f64::from(score) * times as f64).sum();
            assert!((among.points.mean() - points / among.games as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn random_play_wins_less() {
        let lab = Lab::new(1, LabBudget::Quick, None);
        let game = Rims::new(Rules::parse("players=3").unwrap());
        let among = among_simple(&lab, &game, "random", 100).unwrap();
        assert!(among.share.mean() < 0.15, "{}", among.share.mean());
    }
}
