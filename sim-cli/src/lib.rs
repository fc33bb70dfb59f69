//! The command line of kosti, as a library so that tests and fuzzers reach its parts.

pub mod advice;
pub mod cmd;
pub mod interrupt;
pub mod record;
pub mod solving;
pub mod strength;
pub mod tournament;

mod bot_args;
mod duration;
mod output;
mod tree_memory;

pub use bot_args::BotArgs;
pub use duration::parse_duration;
pub use output::{is_closed_pipe, progress, thousands};
