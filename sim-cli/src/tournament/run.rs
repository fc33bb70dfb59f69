//! A run: a plan, as much of it as was played, and the folder that keeps it.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use anyhow::bail;
use kosti_bots::external::{HostError, ProgramsError};

use crate::tournament::folder::{ReadFolder, RunFolder, has_begun, quoted};
use crate::tournament::plan::Plan;
use crate::tournament::play::{Session, play};
use crate::tournament::report::{Clock, Report};
use crate::tournament::runner::Ended;
use crate::tournament::totals::Totals;

/// A bot outside stopped the run.
#[derive(Debug, thiserror::Error)]
#[error("{how}{}", .go_on_with.as_ref().map(kept).unwrap_or_default())]
pub struct BotFailed {
    how: String,
    go_on_with: Option<String>,
}

fn kept(command: &String) -> String {
    format!("\nAll finished batches are kept; when the bot is mended, go on with: {command}")
}

/// The command that goes on with the run in a folder.
pub fn resume_command(folder: &Path) -> String {
    format!("kosti tournament --resume {}", quoted(folder))
}

/// A run that can be played, or played on.
pub struct Run {
    plan: Plan,
    blocks: Range<u64>,
    totals: Totals,
    folder: Option<RunFolder>,
    /// Whether it begins now.
    fresh: bool,
}

impl Run {
    /// A run of some blocks of a plan that begins now.
    pub fn new(plan: Plan, blocks: Range<u64>, folder: Option<RunFolder>) -> Self {
        Self { plan, blocks, totals: Totals::default(), folder, fresh: true }
    }

    /// A run of a whole plan of which nothing is kept.
    pub fn unkept(plan: Plan) -> Self {
        let blocks = 0..plan.blocks;
        Self::new(plan, blocks, None)
    }

    /// A run of a whole plan in a folder: the one that has begun there, or a new one.
    ///
    /// # Errors
    /// If the folder holds something else or cannot be used.
    pub fn begun_or_new(path: &Path, plan: Plan) -> anyhow::Result<Self> {
        let blocks = 0..plan.blocks;
        if has_begun(path) {
            let read = ReadFolder::read(path)?;
            let differences = read.plan.differences(&plan);
            if !differences.is_empty() {
                bail!("the plan of {} differs: {}", path.display(), differences.join(", "));
            }
            return Self::resumed(read);
        }
        let folder = RunFolder::create(path, &plan, &blocks)?;
        Ok(Self::new(plan, blocks, Some(folder)))
    }

    /// The run in a folder, to go on behind its last finished batch.
    ///
    /// # Errors
    /// If the folder cannot be read or written.
    pub fn resumed(folder: ReadFolder) -> anyhow::Result<Self> {
        let mut totals = Totals::default();
        for batch in folder.batches()? {
            totals.add(&folder.plan, &batch?);
        }
        let opened = folder.resume()?;
        Ok(Self { plan: folder.plan, blocks: folder.blocks, totals, folder: Some(opened), fresh: false })
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays what is left and writes the tables.
    ///
    /// # Errors
    /// If a bot fails or the folder cannot be written.
    pub fn play(&mut self, session: &Session<'_>) -> anyhow::Result<(Ended, f64)> {
        let begin = Instant::now();
        let ended = play(&self.plan, &self.blocks, &mut self.totals, self.folder.as_mut(), session);
        let seconds = begin.elapsed().as_secs_f64();
        let ended = match ended {
            Ok(ended) => ended,
            Err(error) => return Err(self.told(error, session, seconds)),
        };
        if let Some(folder) = &self.folder {
            self.report(session, seconds).write(folder.path())?;
        }
        Ok((ended, seconds))
    }

    /// The error, with how to go on; the tables of what was played are written if that is possible.
    fn told(&mut self, error: anyhow::Error, session: &Session<'_>, seconds: f64) -> anyhow::Error {
        if error.is::<ProgramsError>() && self.fresh {
            // Nothing was played, and the mended command should not find its folder taken.
            if let Some(folder) = self.folder.take() {
                _ = fs::remove_dir_all(folder.path());
            }
        }
        if let Some(folder) = &self.folder {
            _ = self.report(session, seconds).write(folder.path());
        }
        if error.is::<HostError>() || error.is::<ProgramsError>() {
            return BotFailed { how: format!("{error:#}"), go_on_with: self.go_on_with() }.into();
        }
        error
    }

    /// The command that goes on, if anything is kept.
    pub fn go_on_with(&self) -> Option<String> {
        self.folder.as_ref().map(|folder| resume_command(folder.path()))
    }

    /// What it came to so far.
    pub fn report(&self, session: &Session<'_>, seconds: f64) -> Report<'_> {
        let mut report = Report::new(&self.plan, &self.totals);
        report.clock = Some(Clock { threads: session.threads, seconds });
        report
    }
}
