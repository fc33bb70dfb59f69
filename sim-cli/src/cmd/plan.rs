//! `kosti plan`: what a tournament comes to before it is played.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use kosti_arena::{Builds, Forecast, NotTimed, PlanFile, ReadFolder, SWEEP_PLAN, Trial, holds_sweep, sweep};
use kosti_engine::AnyRules;
use kosti_reports::{Column, Table, Width, facts, sentence};

use crate::bot_args::BotArgs;
use crate::cmd::WrongArguments;
use crate::cmd::tournament::PlanArgs;
use crate::output::thousands;
use crate::screen;

/// Say what a tournament would play, and how long that takes, without playing it
///
/// The arguments are those of kosti tournament; or give the folder of a run or sweep. The time is an estimate from two
/// seconds of games on one thread.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game and its rules, as kosti tournament takes them; or the folder of a run or sweep, instead of a plan
    #[arg(value_name = "RULES|DIR")]
    rules: Option<String>,

    #[command(flatten)]
    plan: PlanArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// A file that says what to play (or the manifest of a run); what else is given here counts more
    #[arg(long = "plan", value_name = "FILE")]
    file: Option<PathBuf>,

    /// Do not try how long games take
    #[arg(long)]
    no_trial: bool,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The folder of a run, if that is given and no game.
    fn folder(&self) -> Option<&Path> {
        let given = self.rules.as_deref()?;
        let is_folder = AnyRules::parse(given).is_err() && (Path::new(given).is_dir() || given.contains(['/', '\\']));
        is_folder.then_some(Path::new(given))
    }
}

/// Runs the command.
///
/// # Errors
/// If the plan makes no sense, or the folder cannot be read.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.folder();
    let given = args.plan.file(args.rules.as_deref().filter(|_| folder.is_none()), &args.bots);
    if let Some(folder) = folder.filter(|_| given != PlanFile::default() || args.file.is_some()) {
        let message = format!("{} says what is played; leave out all other arguments of a plan", folder.display());
        return Err(WrongArguments(message).into());
    }
    let (file, played) = match (folder, &args.file) {
        (Some(folder), _) if holds_sweep(folder) => (PlanFile::read(&folder.join(SWEEP_PLAN))?, None),
        (Some(folder), _) => {
            let read = ReadFolder::read(folder, Builds::Any)?;
            let played = (read.next() - read.blocks.start, read.blocks.end - read.blocks.start);
            (PlanFile::read(&folder.join(kosti_arena::MANIFEST))?, Some(played))
        }
        (None, Some(file)) => (given.or(PlanFile::read(file)?), None),
        (None, None) => (given, None),
    };
    let file = PlanFile { made: None, ..file };
    let plans = sweep(&file).map_err(|error| WrongArguments(error.to_string()))?;
    let trial = if args.no_trial { Trial::None } else { Trial::Short };
    let forecasts = plans.iter().map(|(_, plan)| Forecast::new(plan, trial)).collect::<Result<Vec<_>, _>>()?;
    let text = if args.json {
        serde_json::to_string_pretty(&forecasts)? + "\n"
    } else if let [only] = forecasts.as_slice() {
        one(only, played, screen::width())
    } else {
        several(&forecasts, screen::width())
    };
    stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn one(forecast: &Forecast, played: Option<(u64, u64)>, width: Width) -> String {
    let count = |number: u64| thousands(number as f64);
    let at_most = if forecast.stops_early { "at most " } else { "" };
    let mut lines = vec![
        ("game", forecast.game.clone()),
        ("bots", forecast.entrants.join(", ")),
        ("games", format!("{at_most}{}", count(forecast.games))),
        ("blocks", format!("{} of up to {} games each", count(forecast.blocks), forecast.games_per_block)),
        ("tables", count(forecast.tables)),
        ("batches", format!("{} of {} blocks", count(forecast.batches), count(forecast.batch))),
    ];
    if let Some((played, of)) = played {
        lines.push(("played", format!("{} of {} blocks in this folder", count(played), count(of))));
    }
    let solved = &forecast.solved_tables;
    lines.push(("solved tables", if solved.is_empty() { "none".into() } else { format!("for {}", solved.join(", ")) }));
    let trees = match forecast.tree_bytes {
        0 => "no search trees".into(),
        bytes => format!("{} MB of search trees a thread", count(bytes.div_ceil(1 << 20))),
    };
    lines.push(("memory", trees));
    lines.push(("CPU time", time(forecast)));
    facts(&lines, width)
}

fn several(forecasts: &[Forecast], width: Width) -> String {
    let figures = ["blocks", "games", "CPU time"].map(Column::numbers);
    let mut table = Table::new(["game", "bots"].map(Column::names).into_iter().chain(figures));
    for forecast in forecasts {
        let [blocks, games] = [forecast.blocks, forecast.games].map(|number| thousands(number as f64));
        table.row([forecast.game.clone(), forecast.entrants.join(", "), blocks, games, time(forecast)]);
    }
    let games: u64 = forecasts.iter().map(|forecast| forecast.games).sum();
    let seconds: Option<f64> = forecasts.iter().map(|forecast| forecast.cpu_seconds).sum();
    let all = seconds.map_or(String::new(), |seconds| format!(", about {} of one core", duration(seconds)));
    let told = format!("{} runs, {} games{all}", forecasts.len(), thousands(games as f64));
    format!("{}\n{}", sentence(&told, width), table.fitted(width))
}

fn time(forecast: &Forecast) -> String {
    match (forecast.cpu_seconds, forecast.not_timed) {
        (Some(seconds), _) => format!("about {}", duration(seconds)),
        (None, Some(NotTimed::Programs)) => "not tried: it would start programs".into(),
        (None, Some(NotTimed::LongPreparation)) => "not tried: some bots prepare for a minute and more".into(),
        (None, Some(NotTimed::TooShort)) => "some seconds or less".into(),
        (None, _) => "not tried".into(),
    }
}

/// A time with two digits that count.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "a second".into(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{} days", thousands(s / 86_400.0)),
    }
}
