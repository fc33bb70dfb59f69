//! `kosti strength`: how strong the bots of a game are, and how long they take for it.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use indicatif::ProgressBar;
use kosti_arena::files::{check_writable, write_file};
use kosti_arena::{
    Bounds, Builds, Ended, Format, Plan, PlanError, PlanFile, Run, Seconds, Strength, check_plan_memory, paces,
    parse_count,
};
use kosti_bots::{BotSpec, ladder};
use kosti_engine::AnyRules;

use crate::bot_args::BotArgs;
use crate::cmd::tournament::{Quiet, play, resume_command};
use crate::cmd::{WrongArguments, explained, threads};
use crate::interrupt::{self, Interrupted};
use crate::output::progress;
use crate::rules_args::RulesArgs;
use crate::screen;
use crate::table_args::TableArgs;
use crate::trust;

/// Measure how strong the bots of a game are, and how long they take for it
///
/// A tournament of all built-in bots, those that search with several budgets: all meet each other. After it every
/// bot is timed on one thread. It tells whether random, greedy, the best mc and the best other bot are apart.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// Play one bot against this one alone, for example another version of kosti: 'cmd:old/kosti bot ismcts'
    ///
    /// Each of them has half of the seats. Without --bots the strongest bot of the ladder plays.
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BotSpec>)]
    baseline: Option<BotSpec>,

    /// Stop when it is clear whether the first of two bots is better by at most ELO0 or at least ELO1
    #[arg(long, value_name = "ELO0,ELO1", requires = "baseline", allow_hyphen_values = true)]
    sprt: Option<Bounds>,

    /// How long a program may take for a move: 500ms, 2s [default: 1s]
    #[arg(long, value_name = "TIME")]
    move_timeout: Option<Seconds>,

    /// How many games, rounded up to whole blocks [default: by the game, a few minutes on two cores]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    games: Option<u64>,

    /// The seed of all dice, deals and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The folder that keeps the tournament, and strength.csv; the same command goes on with it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write a CSV file as well
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Threads to use; never changes a result [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    tables: TableArgs,
}

const TABLE: &str = "strength.csv";

impl Args {
    /// Who plays: the bots that are given, or the ladder of the game; against a baseline one bot and the baseline.
    fn entrants(&self, rules: &AnyRules) -> Result<Vec<String>, WrongArguments> {
        let mut bots: Vec<String> = self.bots.all().iter().map(ToString::to_string).collect();
        if bots.is_empty() {
            bots = ladder(rules).iter().map(ToString::to_string).collect();
            if self.baseline.is_some() {
                bots.drain(..bots.len() - 1);
            }
        }
        let Some(baseline) = &self.baseline else { return Ok(bots) };
        if bots.len() > 1 {
            return Err(WrongArguments(format!(
                "--baseline compares one bot with {baseline}; here are {}: {}",
                bots.len(),
                bots.join(", ")
            )));
        }
        bots.push(baseline.to_string());
        Ok(bots)
    }

    fn plan(&self, rules: &AnyRules, bots: Vec<String>) -> Result<Plan, PlanError> {
        let usual = default_games(rules.game());
        let args = PlanFile {
            game: Some(rules.to_string()),
            bots: Some(bots),
            format: self.baseline.as_ref().map(|_| Format::HeadToHead),
            games: Some(self.games.unwrap_or(usual)),
            seed: Some(self.seed),
            sprt: self.sprt,
            move_timeout: self.move_timeout,
            ..PlanFile::default()
        };
        let plan = Plan::new(&args)?;
        let round = plan.schedule.games_before(plan.schedule.tables().len() as u64);
        if self.games.is_some() || round > usual {
            return Ok(plan);
        }
        // Everybody should meet everybody equally often.
        Plan::new(&PlanFile { games: Some(usual.next_multiple_of(round)), ..args })
    }
}

/// How many games of the whole ladder two cores play within a few minutes.
fn default_games(game: &str) -> u64 {
    match game {
        "rims" => 6000,
        "graph-poker" => 2000,
        "domino-poker" => 1000,
        _ => 40_000,
    }
}

/// Runs the command.
///
/// # Errors
/// If the bots do not play the game or do not fit into memory, a file or folder cannot be written, a bot fails, or the user interrupts it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let wrong = |error: &dyn std::fmt::Display| WrongArguments(error.to_string());
    let rules = args.rules.needed()?;
    let plan = args.plan(&rules, args.entrants(&rules)?).map_err(|error| wrong(&error))?;
    args.tables.keep()?;
    let (threads, players, quiet) = (threads(args.threads), plan.rules.players(), Quiet::new(args.quiet));
    check_plan_memory(&plan, threads).map_err(|error| wrong(&error))?;
    args.csv.as_deref().map_or(Ok(()), check_writable)?;
    let mut run = match &args.out {
        Some(path) => {
            let blocks = 0..plan.blocks;
            trust::remember(path, &plan);
            Run::begin(path, plan, blocks, Builds::Same).map_err(|error| explained(error, Some(path)))?
        }
        None => Run::unkept(plan),
    };
    let (ended, result) = play(&mut run, threads, quiet)?;
    let interrupted = || Interrupted { go_on_with: run.folder().map(resume_command) };
    if ended == Ended::Interrupted {
        return Err(interrupted().into());
    }
    let bar = if args.quiet { ProgressBar::hidden() } else { progress(run.plan().entrants.len() as u64, "bots timed") };
    let stop = interrupt::watch();
    let paces = paces(run.plan(), stop, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(interrupted().into());
    }
    let strength = Strength::new(&result, players, &paces);
    let csv = strength.csv()?;
    args.out.as_ref().map_or(Ok(()), |folder| write_file(&folder.join(TABLE), &csv))?;
    args.csv.as_ref().map_or(Ok(()), |path| write_file(path, &csv))?;
    if !args.quiet || args.json {
        let text = if args.json { strength.json()? } else { strength.text_in(screen::width()) };
        stdout().write_all(text.as_bytes())?;
    }
    Ok(())
}
