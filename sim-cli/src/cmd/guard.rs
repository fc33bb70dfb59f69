//! `kosti guard`: ends bots when the process that started them was killed. Only kosti itself starts it.

use std::ffi::OsString;
use std::io::stdin;

use anyhow::Context;
use kosti_bots::external::{GuardCommand, launch, stand_guard};

/// End the bots of a kosti that was killed
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A bot to become, once its guard knows of it; without one, stand guard
    #[arg(last = true, value_name = "PROGRAM")]
    bot: Vec<OsString>,
}

/// Runs the command.
///
/// # Errors
/// If a bot cannot be started.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.bot.is_empty() {
        stand_guard(stdin().lock());
        return Ok(());
    }
    Err(launch(&args.bot)).with_context(|| format!("cannot start {}", args.bot[0].display()))
}

/// The command that starts this program again as the guard of its bots.
///
/// # Errors
/// If the program cannot be found.
pub fn command() -> anyhow::Result<GuardCommand> {
    let program = std::env::current_exe().context("cannot find the program itself, which has to guard the bots")?;
    Ok(GuardCommand { program, args: vec!["guard".into()], launch: vec!["guard".into(), "--".into()] })
}
