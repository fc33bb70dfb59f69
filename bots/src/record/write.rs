//! Writing records.

use kosti_engine::{Chance, Scores, Seat};

use crate::bot::Bot;
use crate::play::{IllegalMove, Observer, Table, try_play};
use crate::record::{FORMAT, Record, Recorded};

/// Collects the events of a game.
#[derive(Debug)]
pub struct Recorder<E> {
    events: Vec<E>,
}

impl<E> Default for Recorder<E> {
    fn default() -> Self {
        Self { events: Vec::new() }
    }
}

/// Which game of a run it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId {
    /// The seed of the run.
    pub seed: u64,
    /// The block.
    pub block: u64,
    /// The game of the block.
    pub game: u16,
}

impl<E> Recorder<E> {
    /// The record of the game that was watched.
    pub fn finish<G: Recorded<Event = E>>(
        self,
        game: &G,
        id: GameId,
        seats: Vec<String>,
        scores: &Scores,
    ) -> Record<E> {
        Record {
            format: FORMAT.into(),
            game: game.rules().to_string(),
            seed: id.seed.to_string(),
            block: id.block,
            rotation: id.game.into(),
            seats,
            events: self.events,
            scores: scores.as_slice().to_vec(),
            shares: Seat::all(game.players()).map(|seat| scores.share(seat)).collect(),
        }
    }
}

impl<G: Recorded> Observer<G> for Recorder<G::Event> {
    fn drawn(&mut self, game: &G, before: &G::State, outcome: &G::Outcome, after: &G::State) {
        game.drawn(before, outcome, after, &mut self.events);
    }

    fn acted(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action, after: &G::State) {
        game.acted(before, seat, action, after, &mut self.events);
    }
}

/// Plays one game of a run and writes it down. `bots` are the bots by seat, each with its name.
///
/// # Errors
/// If a bot chooses an illegal action.
pub fn record_game<G: Recorded, B: Bot<G>>(
    game: &G,
    id: GameId,
    bots: impl IntoIterator<Item = (String, B)>,
) -> Result<Record<G::Event>, IllegalMove> {
    let luck = Chance::new(id.seed, id.block);
    let (seats, bots): (Vec<_>, Vec<_>) = bots.into_iter().unzip();
    let mut table = Table::for_game(&luck, id.game, bots);
    let mut recorder = Recorder::default();
    let end = try_play(game, &luck, &mut table, &mut recorder)?;
    Ok(recorder.finish(game, id, seats, &game.scores(&end)))
}
