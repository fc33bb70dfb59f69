//! Games from which is learned what prospects are worth.

use std::sync::Arc;

use kosti_engine::graph_poker::{GraphAction, GraphState, OneDeck};
use kosti_engine::{Chance, Game, GraphPoker, MAX_SEATS, Seat, Turn};

use crate::games::graph_poker::leaf::{LeafTable, Prospects};
use crate::games::graph_poker::search::playground::Playground;
use crate::play::{Observer, Table, play_watched};
use crate::search::{Budget, Ismcts, IsmctsSettings};

/// What all seats had at the end of a round, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct LeafSample {
    /// How many rounds were left.
    pub rounds: usize,
    /// What each seat had.
    pub prospects: Vec<Prospects>,
    /// The share of the win that each seat got in the end.
    pub shares: Vec<f64>,
}

/// A player who searches with a table of leaf values.
pub fn searcher(table: &Arc<LeafTable>, iterations: u32) -> Ismcts<GraphPoker> {
    let settings = IsmctsSettings { budget: Budget::Count(iterations), ..IsmctsSettings::default() };
    Ismcts::with_room(settings, Playground::with_table(Arc::clone(table)))
}

/// Plays a game among players who search with a table, and tells what all seats had at the end of each round but the last.
pub fn watch_game(game: &GraphPoker, table: &Arc<LeafTable>, iterations: u32, luck: &Chance) -> Vec<LeafSample> {
    let bots: Vec<_> = (0..game.players()).map(|_| searcher(table, iterations)).collect();
    let mut watch = Watch { room: Playground::default(), seen: Vec::new() };
    let end = play_watched(game, luck, &mut Table::for_game(luck, 0, bots), &mut watch);
    let scores = game.scores(&end);
    let shares: Vec<f64> = Seat::all(game.players()).map(|seat| scores.share(seat)).collect();
    let samples = watch.seen.into_iter().map(|(rounds, prospects)| LeafSample {
        rounds,
        prospects: prospects[..shares.len()].to_vec(),
        shares: shares.clone(),
    });
    samples.collect()
}

/// Notes what seats have.
struct Watch {
    room: Playground<OneDeck>,
    seen: Vec<(usize, [Prospects; MAX_SEATS])>,
}

impl Observer<GraphPoker> for Watch {
    fn drawn(
        &mut self,
        _: &GraphPoker,
        _: &GraphState<OneDeck>,
        _: &<GraphPoker as Game>::Outcome,
        _: &GraphState<OneDeck>,
    ) {
    }

    fn acted(
        &mut self,
        game: &GraphPoker,
        before: &GraphState<OneDeck>,
        _: Seat,
        _: GraphAction,
        after: &GraphState<OneDeck>,
    ) {
        if let Turn::Seat(seat) = game.turn(after)
            && after.rounds() > before.rounds()
        {
            self.room.prepare(game, &game.observe(after, seat));
            self.room.set_up(after);
            self.seen.push((game.hand_size() - after.rounds(), self.room.prospects()));
        }
    }
}
