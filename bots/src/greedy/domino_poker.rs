use crate::greedy::GreedyGame;
use kosti_engine::{ActionSet, DominoPoker, Game};
impl GreedyGame for DominoPoker {
    fn greedy_action(&self, view: &Self::View) -> Self::Action {
        self.legal_in(view).nth(0)
    }
}
