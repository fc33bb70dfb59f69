//! Files of records, replayed and checked on all cores.

use std::io::{self, BufRead, Read};
use std::sync::atomic::AtomicBool;

use kosti_bots::record::{BadRecord, ChanceCheck, verify_line};

use crate::blocks::play_pieces;

/// No record is longer; a file without line ends must not fill the memory.
const LONGEST_LINE: u64 = 16 << 20;
/// Lines read before they are checked on all cores.
const BATCH: usize = 256;

/// How many records were good, and how many bad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerifiedRecords {
    /// Good ones.
    pub good: u64,
    /// Bad ones.
    pub bad: u64,
    /// Files without any record.
    pub empty: u64,
}

/// Verifies all records of a file. `bad` is called for every bad one, with its line, counted from 1.
///
/// # Errors
/// If the input cannot be read, or `bad` fails.
pub fn verify_records(
    input: &mut dyn BufRead,
    chance: ChanceCheck,
    bad: &mut dyn FnMut(usize, &BadRecord) -> io::Result<()>,
) -> io::Result<VerifiedRecords> {
    let mut count = VerifiedRecords::default();
    let mut first = 1;
    loop {
        let mut lines = Vec::with_capacity(BATCH);
        while lines.len() < BATCH {
            match next_line(input)? {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        if lines.is_empty() {
            break;
        }
        for (number, checked) in (first..).zip(check(&lines, chance)) {
            match checked {
                Ok(()) => count.good += 1,
                Err(problem) => {
                    count.bad += 1;
                    bad(number, &problem)?;
                }
            }
        }
        first += lines.len();
    }
    if first == 1 {
        count.empty += 1;
        bad(1, &BadRecord::NotARecord("there is no record in it".into()))?;
    }
    Ok(count)
}

/// Checks lines on all cores.
fn check(lines: &[Result<String, BadRecord>], chance: ChanceCheck) -> Vec<Result<(), BadRecord>> {
    let mut checked = Vec::with_capacity(lines.len());
    let verify = |(): &mut (), pieces: std::ops::Range<u64>| -> Vec<Result<(), BadRecord>> {
        let lines = &lines[pieces.start as usize..pieces.end as usize];
        lines
            .iter()
            .map(|line| line.as_ref().map_err(Clone::clone).and_then(|line| verify_line(line, chance)))
            .collect()
    };
    let never = AtomicBool::new(false);
    play_pieces(0..lines.len() as u64, 4, &never, || (), verify, |piece| checked.extend(piece))
        .expect("nothing stops it");
    checked
}

/// One line, or why it cannot be one.
fn next_line(input: &mut dyn BufRead) -> io::Result<Option<Result<String, BadRecord>>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE + 1).read_until(b'\n', &mut line)? == 0 {
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

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
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
