//! The bots of rims.

use kosti_engine::Rims;

use crate::bot::Bot;
use crate::game::{BotGame, compiled_here};
use crate::search::{HIDDEN_LADDER, ISMCTS, MC, searcher};
use crate::spec::{BotSpec, SpecError};

impl BotGame for Rims {
    const BOTS: &'static [&'static str] = &[MC, ISMCTS];
    const LADDER: &'static [&'static str] = HIDDEN_LADDER;

    fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
        searcher(spec)
    }

    compiled_here!();
}
