//! `kosti guard`: ends bots when the process that started them was killed. Only kosti itself starts it.

use std::io::stdin;

use anyhow::Context;
use kosti_bots::external::{GuardCommand, stand_guard};

/// Runs the command.
pub fn run() {
    stand_guard(stdin().lock());
}

/// The command that starts this program again as the guard of its bots.
///
/// # Errors
/// If the program cannot be found.
pub fn command() -> anyhow::Result<GuardCommand> {
    let program = std::env::current_exe().context("cannot find the program itself, which has to guard the bots")?;
    Ok(GuardCommand { program, args: vec!["guard".into()] })
}
