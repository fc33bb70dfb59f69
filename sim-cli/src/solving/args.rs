//! The arguments that say what is to be solved.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::Context;
use kosti_arena::TableFolderError;
use kosti_engine::SheetRules;
use kosti_solver::Objective;

use crate::cmd::WrongArguments;
use crate::rules_args::RulesArgs;
use crate::table_args::TableArgs;

/// What is to be solved, and how.
#[derive(clap::Args, Clone, Debug)]
pub struct SolverArgs {
    #[command(flatten)]
    rules: RulesArgs,

    /// What is played for: mean, the highest score on average; win, the best chance to beat somebody who plays for the
    /// mean; target=N, the best chance to reach a score
    #[arg(long, value_name = "OBJECTIVE", default_value = "mean")]
    pub(crate) objective: Objective,

    /// Take the values from a file that kosti solve --save wrote, and solve nothing
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,

    /// Threads to use; never changes a result [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    tables: TableArgs,
}

impl SolverArgs {
    /// The rules of the dice game.
    ///
    /// # Errors
    /// If they are missing or wrong, or those of a game that cannot be solved.
    pub fn rules(&self) -> Result<SheetRules, WrongArguments> {
        let games = || SheetRules::GAMES.join(", ");
        SheetRules::try_from(self.rules.needed()?).map_err(|other| {
            WrongArguments(format!("{} cannot be solved; the games that can be are {}", other.game(), games()))
        })
    }

    /// Checks that all of it goes together.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self) -> Result<(), WrongArguments> {
        if self.load.is_some() { self.only_for_mean("--load") } else { Ok(()) }
    }

    /// Lets the folder of tables be used.
    ///
    /// # Errors
    /// If the folder that is named cannot be used.
    pub fn keep_tables(&self) -> Result<(), TableFolderError> {
        self.tables.keep()
    }

    /// Refuses an option that has no meaning when something else than the mean is played for.
    ///
    /// # Errors
    /// If so.
    pub fn only_for_mean(&self, option: &str) -> Result<(), WrongArguments> {
        match self.objective {
            Objective::Mean => Ok(()),
            other => Err(WrongArguments(format!("{option} goes with --objective mean only, not with {other}"))),
        }
    }

    /// How many threads are wanted.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from)
    }

    /// Does some work on that many threads.
    ///
    /// # Errors
    /// If there are no threads to be had, or the work fails.
    pub fn on_threads<T: Send>(&self, work: impl FnOnce() -> anyhow::Result<T> + Send) -> anyhow::Result<T> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads()).build();
        pool.context("cannot start threads")?.install(work)
    }
}
