//! The bots of graph-poker.

use kosti_engine::{GraphPoker, GraphPokerLarge};

use crate::bot::Bot;
use crate::game::{BotGame, compiled_here};
use crate::search::{HIDDEN_LADDER, ISMCTS, MC, searcher};
use crate::spec::{BotSpec, SpecError};

/// Both sizes of the game, each compiled here and nowhere else.
macro_rules! graph_poker_bots {
    ($($game:ty),+) => {
        $(impl BotGame for $game {
            const BOTS: &'static [&'static str] = &[MC, ISMCTS];
            const LADDER: &'static [&'static str] = HIDDEN_LADDER;

            fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
                searcher(spec)
            }

            compiled_here!();
        })+
    };
}
graph_poker_bots!(GraphPoker, GraphPokerLarge);
