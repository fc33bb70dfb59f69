//! The same games everywhere: what fixed seeds bring must be what `expected.txt` says, on every target.
//!
//! `main` needs no test harness and prints nothing that matters, so that it also runs where there are no threads and no
//! terminal, such as in a page: its exit code is the number of the first line that differs. `.ci/wasm` runs it there.
//! `cargo test -p kosti-lab --test everywhere -- --print` prints what the file should hold.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a test without a harness")]

mod games;
mod lacking;
mod series;

use std::process::ExitCode;

const EXPECTED: &str = include_str!("expected.txt");
/// What comes after the line with the highest number that an exit code can tell.
const MOST: usize = 250;

fn main() -> ExitCode {
    lacking::check();
    let lines: Vec<String> = games::lines().into_iter().chain(series::lines()).collect();
    if std::env::args().any(|argument| argument == "--print") {
        lines.iter().for_each(|line| println!("{line}"));
        return ExitCode::SUCCESS;
    }
    let expected: Vec<&str> = EXPECTED.lines().collect();
    let count = lines.len().max(expected.len());
    let Some(wrong) = (0..count).find(|&at| lines.get(at).map(String::as_str) != expected.get(at).copied()) else {
        println!("{count} lines as expected");
        return ExitCode::SUCCESS;
    };
    eprintln!("line {}: expected {:?}, found {:?}", wrong + 1, expected.get(wrong), lines.get(wrong));
    ExitCode::from((wrong + 1).min(MOST) as u8)
}
