//! Why experiments could not be run.

use std::error::Error;
use std::io;

use kosti_arena::files::WriteError;
use kosti_arena::{LockError, Stopped};
use kosti_bots::SpecError;
use kosti_reports::FileError;
use thiserror::Error;

/// Why experiments could not be run.
#[derive(Debug, Error)]
pub enum LabError {
    /// The caller wanted an end.
    #[error("stopped")]
    Stopped,
    /// Two experiments of a run have the same id.
    #[error("two experiments have the id '{0}'")]
    SameId(String),
    /// An experiment could not be measured.
    #[error("claim {id}")]
    Claim {
        /// The id of the experiment.
        id: String,
        /// Why not.
        #[source]
        reason: Box<LabError>,
    },
    /// A bot cannot be made.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// The run folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Another process works in the folder, or it cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The results cannot be read or written.
    #[error(transparent)]
    Results(#[from] FileError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An experiment failed for a reason of its own.
    #[error(transparent)]
    Other(Box<dyn Error + Send + Sync>),
}

impl LabError {
    /// A reason of an experiment's own: an error, or a text.
    pub fn other(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Other(reason.into())
    }
}

impl From<Stopped> for LabError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Why a run folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It holds another run.
    #[error("{path} holds another run ({what})")]
    AnotherRun {
        /// The folder.
        path: String,
        /// What it holds.
        what: String,
    },
    /// It holds files, but no run.
    #[error("{path} is not empty and holds no run")]
    NotOurs {
        /// The folder.
        path: String,
    },
    /// Its plan cannot be read.
    #[error("{file} is damaged")]
    Damaged {
        /// The file of the plan.
        file: String,
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
    /// The system refuses to read, make or remove something.
    #[error("cannot {attempt} {path}")]
    Refused {
        /// What was tried: `make`, `read` or `remove`.
        attempt: &'static str,
        /// The file or folder.
        path: String,
        /// What the system says.
        #[source]
        source: io::Error,
    },
}
