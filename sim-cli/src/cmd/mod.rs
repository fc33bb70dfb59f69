//! The subcommands, one file each: arguments, plan, run.

use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;

use kosti_arena::files::quoted;
use kosti_arena::{ArenaError, FolderError};

use crate::cmd::tournament::resume_command;

pub mod advice;
pub mod bench;
pub mod bot;
pub mod check_bot;
pub mod completions;
pub mod exploit;
pub mod games;
pub mod guard;
pub mod hint;
pub mod last_stage;
pub mod man;
pub mod merge;
pub mod plan;
pub mod record;
pub mod report;
pub mod solve;
pub mod strength;
pub mod tables;
pub mod tournament;
pub mod train;
pub mod tune;
pub mod verify;

/// Arguments that do not go together, found after each alone was read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongArguments(pub String);

/// How many threads to use: all cores if it is not said.
fn threads(given: Option<u16>) -> usize {
    given.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from)
}

/// A program stopped the run.
#[derive(Debug, thiserror::Error)]
#[error("{how}{}", .go_on_with.as_ref().map(|command| kept(command)).unwrap_or_default())]
pub struct BotFailed {
    how: String,
    go_on_with: Option<String>,
}

fn kept(command: &str) -> String {
    format!("\nAll finished batches are kept; when the bot is mended, go on with: {command}")
}

/// An error of the arena in the words of the command line: with the command that goes on, where there is one.
fn explained(error: ArenaError, folder: Option<&Path>) -> anyhow::Error {
    match error {
        ArenaError::Plan(error) => WrongArguments(error.to_string()).into(),
        error if error.is_failed_program() => {
            let how = format!("{:#}", anyhow::Error::from(error));
            BotFailed { how, go_on_with: folder.map(resume_command) }.into()
        }
        ArenaError::Folder(error @ FolderError::OtherPlan { .. }) => {
            anyhow::anyhow!("{error}; choose another folder, or give the arguments that it was made with")
        }
        ArenaError::Folder(FolderError::BatchNotWritten { path, source }) => anyhow::Error::from(source).context(format!(
            "cannot write to {}; all finished batches are safe, and when the cause is mended, this goes on: kosti tournament \
             --resume {}",
            path.display(),
            quoted(&path)
        )),
        error => error.into(),
    }
}
