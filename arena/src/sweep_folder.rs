//! The folder of a sweep: its plan, and a run folder for each combination of values.

use std::fs;
use std::path::{Path, PathBuf};

use kosti_reports::tournament::{SWEEP as TABLE, SweepCell, SweepResult};

use crate::error::ArenaError;
use crate::files::write_file;
use crate::folder_error::{FolderError, MANIFEST};
use crate::lock::{FolderLock, LOCK};
use crate::merge::{MergeError, Slices};
use crate::plan::{Plan, sweep};
use crate::plan_file::PlanFile;
use crate::read_folder::Builds;
use crate::sweep::Cell;

/// The file that holds the plan of a sweep.
pub const SWEEP_PLAN: &str = "sweep.toml";

/// The folder of the run of a combination, by its number from 0.
pub fn cell_folder(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{:04}", number + 1))
}

/// Whether a folder holds a sweep.
pub fn holds_sweep(folder: &Path) -> bool {
    folder.join(SWEEP_PLAN).is_file()
}

/// Begins a sweep in a folder, or finds the same one there.
///
/// # Errors
/// If the folder holds something else, or cannot be written.
pub fn begin_sweep(folder: &Path, file: &PlanFile) -> Result<(), ArenaError> {
    let cannot_write = |source| FolderError::Write { path: folder.into(), source };
    fs::create_dir_all(folder).map_err(cannot_write)?;
    let _lock = FolderLock::take(folder).map_err(FolderError::from)?;
    if holds_sweep(folder) {
        let same = PlanFile::read(&folder.join(SWEEP_PLAN))? == *file;
        return if same { Ok(()) } else { Err(FolderError::OtherSweep(folder.into()).into()) };
    }
    let mut others = fs::read_dir(folder).map_err(cannot_write)?.flatten().filter(|entry| entry.file_name() != LOCK);
    if others.next().is_some() {
        return Err(FolderError::NotEmpty(folder.into()).into());
    }
    Ok(write_file(&folder.join(SWEEP_PLAN), file.text().as_bytes())?)
}

/// Writes the table of a sweep into its folder.
///
/// # Errors
/// If it cannot be written.
pub fn write_sweep_table(folder: &Path, swept: &SweepResult) -> Result<(), ArenaError> {
    Ok(write_file(&folder.join(TABLE), &swept.csv()?)?)
}

/// Joins parts of a sweep in a new folder: run by run, the very files of the sweep that would have played them all.
///
/// # Errors
/// If they are of different sweeps, leave gaps, or the folder cannot be written.
pub fn merge_sweeps(folders: &[PathBuf], builds: Builds, out: &Path) -> Result<SweepResult, MergeError> {
    let read = |folder: &PathBuf| PlanFile::read(&folder.join(SWEEP_PLAN)).map_err(ArenaError::from);
    let first = folders.first().ok_or(MergeError::Nothing)?;
    let file = read(first)?;
    for folder in folders {
        if read(folder)? != file {
            return Err(MergeError::OtherSweep { slice: folder.clone(), first: first.clone() });
        }
    }
    let cells: Vec<(Cell, Plan)> = sweep(&file).map_err(ArenaError::from)?;
    begin_sweep(out, &file)?;
    let names = cells[0].0.values.iter().map(|(name, _)| name.clone()).collect();
    let mut swept = SweepResult { names, cells: Vec::new() };
    for (number, (cell, plan)) in cells.iter().enumerate() {
        let parts = folders.iter().map(|folder| cell_folder(folder, number));
        let parts: Vec<PathBuf> = parts.filter(|part| part.join(MANIFEST).exists()).collect();
        if parts.is_empty() {
            return Err(MergeError::Gap(0..plan.blocks));
        }
        let result = Slices::read(&parts, builds)?.merge(None, &cell_folder(out, number))?;
        let values = cell.values.iter().map(|(_, value)| value.clone()).collect();
        swept.cells.push(SweepCell { values, result });
    }
    write_sweep_table(out, &swept)?;
    Ok(swept)
}
