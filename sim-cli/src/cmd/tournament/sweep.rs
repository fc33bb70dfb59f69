//! Tournaments with several values of a parameter, one after the other.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use kosti_arena::files::write_whole;
use kosti_arena::{Cell, Ended, Plan, PlanFile, Run, sweep};
use kosti_reports::tournament::{SWEEP as SWEEP_TABLE, SweepCell, SweepResult};

use super::{Args, Quiet, play, resume_command};
use crate::cmd::{WrongArguments, explained};
use crate::interrupt::Interrupted;

/// The file that holds the plan of a sweep.
pub(super) const SWEEP: &str = "sweep.toml";

/// All combinations of some values; a single one if none has several.
pub(super) struct Sweep<'a> {
    cells: Vec<(Cell, Plan)>,
    folder: Option<&'a Path>,
}

impl<'a> Sweep<'a> {
    /// The combinations that a plan asks for.
    pub(super) fn new(file: &PlanFile, folder: Option<&'a Path>) -> Result<Self, WrongArguments> {
        let cells = sweep(file).map_err(|error| WrongArguments(error.to_string()))?;
        Ok(Self { cells, folder })
    }

    /// The plans of all combinations.
    pub(super) fn plans(&self) -> impl Iterator<Item = &Plan> {
        self.cells.iter().map(|(_, plan)| plan)
    }

    /// The plan if there is nothing to sweep; the sweep otherwise.
    pub(super) fn only_plan(mut self) -> Result<Plan, Self> {
        if self.cells[0].0.values.is_empty() { Ok(self.cells.remove(0).1) } else { Err(self) }
    }

    /// Makes the folder of a new sweep, if it is to have one.
    pub(super) fn make_folder(&self, file: &PlanFile) -> anyhow::Result<()> {
        let Some(path) = self.folder else { return Ok(()) };
        let cannot_write = || format!("cannot write to {}", path.display());
        fs::create_dir_all(path).with_context(cannot_write)?;
        if fs::read_dir(path).with_context(cannot_write)?.next().is_some() {
            bail!("{} is not empty; choose a new folder, or go on with it: {}", path.display(), resume_command(path));
        }
        Ok(write_whole(&path.join(SWEEP), file.text().as_bytes())?)
    }

    /// Plays all combinations.
    pub(super) fn run(&self, args: &Args, threads: usize) -> anyhow::Result<()> {
        args.check_markdown()?;
        let names = self.cells[0].0.values.iter().map(|(name, _)| name.clone()).collect();
        let mut swept = SweepResult { names, cells: Vec::new() };
        for (number, (cell, plan)) in self.cells.iter().enumerate() {
            let mut run = self.begin(number, plan)?;
            let (ended, result) = play(&mut run, threads, Quiet::new(args.quiet))?;
            if ended == Ended::Interrupted {
                return Err(Interrupted { go_on_with: self.folder.map(resume_command) }.into());
            }
            let values = cell.values.iter().map(|(_, value)| value.clone()).collect();
            swept.cells.push(SweepCell { values, result });
            if let Some(folder) = self.folder {
                write_whole(&folder.join(SWEEP_TABLE), &swept.csv()?)?;
            }
        }
        args.write_markdown(&swept.markdown())?;
        args.tell(&if args.json { swept.json() } else { swept.text() })
    }

    /// Begins the run of a cell, or goes on with it.
    fn begin(&self, number: usize, plan: &Plan) -> anyhow::Result<Run> {
        match self.folder {
            Some(folder) => {
                let path = folder.join(format!("{:04}", number + 1));
                Run::begun_or_new(&path, plan.clone()).map_err(|error| explained(error, Some(&path)))
            }
            None => Ok(Run::unkept(plan.clone())),
        }
    }
}
