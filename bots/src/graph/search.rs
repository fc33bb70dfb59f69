//! Graph-poker as a game that bots can search.

use kosti_engine::graph_poker::{GraphAction, GraphGame};
use kosti_engine::{Card, Game, Rng, Turn};

use crate::graph::outlook::outlook;
use crate::graph::quick::quick_action;
use crate::graph::ranking::Ranking;
use crate::search::{Aim, SearchGame, Values};

/// How many whole rounds a rollout plays after the one it starts in.
const ROUNDS_AHEAD: usize = 1;

impl<const LAYERS: usize, const CARDS: usize, const SLOTS: usize, const EDGE: usize> SearchGame
    for GraphGame<LAYERS, CARDS, SLOTS, EDGE>
{
    type Endings = ();

    #[inline]
    fn quick_action(&self, state: &Self::State, rng: &mut Rng) -> GraphAction {
        quick_action(self, state, rng)
    }

    #[inline]
    fn stops(&self, root: &Self::State, state: &Self::State) -> bool {
        self.turn(state) == Turn::Over || state.rounds() > root.rounds() + ROUNDS_AHEAD
    }

    #[inline]
    fn outlook(&self, aim: Aim, _: &Self::State, state: &Self::State) -> Values {
        outlook(self, aim, state)
    }

    fn candidates(&self, view: &Self::View, actions: &mut Vec<GraphAction>) {
        let mut ranking = Ranking::new();
        crate::greedy::graph_poker::visit_marks(self, view, |marks, action| ranking.add(marks, action));
        actions.clear();
        actions.extend(ranking.best_first());
    }

    /// Others see where a card is laid. Which one they only see of the very first.
    #[inline]
    fn seen(&self, state: &Self::State, action: GraphAction) -> Option<GraphAction> {
        let card = if state.board().laid() == 0 { action.card } else { Card::from_index(0) };
        Some(GraphAction { card, ..action })
    }
}
