//! A run: a plan, as much of it as was played, and the folder that keeps it.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use kosti_bots::external::GuardCommand;
use kosti_bots::{BotGame, now};
use kosti_engine::with_game;
use kosti_reports::tournament::{Clock, TimesRow, TournamentResult};

use crate::batch::FinishedBatch;
use crate::blocks::{self, Ended, Piece, Sink, Threads, Worker};
use crate::built_in::BuiltInWorker;
use crate::entrant::FirstFault;
use crate::error::ArenaError;
use crate::files::write_file;
use crate::folder::{Holds, RunFolder, look};
use crate::folder_error::{FolderError, MANIFEST};
use crate::lock::FolderLock;
use crate::plan::Plan;
use crate::played::{Batches, Played};
use crate::programs::{ProgramWorker, start_programs};
use crate::read_folder::{Builds, ReadFolder};
use crate::result::result;
use crate::times::Times;
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
    /// What was played of the next batch before.
    open: Option<FinishedBatch>,
    /// What the moves of programs and timed bots took.
    times: Vec<TimesRow>,
    /// Whether it begins now.
    fresh: bool,
}

impl Run {
    /// A run of a whole plan of which nothing is kept.
    pub fn unkept(plan: Plan) -> Self {
        let blocks = 0..plan.blocks;
        Self { plan, blocks, totals: Totals::default(), folder: None, open: None, times: Vec::new(), fresh: true }
    }

    /// A run of some blocks of a plan in a folder: the one that is there, to go on with it, or a new one. So the same call
    /// can be made again, whatever came of it the first time.
    ///
    /// # Errors
    /// If the folder holds something else, another process works in it, or it cannot be used.
    pub fn begin(path: &Path, plan: Plan, blocks: Range<u64>, builds: Builds) -> Result<Self, ArenaError> {
        if let Some(own) = plan.entrants.iter().find(|entrant| entrant.bot.spec().is_none()) {
            return Err(FolderError::OwnBot(own.name.clone()).into());
        }
        fs::create_dir_all(path).map_err(|source| FolderError::Write { path: path.into(), source })?;
        let lock = FolderLock::take(path).map_err(FolderError::from)?;
        if look(path)? == Holds::Nothing {
            let folder = RunFolder::create(path, lock, &plan, &blocks)?;
            return Ok(Self {
                plan,
                blocks,
                totals: Totals::default(),
                folder: Some(folder),
                open: None,
                times: Vec::new(),
                fresh: true,
            });
        }
        let read = ReadFolder::read(path, builds)?;
        let differences = read.plan.differences(&plan);
        if !differences.is_empty() {
            return Err(FolderError::OtherPlan { path: path.into(), differences }.into());
        }
        if read.blocks != blocks {
            return Err(FolderError::OtherBlocks { path: path.into(), there: read.blocks, wanted: blocks }.into());
        }
        Self::resumed(read, lock)
    }

    /// The run in a folder, to go on with it.
    ///
    /// # Errors
    /// If there is none, another process works in it, or it cannot be read or written.
    pub fn resume(path: &Path, builds: Builds) -> Result<Self, ArenaError> {
        if !path.join(MANIFEST).exists() {
            return Err(FolderError::NoManifest(path.into()).into());
        }
        let lock = FolderLock::take(path).map_err(FolderError::from)?;
        Self::resumed(ReadFolder::read(path, builds)?, lock)
    }

    fn resumed(read: ReadFolder, lock: FolderLock) -> Result<Self, ArenaError> {
        let mut totals = Totals::default();
        for batch in read.batches()? {
            totals.add(&batch?);
        }
        let folder = Some(RunFolder::resume(&read, lock)?);
        let times = TimesRow::read_all(&read.path)?;
        let ReadFolder { plan, blocks, open, .. } = read;
        Ok(Self { plan, blocks, totals, folder, open, times, fresh: false })
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
        TournamentResult { times: self.times.clone(), ..result(&self.plan, &self.totals, clock) }
    }

    fn write(&self, result: &TournamentResult) -> Result<(), ArenaError> {
        match &self.folder {
            Some(folder) => write_tables(result, folder.path()),
            None => Ok(()),
        }
    }

    /// Whether what was played is enough. A slice plays all of its blocks: the merge of all
    /// slices applies the rule for stopping.
    fn is_decided(&self) -> bool {
        self.blocks == (0..self.plan.blocks) && self.totals.decision(&self.plan).is_some()
    }

    fn play_rest(&mut self, options: &mut RunOptions<'_>) -> Result<Ended, ArenaError> {
        let decided = self.is_decided();
        let Self { plan, blocks, totals, folder, open, .. } = self;
        let next = blocks.start + totals.blocks();
        if decided || next == blocks.end {
            return Ok(if decided { Ended::Enough } else { Ended::Complete });
        }
        let programs = start_programs(plan, folder.as_ref().map(RunFolder::path), options.guard.as_ref())?;
        let batches = Batches::new(&(next..blocks.end), plan.batch, open.take());
        let rest = batches.next()..blocks.end;
        let (batch, stop) = (plan.batch, options.stop);
        let threads = options.threads.at_most(rest.end - rest.start);
        let times = Times::begin(plan, folder.as_ref().map(RunFolder::path), programs.as_ref())?;
        let mut sink = Keep {
            plan,
            stops_early: *blocks == (0..plan.blocks),
            folder: folder.as_mut(),
            games: GamesOf { plan, first: blocks.start, next: batches.next(), end: blocks.end },
            batches,
            progress: &mut *options.progress,
            totals,
            times: &times,
        };
        sink.tell(0);
        let mut run = |worker: &dyn Worker<Played, ArenaError>| {
            blocks::run(worker, rest.clone(), batch, threads, stop, &mut sink).map_err(ArenaError::from)
        };
        let ended = with_game!(plan.rules, game => {
            prepare(&game, plan, threads)?;
            if let Some(programs) = &programs {
                run(&ProgramWorker::new(&game, plan, programs, &times))
            } else if let Some(random) = BuiltInWorker::random(&game, plan, &times) {
                run(&random)
            } else {
                run(&BuiltInWorker::any(&game, plan, &times))
            }
        });
        let kept = match (sink.folder, &ended) {
            (None, _) => Ok(()),
            (Some(folder), Ok(Ended::Complete | Ended::Enough)) => folder.finish(),
            (Some(folder), Ok(Ended::Interrupted) | Err(_)) => {
                let open = sink.batches.open();
                if open.batch.blocks().is_empty() { folder.finish() } else { folder.keep(&open) }
            }
        };
        self.times = times.rows();
        let timed = times.write();
        let ended = ended?;
        kept?;
        timed?;
        Ok(ended)
    }
}

/// Writes all tables of a result into a folder.
///
/// # Errors
/// If one cannot be written.
pub fn write_tables(result: &TournamentResult, folder: &Path) -> Result<(), ArenaError> {
    Ok(result.files()?.iter().try_for_each(|(name, bytes)| write_file(&folder.join(name), bytes))?)
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
    /// Whether the plan's rule for stopping is applied.
    stops_early: bool,
    totals: &'a mut Totals,
    folder: Option<&'a mut RunFolder>,
    batches: Batches,
    games: GamesOf<'a>,
    progress: &'a mut dyn FnMut(&Progress<'_>),
    times: &'a Times,
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
        let Some(finished) = self.batches.add(piece) else {
            if let Some(folder) = &mut self.folder {
                folder.checkpoint(|| self.batches.open())?;
            }
            return Ok(ControlFlow::Continue(()));
        };
        if let Some(folder) = &mut self.folder {
            folder.write(&finished)?;
        }
        self.times.keep()?;
        self.totals.add(&finished.batch);
        // Judged at the end of every batch and nowhere else, so that the result does not depend on the threads.
        let decided = self.stops_early && self.totals.decision(self.plan).is_some();
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
