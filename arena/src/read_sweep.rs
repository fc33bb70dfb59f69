//! The folder of a sweep as it is read: its plan and the results of its runs.

use std::path::{Path, PathBuf};
use std::{fs, io};

use kosti_reports::FileError;
use kosti_reports::tournament::{SUMMARY, SWEEP as TABLE, SweepCell, SweepResult, TournamentResult};
use thiserror::Error;

use crate::plan::{PlanError, sweep};
use crate::plan_file::{PlanFile, PlanFileError};
use crate::sweep_folder::{SWEEP_PLAN, cell_folder};

/// Why the results of a sweep cannot be read.
#[derive(Debug, Error)]
pub enum ReadSweepError {
    /// No run of it is finished, or it is a part of a sweep.
    #[error("{} holds a sweep without results: there is no {TABLE} in it", .0.display())]
    NoTable(PathBuf),
    /// The table cannot be read.
    #[error("cannot read {}", .path.display())]
    Table {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The plan cannot be read.
    #[error(transparent)]
    PlanFile(#[from] PlanFileError),
    /// The plan makes no sense.
    #[error("{} is damaged: {source}", .path.display())]
    Plan {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        source: PlanError,
    },
    /// A run of which the table tells is not there.
    #[error("there is no {}, although {TABLE} tells of this run", .0.display())]
    NoRun(PathBuf),
    /// The results of a run cannot be read.
    #[error(transparent)]
    Run(#[from] FileError),
    /// The table and the runs differ.
    #[error("{} does not hold the figures of the runs beside it: it was changed or damaged, or is older than they are", .0.display())]
    OtherTable(PathBuf),
}

/// A sweep as far as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadSweep {
    /// Its plan, with all values.
    pub plan: PlanFile,
    /// What it came to.
    pub swept: SweepResult,
    /// The folders of the runs, in the order of the combinations.
    pub runs: Vec<PathBuf>,
    /// How many runs there are in the plan.
    pub planned: usize,
}

impl ReadSweep {
    /// Reads the sweep in a folder: all runs of which its table tells. Each is checked by its checksums, and the table must hold
    /// exactly their figures.
    ///
    /// # Errors
    /// If a file or a run is missing or damaged.
    pub fn read(folder: &Path) -> Result<Self, ReadSweepError> {
        let table = folder.join(TABLE);
        if !table.exists() {
            return Err(ReadSweepError::NoTable(folder.into()));
        }
        let told = fs::read(&table).map_err(|source| ReadSweepError::Table { path: table.clone(), source })?;
        let path = folder.join(SWEEP_PLAN);
        let plan = PlanFile::read(&path)?;
        let cells = sweep(&plan).map_err(|source| ReadSweepError::Plan { path, source })?;
        let names = cells[0].0.values.iter().map(|(name, _)| name.clone()).collect();
        let mut read =
            Self { plan, swept: SweepResult { names, cells: Vec::new() }, runs: Vec::new(), planned: cells.len() };
        let header = read.swept.csv()?.len();
        let mut length = header;
        for (number, (cell, _)) in cells.iter().enumerate() {
            if length >= told.len() {
                break;
            }
            let run = cell_folder(folder, number);
            if !run.join(SUMMARY).exists() {
                return Err(ReadSweepError::NoRun(run));
            }
            let values = cell.values.iter().map(|(_, value)| value.clone()).collect();
            let cell = SweepCell { values, result: TournamentResult::read(&run)? };
            let alone = SweepResult { names: read.swept.names.clone(), cells: vec![cell.clone()] };
            length += alone.csv()?.len() - header;
            read.swept.cells.push(cell);
            read.runs.push(run);
        }
        if read.swept.csv()? != told || read.swept.cells.is_empty() {
            return Err(ReadSweepError::OtherTable(table));
        }
        Ok(read)
    }
}
