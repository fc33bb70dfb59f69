//! `kosti`: parse the arguments, do what they say, exit with a code.

use std::io::{Write, stderr};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use kosti::argument_error;
use kosti::cmd::{
    BotFailed, WrongArguments, advice, bench, bot, check_bot, completions, exploit, games, guard, hint, last_stage,
    man, merge, plan, record, report, solve, strength, tables, tournament, train, tune, verify,
};
use kosti::interrupt::{self, Interrupted};
use kosti::is_closed_pipe;
use kosti_arena::read_blueprint_files;

/// Plays, records, verifies and measures dice, card and domino games.
#[derive(Parser)]
#[command(name = "kosti", version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = "Start with `kosti advice`: it finds out which advice on these games is true.\n\
    `kosti games` lists the games, their rules and the bots.\n\
    Exit codes: 0 done; 1 failed (bad file, bad record); 2 wrong arguments; 3 a bot failed; 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Advice(advice::Args),
    Games(games::Args),
    Tournament(Box<tournament::Args>),
    Plan(Box<plan::Args>),
    Merge(merge::Args),
    Strength(strength::Args),
    Report(report::Args),
    Record(record::Args),
    Verify(verify::Args),
    Solve(solve::Args),
    Hint(hint::Args),
    Tables(tables::Args),
    Exploit(exploit::Args),
    Train(train::Args),
    Tune(Box<tune::Args>),
    LastStage(last_stage::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
    CheckBot(check_bot::Args),
    Bot(bot::Args),
    #[command(hide = true)]
    Guard(guard::Args),
}

fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return not_run(&error),
    };
    read_blueprint_files();
    let done = match command {
        Command::Advice(args) => advice::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Strength(args) => strength::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Tables(args) => tables::run(&args),
        Command::Exploit(args) => exploit::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::LastStage(args) => last_stage::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
        Command::CheckBot(args) => check_bot::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Guard(args) => guard::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // There may be no standard error to write to; the exit code says it all the same.
            _ = writeln!(stderr(), "kosti: {error:#}");
            ExitCode::from(code(&error))
        }
    }
}

/// Says why there is nothing to run: help was asked for, or the arguments are wrong.
fn not_run(error: &clap::Error) -> ExitCode {
    let is_help = !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    _ = if is_help {
        error.print()
    } else {
        let command = std::env::args().nth(1);
        writeln!(stderr(), "kosti: {}", argument_error::message(error, &Cli::command(), command.as_deref()))
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1))
}

/// What to exit with.
fn code(error: &anyhow::Error) -> u8 {
    if error.is::<WrongArguments>() {
        2
    } else if error.is::<BotFailed>() {
        3
    } else if error.is::<Interrupted>() {
        interrupt::EXIT_CODE
    } else {
        1
    }
}
