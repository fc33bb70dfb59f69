//! The command line of kosti: arguments in; plans of the libraries out; results, progress and errors to the terminal.

pub mod argument_error;
pub mod cmd;
pub mod interrupt;

mod bot_args;
mod byte_size;
mod output;
mod rules_args;
mod screen;
mod solving;
mod table_args;
mod trust;
mod words;

pub use bot_args::BotArgs;
pub use output::{is_closed_pipe, progress, thousands};
pub use table_args::TableArgs;
