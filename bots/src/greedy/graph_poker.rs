use crate::greedy::GreedyGame;
use kosti_engine::graph_poker::GraphGame;
use kosti_engine::{ActionSet, Game};
impl<const L: usize, const C: usize, const S: usize, const E: usize> GreedyGame for GraphGame<L, C, S, E> {
    fn greedy_action(&self, view: &Self::View) -> Self::Action {
        self.legal_in(view).nth(0)
    }
}
