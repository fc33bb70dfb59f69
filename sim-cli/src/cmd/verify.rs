//! `kosti verify`: replays records and checks every step.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rayon::prelude::*;

use crate::output::progress;
use crate::record::{BadRecord, ChanceCheck, verify_line};

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

/// No record is longer; a file without line ends must not fill the memory.
const LONGEST_LINE: u64 = 16 << 20;
/// Lines read before they are checked on all cores.
const BATCH: usize = 256;

/// One line, or why it cannot be one.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, BadRecord>>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 > LONGEST_LINE {
        skip_line(input)?;
        let problem = format!("the line is longer than {} MiB", LONGEST_LINE >> 20);
        return Ok(Some(Err(BadRecord::NotARecord(problem))));
    }
    line.truncate(line.trim_ascii_end().len());
    if line.is_empty() {
        return Ok(Some(Err(BadRecord::NotARecord("the line is empty, expected a record".into()))));
    }
    Ok(Some(String::from_utf8(line).map_err(|_| BadRecord::NotARecord("the line is not UTF-8 text".into()))))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        let done = end.is_some() || buffer.is_empty();
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[derive(Default)]
struct Tally {
    good: u64,
    bad: u64,
}

fn verify(
    mut input: impl BufRead,
    name: &str,
    chance: ChanceCheck,
    out: &mut impl Write,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let mut first = 1;
    loop {
        let mut lines = Vec::with_capacity(BATCH);
        while lines.len() < BATCH {
            match next_line(&mut input).with_context(|| format!("cannot read {name}"))? {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        if lines.is_empty() {
            break;
        }
        let count = lines.len();
        let checked: Vec<_> =
            lines.into_par_iter().map(|line| line.and_then(|line| verify_line(&line, chance))).collect();
        for (number, result) in (first..).zip(checked) {
            match result {
                Ok(()) => tally.good += 1,
                Err(problem) => {
                    tally.bad += 1;
                    writeln!(out, "{name}: line {number}: {problem}")?;
                }
            }
        }
        first += count;
    }
    if first == 1 {
        tally.bad += 1;
        writeln!(out, "{name}: line 1: there is no record in it")?;
    }
    Ok(())
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read, or any record is bad.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let chance = if args.chance { ChanceCheck::OfTheSeed } else { ChanceCheck::Any };
    let mut out = BufWriter::new(stdout().lock());
    let mut tally = Tally::default();
    for path in &args.files {
        if path == Path::new("-") {
            verify(stdin().lock(), "standard input", chance, &mut out, &mut tally)?;
        } else {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            let bar = progress(file.metadata().map_or(0, |metadata| metadata.len()), "bytes");
            verify(BufReader::new(bar.wrap_read(file)), &name, chance, &mut out, &mut tally)?;
            bar.finish_and_clear();
        }
    }
    if tally.bad == 0 {
        writeln!(out, "{} records verified", tally.good)?;
    }
    out.flush()?;
    if tally.bad > 0 {
        bail!("{} of {} records are bad", tally.bad, tally.good + tally.bad);
    }
    Ok(())
}
