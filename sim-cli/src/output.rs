//! Small things that several commands need for their output.

use std::io;

use indicatif::{ProgressBar, ProgressStyle};
use kosti_reports::grouped;

/// Whether an error only means that no reader of our output is left.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause
            .downcast_ref::<io::Error>()
            .map(io::Error::kind)
            .or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind));
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}

/// A bar on standard error that shows how far long work has come and when it should be done; nothing is shown where
/// standard error is not a terminal.
pub fn progress(total: u64, unit: &str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{eta}} left {{msg}}");
    let style = ProgressStyle::with_template(&template).expect("the template is well formed");
    ProgressBar::new(total).with_style(style)
}

/// A whole number with a comma between groups of three digits.
pub fn thousands(number: f64) -> String {
    grouped(&format!("{number:.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_threes() {
        for (number, text) in [(0.0, "0"), (999.4, "999"), (1000.0, "1,000"), (1_234_567.8, "1,234,568")] {
            assert_eq!(thousands(number), text);
        }
    }
}
