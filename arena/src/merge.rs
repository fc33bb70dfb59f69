//! Slices of a tournament joined into the run that would have played them all.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use kosti_reports::stats::tally::merge;
use kosti_reports::tournament::TournamentResult;
use thiserror::Error;

use crate::batch::{Batch, FinishedBatch};
use crate::error::ArenaError;
use crate::folder::RunFolder;
use crate::folder_error::{FolderError, MANIFEST};
use crate::lock::{FolderLock, LOCK};
use crate::plan::Plan;
use crate::read_folder::{Builds, ReadFolder};
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
    /// Parts of different sweeps.
    #[error("{} is no part of the same sweep as {}", slice.display(), first.display())]
    OtherSweep {
        /// The part.
        slice: PathBuf,
        /// The first part.
        first: PathBuf,
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
    /// Blocks that are not to be joined.
    #[error("{} holds the blocks {}..{}, and {}..{} are to be joined", path.display(), there.start, there.end, wanted.start, wanted.end)]
    Beyond {
        /// The slice.
        path: PathBuf,
        /// Its blocks.
        there: Range<u64>,
        /// The blocks that are wanted.
        wanted: Range<u64>,
    },
    /// Blocks that the plan does not have.
    #[error("blocks {}..{} are not in the plan; it has blocks 0..{plan}", blocks.start, blocks.end)]
    NotInPlan {
        /// The blocks.
        blocks: Range<u64>,
        /// How many blocks the plan has.
        plan: u64,
    },
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

/// Slices of one plan, in the order of their blocks.
#[derive(Debug)]
pub struct Slices {
    slices: Vec<ReadFolder>,
}

impl Slices {
    /// Reads the folders of some slices.
    ///
    /// # Errors
    /// If one cannot be read, they are of different plans, or share blocks.
    pub fn read(folders: &[PathBuf], builds: Builds) -> Result<Self, MergeError> {
        let read = |path: &PathBuf| ReadFolder::read(path, builds);
        let mut slices = folders.iter().map(read).collect::<Result<Vec<_>, FolderError>>()?;
        slices.sort_by_key(|slice| (slice.blocks.start, slice.blocks.end));
        let first = slices.first().ok_or(MergeError::Nothing)?;
        for slice in &slices {
            let differences = first.plan.differences(&slice.plan);
            if !differences.is_empty() {
                let (slice, first) = (slice.path.clone(), first.path.clone());
                return Err(MergeError::OtherPlan { slice, first, differences });
            }
        }
        for pair in slices.windows(2) {
            let (end, Range { start, end: last }) = (pair[0].blocks.end, pair[1].blocks.clone());
            if start < end {
                return Err(MergeError::Overlap { path: pair[1].path.clone(), both: start..last.min(end) });
            }
        }
        Ok(Self { slices })
    }

    /// What is played in all of them.
    pub fn plan(&self) -> &Plan {
        &self.slices[0].plan
    }

    /// Joins them in a new folder: the very files of the run that would have played them all. With a rule for stopping, what
    /// lies beyond the batch that decides is dropped. `blocks` are those that are wanted, if not all of the plan.
    ///
    /// What is written takes its place when it is complete; a folder that holds it already is left as it is.
    ///
    /// # Errors
    /// If the slices leave gaps, or the folder holds something else or cannot be written.
    pub fn merge(&self, blocks: Option<Range<u64>>, out: &Path) -> Result<TournamentResult, MergeError> {
        let plan = self.plan();
        let blocks = blocks.unwrap_or(0..plan.blocks);
        if blocks.end > plan.blocks || blocks.is_empty() {
            return Err(MergeError::NotInPlan { blocks, plan: plan.blocks });
        }
        if let Some(other) =
            self.slices.iter().find(|slice| slice.blocks.start < blocks.start || slice.blocks.end > blocks.end)
        {
            return Err(MergeError::Beyond { path: other.path.clone(), there: other.blocks.clone(), wanted: blocks });
        }
        if let Some(there) = self.find_merged(&blocks, out)? {
            return Ok(there);
        }
        let place = place_for(out)?;
        let lock = FolderLock::take(&place).map_err(FolderError::from)?;
        clear(&place)?;
        let mut folder = RunFolder::create(&place, lock, plan, &blocks)?;
        let mut totals = Totals::default();
        self.join(&blocks, |finished| {
            folder.write(finished)?;
            totals.add(&finished.batch);
            Ok(blocks == (0..plan.blocks) && totals.decision(plan).is_some())
        })?;
        folder.finish()?;
        let times = times::joined(self.slices.iter().map(|slice| slice.path.as_path()))?;
        let result = TournamentResult { times, ..result(plan, &totals, None) };
        write_tables(&result, &place)?;
        times::write(&result.times, &place)?;
        folder.move_to(out)?;
        Ok(result)
    }

    /// The result in a folder that holds just this already.
    fn find_merged(&self, blocks: &Range<u64>, out: &Path) -> Result<Option<TournamentResult>, MergeError> {
        if !out.join(MANIFEST).exists() {
            let taken = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
            return if taken { Err(FolderError::NotEmpty(out.into()).into()) } else { Ok(None) };
        }
        let there = ReadFolder::read(out, Builds::Any)?;
        let differences = there.plan.differences(self.plan());
        if !differences.is_empty() {
            return Err(FolderError::OtherPlan { path: out.into(), differences }.into());
        }
        if there.blocks != *blocks {
            let (path, wanted) = (out.into(), blocks.clone());
            return Err(FolderError::OtherBlocks { path, there: there.blocks, wanted }.into());
        }
        let mut totals = Totals::default();
        for batch in there.batches()? {
            totals.add(&batch?);
        }
        if !there.is_finished() && totals.decision(&there.plan).is_none() {
            return Err(MergeError::Unfinished { path: out.into(), missing: there.next()..there.blocks.end });
        }
        let times = times::joined([out])?;
        let result = TournamentResult { times, ..result(&there.plan, &totals, None) };
        write_tables(&result, out)?;
        Ok(Some(result))
    }

    /// Hands over all batches of some blocks, in order and whole, until there are enough.
    fn join(
        &self,
        blocks: &Range<u64>,
        mut take: impl FnMut(&FinishedBatch) -> Result<bool, MergeError>,
    ) -> Result<(), MergeError> {
        let mut join = Join { batch: self.plan().batch, end: blocks.end, open: None };
        let mut next = blocks.start;
        for slice in &self.slices {
            if slice.blocks.start > next {
                return Err(MergeError::Gap(next..slice.blocks.start));
            }
            let mut sides = slice.sides()?;
            for batch in slice.batches()? {
                let batch = batch?;
                let changed = || FolderError::SideChanged { path: slice.path.clone(), blocks: batch.blocks() };
                let [rows, records] = slice.read_sides(&mut sides, &batch)?.ok_or_else(changed)?;
                if let Some(finished) = join.add(batch, rows, records)
                    && take(&finished)?
                {
                    return Ok(());
                }
            }
            if !slice.is_finished() {
                let missing = slice.next()..slice.blocks.end;
                return Err(MergeError::Unfinished { path: slice.path.clone(), missing });
            }
            next = slice.blocks.end;
        }
        if next < blocks.end { Err(MergeError::Gap(next..blocks.end)) } else { Ok(()) }
    }

    /// Where the tournament stands by what was played so far. With a rule for stopping, only blocks count before which none is
    /// missing: the rule looks at them in order.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn partial(&self) -> Result<PartialResult, MergeError> {
        let plan = self.plan();
        let in_order = plan.stop.is_some();
        let mut totals = Totals::default();
        let (mut next, mut missing, mut decided) = (0, Vec::new(), false);
        'slices: for slice in &self.slices {
            for batch in slice.batches()? {
                let batch = batch?;
                if in_order && batch.first > next {
                    break 'slices;
                }
                if batch.first > next {
                    missing.push(next..batch.first);
                }
                next = batch.end;
                totals.add(&batch);
                // The rule looks at the ends of whole batches alone.
                let at_end = next.is_multiple_of(plan.batch) || next == plan.blocks;
                if in_order && at_end && totals.decision(plan).is_some() {
                    decided = true;
                    break 'slices;
                }
            }
        }
        if next < plan.blocks && !decided {
            missing.push(next..plan.blocks);
        }
        Ok(PartialResult { result: result(plan, &totals, None), played: totals.blocks(), of: plan.blocks, missing })
    }
}

/// Where a tournament stands while some of it is not played yet.
#[derive(Debug)]
pub struct PartialResult {
    /// What the blocks so far come to.
    pub result: TournamentResult,
    /// How many blocks that are.
    pub played: u64,
    /// How many the plan has.
    pub of: u64,
    /// The blocks that are missing, or that lie behind missing ones where their order matters.
    pub missing: Vec<Range<u64>>,
}

/// The folder beside another one in which that is made.
fn place_for(out: &Path) -> Result<PathBuf, FolderError> {
    let cannot_write = |source| FolderError::Write { path: out.into(), source };
    let name = out.file_name().ok_or_else(|| cannot_write(io::ErrorKind::InvalidInput.into()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(".merging");
    let place = out.with_file_name(hidden);
    fs::create_dir_all(&place).map_err(cannot_write)?;
    Ok(place)
}

/// Removes what an interrupted merge has left.
fn clear(place: &Path) -> Result<(), FolderError> {
    let clear = || {
        for entry in fs::read_dir(place)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else if entry.file_name() != LOCK {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    };
    clear().map_err(|source| FolderError::Write { path: place.into(), source })
}

/// Puts batches together that were cut at the ends of slices.
struct Join {
    batch: u64,
    end: u64,
    open: Option<FinishedBatch>,
}

impl Join {
    fn add(&mut self, batch: Batch, rows: Vec<u8>, records: Vec<u8>) -> Option<FinishedBatch> {
        let joined = match self.open.take() {
            None => FinishedBatch { batch, rows, records },
            Some(mut open) => {
                merge(&mut open.batch.tables, &batch.tables);
                open.rows.extend(rows);
                open.records.extend(records);
                FinishedBatch::new(open.batch.first..batch.end, open.batch.tables, open.rows, open.records)
            }
        };
        let whole = joined.batch.end.is_multiple_of(self.batch) || joined.batch.end == self.end;
        if whole {
            return Some(joined);
        }
        self.open = Some(joined);
        None
    }
}
