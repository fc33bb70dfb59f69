//! The bots of graph-poker.

use kosti_engine::{GraphPoker, GraphPokerLarge};

use crate::bot::Bot;
use crate::disciple::{DISCIPLE, names};
use crate::game::{BotGame, compiled_here};
use crate::games::graph_poker::disciple::{Disciple, GraphAdvice};
use crate::search::{ISMCTS, MC, TAUGHT_HIDDEN_LADDER, searcher};
use crate::spec::{BotSpec, SpecError};

/// Both sizes of the game, each compiled here and nowhere else.
macro_rules! graph_poker_bots {
    ($($game:ty),+) => {
        $(impl BotGame for $game {
            const BOTS: &'static [&'static str] = &[DISCIPLE, MC, ISMCTS];
            const LADDER: &'static [&'static str] = TAUGHT_HIDDEN_LADDER;

            fn advice(&self) -> Vec<&'static str> {
                names::<Self, GraphAdvice>()
            }

            fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
                if spec.name == DISCIPLE { Ok(Some(Box::new(Disciple::new::<Self>(spec)?))) } else { searcher(spec) }
            }

            compiled_here!();
        })+
    };
}
graph_poker_bots!(GraphPoker, GraphPokerLarge);
