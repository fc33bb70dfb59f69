//! Graph-poker as a game that bots can search.

use std::iter;

use kosti_engine::graph_poker::{GraphAction, GraphGame, GraphSize};
use kosti_engine::{Card, Game, MAX_SEATS, Rng, Turn};

use crate::games::graph_poker::leaf::LeafTable;
use crate::games::graph_poker::search::candidates;
use crate::games::graph_poker::search::leaf_value::{final_values, leaf_values};
use crate::games::graph_poker::search::playground::Playground;
use crate::games::graph_poker::search::prospects::Prospect;
use crate::games::graph_poker::search::world::sample_world;
use crate::greedy::GreedyGame;
use crate::search::{Aim, SearchGame, Values};

/// What a table is worth to every seat when a round is over.
#[inline]
fn values_on<Z: GraphSize>(playground: &mut Playground<Z>, aim: Aim, rounds: usize) -> Values {
    let players = playground.players;
    match rounds - playground.rounds {
        0 => final_values(aim, &playground.points.map(|points| points as f32)[..players]),
        left => {
            let prospects = playground.prospects();
            leaf_values(aim, playground.leaf_table().row(left), &prospects[..players])
        }
    }
}

impl<Z: GraphSize> SearchGame for GraphGame<Z> {
    type Endings = Playground<Z>;
    type Worlds = ();

    /// What many actions look like after two rollouts says more than greedy's marks.
    const FEWEST_EACH: usize = 2;

    /// A rollout ends with the round.
    const MOVES_AGAIN: bool = false;

    #[inline]
    fn sample_world(&self, view: &Self::View, rng: &mut Rng) -> Self::State {
        sample_world(self, view, rng)
    }

    /// Greedy's move. Rollouts have quicker ones of their own.
    #[inline]
    fn rollout_action(&self, state: &Self::State, _: &mut Rng) -> GraphAction {
        let Turn::Seat(seat) = self.turn(state) else { unreachable!("a seat has to move") };
        self.greedy_action(&self.observe(state, seat))
    }

    #[inline]
    fn prepare(&self, playground: &mut Self::Endings, view: &Self::View) {
        playground.prepare(self, view);
    }

    #[inline]
    fn fast_rollout(
        &self,
        playground: &mut Self::Endings,
        aim: Aim,
        root: &Self::State,
        state: &Self::State,
        rng: &mut Rng,
    ) -> Option<Values> {
        playground.set_up(state);
        while playground.rounds <= root.rounds() {
            playground.play_rollout_move(rng);
        }
        Some(values_on(playground, aim, self.hand_size()))
    }

    #[inline]
    fn is_leaf(&self, root: &Self::State, state: &Self::State) -> bool {
        self.turn(state) == Turn::Over || state.rounds() > root.rounds()
    }

    /// What the points alone promise.
    fn leaf_values(&self, aim: Aim, _: &Self::State, state: &Self::State) -> Values {
        let scores = self.scores(state);
        let players = scores.as_slice().len();
        let left = self.hand_size() - state.rounds();
        if left == 0 {
            let mut points = [0.0; MAX_SEATS];
            iter::zip(&mut points, scores.as_slice()).for_each(|(points, &score)| *points = score as f32);
            return final_values(aim, &points[..players]);
        }
        let mut prospects = [[0.0; _]; MAX_SEATS];
        iter::zip(&mut prospects, scores.as_slice())
            .for_each(|(prospects, &score)| prospects[Prospect::Points as usize] = score as f32);
        leaf_values(aim, LeafTable::shipped(players).row(left), &prospects[..players])
    }

    #[inline]
    fn leaf_values_in(&self, playground: &mut Self::Endings, aim: Aim, _: &Self::State, state: &Self::State) -> Values {
        playground.set_up(state);
        values_on(playground, aim, self.hand_size())
    }

    fn candidates(&self, view: &Self::View, actions: &mut Vec<GraphAction>) {
        actions.clear();
        actions.extend(candidates::rank(self, view).best_first());
    }

    /// Others see where a card is laid. Which one they only see of the very first.
    #[inline]
    fn seen(&self, state: &Self::State, action: GraphAction) -> Option<GraphAction> {
        let card = if state.board().laid() == 0 { action.card } else { Card::from_index(0) };
        Some(GraphAction { card, ..action })
    }
}
