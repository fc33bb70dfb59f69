//! Writing records.

use kosti_bots::{Bot, IllegalMove, Observer, Table, play_game};
use kosti_engine::{Chance, Seat};

use crate::record::{FORMAT, Record, Recorded};

/// Collects the events of a game.
struct Recorder<E> {
    events: Vec<E>,
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
    seed: u64,
    block: u64,
    rotation: u16,
    bots: impl IntoIterator<Item = (String, B)>,
) -> Result<Record<G::Event>, IllegalMove> {
    let luck = Chance::new(seed, block);
    let (seats, bots): (Vec<_>, Vec<_>) = bots.into_iter().unzip();
    let mut table = Table::for_game(&luck, rotation, bots);
    let mut recorder = Recorder { events: Vec::new() };
    let end = play_game(game, &luck, &mut table, &mut recorder)?;
    let scores = game.scores(&end);
    Ok(Record {
        format: FORMAT.into(),
        game: game.rules().to_string(),
        seed: seed.to_string(),
        block,
        rotation: rotation.into(),
        seats,
        events: recorder.events,
        scores: scores.as_slice().to_vec(),
        shares: Seat::all(game.players()).map(|seat| scores.share(seat)).collect(),
    })
}
