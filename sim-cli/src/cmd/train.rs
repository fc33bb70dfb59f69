//! `kosti train`: learn how to play a game, and write what was learned.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use kosti_arena::files::{check_writable, write_file};
use kosti_arena::{Curve, Learned, Train, TrainError};
use kosti_reports::{grouped, sentence};

use crate::cmd::{WrongArguments, threads};
use crate::interrupt::{self, Interrupted};
use crate::output::progress;
use crate::rules_args::{RulesArgs, parse_rules};
use crate::screen;

/// Learn a blueprint for rims for two, as the bot `blueprint` plays it, or the rollout policy of domino-poker
///
/// It plays deals against itself and learns what it regrets (rims: Monte Carlo counterfactual regret minimisation;
/// domino-poker: regret matching on deals played to their end), on one thread: the same rules, iterations and seed give the
/// same file everywhere. An iteration is a deal. Without RULES, that is rims:players=2.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Deals to learn from
    #[arg(long, value_name = "N", default_value_t = 4_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    iterations: u64,

    /// The seed of all dice, deals and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Write the blueprint or the policy to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Write how its share against greedy grows to this file (CSV)
    #[arg(long, value_name = "FILE.csv")]
    curve: Option<PathBuf>,

    /// How often the share is measured, the last time at the end
    #[arg(long, value_name = "N", requires = "curve", default_value_t = Curve::default().checkpoints, value_parser = clap::value_parser!(u32).range(1..=1000))]
    checkpoints: u32,

    /// Games against greedy each time
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
    let curve = args.curve.is_some().then_some(Curve { checkpoints: args.checkpoints, games: args.games });
    let train = Train::new(&rules, args.iterations, args.seed, curve);
    let train = train.map_err(|error| WrongArguments(error.to_string()))?;
    for file in args.curve.iter().chain([&args.out]) {
        check_writable(file)?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads)).build();
    let pool = pool.context("cannot start threads")?;
    let bar = progress(args.iterations, "deals");
    let stop = interrupt::watch();
    let trained = pool.install(|| train.run(stop, &mut |iterations| bar.set_position(iterations)));
    bar.finish_and_clear();
    let trained = trained.map_err(|error| match error {
        TrainError::Stopped(_) => anyhow::Error::from(Interrupted { go_on_with: None }),
        error => error.into(),
    })?;
    let bytes = trained.learned.to_bytes();
    write_file(&args.out, &bytes)?;
    if let Some(file) = &args.curve {
        write_file(file, &trained.curve_csv()?)?;
    }
    let text = format!(
        "{}: {} {}, {} bytes, {}",
        args.out.display(),
        grouped(&trained.learned.kept().to_string()),
        match trained.learned {
            Learned::Blueprint(_) => "information sets",
            Learned::Policy(_) => "cells",
        },
        grouped(&bytes.len().to_string()),
        trained.learned.command()
    );
    stdout().write_all(sentence(&text, screen::width()).as_bytes())?;
    Ok(())
}
