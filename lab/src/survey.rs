//! The scores of many games of a bot.

use std::collections::BTreeMap;

use kosti_bots::{BotGame, BotSpec, Player, Table};
use kosti_engine::{Chance, DicePoker, Game, Seat};

use crate::error::LabError;
use crate::lab::Lab;

/// How often each score came.
pub(crate) type Scores = BTreeMap<i32, u64>;

/// Games that a thread plays in one go.
const GAMES_AT_ONCE: u64 = 500;

/// Lets a bot play games for one player.
pub(crate) fn scores_of(lab: &Lab<'_>, game: &DicePoker, bot: &str, games: u64) -> Result<Scores, LabError> {
    let spec: BotSpec = bot.parse()?;
    // What bots of a kind share is worked out before all threads want it.
    Player::new(game, &spec)?;
    let mut all = Scores::new();
    lab.play_pieces(
        0..games,
        GAMES_AT_ONCE,
        || Table::new([Player::new(game, &spec).expect("a bot that was made before")]),
        |table, blocks| {
            let mut scores = Scores::new();
            for block in blocks {
                let luck = Chance::new(lab.seed, block);
                table.seat(&luck, 0, &[0]);
                let end = game.play_to_end(&luck, game.start(), table);
                *scores.entry(game.total(end.sheet(Seat::new(0)))).or_default() += 1;
            }
            scores
        },
        |scores| scores.into_iter().for_each(|(score, times)| *all.entry(score).or_default() += times),
    )?;
    Ok(all)
}
