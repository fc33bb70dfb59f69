//! Which bots there are, and how to make them.

use crate::bot::Bot;
use crate::greedy::{Greedy, GreedyGame};
use crate::random::Random;
use crate::spec::{BotSpec, SpecError};

/// What people should know of a bot before they choose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name under which it is called.
    pub name: &'static str,
    /// What it does, in a phrase.
    pub summary: &'static str,
}

/// Every bot; all of them play every game.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", summary: "every legal action with the same chance" },
    BotInfo { name: "greedy", summary: "a sensible beginner who does not look ahead" },
];

/// Checks that a bot of this name and with these parameters exists.
///
/// # Errors
/// If not, with what there is.
pub fn check(spec: &BotSpec) -> Result<(), SpecError> {
    if !BOTS.iter().any(|bot| bot.name == spec.name) {
        let known = BOTS.iter().map(|bot| bot.name).collect();
        return Err(SpecError::UnknownBot { name: spec.name.clone(), known });
    }
    match spec.params.first() {
        Some((key, _)) => Err(SpecError::UnknownKey { bot: spec.name.clone(), key: key.clone(), known: Vec::new() }),
        None => Ok(()),
    }
}

/// Makes a bot for this type of game.
///
/// # Errors
/// As [`check`].
pub fn build<G: GreedyGame>(spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
    check(spec)?;
    Ok(match spec.name.as_str() {
        "greedy" => Box::new(Greedy),
        _ => Box::new(Random),
    })
}
