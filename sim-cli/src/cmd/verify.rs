//! `kosti verify`: replays records and checks every step.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use kosti_arena::{VerifiedRecords, verify_records};
use kosti_bots::record::ChanceCheck;
use kosti_reports::{Width, sentence};

use crate::output::progress;
use crate::screen;

/// Replay records and check every step and every point
///
/// Says how many records were verified, or for each bad one its line, its event (counted from 1) and what is wrong.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of records, one JSON object a line; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Check as well that the dice and deals are those that the seed and block of each record bring
    #[arg(long)]
    chance: bool,
}

/// Verifies a file and adds to the count.
fn verify(
    input: &mut dyn BufRead,
    name: &str,
    chance: ChanceCheck,
    out: &mut dyn Write,
    count: &mut VerifiedRecords,
    width: Width,
) -> anyhow::Result<()> {
    let mut bad = |line: usize, problem: &kosti_bots::record::BadRecord| {
        write!(out, "{}", sentence(&format!("{name}: line {line}: {problem}"), width))
    };
    let found = verify_records(input, chance, &mut bad).with_context(|| format!("cannot read {name}"))?;
    count.good += found.good;
    count.bad += found.bad;
    count.empty += found.empty;
    Ok(())
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read, or any record is bad.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let chance = if args.chance { ChanceCheck::OfTheSeed } else { ChanceCheck::Any };
    let mut out = BufWriter::new(stdout().lock());
    let mut count = VerifiedRecords::default();
    let width = screen::width();
    for path in &args.files {
        if path == Path::new("-") {
            verify(&mut stdin().lock(), "standard input", chance, &mut out, &mut count, width)?;
        } else {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            let bar = progress(file.metadata().map_or(0, |metadata| metadata.len()), "bytes");
            verify(&mut BufReader::new(bar.wrap_read(file)), &name, chance, &mut out, &mut count, width)?;
            bar.finish_and_clear();
        }
    }
    if count.bad == 0 && count.empty == 0 {
        writeln!(out, "{} records verified", count.good)?;
    }
    out.flush()?;
    let all = count.good + count.bad;
    match (count.bad, count.empty) {
        (0, 0) => {}
        (0, 1) => bail!("a file holds no record; {all} records are good"),
        (0, empty) => bail!("{empty} files hold no record; {all} records are good"),
        (bad, 0) => bail!("{bad} of {all} records are bad"),
        (bad, empty) => bail!("{bad} of {all} records are bad, and {empty} of the files hold no record"),
    }
    Ok(())
}
