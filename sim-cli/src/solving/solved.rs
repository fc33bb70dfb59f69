//! A dice game with the values of all its states.

use std::fs::File;
use std::io::{BufReader, Write, stderr};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::Context;
use indicatif::ProgressBar;
use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};
use kosti_solver::{Cost, Objective, Solution, SolvedGame, UtilitySolution, table_store};

use crate::output::{progress, thousands};
use crate::solving::SolverArgs;

/// Whether to say beforehand what will take long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Announce {
    /// In a line on standard error.
    Yes,
    /// Not a word; a bar is shown on a terminal all the same.
    No,
}

/// A solved game.
pub(crate) struct Solved<S: Scoresheet> {
    /// Its values.
    pub(crate) values: SolvedGame<S>,
    /// How long it took to work them out; nothing if they were read from a file or a folder of tables.
    pub(crate) seconds: Option<f64>,
}

impl<S: Scoresheet> Solved<S> {
    /// Solves a game, or reads its values, as the arguments say; on all threads of the current pool. What is not needed
    /// for this sheet and those that follow it may be left out.
    ///
    /// # Errors
    /// If a file does not hold the values of this game.
    pub(crate) fn new(
        args: &SolverArgs,
        game: &SheetGame<S>,
        from: &Sheet,
        announced: Announce,
    ) -> anyhow::Result<Self> {
        if let Some(path) = &args.load {
            return Ok(Self { values: SolvedGame::Mean(load(game, path)?), seconds: None });
        }
        if args.objective == Objective::Mean {
            let begin = Instant::now();
            let values = SolvedGame::new(game, args.objective, from, |_| ());
            return Ok(Self { values, seconds: Some(begin.elapsed().as_secs_f64()) });
        }
        // Nothing is shown of a table that is only read.
        let work: OnceLock<Work> = OnceLock::new();
        let show = |done| work.get_or_init(|| Work::new(UtilitySolution::cost(game), announced)).show(done);
        let values = match table_store() {
            Some(store) => SolvedGame::kept(store, game, args.objective, show),
            None => {
                show(0);
                SolvedGame::new(game, args.objective, from, show)
            }
        };
        let seconds = work.get().map(|work| {
            work.bar.finish_and_clear();
            work.begin.elapsed().as_secs_f64()
        });
        Ok(Self { values, seconds })
    }
}

/// Reads the values of a game.
fn load<S: Scoresheet>(game: &SheetGame<S>, path: &Path) -> anyhow::Result<Solution<S>> {
    let told = || format!("cannot load {}", path.display());
    let file = File::open(path).with_context(told)?;
    Solution::read_from(game, BufReader::new(file)).with_context(told)
}

/// Work that may take long.
struct Work {
    cost: Cost,
    announced: Announce,
    bar: ProgressBar,
    begin: Instant,
    /// When the first states were done: what comes before is of another kind.
    first: OnceLock<Instant>,
    /// Whether it was said how long it takes.
    said: OnceLock<()>,
}

impl Work {
    fn new(cost: Cost, announced: Announce) -> Self {
        let bar = progress(cost.states, "states");
        Self { cost, announced, bar, begin: Instant::now(), first: OnceLock::new(), said: OnceLock::new() }
    }

    /// Shows how far it is. As soon as the pace is known, and if there is much left, says how long it takes.
    fn show(&self, done: u64) {
        self.bar.set_position(done);
        if done == 0 || self.announced == Announce::No {
            return;
        }
        let seconds = self.first.get_or_init(Instant::now).elapsed().as_secs_f64();
        if seconds > TRIAL {
            self.said.get_or_init(|| self.announce(left(seconds, done, self.cost.states)));
        }
    }

    fn announce(&self, left: f64) {
        if left > LONG {
            let (states, time) = (thousands(self.cost.states as f64), rough(left));
            let megabytes = thousands((self.cost.bytes as f64 / 1e6).ceil());
            let line = format!("{states} states to solve in {megabytes} MB of memory: about {time} from now");
            // The bar makes room for the line. Without a listener there is no reason to stop.
            self.bar.suspend(|| _ = writeln!(stderr(), "{line}"));
        }
    }
}

/// How long the pace is watched before it is said what it comes to, in seconds.
const TRIAL: f64 = 2.0;
/// What takes longer is announced.
const LONG: f64 = 3.0;
/// How much longer the later states take than the first ones, in the mean: they have more rows open.
const SLOWER: f64 = 1.7;

/// How many seconds are left when the states that are done took `seconds`.
fn left(seconds: f64, done: u64, all: u64) -> f64 {
    seconds * (all.saturating_sub(done)) as f64 / done as f64 * SLOWER
}

/// A time without false exactness.
fn rough(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} seconds"),
        ..6000.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.0} hours", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_units_that_fit() {
        for (seconds, text) in [(4.2, "4 seconds"), (300.0, "5 minutes"), (7200.0, "2 hours")] {
            assert_eq!(rough(seconds), text);
        }
    }
}
