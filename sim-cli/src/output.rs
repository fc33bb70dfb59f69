//! Small things that several commands need for their output.

use std::path::Path;
use std::{fs, io};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use kosti_reports::grouped;

use crate::tournament::{part_of, write_whole};

/// Whether an error only means that nobody reads our output any more.
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

/// Writes a file such that there is either all of it or nothing new; devices and pipes are simply written to.
///
/// # Errors
/// If it cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()));
    }
    write_whole(path, bytes)
}

/// Checks before long work that [`write_file`] will be able to write a file.
///
/// # Errors
/// If not.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let writable = match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(()),
        _ => {
            let part = part_of(path);
            fs::File::create(&part).and_then(|_| fs::remove_file(&part))
        }
    };
    writable.with_context(|| format!("cannot write {}", path.display()))
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
