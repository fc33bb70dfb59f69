//! What the moves of programs and timed bots take.
//!
//! Times differ from run to run, so they have a file of their own, [`TIMES`] in the run folder, and no result depends on them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kosti_bots::external::Programs;
use kosti_bots::{Bot, BotGame, Decision, MoveClock, MoveTimes, Player};
use kosti_reports::tournament::{TIMES, TimesRow};

use crate::entrant::{Entrant, EntrantError, FirstFault};
use crate::error::ArenaError;
use crate::files::write_file;
use crate::folder_error::FolderError;
use crate::plan::Plan;

/// The file is written again at the end of a batch, but no more often than this.
const PAUSE: Duration = Duration::from_secs(1);

/// The times of a run so far: those in its folder, and those of this session.
#[derive(Debug)]
pub(crate) struct Times {
    entrants: Vec<Timed>,
    folder: Option<PathBuf>,
    written: Mutex<Instant>,
}

/// An entrant and its clock.
#[derive(Debug)]
struct Timed {
    name: String,
    before: MoveTimes,
    /// Nothing if its moves are not timed.
    clock: Option<Arc<MoveClock>>,
}

impl Times {
    /// The times of a run that goes on now.
    ///
    /// # Errors
    /// If the file in the folder is damaged.
    pub(crate) fn begin(plan: &Plan, folder: Option<&Path>, programs: Option<&Programs>) -> Result<Self, ArenaError> {
        let kept = folder.map(TimesRow::read_all).transpose()?.unwrap_or_default();
        let entrants = plan.entrants.iter().enumerate().map(|(number, entrant)| {
            let program = programs.and_then(|programs| programs.clock(programs.program(number)?));
            let timed = !entrant.bot.is_reproducible() && !entrant.bot.is_program();
            Timed {
                name: entrant.name.clone(),
                before: kept.iter().find(|row| row.entrant == entrant.name).map(times_of).unwrap_or_default(),
                clock: program.or_else(|| timed.then(Arc::default)),
            }
        });
        let written = Mutex::new(Instant::now());
        Ok(Self { entrants: entrants.collect(), folder: folder.map(Into::into), written })
    }

    /// A bot of the entrant with this number, which plays in this process.
    ///
    /// # Errors
    /// If the bot does not play this game.
    pub(crate) fn player<G: BotGame>(
        &self,
        number: usize,
        entrant: &Entrant,
        game: &G,
        fault: &FirstFault,
    ) -> Result<Player<G>, EntrantError> {
        let bot = entrant.player(game, fault)?;
        Ok(match self.entrants.get(number).and_then(|timed| timed.clock.clone()) {
            Some(clock) => Player::Other(Box::new(TimedBot { bot, clock })),
            None => bot,
        })
    }

    /// The rows of all whose moves were timed, in the order of the plan.
    pub(crate) fn rows(&self) -> Vec<TimesRow> {
        let row = |timed: &Timed| {
            let now = timed.clock.as_ref().map(|clock| clock.times()).unwrap_or_default();
            row_of(&timed.name, timed.before.and(now))
        };
        self.entrants.iter().filter_map(row).collect()
    }

    /// Writes the file again, unless that was done just now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn keep(&self) -> Result<(), ArenaError> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.elapsed() < PAUSE {
            return Ok(());
        }
        self.write()?;
        *written = Instant::now();
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self) -> Result<(), ArenaError> {
        self.folder.as_ref().map_or(Ok(()), |folder| write(&self.rows(), folder))
    }
}

/// The times of several folders together, in the order in which entrants come in them.
///
/// # Errors
/// If a file is damaged.
pub(crate) fn joined<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Result<Vec<TimesRow>, ArenaError> {
    let mut all: Vec<(String, MoveTimes)> = Vec::new();
    for folder in folders {
        for row in TimesRow::read_all(folder)? {
            let times = times_of(&row);
            match all.iter_mut().find(|(entrant, _)| *entrant == row.entrant) {
                Some((_, sum)) => *sum = sum.and(times),
                None => all.push((row.entrant, times)),
            }
        }
    }
    Ok(all.iter().filter_map(|(entrant, times)| row_of(entrant, *times)).collect())
}

/// Writes the file of the times into a folder, if there is something to write.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(rows: &[TimesRow], folder: &Path) -> Result<(), ArenaError> {
    if rows.is_empty() {
        return Ok(());
    }
    let path = folder.join(TIMES);
    if let Some(logs) = path.parent() {
        std::fs::create_dir_all(logs).map_err(|source| FolderError::Write { path: logs.into(), source })?;
    }
    Ok(write_file(&path, &TimesRow::csv(rows)?)?)
}

fn row_of(entrant: &str, times: MoveTimes) -> Option<TimesRow> {
    TimesRow::new(entrant, times.moves, times.total.as_secs_f64(), times.slowest.as_secs_f64())
}

/// What a row says; times are never negative, whatever stands in a file.
fn times_of(row: &TimesRow) -> MoveTimes {
    let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    MoveTimes { moves: row.moves, total: seconds(row.seconds.value()), slowest: seconds(row.slowest_ms.value() / 1e3) }
}

/// A bot whose moves are timed.
struct TimedBot<G> {
    bot: Player<G>,
    clock: Arc<MoveClock>,
}

impl<G: BotGame> Bot<G> for TimedBot<G> {
    fn act(&mut self, decision: Decision<'_, G>) -> G::Action {
        let begin = Instant::now();
        let action = self.bot.act(decision);
        self.clock.add(begin.elapsed());
        action
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(entrant: &str, moves: u64, ms: u64, slowest: u64) -> TimesRow {
        row_of(entrant, MoveTimes { moves, total: Duration::from_millis(ms), slowest: Duration::from_millis(slowest) })
            .unwrap()
    }

    #[test]
    fn times_of_slices_are_added_up() {
        let folder = std::env::temp_dir().join(format!("kosti-times-{}", std::process::id()));
        let [one, other, none] = ["one", "other", "none"].map(|name| folder.join(name));
        write(&[row("a", 2, 10, 8), row("b", 1, 5, 5)], &one).unwrap();
        write(&[row("b", 3, 7, 6), row("c", 1, 1, 1)], &other).unwrap();
        write(&[], &none).unwrap();
        let all = joined([&*one, &*other, &*none]).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(all, [row("a", 2, 10, 8), row("b", 4, 12, 6), row("c", 1, 1, 1)]);
        assert_eq!(all[1].mean_ms.value(), 3.0);
    }
}
