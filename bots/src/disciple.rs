//! The bot that follows the document of its game, whatever the game: its name and its parameter.
//!
//! Each game that has one brings its own list of advice in `games/<game>/disciple.rs`.

use crate::param::Param;
use crate::spec::{BotSpec, SpecError};

/// The name of the bot.
pub(crate) const DISCIPLE: &str = "disciple";

/// The parameter that leaves out some advice.
pub(crate) const WITHOUT: Param = Param::new(
    "without",
    "none",
    "none, or names of advice with '+' between them, as docs/disciples.md lists them",
    "the advice that it does not follow",
);

/// The advice that a disciple is to leave out, out of what its game knows.
///
/// # Errors
/// If some of it is not known.
pub(crate) fn without<'a>(spec: &'a BotSpec, known: &[&str]) -> Result<Vec<&'a str>, SpecError> {
    let Some(value) = spec.param(WITHOUT).filter(|value| *value != "none") else { return Ok(Vec::new()) };
    let names: Vec<&str> = value.split('+').collect();
    if names.iter().all(|name| known.contains(name)) { Ok(names) } else { Err(spec.bad_value(WITHOUT, value)) }
}
