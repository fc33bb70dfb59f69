use kosti_engine::{ActionSet, Game, DominoPoker};
use crate::greedy::GreedyGame;
impl GreedyGame for DominoPoker {
    fn greedy_action(&self, view: &Self::View) -> Self::Action { self.legal_in(view).nth(0) }
}
