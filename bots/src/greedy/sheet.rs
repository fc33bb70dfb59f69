use kosti_engine::{ActionSet, Game};
use kosti_engine::sheet::{SheetGame, Scoresheet};
use crate::greedy::GreedyGame;
impl<S: Scoresheet> GreedyGame for SheetGame<S> {
    fn greedy_action(&self, view: &Self::View) -> Self::Action { ActionSet::<Self::Action>::nth(&self.legal_in(view), 0) }
}
