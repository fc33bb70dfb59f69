//! The subcommands, one file each: arguments, plan, run.

use std::num::NonZero;
use std::thread::available_parallelism;

use kosti_engine::AnyRules;

pub mod advice;
pub mod bench;
pub mod check_bot;
pub mod completions;
pub mod exploit;
pub mod games;
pub mod guard;
pub mod hint;
pub mod last_stage;
pub mod man;
pub mod merge;
pub mod record;
pub mod report;
pub mod solve;
pub mod strength;
pub mod tournament;
pub mod verify;

/// Arguments that do not go together, found after each alone was read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongArguments(pub String);

/// Reads rules for an argument.
fn parse_rules(text: &str) -> Result<AnyRules, String> {
    AnyRules::parse(text).map_err(|error| error.to_string())
}

/// How many threads to use: all cores if it is not said.
fn threads(given: Option<u16>) -> usize {
    given.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from)
}
