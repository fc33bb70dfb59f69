//! What a plan comes to before it is played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kosti_bots::now;
use serde::Serialize;

use crate::blocks::Threads;
use crate::error::ArenaError;
use crate::memory::plan_memory;
use crate::plan::Plan;
use crate::run::{Progress, Run, RunOptions};

/// What a plan comes to: how much is played, and what that takes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Forecast {
    /// The rules in full.
    pub game: String,
    /// The entrants, by name.
    pub entrants: Vec<String>,
    /// The tables that are played in turn.
    pub tables: u64,
    /// The games of a block: the seatings of its table; of the largest, if they differ.
    pub games_per_block: u64,
    /// The blocks.
    pub blocks: u64,
    /// The games; at the most, if the plan says when to stop.
    pub games: u64,
    /// The blocks of a batch.
    pub batch: u64,
    /// The batches.
    pub batches: u64,
    /// Whether the plan may end before its last game.
    pub stops_early: bool,
    /// The bots that work out or load tables before they play.
    pub solved_tables: Vec<String>,
    /// The bytes of search trees on one thread.
    pub tree_bytes: u64,
    /// The seconds of one core that all games take, by a short trial; nothing if that was not tried.
    pub cpu_seconds: Option<f64>,
    /// Why there is no estimate of the time.
    pub not_timed: Option<NotTimed>,
}

/// Why the time of a plan is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotTimed {
    /// It was not asked for.
    NotAsked,
    /// A trial would start programs.
    Programs,
    /// Some bots prepare for a minute and more.
    LongPreparation,
    /// The trial ended before enough games were played, or there is no clock.
    TooShort,
}

/// Whether a forecast tries how long games take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// It plays for about two seconds.
    Short,
    /// It plays nothing.
    None,
}

/// How long a trial plays. Its first half is not counted: some bots still learn their decisions by heart then.
const TRIAL: Duration = Duration::from_secs(2);
/// Bots that work out tables first.
const SOLVERS: [&str; 3] = ["optimal", "win", "target"];
/// Those of them that take long for it.
const SLOW_SOLVERS: [&str; 1] = ["target"];

impl Forecast {
    /// What a plan comes to.
    ///
    /// # Errors
    /// If a bot of the trial cannot be made.
    pub fn new(plan: &Plan, trial: Trial) -> Result<Self, ArenaError> {
        let tables = plan.schedule.tables();
        let name_of = |bot: &crate::entrant::EntrantBot| bot.spec().map(|spec| spec.name.clone()).unwrap_or_default();
        let with = |names: &[&str]| -> Vec<String> {
            let mut found: Vec<String> = plan
                .entrants
                .iter()
                .filter(|entrant| names.contains(&name_of(&entrant.bot).as_str()))
                .map(|entrant| entrant.bot.to_string())
                .collect();
            found.sort();
            found.dedup();
            found
        };
        let refused = match trial {
            Trial::None => Some(NotTimed::NotAsked),
            Trial::Short if plan.entrants.iter().any(|entrant| entrant.bot.is_program()) => Some(NotTimed::Programs),
            Trial::Short if !with(&SLOW_SOLVERS).is_empty() => Some(NotTimed::LongPreparation),
            Trial::Short => None,
        };
        let cpu_seconds = if refused.is_none() { try_out(plan)? } else { None };
        Ok(Self {
            game: plan.rules.to_string(),
            entrants: plan.names(),
            tables: tables.len() as u64,
            games_per_block: tables.iter().map(|table| table.games() as u64).max().unwrap_or(0),
            blocks: plan.blocks,
            games: plan.games(),
            batch: plan.batch,
            batches: plan.blocks.div_ceil(plan.batch),
            stops_early: plan.stop.is_some(),
            solved_tables: with(&SOLVERS),
            tree_bytes: plan_memory(plan, 1),
            not_timed: refused.or(cpu_seconds.is_none().then_some(NotTimed::TooShort)),
            cpu_seconds,
        })
    }
}

/// The seconds that all games of a plan would take on one thread, from about two seconds of them.
fn try_out(plan: &Plan) -> Result<Option<f64>, ArenaError> {
    let (stop, mut seen) = (AtomicBool::new(false), Vec::new());
    let mut progress = |progress: &Progress<'_>| {
        let Some(now) = now() else { return };
        if progress.games == 0 {
            seen.clear();
        }
        seen.push((now, progress.games));
        // What is worked out before the first game is not counted.
        let first = seen.iter().find(|(_, games)| *games > 0);
        if first.is_some_and(|(begin, _)| now.duration_since(*begin) >= TRIAL) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut options = RunOptions { threads: Threads::Exactly(1), stop: &stop, progress: &mut progress, guard: None };
    // The same games without files, and without a rule that ends them before they were timed.
    Run::unkept(plan.unstopped()).play(&mut options)?;
    let mut played = seen.iter().filter(|(_, games)| *games > 0).peekable();
    let begun = played.peek().map(|(begin, _)| *begin);
    let mut played = played.filter(|(at, _)| begun.is_some_and(|begin| at.duration_since(begin) >= TRIAL / 2));
    let (Some((begin, before)), Some((end, after))) = (played.next(), played.next_back()) else { return Ok(None) };
    let seconds = end.duration_since(*begin).as_secs_f64();
    Ok((after > before && seconds > 0.0).then(|| seconds / (after - before) as f64 * plan.games() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan_file::PlanFile;

    fn plan(text: &str) -> Plan {
        Plan::new(&PlanFile::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn a_forecast_counts_what_would_be_played() {
        let plan = plan(
            "game = 'rims:players=3'\nbots = ['greedy', 'random', 'mc:rollouts=9', 'random']\ngames = 1000\nbatch = 7",
        );
        let forecast = Forecast::new(&plan, Trial::None).unwrap();
        assert_eq!((forecast.tables, forecast.games_per_block, forecast.blocks), (4, 3, 334));
        assert_eq!((forecast.games, forecast.batches, forecast.stops_early), (1002, 48, false));
        assert_eq!((forecast.cpu_seconds, forecast.not_timed), (None, Some(NotTimed::NotAsked)));
        assert!(forecast.solved_tables.is_empty());
    }

    #[test]
    fn what_takes_long_before_it_plays_is_not_tried() {
        let target = plan("game = 'yatzy'\nbots = ['target:points=250', 'optimal']\ngames = 10\nsprt = [0.0, 5.0]");
        let forecast = Forecast::new(&target, Trial::Short).unwrap();
        assert_eq!(forecast.not_timed, Some(NotTimed::LongPreparation));
        assert_eq!(
            (forecast.solved_tables, forecast.stops_early),
            (vec!["optimal".to_string(), "target:points=250".into()], true)
        );
        let program = plan("game = 'yatzy'\nbots = ['cmd:nothing', 'greedy']\ngames = 10");
        assert_eq!(Forecast::new(&program, Trial::Short).unwrap().not_timed, Some(NotTimed::Programs));
    }

    #[test]
    fn a_trial_tells_the_time_of_all_games() {
        let long = plan("game = 'rims'\nbots = ['greedy', 'random']\ngames = 1000000000\nuntil = 0.4");
        let forecast = Forecast::new(&long, Trial::Short).unwrap();
        assert!(forecast.cpu_seconds.is_some_and(|seconds| seconds > 10.0), "{forecast:?}");
    }
}
