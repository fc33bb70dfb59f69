//! Why games could not be played.

use kosti_bots::external::{HostError, ProgramsError};
use kosti_bots::{Lacking, SpecError};
use kosti_reports::FileError;
use thiserror::Error;

use crate::blocks::BlocksError;
use crate::entrant::EntrantError;
use crate::files::WriteError;
use crate::folder_error::FolderError;
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
    /// The bot of an entrant cannot play, or not any longer.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The programs could not be started.
    #[error(transparent)]
    Programs(#[from] ProgramsError),
    /// A program failed.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The system gives no threads.
    #[error("cannot start threads")]
    NoThreads(#[source] rayon::ThreadPoolBuildError),
    /// The system does not give one more thread.
    #[error("cannot start a thread")]
    NoThread(#[source] std::io::Error),
    /// The system lacks what is needed for this.
    #[error(transparent)]
    Lacking(#[from] Lacking),
    /// The guard of the programs cannot be started.
    #[error("cannot start the guard of the bots")]
    NoGuard(#[source] std::io::Error),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
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
