//! The bots of rims.

use kosti_engine::{Game, Rims};

use crate::bot::Bot;
use crate::disciple::{DISCIPLE, names};
use crate::game::{BotGame, compiled_here};
use crate::games::rims::blueprint::{BlueprintBot, blueprint_of};
use crate::games::rims::disciple::{Disciple, RimsAdvice};
use crate::search::{ISMCTS, MC, TAUGHT_HIDDEN_LADDER, searcher};
use crate::spec::{BotSpec, SpecError};

/// The name of the bot that plays the blueprint.
pub(crate) const BLUEPRINT: &str = "blueprint";
/// What it plays.
const TWO: &str = "rims:players=2";

impl BotGame for Rims {
    const BOTS: &'static [&'static str] = &[DISCIPLE, MC, ISMCTS, BLUEPRINT];
    const LADDER: &'static [&'static str] = TAUGHT_HIDDEN_LADDER;

    fn bot_needs(&self, name: &str) -> Option<&'static str> {
        (name == BLUEPRINT && self.players() != 2).then_some(TWO)
    }

    fn advice(&self) -> Vec<&'static str> {
        names::<Self, RimsAdvice>()
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
        if spec.name == DISCIPLE {
            return Ok(Some(Box::new(Disciple::new::<Self>(spec)?)));
        }
        if spec.name != BLUEPRINT {
            return searcher(spec);
        }
        let Some(blueprint) = blueprint_of(spec, self.rules())? else {
            let (bot, rules) = (spec.name.clone(), self.rules().to_string());
            return Err(SpecError::NotForRules { bot, rules, needs: TWO });
        };
        Ok(Some(Box::new(BlueprintBot::new(blueprint))))
    }

    compiled_here!();
}
