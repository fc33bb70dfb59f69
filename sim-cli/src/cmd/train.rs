//! `kosti train`: learn how to play a game, and write what was learned.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use kosti_arena::files::{check_writable, write_file};
use kosti_arena::{Curve, Learned, Train, TrainError, TrainLeaf};
use kosti_bots::games::graph_poker::leaf::LeafOrigin;
use kosti_engine::AnyRules;
use kosti_engine::graph_poker::GraphPokerRules;
use kosti_reports::{grouped, sentence};

use crate::cmd::{WrongArguments, threads};
use crate::interrupt::{self, Interrupted};
use crate::output::progress;
use crate::rules_args::{RulesArgs, parse_rules};
use crate::screen;

/// Learn a blueprint for rims for two, the rollout policy of domino-poker, or leaf values for graph-poker
///
/// In rims for two and in domino-poker it plays deals against itself and learns what it regrets (rims: Monte Carlo counterfactual
/// regret minimisation; domino-poker: regret matching on deals played to their end), on one thread. In graph-poker for two to four
/// it plays games among players who search and learns what their prospects at the end of a round are worth, generation by
/// generation, on all cores. The same rules, numbers and seed give the same file. Without RULES, that is rims:players=2.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Deals of rims or domino-poker to learn from [default: 4000000], or games of graph-poker in each generation [default: 3000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    iterations: Option<u64>,

    /// Generations in graph-poker, each learned from games of the one before [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    generations: Option<u32>,

    /// Iterations of each search in graph-poker [default: 256]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    search: Option<u32>,

    /// The seed of all dice, deals and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Write what was learned to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Write how its share grows to this file (CSV): against greedy, but in graph-poker, after each generation, against
    /// a searcher for whom points alone count
    #[arg(long, value_name = "FILE.csv")]
    curve: Option<PathBuf>,

    /// How often the share is measured in rims and domino-poker, the last time at the end [default: 8]
    #[arg(long, value_name = "N", requires = "curve", value_parser = clap::value_parser!(u32).range(1..=1000))]
    checkpoints: Option<u32>,

    /// Games of each measurement
    #[arg(long, value_name = "N", requires = "curve", default_value_t = Curve::default().games, value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    games: u64,

    /// Threads to use; never changes a result [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the command.
///
/// # Errors
/// If nothing can be learned for these rules, a file cannot be written, or the user wants an end.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let rules = args.rules.given()?.map_or_else(|| parse_rules("rims:players=2"), Ok)?;
    for file in args.curve.iter().chain([&args.out]) {
        check_writable(file)?;
    }
    let (what, learned) = match rules {
        AnyRules::GraphPoker(rules) => leaf_values(args, &rules)?,
        _ => deal_by_deal(args, &rules)?,
    };
    write_file(&args.out, &learned.bytes)?;
    if let (Some(file), Some(csv)) = (&args.curve, &learned.curve) {
        write_file(file, csv)?;
    }
    let bytes = grouped(&learned.bytes.len().to_string());
    let text = format!("{}: {what}, {bytes} bytes, {}", args.out.display(), learned.command);
    stdout().write_all(sentence(&text, screen::width()).as_bytes())?;
    Ok(())
}

/// The files that come of it, and the command that makes them again.
struct Files {
    bytes: Vec<u8>,
    curve: Option<Vec<u8>>,
    command: String,
}

/// Learns a blueprint of rims, or a rollout policy of domino-poker.
fn deal_by_deal(args: &Args, rules: &AnyRules) -> anyhow::Result<(String, Files)> {
    let foreign = [("--generations", args.generations.is_some()), ("--search", args.search.is_some())];
    refuse(&foreign, "graph-poker")?;
    let iterations = args.iterations.unwrap_or(4_000_000);
    let checkpoints = args.checkpoints.unwrap_or(Curve::default().checkpoints);
    let curve = args.curve.is_some().then_some(Curve { checkpoints, games: args.games });
    let train = Train::new(rules, iterations, args.seed, curve);
    let train = train.map_err(|error| WrongArguments(error.to_string()))?;
    let bar = progress(iterations, "deals");
    let trained = learn(args, || train.run(interrupt::watch(), &mut |iterations| bar.set_position(iterations)));
    bar.finish_and_clear();
    let trained = trained?;
    let unit = match trained.learned {
        Learned::Blueprint(_) => "information sets",
        Learned::Policy(_) => "cells",
    };
    let what = format!("{} {unit}", grouped(&trained.learned.kept().to_string()));
    let curve = curve.map(|_| trained.curve_csv()).transpose()?;
    Ok((what, Files { bytes: trained.learned.to_bytes(), curve, command: trained.learned.command() }))
}

/// Learns leaf values of graph-poker.
fn leaf_values(args: &Args, rules: &GraphPokerRules) -> anyhow::Result<(String, Files)> {
    refuse(&[("--checkpoints", args.checkpoints.is_some())], "rims and domino-poker")?;
    let games = args.iterations.unwrap_or(3_000);
    let (generations, search) = (args.generations.unwrap_or(3), args.search.unwrap_or(256));
    let curve = args.curve.is_some().then_some(args.games);
    let train = TrainLeaf::new(rules, games, generations, search, args.seed, curve);
    let train = train.map_err(|error| WrongArguments(error.to_string()))?;
    let bar = progress(train.games(), "games");
    let trained = learn(args, || train.run(interrupt::watch(), &mut |games| bar.set_position(games)));
    bar.finish_and_clear();
    let trained = trained?;
    let what = format!("leaf values for {} spans of rounds", trained.table.rows().len());
    let curve = curve.map(|_| trained.curve_csv()).transpose()?;
    let command = trained.table.origin().map(LeafOrigin::command).unwrap_or_default();
    Ok((what, Files { bytes: trained.table.to_string().into_bytes(), curve, command }))
}

/// Refuses options that are about another game.
fn refuse(options: &[(&str, bool)], game: &str) -> Result<(), WrongArguments> {
    match options.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(WrongArguments(format!("{option} is about training {game}"))),
        None => Ok(()),
    }
}

/// Learns on as many threads as are asked for.
fn learn<T: Send>(args: &Args, learn: impl FnOnce() -> Result<T, TrainError> + Send) -> anyhow::Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads)).build();
    let pool = pool.context("cannot start threads")?;
    pool.install(learn).map_err(|error| match error {
        TrainError::Stopped(_) => anyhow::Error::from(Interrupted { go_on_with: None }),
        error => error.into(),
    })
}
