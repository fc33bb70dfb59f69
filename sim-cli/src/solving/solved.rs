//! A dice game with the values of all its states.

use std::fs::File;
use std::io::{BufReader, Write, stderr};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use kosti_bots::solver::{Cost, Solution, TurnValues, Utility, UtilitySolution};
use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use crate::output::{progress, thousands};
use crate::solving::{Objective, SolverArgs};

/// Whether to say beforehand what will take long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// In a line on standard error.
    Announce,
    /// Not a word; a bar is shown on a terminal all the same.
    Silent,
}

/// The values of all states.
pub enum Worths<S: Scoresheet> {
    /// Mean final scores.
    Mean(Solution<S>),
    /// Chances to win, or to reach a score.
    Chance(UtilitySolution<S>),
}

impl<S: Scoresheet> Worths<S> {
    /// What a sheet is worth before the next roll.
    pub fn worth(&self, sheet: &Sheet) -> f64 {
        match self {
            Self::Mean(solution) => solution.worth(sheet),
            Self::Chance(solution) => solution.worth(sheet),
        }
    }

    /// What every decision of the next turn is worth.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn(&self, sheet: &Sheet) -> TurnValues<S> {
        match self {
            Self::Mean(solution) => solution.turn(sheet),
            Self::Chance(solution) => solution.turn(sheet),
        }
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        match self {
            Self::Mean(solution) => solution.states(),
            Self::Chance(solution) => solution.states(),
        }
    }
}

/// A solved game.
pub struct Solved<S: Scoresheet> {
    /// Its values.
    pub worths: Worths<S>,
    /// How long it took to work them out; nothing if they were read from a file.
    pub seconds: Option<f64>,
}

impl<S: Scoresheet> Solved<S> {
    /// Solves a game, or reads its values, as the arguments say; on all threads of the current pool. What is not needed
    /// for this sheet and those that follow it may be left out.
    ///
    /// # Errors
    /// If a file does not hold the values of this game.
    pub fn new(args: &SolverArgs, game: &SheetGame<S>, from: &Sheet, talk: Talk) -> anyhow::Result<Self> {
        if let Some(path) = &args.load {
            return Ok(Self { worths: Worths::Mean(load(game, path)?), seconds: None });
        }
        let utility = match args.objective {
            Objective::Mean => {
                let (solution, seconds) = timed(|| Solution::from_sheet(game, from));
                return Ok(Self { worths: Worths::Mean(solution), seconds: Some(seconds) });
            }
            Objective::Win => Utility::Beat(Solution::new(game).distribution().score),
            Objective::Target(score) => Utility::AtLeast(score),
        };
        let cost = UtilitySolution::cost(game);
        if talk == Talk::Announce {
            announce(cost, args.threads());
        }
        let bar = progress(cost.states, "states");
        let (solution, seconds) = timed(|| UtilitySolution::new(game, &utility, |done| bar.set_position(done)));
        bar.finish_and_clear();
        Ok(Self { worths: Worths::Chance(solution), seconds: Some(seconds) })
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let done = work();
    (done, begin.elapsed().as_secs_f64())
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
