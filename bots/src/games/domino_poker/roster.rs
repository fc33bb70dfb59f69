//! The bots of domino-poker.

use kosti_engine::DominoPoker;

use crate::bot::Bot;
use crate::game::BotGame;
use crate::greedy::GreedyGame;
use crate::search::{HIDDEN_LADDER, ISMCTS, MC, searcher};
use crate::spec::{BotSpec, SpecError};

impl BotGame for DominoPoker {
    const BOTS: &'static [&'static str] = &[MC, ISMCTS];
    const LADDER: &'static [&'static str] = HIDDEN_LADDER;

    fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
        searcher(spec)
    }

    fn act_greedily(&self, view: &Self::View) -> Self::Action {
        self.greedy_action(view)
    }
}
