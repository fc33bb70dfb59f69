//! `kosti guard`: ends bots when the process that started them was killed. Only kosti itself starts it.

use std::io::stdin;
use std::sync::Arc;

use anyhow::Context;
use kosti_bots::external::{Guard, GuardCommand, stand_guard};

/// Runs the command.
pub fn run() {
    stand_guard(stdin().lock());
}

/// Starts this program again as the guard of its bots.
///
/// # Errors
/// If it cannot be started.
pub fn start() -> anyhow::Result<Arc<Guard>> {
    let program = std::env::current_exe().context("cannot find the program itself, which has to guard the bots")?;
    let guard = Guard::start(&GuardCommand { program, args: vec!["guard".into()] });
    Ok(Arc::new(guard.context("cannot start the guard of the bots")?))
}
