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
        let work: OnceLock<(ProgressBar, Instant)> = OnceLock::new();
        let start = || {
            let cost = UtilitySolution::cost(game);
            if announced == Announce::Yes {
                announce(cost, args.threads());
            }
            (progress(cost.states, "states"), Instant::now())
        };
        let show = |done| work.get_or_init(start).0.set_position(done);
        let values = match table_store() {
            Some(store) => SolvedGame::kept(store, game, args.objective, show),
            None => {
                show(0);
                SolvedGame::new(game, args.objective, from, show)
            }
        };
        let seconds = work.get().map(|(bar, begin)| {
            bar.finish_and_clear();
            begin.elapsed().as_secs_f64()
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

/// About what a state costs on one thread.
const SECONDS_PER_STATE: f64 = 400e-9;
/// What takes longer is announced.
const LONG: f64 = 3.0;

/// Says what solving will take, if that is long.
fn announce(cost: Cost, threads: usize) {
    let seconds = cost.states as f64 * SECONDS_PER_STATE / threads as f64;
    if seconds > LONG {
        let (states, time) = (thousands(cost.states as f64), rough(seconds));
        let megabytes = thousands((cost.bytes as f64 / 1e6).ceil());
        // Nobody may be listening, which is no reason to stop.
        _ = writeln!(
            stderr(),
            "{states} states to solve: {megabytes} MB of memory and about {time} on {threads} threads"
        );
    }
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
