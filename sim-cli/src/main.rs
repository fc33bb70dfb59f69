//! `kosti`: parse the arguments, do what they say, exit with a code.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kosti::cmd::{bench, check_bot, games, guard, record, verify};
use kosti::is_closed_pipe;

/// Plays, records, verifies and measures dice, card and domino games.
#[derive(Parser)]
#[command(name = "kosti", version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = "Start with `kosti games`: it lists the games, their rules and the bots.\n\
    Exit codes: 0 done, 1 failed (bad file, bad record, bad bot), 2 wrong arguments.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Record(record::Args),
    Verify(verify::Args),
    Bench(bench::Args),
    CheckBot(check_bot::Args),
    /// End the bots of a kosti that was killed
    #[command(hide = true)]
    Guard,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Games(args) => games::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::CheckBot(args) => check_bot::run(&args),
        Command::Guard => {
            guard::run();
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let wrong_arguments = error.downcast_ref::<kosti::cmd::WrongArguments>().is_some();
            #[expect(clippy::print_stderr, reason = "the one place where errors are told")]
            {
                eprintln!("kosti: {error:#}");
            }
            ExitCode::from(if wrong_arguments { 2 } else { 1 })
        }
    }
}
