use crate::greedy::GreedyGame;
use kosti_engine::{ActionSet, Game, Rims};
impl GreedyGame for Rims {
    fn greedy_action(&self, view: &Self::View) -> Self::Action {
        self.legal_in(view).nth(0)
    }
}
