//! Games played and written down, one record a game.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use kosti_bots::record::{GameId, Recorder};
use kosti_bots::{BotGame, BotSpec, Player, SpecError, Table, roster};
use kosti_engine::{AnyRules, Chance, with_game};
use thiserror::Error;

use crate::blocks::{Stopped, play_pieces};

/// Games that are played and written down: one bot for each entrant, once for each rotation of the seats in every block.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The rules.
    pub rules: AnyRules,
    /// The bots, one for each seat.
    pub bots: Vec<BotSpec>,
    /// How many games.
    pub games: u64,
    /// The seed of all dice, deals and bots.
    pub seed: u64,
}

/// Why games could not be recorded.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// No bots.
    #[error("no bots given; try --bots greedy,random or --bots greedy")]
    NoBots,
    /// Not as many bots as seats.
    #[error("{bots} bots for {} seats of {rules}; give one for each seat, or one for all", rules.players())]
    WrongNumber {
        /// How many bots.
        bots: usize,
        /// The rules.
        rules: AnyRules,
    },
    /// A bot cannot be made.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A record cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The caller wanted an end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Games that are played before their records are written.
const BATCH: u64 = 256;

impl Recording {
    /// Games among these bots: one for each seat, or one for all.
    ///
    /// # Errors
    /// If the bots do not fit the game.
    pub fn new(rules: AnyRules, bots: Vec<BotSpec>, games: u64, seed: u64) -> Result<Self, RecordingError> {
        let players = rules.players() as usize;
        bots.iter().try_for_each(|bot| roster::check_for(bot, &rules))?;
        let bots = match bots.as_slice() {
            [] => return Err(RecordingError::NoBots),
            [one] => vec![one.clone(); players],
            _ if bots.len() == players => bots,
            _ => return Err(RecordingError::WrongNumber { bots: bots.len(), rules }),
        };
        Ok(Self { rules, bots, games, seed })
    }

    /// Plays all games on all cores and writes their records in order, one a line; `progress` hears how many are written.
    ///
    /// # Errors
    /// If a bot cannot be made or fails, a record cannot be written, or the caller wants an end.
    pub fn write(
        &self,
        out: &mut dyn Write,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), RecordingError> {
        with_game!(self.rules, game => self.write_games(&game, out, stop, progress))
    }

    fn write_games<G: BotGame>(
        &self,
        game: &G,
        out: &mut dyn Write,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), RecordingError> {
        // What bots share is worked out before all threads are busy.
        self.bots.iter().try_for_each(|spec| Player::new(game, spec).map(|_| ()))?;
        let mut first = 0;
        while first < self.games {
            let end = (first + BATCH).min(self.games);
            let mut lines = Vec::new();
            let play = |(): &mut (), games: std::ops::Range<u64>| -> Result<Vec<u8>, RecordingError> {
                let mut lines = Vec::new();
                for number in games {
                    lines.extend(self.line(game, number)?);
                }
                Ok(lines)
            };
            play_pieces(first..end, 1, stop, || (), play, |piece| lines.push(piece))?;
            for line in lines {
                out.write_all(&line?)?;
            }
            out.flush()?;
            first = end;
            progress(first);
        }
        Ok(())
    }

    /// The line of one game.
    fn line<G: BotGame>(&self, game: &G, number: u64) -> Result<Vec<u8>, RecordingError> {
        let players = self.bots.len();
        let (block, rotation) = (number / players as u64, (number % players as u64) as usize);
        let bots = (0..players).map(|seat| &self.bots[(seat + rotation) % players]);
        let bots: Vec<_> =
            bots.map(|spec| Ok((spec.label(), Player::<G>::new(game, spec)?))).collect::<Result<_, SpecError>>()?;
        let id = GameId { seed: self.seed, block, game: rotation as u16 };
        let luck = Chance::new(id.seed, id.block);
        let (seats, bots): (Vec<_>, Vec<_>) = bots.into_iter().unzip();
        let (mut state, mut recorder) = (game.start(), Recorder::default());
        game.play_on_watched(&luck, &mut state, &mut Table::for_game(&luck, id.game, bots), &mut recorder, &|_| false);
        let record = recorder.finish(game, id, seats, &game.scores(&state));
        let mut line = serde_json::to_vec(&record).map_err(io::Error::from)?;
        line.push(b'\n');
        Ok(line)
    }
}
