use kosti_engine::{ActionSet, Game};
use kosti_engine::graph_poker::GraphGame;
use crate::greedy::GreedyGame;
impl<const L: usize, const C: usize, const S: usize, const E: usize> GreedyGame for GraphGame<L, C, S, E> {
    fn greedy_action(&self, view: &Self::View) -> Self::Action { self.legal_in(view).nth(0) }
}
