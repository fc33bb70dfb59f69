//! `kosti merge`: joins slices of a tournament.

use std::io::{Write, stdout};
use std::ops::Range;
use std::path::{Path, PathBuf};

use kosti_arena::{Builds, MergeError, PartialResult, Slices, holds_sweep, merge_sweeps, parse_blocks};
use kosti_reports::sentence;

use crate::cmd::tournament::resume_command;
use crate::cmd::{WrongArguments, explained};
use crate::screen;

/// Join slices of one tournament into the run that would have played them all
///
/// The folders must hold slices of the same plan (kosti tournament --shard I/N or --blocks A..B) that together are all of
/// it. If the plan says when to stop, the rule is applied to the batches in order, and what lies beyond is dropped. Merging
/// again what is merged already changes nothing.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folders of the slices, in any order; or parts of one sweep
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// The folder for the whole
    #[arg(long, value_name = "DIR", required_unless_present = "partial", conflicts_with = "partial")]
    out: Option<PathBuf>,

    /// Show where the tournament stands while slices are missing or not finished; nothing is written
    #[arg(long)]
    partial: bool,

    /// Join only these blocks: what comes of it is a slice itself
    #[arg(long, value_name = "A..B", value_parser = parse_blocks, conflicts_with = "partial")]
    blocks: Option<Range<u64>>,

    /// Join slices of different builds of kosti, although their games may differ
    #[arg(long)]
    any_build: bool,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
///
/// # Errors
/// If the slices are of different plans or builds, overlap, or leave gaps, or the folder cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let builds = if args.any_build { Builds::Any } else { Builds::Same };
    let text = match &args.out {
        Some(out) => merged(args, builds, out)?,
        None => partial(args, &Slices::read(&args.folders, builds).and_then(|slices| slices.partial()).map_err(told)?)?,
    };
    if !args.quiet || args.json {
        stdout().write_all(text.as_bytes())?;
    }
    Ok(())
}

fn merged(args: &Args, builds: Builds, out: &Path) -> anyhow::Result<String> {
    if args.folders.iter().any(|folder| holds_sweep(folder)) {
        if args.blocks.is_some() {
            return Err(WrongArguments(
                "--blocks cannot be given for a sweep, whose runs have blocks of their own".into(),
            )
            .into());
        }
        let swept = merge_sweeps(&args.folders, builds, out).map_err(told)?;
        return Ok(if args.json { swept.json() } else { swept.text_in(screen::width()) });
    }
    let merge = |slices: Slices| slices.merge(args.blocks.clone(), out);
    let result = Slices::read(&args.folders, builds).and_then(merge).map_err(told)?;
    Ok(if args.json { result.json() } else { result.text_in(screen::width()) })
}

/// Where a tournament stands, with a line that says how much of it that is.
fn partial(args: &Args, partial: &PartialResult) -> anyhow::Result<String> {
    let PartialResult { result, played, of, missing } = partial;
    if args.json {
        let missing: Vec<String> = missing.iter().map(|blocks| format!("{}..{}", blocks.start, blocks.end)).collect();
        let summary: serde_json::Value = serde_json::from_str(&result.json())?;
        let told =
            serde_json::json!({ "partial": true, "blocks": played, "of": of, "missing": missing, "summary": summary });
        return Ok(serde_json::to_string_pretty(&told)? + "\n");
    }
    const SHOWN: usize = 5;
    let mut gaps: Vec<String> =
        missing.iter().take(SHOWN).map(|blocks| format!("{}..{}", blocks.start, blocks.end)).collect();
    if missing.len() > SHOWN {
        gaps.push(format!("and {} more", missing.len() - SHOWN));
    }
    let gaps = if gaps.is_empty() { String::new() } else { format!("; missing are the blocks {}", gaps.join(", ")) };
    let width = screen::width();
    let told = sentence(&format!("PARTIAL: {played} of {of} blocks{gaps}"), width);
    Ok(format!("{told}\n{}", result.text_in(width)))
}

/// The error in the words of the command line.
fn told(error: MergeError) -> anyhow::Error {
    match error {
        MergeError::Arena(error) => explained(error, None),
        MergeError::Unfinished { ref path, .. } => anyhow::anyhow!("{error}; go on with it: {}", resume_command(path)),
        error => error.into(),
    }
}
