//! Graph-poker as a game that bots can search.

use std::iter;

use kosti_engine::graph_poker::{GraphAction, GraphGame, GraphSize};
use kosti_engine::{Card, Game, MAX_SEATS, Rng, Seat, Turn};

use crate::games::graph_poker::search::candidates;
use crate::games::graph_poker::search::grid::Grid;
use crate::games::graph_poker::search::leaf_value::leaf_values;
use crate::games::graph_poker::search::playground::Playground;
use crate::games::graph_poker::search::world::sample_world;
use crate::greedy::GreedyGame;
use crate::search::{Aim, Kept, SearchGame, Values};

/// How many whole rounds a rollout plays after the one it starts in.
const ROUNDS_AHEAD: usize = 1;

impl<Z: GraphSize> SearchGame for GraphGame<Z> {
    type Endings = Playground<Z>;

    /// What many actions look like after two rollouts says more than greedy's marks.
    const FEWEST_EACH: usize = 2;

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
        let last = self.hand_size().min(root.rounds() + 1 + ROUNDS_AHEAD);
        playground.set_up(state);
        while playground.rounds < last {
            playground.play_rollout_move(rng);
        }
        Some(values_after(self, playground, aim, last))
    }

    /// The seat with the habit is asked with the state of the game in view, which goes along with the playground.
    fn fast_rollout_with_habit(
        &self,
        playground: &mut Self::Endings,
        aim: Aim,
        root: &Self::State,
        state: &mut Self::State,
        rng: &mut Rng,
        seat: Seat,
        kept: &mut Kept<'_, Self>,
    ) -> Option<Values> {
        let last = self.hand_size().min(root.rounds() + 1 + ROUNDS_AHEAD);
        playground.set_up(state);
        while playground.rounds < last {
            let (at, card) = playground.rollout_move(rng);
            let cell = state.board().edge().find(|&cell| Grid::<Z>::at(cell) == at).expect("a free cell at the edge");
            let quick = GraphAction { card, at: cell };
            let action = if playground.seat == seat.index() { kept(state, quick) } else { quick };
            self.play_unchecked(state, action);
            playground.play_move(Grid::<Z>::at(action.at), action.card);
        }
        Some(values_after(self, playground, aim, last))
    }

    #[inline]
    fn is_leaf(&self, root: &Self::State, state: &Self::State) -> bool {
        self.turn(state) == Turn::Over || state.rounds() > root.rounds() + ROUNDS_AHEAD
    }

    fn leaf_values(&self, aim: Aim, _: &Self::State, state: &Self::State) -> Values {
        let scores = self.scores(state);
        let mut points = [0.0; MAX_SEATS];
        iter::zip(&mut points, scores.as_slice()).for_each(|(points, &score)| *points = score as f32);
        leaf_values(aim, &points[..scores.as_slice().len()], self.hand_size() - state.rounds())
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

/// What a playground is worth on which this many rounds have been played.
#[inline]
fn values_after<Z: GraphSize>(game: &GraphGame<Z>, playground: &mut Playground<Z>, aim: Aim, rounds: usize) -> Values {
    let left = game.hand_size() - rounds;
    let mut points = playground.points.map(|points| points as f32);
    if left > 0 {
        playground.add_prospects(&mut points);
    }
    leaf_values(aim, &points[..playground.players], left)
}
