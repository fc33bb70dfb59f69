//! Why a run folder cannot be used.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use thiserror::Error;

use crate::batch::{LineError, RUN_FORMAT};
use crate::files::WriteError;
use crate::fingerprint::fingerprint;
use crate::lock::LockError;
use crate::plan::PlanError;
use crate::plan_file::PlanTextError;

/// The file that says what is played.
pub const MANIFEST: &str = "manifest.toml";

/// Why a run folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file of it cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It, or a file of it, cannot be written.
    #[error("cannot write to {}", path.display())]
    Write {
        /// The folder or file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A finished batch could not be written; those before it are safe.
    #[error("cannot write to {}; all finished batches are safe, and the run can be resumed when the cause is mended", path.display())]
    BatchNotWritten {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It has no manifest.
    #[error("{} is no run folder: there is no {MANIFEST} in it", .0.display())]
    NoManifest(PathBuf),
    /// The manifest is no plan.
    #[error("{} cannot be read", path.display())]
    BadManifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong.
        source: PlanTextError,
    },
    /// A plan where a manifest should be.
    #[error("{} is no manifest: it does not say which version made it", .0.display())]
    NoVersion(PathBuf),
    /// Another version may play other games.
    #[error(
        "{} was made by kosti {made_by}, this is {}, whose games may differ; finish it with that version, or start a new run \
         with --plan {}",
        path.display(), env!("CARGO_PKG_VERSION"), path.join(MANIFEST).display()
    )]
    OtherVersion {
        /// The folder.
        path: PathBuf,
        /// The version.
        made_by: String,
    },
    /// Another build may play other games.
    #[error(
        "{} was made by {}, this is build {}, whose games may differ; finish it with that build, or say --any-build",
        path.display(), build.as_ref().map_or("an unknown build".into(), |build| format!("build {build}")), fingerprint()
    )]
    OtherBuild {
        /// The folder.
        path: PathBuf,
        /// The build, if it is known.
        build: Option<String>,
    },
    /// The plan in the manifest makes no sense.
    #[error("{} cannot be played", path.display())]
    Unplayable {
        /// The manifest.
        path: PathBuf,
        /// Why not.
        source: PlanError,
    },
    /// The blocks in the manifest are not of its plan.
    #[error("{} was changed: its blocks do not fit its plan", .0.display())]
    WrongBlocks(PathBuf),
    /// Not even the first line was written.
    #[error("{} holds no finished line; the run had not begun: start it anew", .0.display())]
    NotBegun(PathBuf),
    /// Another format.
    #[error("{}: the format is '{format}', expected '{RUN_FORMAT}': another version of kosti wrote it; start a new run with --plan", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: String,
    },
    /// The manifest is not the one that the run began with.
    #[error("{} was changed since the run began; put it back, or start a new run with --plan", .0.display())]
    ManifestChanged(PathBuf),
    /// A line of the batches is damaged.
    #[error("{}, line {number}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        number: u64,
        /// What is wrong with it.
        source: LineError,
    },
    /// A batch does not follow the one before.
    #[error("{}, line {number}: blocks {first}..{end} do not follow", path.display())]
    Gap {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        number: u64,
        /// The first block of the batch.
        first: u64,
        /// The block after its last.
        end: u64,
    },
    /// Rows or records are not those that were written.
    #[error("{} was changed: its part for blocks {}..{}", path.display(), blocks.start, blocks.end)]
    SideChanged {
        /// The file.
        path: PathBuf,
        /// The blocks.
        blocks: Range<u64>,
    },
    /// The file of rows or records cannot be opened.
    #[error("cannot go on without {}", path.display())]
    SideMissing {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file of rows or records is another one.
    #[error("cannot go on with {}: its first line is not the header", .0.display())]
    OtherSide(PathBuf),
    /// The file of rows or records cannot be written.
    #[error("cannot go on with {}", path.display())]
    SideNotWritten {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file of it cannot be written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// A bot of the caller's own cannot be written into a manifest, so that nothing could go on with the folder.
    #[error(
        "a run with bots of your own keeps no folder: '{0}' cannot be named in a manifest; write the result's files instead"
    )]
    OwnBot(String),
    /// A new run in a folder with other files.
    #[error("{} is not empty, and what it holds is no run; choose a new folder", .0.display())]
    NotEmpty(PathBuf),
    /// Another sweep.
    #[error("{} holds another sweep; choose another folder", .0.display())]
    OtherSweep(PathBuf),
    /// Another process writes to it.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// Other blocks of the plan are played there.
    #[error("{} holds the blocks {}..{} of this plan, not {}..{}; choose another folder", path.display(), there.start, there.end, wanted.start, wanted.end)]
    OtherBlocks {
        /// The folder.
        path: PathBuf,
        /// The blocks that it holds.
        there: Range<u64>,
        /// The blocks that were to be played in it.
        wanted: Range<u64>,
    },
    /// The plan of the folder is another one.
    #[error("the plan of {} differs: {}", path.display(), differences.join(", "))]
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
}
