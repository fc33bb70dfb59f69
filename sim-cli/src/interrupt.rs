//! Ctrl-C and the signals that end programs: the first asks for a clean end, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// What a program that was interrupted exits with, as shells have it.
pub const EXIT_CODE: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The user wanted it to end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("interrupted{}", .go_on_with.as_ref().map(|command| format!("; go on with: {command}")).unwrap_or_default())]
pub struct Interrupted {
    /// The command that goes on, if anything was kept.
    pub go_on_with: Option<String>,
}

/// Asks for a clean end from now on, and returns what turns true when it is wanted.
pub fn watch() -> &'static AtomicBool {
    // A handler may be there already; then it does the same.
    _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    });
    &INTERRUPTED
}
