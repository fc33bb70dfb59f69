//! Why games could not be played.

use kosti_bots::external::{HostError, ProgramsError};
use kosti_bots::{IllegalMove, SpecError};
use kosti_reports::FileError;
use thiserror::Error;

use crate::blocks::BlocksError;
use crate::folder::FolderError;
use crate::plan::PlanError;
use crate::plan_file::PlanFileError;

/// Why games could not be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A plan file cannot be used.
    #[error(transparent)]
    PlanFile(#[from] PlanFileError),
    /// A run folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A bot cannot be made.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A bot of the caller's own was made for another game.
    #[error("bot '{bot}' was made for another game than {rules}")]
    AnotherGame {
        /// The name of the bot.
        bot: String,
        /// The rules that are played.
        rules: String,
    },
    /// A bot of the caller's own chose what it may not do.
    #[error("bot '{bot}': {illegal}")]
    IllegalMove {
        /// The name of the bot.
        bot: String,
        /// What it chose.
        illegal: IllegalMove,
    },
    /// A bot of the caller's own cannot be written into a manifest, so that nothing could go on with the folder.
    #[error(
        "a run with bots of your own keeps no folder: '{0}' cannot be named in a manifest; write the result's files instead"
    )]
    OwnBotInFolder(String),
    /// The programs could not be started.
    #[error(transparent)]
    Programs(#[from] ProgramsError),
    /// A program failed.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The system gives no threads.
    #[error("cannot start threads")]
    NoThreads(#[source] rayon::ThreadPoolBuildError),
    /// The guard of the programs cannot be started.
    #[error("cannot start the guard of the bots")]
    NoGuard(#[source] std::io::Error),
    /// A file cannot be written.
    #[error("cannot write {file}")]
    Write {
        /// Which file.
        file: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Something that was written cannot be put into a file.
    #[error("cannot write a game down")]
    Record(#[from] serde_json::Error),
    /// The same for a row of a table.
    #[error("cannot write a row")]
    Row(#[from] csv::Error),
    /// The tables of a result cannot be made.
    #[error(transparent)]
    Table(#[from] FileError),
    /// All workers stopped without an error: a bug.
    #[error("all workers stopped before block {0} was played")]
    Unplayed(u64),
}

impl ArenaError {
    /// Whether a program failed, rather than the run itself.
    pub fn is_failed_program(&self) -> bool {
        matches!(self, Self::Programs(_) | Self::Host(_))
    }
}

impl From<BlocksError<Self>> for ArenaError {
    fn from(error: BlocksError<Self>) -> Self {
        match error {
            BlocksError::NoThreads(source) => Self::NoThreads(source),
            BlocksError::Unplayed(block) => Self::Unplayed(block),
            BlocksError::Failed(error) => error,
        }
    }
}
