//! How wide the terminal is: the one place that asks.

use std::env;
use std::io::{IsTerminal, stderr, stdout};

use kosti_reports::Width;
use terminal_size::terminal_size_of;

/// Narrower terminals than this get lines of this width, which leave room for words beside numbers.
const NARROWEST: usize = 40;

/// How wide lines on standard output may be: what the variable `COLUMNS` says, or as wide as the terminal. What goes into a
/// pipe or a file has lines as wide as they need to be, so that every row of a table is one line for whatever reads it.
pub(crate) fn width() -> Width {
    chosen(env::var("COLUMNS").ok().as_deref(), if stdout().is_terminal() { terminal_size_of(stdout()) } else { None })
}

/// The same for standard error, which shows progress.
pub(crate) fn progress_width() -> Width {
    chosen(env::var("COLUMNS").ok().as_deref(), if stderr().is_terminal() { terminal_size_of(stderr()) } else { None })
}

fn chosen(variable: Option<&str>, terminal: Option<(terminal_size::Width, terminal_size::Height)>) -> Width {
    let told = variable.and_then(|text| text.trim().parse().ok()).filter(|columns| *columns > 0);
    let columns = told.or_else(|| terminal.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0));
    columns.map_or(Width::Free, |columns| Width::At(columns.max(NARROWEST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_counts_more_than_the_terminal_and_pipes_are_free() {
        let terminal = Some((terminal_size::Width(120), terminal_size::Height(40)));
        assert_eq!(chosen(Some("80"), terminal), Width::At(80));
        for nonsense in [None, Some(""), Some("wide"), Some("0"), Some("-3")] {
            assert_eq!(chosen(nonsense, terminal), Width::At(120), "{nonsense:?}");
            assert_eq!(chosen(nonsense, None), Width::Free, "{nonsense:?}");
        }
        assert_eq!(chosen(Some("5"), None), Width::At(NARROWEST));
    }
}
