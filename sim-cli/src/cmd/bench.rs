//! `kosti bench`: how fast the engine plays.

use std::fs::OpenOptions;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use kosti_arena::{BotThroughput, Throughput, bot_throughput, check_memory, throughput};
use kosti_bots::{BotSpec, roster};
use kosti_engine::AnyRules;
use kosti_reports::{Column, Table, Width, about};

use crate::cmd::WrongArguments;
use crate::output::{progress, thousands};
use crate::rules_args::parse_rules;
use crate::screen;
use crate::table_args::TableArgs;

/// Measure uniformly random playouts, or the games of a bot
///
/// Cost over chance is the time of a game divided by the time to draw just the random numbers that it used (dice,
/// deals, and the picks among legal actions), both measured in turns in the same run. All figures are medians over
/// chunks of 64 games.
///
/// With --bot, whole games of that bot in every seat are counted instead: what it has to work out first is counted apart, and
/// as many seconds as are measured are played before.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Games and their rules: rims, graph-poker:decks=8 [default: all games]
    #[arg(value_name = "RULES")]
    rules: Vec<String>,

    /// Another way to give RULES; may be repeated
    #[arg(long, value_name = "RULES")]
    game: Vec<String>,

    /// Measure the games of this bot
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BotSpec>)]
    bot: Option<BotSpec>,

    /// Threads that play at the same time, each its own games
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Seconds for each game
    #[arg(long, default_value_t = 2.0, value_parser = positive)]
    seconds: f64,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,

    /// Write a CSV file as well
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    #[command(flatten)]
    tables: TableArgs,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.01 to 3600".into()),
    }
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    args.tables.keep()?;
    // An impossible path is told before the minutes are spent; what the file holds stays until there is something new.
    let told = || format!("cannot write {}", args.csv.as_deref().unwrap_or(Path::new("")).display());
    if let Some(path) = &args.csv {
        OpenOptions::new().append(true).create(true).open(path).with_context(told)?;
    }
    let given: Vec<AnyRules> =
        args.rules.iter().chain(&args.game).map(|text| parse_rules(text)).collect::<Result<_, _>>()?;
    let games = if given.is_empty() { AnyRules::defaults().collect() } else { given };
    let time = Duration::from_secs_f64(args.seconds);
    if let Some(bot) = &args.bot {
        return run_bot(args, &games, bot, time);
    }
    let bar = progress(games.len() as u64, "measured");
    let mut rows = Vec::new();
    for rules in &games {
        bar.set_message(rules.game());
        rows.push(throughput(rules, args.threads, time)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        let mut csv = csv::Writer::from_path(path).with_context(told)?;
        for row in &rows {
            csv.serialize(row).with_context(told)?;
        }
        csv.flush().with_context(told)?;
    }
    let out = if args.json { serde_json::to_string_pretty(&rows)? + "\n" } else { text(&rows, screen::width()) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

fn run_bot(args: &Args, games: &[AnyRules], bot: &BotSpec, time: Duration) -> anyhow::Result<()> {
    for rules in games {
        roster::check_for(bot, rules).map_err(|error| WrongArguments(error.to_string()))?;
        check_memory(std::iter::repeat_n(bot, usize::from(rules.players())), usize::from(args.threads))
            .map_err(|error| WrongArguments(error.to_string()))?;
    }
    if bot.command.is_some() {
        let message = "a program of its own is measured by kosti check-bot, which tells its decisions per second";
        return Err(WrongArguments(message.into()).into());
    }
    let bar = progress(games.len() as u64, "measured");
    let mut rows = Vec::new();
    for rules in games {
        bar.set_message(rules.game());
        rows.push(bot_throughput(rules, bot, args.threads, time)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        let mut csv = csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
        rows.iter().try_for_each(|row| csv.serialize(row))?;
        csv.flush()?;
    }
    let out = if args.json { serde_json::to_string_pretty(&rows)? + "\n" } else { bot_text(&rows, screen::width()) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

fn bot_text(rows: &[BotThroughput], width: Width) -> String {
    let mut table = Table::new([
        Column::names("game"),
        Column::names("bot"),
        Column::numbers("threads").later(),
        Column::numbers("games/s"),
        Column::numbers("games"),
        Column::numbers("seconds"),
        Column::numbers("to prepare"),
    ]);
    for row in rows {
        table.row([
            row.game.clone(),
            row.bot.clone(),
            row.threads.to_string(),
            about(row.games_per_second),
            thousands(row.games as f64),
            format!("{:.1}", row.seconds),
            format!("{:.1} s", row.prepare_seconds),
        ]);
    }
    table.fitted(width)
}

fn text(rows: &[Throughput], width: Width) -> String {
    let mut table = Table::new([
        Column::names("game"),
        Column::numbers("threads").later(),
        Column::numbers("games/s"),
        Column::numbers("decisions/s"),
        Column::numbers("ns/decision"),
        Column::numbers("cost over chance"),
    ]);
    for row in rows {
        table.row([
            row.game.clone(),
            row.threads.to_string(),
            about(row.games_per_second),
            about(row.decisions_per_second),
            about(row.ns_per_decision),
            format!("{:.2}", row.cost_over_chance),
        ]);
    }
    table.fitted(width)
}
