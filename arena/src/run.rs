//! A run: a plan, as much of it as was played, and the folder that keeps it.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use kosti_bots::external::GuardCommand;
use kosti_bots::{BotGame, now};
use kosti_engine::with_game;
use kosti_reports::tournament::{Clock, TournamentResult};

use crate::blocks::{self, Ended, Piece, Sink, Threads, Worker};
use crate::built_in::BuiltInWorker;
use crate::entrant::FirstFault;
use crate::error::ArenaError;
use crate::files::write_whole;
use crate::folder::{ReadFolder, RunFolder, has_begun};
use crate::folder_error::FolderError;
use crate::plan::Plan;
use crate::played::{Batches, Played};
use crate::programs::{ProgramWorker, start_programs};
use crate::result::result;
use crate::totals::Totals;

/// How a plan is played; none of it changes a result.
pub struct RunOptions<'a> {
    /// Threads that play.
    pub threads: Threads,
    /// Turns true when the run should end.
    pub stop: &'a AtomicBool,
    /// Hears how far the run is, many times a second.
    pub progress: &'a mut dyn FnMut(&Progress<'_>),
    /// A command that ends the programs of a run whose process was killed: see [`GuardCommand`].
    pub guard: Option<GuardCommand>,
}

/// How far a run is.
pub struct Progress<'a> {
    /// What is played.
    pub plan: &'a Plan,
    /// The sums of all finished batches.
    pub totals: &'a Totals,
    /// The games of the run that were played so far, in batches that are finished or not.
    pub games: u64,
    /// All games of the run.
    pub of: u64,
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
    pub fn begun_or_new(path: &Path, plan: Plan) -> Result<Self, ArenaError> {
        let blocks = 0..plan.blocks;
        if has_begun(path) {
            let read = ReadFolder::read(path)?;
            let differences = read.plan.differences(&plan);
            if !differences.is_empty() {
                return Err(FolderError::OtherPlan { path: path.into(), differences }.into());
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
    pub fn resumed(folder: ReadFolder) -> Result<Self, ArenaError> {
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

    /// The folder that keeps it, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(RunFolder::path)
    }

    /// Plays what is left and writes the tables into the folder, also if it ends before time.
    ///
    /// # Errors
    /// If a bot fails or the folder cannot be written; finished batches are kept.
    pub fn play(&mut self, options: &mut RunOptions<'_>) -> Result<(Ended, TournamentResult), ArenaError> {
        let begin = now();
        let ended = self.play_rest(options);
        let clock = begin.map(|begin| Clock::new(options.threads.count(), begin.elapsed()));
        let result = self.result(clock);
        match ended {
            Ok(ended) => {
                self.write(&result)?;
                Ok((ended, result))
            }
            Err(error) => {
                if matches!(error, ArenaError::Programs(_)) && self.fresh {
                    // Nothing was played, and the mended command should not find its folder taken.
                    if let Some(folder) = self.folder.take() {
                        _ = fs::remove_dir_all(folder.path());
                    }
                }
                // The first error counts.
                _ = self.write(&result);
                Err(error)
            }
        }
    }

    /// What it came to so far.
    pub fn result(&self, clock: Option<Clock>) -> TournamentResult {
        result(&self.plan, &self.totals, clock)
    }

    fn write(&self, result: &TournamentResult) -> Result<(), ArenaError> {
        match &self.folder {
            Some(folder) => write_tables(result, folder.path()),
            None => Ok(()),
        }
    }

    fn play_rest(&mut self, options: &mut RunOptions<'_>) -> Result<Ended, ArenaError> {
        let Self { plan, blocks, totals, folder, .. } = self;
        if totals.decision(plan).is_some() {
            return Ok(Ended::Enough);
        }
        let programs = start_programs(plan, folder.as_ref().map(RunFolder::path), options.guard.as_ref())?;
        let next = blocks.start + totals.blocks();
        let rest = next..blocks.end;
        let (batch, threads, stop) = (plan.batch, options.threads, options.stop);
        let mut sink = Keep {
            plan,
            folder: folder.as_mut(),
            batches: Batches::new(&rest, batch),
            games: GamesOf { plan, first: blocks.start, next, end: blocks.end },
            progress: &mut *options.progress,
            totals,
        };
        sink.tell(0);
        let mut run = |worker: &dyn Worker<Played, ArenaError>| {
            blocks::run(worker, rest.clone(), batch, threads, stop, &mut sink).map_err(ArenaError::from)
        };
        let ended = with_game!(plan.rules, game => {
            prepare(&game, plan, threads)?;
            if let Some(programs) = &programs {
                run(&ProgramWorker::new(&game, plan, programs))
            } else if let Some(random) = BuiltInWorker::random(&game, plan) {
                run(&random)
            } else {
                run(&BuiltInWorker::any(&game, plan))
            }
        });
        let synced = match folder {
            Some(folder) => folder.sync().map_err(|source| FolderError::Write { path: folder.path().into(), source }),
            None => Ok(()),
        };
        let ended = ended?;
        synced?;
        Ok(ended)
    }
}

/// Writes all tables of a result into a folder.
///
/// # Errors
/// If one cannot be written.
pub fn write_tables(result: &TournamentResult, folder: &Path) -> Result<(), ArenaError> {
    Ok(result.files()?.iter().try_for_each(|(name, bytes)| write_whole(&folder.join(name), bytes))?)
}

/// Counts the games of a run.
struct GamesOf<'a> {
    plan: &'a Plan,
    first: u64,
    next: u64,
    end: u64,
}

impl GamesOf<'_> {
    fn until(&self, block: u64) -> u64 {
        self.plan.schedule.games_before(block) - self.plan.schedule.games_before(self.first)
    }
}

/// Keeps batches as they come, and judges at the end of each whether they are enough.
struct Keep<'a> {
    plan: &'a Plan,
    totals: &'a mut Totals,
    folder: Option<&'a mut RunFolder>,
    batches: Batches,
    games: GamesOf<'a>,
    progress: &'a mut dyn FnMut(&Progress<'_>),
}

impl Keep<'_> {
    fn tell(&mut self, played: u64) {
        let games = self.games.until(self.games.next + played);
        let of = self.games.until(self.games.end);
        (self.progress)(&Progress { plan: self.plan, totals: self.totals, games, of });
    }
}

impl Sink<Played, ArenaError> for Keep<'_> {
    fn take(&mut self, piece: Piece<Played>) -> Result<ControlFlow<()>, ArenaError> {
        let Some(finished) = self.batches.add(piece) else { return Ok(ControlFlow::Continue(())) };
        if let Some(folder) = &mut self.folder {
            folder.write(&finished)?;
        }
        self.totals.add(self.plan, &finished.batch);
        // Judged at the end of every batch and nowhere else, so that the result does not depend on the threads.
        let decided = self.totals.decision(self.plan).is_some();
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn played(&mut self, blocks: u64) {
        self.tell(blocks);
    }
}

/// Works out what bots share, before all threads are busy playing.
fn prepare<G: BotGame>(game: &G, plan: &Plan, threads: Threads) -> Result<(), ArenaError> {
    let make = || {
        let mut here = plan.entrants.iter().filter(|entrant| !entrant.bot.is_program());
        here.try_for_each(|entrant| entrant.player(game, &FirstFault::default()).map(|_| ()))
    };
    match threads.pool().map_err(ArenaError::NoThreads)? {
        None => make()?,
        Some(pool) => pool.install(make)?,
    }
    Ok(())
}
