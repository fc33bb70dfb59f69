use crate::greedy::GreedyGame;
use kosti_engine::sheet::{Scoresheet, SheetGame};
use kosti_engine::{ActionSet, Game};
impl<S: Scoresheet> GreedyGame for SheetGame<S> {
    fn greedy_action(&self, view: &Self::View) -> Self::Action {
        ActionSet::<Self::Action>::nth(&self.legal_in(view), 0)
    }
}
