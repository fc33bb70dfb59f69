//! Tournaments with several values of a parameter, one after the other.

use std::path::Path;

use kosti_arena::{
    Cell, Ended, FolderLock, MANIFEST, Plan, PlanFile, Run, begin_sweep, cell_folder, sweep, write_sweep_table,
};
use kosti_reports::tournament::{SweepCell, SweepResult};

use super::{Args, Quiet, play, resume_command};
use crate::cmd::{WrongArguments, explained};
use crate::interrupt::Interrupted;
use crate::screen;
use crate::trust;

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

    /// Begins the sweep in its folder, if it is to have one, or finds it there.
    pub(super) fn make_folder(&self, file: &PlanFile) -> anyhow::Result<()> {
        self.folder.map_or(Ok(()), |path| begin_sweep(path, file).map_err(|error| explained(error, None)))
    }

    /// Plays all combinations.
    pub(super) fn run(&self, args: &Args, threads: usize) -> anyhow::Result<()> {
        args.check_markdown()?;
        let names = self.cells[0].0.values.iter().map(|(name, _)| name.clone()).collect();
        let mut swept = SweepResult { names, cells: Vec::new() };
        let _lock = self.folder.map(FolderLock::take).transpose()?;
        for (number, (cell, plan)) in self.cells.iter().enumerate() {
            let Some(mut run) = self.begin(number, plan, args)? else { continue };
            let (ended, result) = play(&mut run, threads, Quiet::new(args.quiet))?;
            if ended == Ended::Interrupted {
                return Err(Interrupted { go_on_with: self.folder.map(resume_command) }.into());
            }
            let values = cell.values.iter().map(|(_, value)| value.clone()).collect();
            swept.cells.push(SweepCell { values, result });
            if let (Some(folder), None) = (self.folder, args.shard) {
                write_sweep_table(folder, &swept)?;
            }
        }
        if let Some(shard) = args.shard {
            return args
                .tell(&format!("part {shard} of {} runs is played; kosti merge joins the parts\n", self.cells.len()));
        }
        args.write_markdown(&swept.markdown())?;
        args.tell(&if args.json { swept.json() } else { swept.text_in(screen::width()) })
    }

    /// Begins the run of a cell, or goes on with it; nothing if a part of the sweep has no part of this run.
    fn begin(&self, number: usize, plan: &Plan, args: &Args) -> anyhow::Result<Option<Run>> {
        let Some(folder) = self.folder else { return Ok(Some(Run::unkept(plan.clone()))) };
        let path = cell_folder(folder, number);
        let blocks = match args.shard {
            Some(shard) => shard.blocks(plan.blocks, plan.batch),
            // What a part of the sweep was is known from the folders themselves.
            None if args.resume.is_some() && path.join(MANIFEST).exists() => {
                return Run::resume(&path, args.builds()).map(Some).map_err(|error| explained(error, Some(&path)));
            }
            None => Some(0..plan.blocks),
        };
        let begin = |blocks| {
            trust::remember(&path, plan);
            Run::begin(&path, plan.clone(), blocks, args.builds()).map_err(|error| explained(error, Some(&path)))
        };
        blocks.map(begin).transpose()
    }
}
