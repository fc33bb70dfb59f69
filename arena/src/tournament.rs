//! A tournament in a few calls.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use kosti_bots::external::GuardCommand;
use kosti_bots::{Bot, BotGame};
use kosti_engine::AnyRules;
use kosti_reports::tournament::TournamentResult;

use crate::blocks::Threads;
use crate::entrant::{EntrantBot, OwnBot};
use crate::error::ArenaError;
use crate::plan::{Plan, PlanError};
use crate::plan_file::PlanFile;
use crate::plan_value::{Bounds, HalfWidth};
use crate::read_folder::Builds;
use crate::run::{Progress, Run, RunOptions};
use crate::schedule::{Format, Seatings};

/// Hears how far a run is.
type OnProgress<'a> = Box<dyn FnMut(&Progress<'_>) + 'a>;

/// A tournament: say who plays what, then [`run`](Tournament::run) it.
///
/// Entrants are built-in bots and programs as they are written ([`enter_spec`](Tournament::enter_spec)), or factories of
/// bots of your own ([`enter`](Tournament::enter)). Games come in blocks that share their luck, once for each rotation of
/// the seats; the same tournament gives the same result on any number of threads.
///
/// ```
/// use kosti_arena::Tournament;
/// use kosti_bots::{Bot, Decision};
/// use kosti_engine::{ActionSet, AnyRules, Rims};
///
/// /// Always plays the last of its legal cards.
/// struct MyBot;
///
/// impl Bot<Rims> for MyBot {
///     fn act(&mut self, decision: Decision<'_, Rims>) -> <Rims as kosti_engine::Game>::Action {
///         let legal = decision.legal();
///         legal.nth(legal.len() - 1)
///     }
/// }
///
/// let rules = AnyRules::parse("rims:players=2").unwrap();
/// let result = Tournament::new(rules).enter("mine", || MyBot).enter_spec("greedy")?.games(1_000).seed(7).run()?;
/// assert_eq!(result.entrants.len(), 2);
/// println!("{}", result.text());
/// # Ok::<(), kosti_arena::ArenaError>(())
/// ```
#[must_use = "a tournament is played by run()"]
pub struct Tournament<'a> {
    file: PlanFile,
    bots: Vec<EntrantBot>,
    threads: Threads,
    stop: Option<&'a AtomicBool>,
    progress: Option<OnProgress<'a>>,
    folder: Option<PathBuf>,
    guard: Option<GuardCommand>,
}

impl<'a> Tournament<'a> {
    /// A tournament of a game.
    pub fn new(rules: AnyRules) -> Self {
        Self::from_plan(PlanFile { game: Some(rules.to_string()), ..PlanFile::default() })
    }

    /// A tournament as a plan file describes it, without its bots.
    pub fn from_plan(file: PlanFile) -> Self {
        Self {
            file: PlanFile { bots: None, made: None, ..file },
            bots: Vec::new(),
            threads: Threads::default(),
            stop: None,
            progress: None,
            folder: None,
            guard: None,
        }
    }

    /// Enters a bot of your own under this name. Every thread makes bots of its own. An illegal move ends the run with an
    /// error.
    pub fn enter<G, B>(mut self, name: impl Into<String>, make: impl Fn() -> B + Send + Sync + 'static) -> Self
    where
        G: BotGame,
        B: Bot<G> + 'static,
    {
        self.bots.push(EntrantBot::Own(OwnBot::new::<G, B>(name, make)));
        self
    }

    /// Enters a built-in bot or a program as it is written: `greedy`, `mc:rollouts=200`, `cmd:python3 mybot.py`.
    ///
    /// # Errors
    /// If it is no bot.
    pub fn enter_spec(mut self, spec: &str) -> Result<Self, ArenaError> {
        self.bots.push(EntrantBot::Spec(spec.parse()?));
        Ok(self)
    }

    /// Plays at least this many games: a whole number of blocks.
    pub fn games(mut self, games: u64) -> Self {
        self.file.games = Some(games);
        self
    }

    /// The seed of all dice, deals and bots.
    pub fn seed(mut self, seed: u64) -> Self {
        self.file.seed = Some(seed);
        self
    }

    /// Who meets whom.
    pub fn format(mut self, format: Format) -> Self {
        self.file.format = Some(format);
        self
    }

    /// How often a table is played with the same luck.
    pub fn seatings(mut self, seatings: Seatings) -> Self {
        self.file.seatings = Some(seatings);
        self
    }

    /// Stops when it is clear whether the first of two bots is better by at most `elo0` or at least `elo1`.
    pub fn sprt(mut self, elo0: f64, elo1: f64) -> Self {
        self.file.sprt = Some(Bounds(elo0, elo1));
        self
    }

    /// Stops when every win share is known to ± this half-width, between 0 and 0.5.
    ///
    /// # Errors
    /// If it is not.
    pub fn until(mut self, half_width: f64) -> Result<Self, ArenaError> {
        let width =
            HalfWidth::try_from(half_width).map_err(|expected| PlanError::HalfWidth { half_width, expected })?;
        self.file.until = Some(width);
        Ok(self)
    }

    /// Keeps the run in a folder, as it comes. If the same run has begun there, it goes on.
    pub fn folder(mut self, path: impl Into<PathBuf>) -> Self {
        self.folder = Some(path.into());
        self
    }

    /// Writes the record of every n-th game into the folder.
    pub fn record_every(mut self, games: u64) -> Self {
        self.file.record_every = Some(games);
        self
    }

    /// Plays on this many threads instead of one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Threads::Exactly(threads);
        self
    }

    /// Ends the run when this turns true.
    pub fn stop_when(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Hears how far the run is.
    pub fn on_progress(mut self, progress: impl FnMut(&Progress<'_>) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// The command that ends the programs of the run if this process is killed.
    pub fn guard(mut self, command: GuardCommand) -> Self {
        self.guard = Some(command);
        self
    }

    /// The plan, checked as a whole.
    ///
    /// # Errors
    /// If something does not go together.
    pub fn plan(&self) -> Result<Plan, ArenaError> {
        if self.bots.is_empty() {
            return Err(PlanError::NoBots.into());
        }
        Ok(Plan::with_bots(&self.file, self.bots.clone())?)
    }

    /// Plays it. A run that is stopped returns what was played: see [`TournamentResult::complete`].
    ///
    /// # Errors
    /// If something does not go together, a bot fails or acts illegally, or the folder cannot be used.
    pub fn run(self) -> Result<TournamentResult, ArenaError> {
        let plan = self.plan()?;
        let mut run = match &self.folder {
            Some(path) => {
                let blocks = 0..plan.blocks;
                Run::begin(path, plan, blocks, Builds::Same)?
            }
            None => Run::unkept(plan),
        };
        let never = AtomicBool::new(false);
        let mut silent = |_: &Progress<'_>| ();
        let mut progress = self.progress;
        let progress: &mut dyn FnMut(&Progress<'_>) = match &mut progress {
            Some(progress) => &mut **progress,
            None => &mut silent,
        };
        let stop = self.stop.unwrap_or(&never);
        let (_, result) = run.play(&mut RunOptions { threads: self.threads, stop, progress, guard: self.guard })?;
        Ok(result)
    }
}
