//! Slices of a tournament joined into the run that would have played them all.

use std::ops::Range;
use std::path::{Path, PathBuf};

use kosti_reports::stats::tally::merge;
use kosti_reports::tournament::TournamentResult;
use thiserror::Error;

use crate::batch::{Batch, FinishedBatch, Text};
use crate::error::ArenaError;
use crate::folder::{ReadFolder, RunFolder, Side, SideReader};
use crate::folder_error::FolderError;
use crate::plan::Plan;
use crate::result::result;
use crate::run::write_tables;
use crate::times;
use crate::totals::Totals;

/// Why slices cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// No slices.
    #[error("there is nothing to join")]
    Nothing,
    /// A run that stops early has no slices.
    #[error("{} stops early, so its plan has no slices; it is whole as it is", .0.display())]
    StopsEarly(PathBuf),
    /// Slices of different plans.
    #[error("{} is no slice of the same plan as {}: {}", slice.display(), first.display(), in_order(differences))]
    OtherPlan {
        /// The slice.
        slice: PathBuf,
        /// The first slice.
        first: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// A slice that is not finished.
    #[error("{} is not finished: blocks {}..{} are missing", path.display(), missing.start, missing.end)]
    Unfinished {
        /// The slice.
        path: PathBuf,
        /// The blocks that were not played.
        missing: Range<u64>,
    },
    /// Two slices with the same blocks.
    #[error("{} overlaps another slice: blocks {}..{} are in both", path.display(), both.start, both.end)]
    Overlap {
        /// One of the slices.
        path: PathBuf,
        /// The blocks in both.
        both: Range<u64>,
    },
    /// Blocks that no slice has.
    #[error("no slice holds the blocks {start}..{end}; play them with --blocks {start}..{end}", start = .0.start, end = .0.end)]
    Gap(Range<u64>),
    /// A folder cannot be used.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

impl From<FolderError> for MergeError {
    fn from(error: FolderError) -> Self {
        Self::Arena(error.into())
    }
}

/// Differences of the first plan and the second, in words.
fn in_order(differences: &[String]) -> String {
    differences.join(", ").replace(" there ", " in the first ").replace(" here", " in the second")
}

/// Joins slices into a new folder: the very files of the run that would have played them all.
///
/// # Errors
/// If the slices are of different plans, overlap, or leave gaps, or the folder cannot be written.
pub fn merge_slices(folders: &[PathBuf], out: &Path) -> Result<TournamentResult, MergeError> {
    let mut slices = folders.iter().map(|path| ReadFolder::read(path)).collect::<Result<Vec<_>, FolderError>>()?;
    slices.sort_by_key(|slice| (slice.blocks.start, slice.blocks.end));
    let plan = check(&slices)?;
    let mut folder = RunFolder::create(out, plan, &(0..plan.blocks))?;
    let mut totals = Totals::default();
    let mut join = Join { plan, open: None };
    for slice in &slices {
        let open = |side: Side| side.wanted(plan).then(|| slice.side(side)).transpose();
        let [mut rows, mut records] = [open(Side::Games)?, open(Side::Records)?];
        for batch in slice.batches()? {
            let batch = batch?;
            let part = |side: &mut Option<SideReader>, kind: Side| -> Result<Vec<u8>, FolderError> {
                let Some(side) = side else { return Ok(Vec::new()) };
                let changed = || FolderError::SideChanged { path: slice.path.clone(), blocks: batch.blocks() };
                let read = side.read(kind.of(&batch).bytes);
                read.map_err(|source| FolderError::Read { path: slice.path.clone(), source })?.ok_or_else(changed)
            };
            let (rows, records) = (part(&mut rows, Side::Games)?, part(&mut records, Side::Records)?);
            if let Some(finished) = join.add(batch, rows, records) {
                folder.write(&finished)?;
                totals.add(plan, &finished.batch);
            }
        }
    }
    folder.sync().map_err(|source| FolderError::Write { path: out.into(), source })?;
    let times = times::joined(slices.iter().map(|slice| slice.path.as_path()))?;
    let result = TournamentResult { times, ..result(plan, &totals, None) };
    write_tables(&result, out)?;
    times::write(&result.times, out)?;
    Ok(result)
}

/// Checks that sorted slices make up one whole, and returns its plan.
fn check(slices: &[ReadFolder]) -> Result<&Plan, MergeError> {
    let first = slices.first().ok_or(MergeError::Nothing)?;
    if first.plan.stop.is_some() {
        return Err(MergeError::StopsEarly(first.path.clone()));
    }
    for slice in slices {
        let differences = first.plan.differences(&slice.plan);
        if !differences.is_empty() {
            return Err(MergeError::OtherPlan { slice: slice.path.clone(), first: first.path.clone(), differences });
        }
        if slice.next() < slice.blocks.end {
            return Err(MergeError::Unfinished { path: slice.path.clone(), missing: slice.next()..slice.blocks.end });
        }
    }
    let mut next = 0;
    for slice in slices {
        let Range { start, end } = slice.blocks;
        if start < next {
            return Err(MergeError::Overlap { path: slice.path.clone(), both: start..end.min(next) });
        }
        if start > next {
            return Err(MergeError::Gap(next..start));
        }
        next = end;
    }
    if next < first.plan.blocks { Err(MergeError::Gap(next..first.plan.blocks)) } else { Ok(&first.plan) }
}

/// Puts batches together that were cut at the ends of slices.
struct Join<'a> {
    plan: &'a Plan,
    open: Option<FinishedBatch>,
}

impl Join<'_> {
    fn add(&mut self, batch: Batch, rows: Vec<u8>, records: Vec<u8>) -> Option<FinishedBatch> {
        let open = match &mut self.open {
            None => self.open.insert(FinishedBatch { batch, rows, records }),
            Some(open) => {
                merge(&mut open.batch.tables, &batch.tables);
                open.batch.end = batch.end;
                open.rows.extend(rows);
                open.records.extend(records);
                (open.batch.rows, open.batch.records) = (Text::of(&open.rows), Text::of(&open.records));
                open
            }
        };
        let whole = open.batch.end.is_multiple_of(self.plan.batch) || open.batch.end == self.plan.blocks;
        if whole { self.open.take() } else { None }
    }
}
