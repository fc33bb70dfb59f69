//! `kosti merge`: joins slices of a tournament.

use std::io::{Write, stdout};
use std::path::PathBuf;

use kosti_arena::{MergeError, merge_slices};

use crate::cmd::explained;
use crate::cmd::tournament::resume_command;

/// Join slices of one tournament into the run that would have played them all
///
/// The folders must hold slices of the same plan (kosti tournament --blocks A..B) that together are all of it.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folders of the slices, in any order
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// The folder for the whole
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
///
/// # Errors
/// If the slices are of different plans, overlap, or leave gaps, or the folder cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let result = merge_slices(&args.folders, &args.out).map_err(|error| match error {
        MergeError::Arena(error) => explained(error, None),
        MergeError::Unfinished { ref path, .. } => anyhow::anyhow!("{error}; go on with it: {}", resume_command(path)),
        error => error.into(),
    })?;
    if !args.quiet {
        stdout().write_all(result.text().as_bytes())?;
    }
    Ok(())
}
