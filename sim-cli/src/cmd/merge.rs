//! `kosti merge`: joins slices of a tournament.

use std::io::{BufRead, Write, stdout};
use std::ops::Range;
use std::path::PathBuf;

use anyhow::bail;
use kosti_reports::tally::merge;

use crate::tournament::{Batch, Finished, Plan, ReadFolder, Report, RunFolder, Text, Totals, quoted};

/// Join slices of one tournament into the run that would have played them all
///
/// The folders must hold slices of the same plan (kosti tournament --blocks A..B) that together are all of it.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folders of the slices, in any order
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// The folder for the whole
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
///
/// # Errors
/// If the slices are of different plans, overlap, or leave gaps, or the folder cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut slices = args.folders.iter().map(|path| ReadFolder::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    slices.sort_by_key(|slice| (slice.blocks.start, slice.blocks.end));
    let plan = check(&slices)?;
    let mut folder = RunFolder::create(&args.out, plan, &(0..plan.blocks))?;
    let mut totals = Totals::default();
    let mut join = Join { plan, open: None };
    for slice in &slices {
        let mut rows = Lines::new(slice, Text::Games)?;
        let mut records = Lines::new(slice, Text::Records)?;
        for batch in &slice.batches {
            if let Some(finished) = join.add(batch, rows.before(batch.end)?, records.before(batch.end)?) {
                folder.write(&finished)?;
                totals.add(plan, &finished.batch);
            }
        }
    }
    folder.sync()?;
    let report = Report::new(plan, &totals);
    report.write(folder.path())?;
    if !args.quiet {
        stdout().write_all(report.text().as_bytes())?;
    }
    Ok(())
}

/// Checks that sorted slices make up one whole, and returns its plan.
fn check(slices: &[ReadFolder]) -> anyhow::Result<&Plan> {
    let Some(first) = slices.first() else { bail!("there is nothing to join") };
    for slice in slices {
        let differences = first.plan.differences(&slice.plan);
        if !differences.is_empty() {
            bail!(
                "{} is no slice of the same plan as {}: {}",
                slice.path.display(),
                first.path.display(),
                differences.join(", ").replace(" there ", " in the first ").replace(" here", " in the second")
            );
        }
        if slice.next() < slice.blocks.end {
            bail!(
                "{} is not finished: blocks {}..{} are missing; go on with it: kosti tournament --resume {}",
                slice.path.display(),
                slice.next(),
                slice.blocks.end,
                quoted(&slice.path)
            );
        }
    }
    let mut next = 0;
    for slice in slices {
        let Range { start, end } = slice.blocks;
        if start < next {
            bail!("{} overlaps another slice: blocks {start}..{} are in both", slice.path.display(), end.min(next));
        }
        if start > next {
            bail!("no slice holds the blocks {next}..{start}; play them with --blocks {next}..{start}");
        }
        next = end;
    }
    if next < first.plan.blocks {
        let all = first.plan.blocks;
        bail!("no slice holds the blocks {next}..{all}; play them with --blocks {next}..{all}");
    }
    Ok(&first.plan)
}

/// Puts batches together that were cut at the ends of slices.
struct Join<'a> {
    plan: &'a Plan,
    open: Option<Finished>,
}

impl Join<'_> {
    fn add(&mut self, batch: &Batch, rows: Vec<u8>, records: Vec<u8>) -> Option<Finished> {
        let open = match &mut self.open {
            None => self.open.insert(Finished { batch: batch.clone(), rows, records }),
            Some(open) => {
                merge(&mut open.batch.tables, &batch.tables);
                open.batch.end = batch.end;
                open.rows.extend(rows);
                open.records.extend(records);
                open
            }
        };
        let whole = open.batch.end.is_multiple_of(self.plan.batch) || open.batch.end == self.plan.blocks;
        if whole { self.open.take() } else { None }
    }
}

/// A text that is handed out batch by batch.
struct Lines {
    kind: Text,
    text: Option<Box<dyn BufRead>>,
    /// The line that was read last and not handed out.
    next: Vec<u8>,
}

impl Lines {
    fn new(slice: &ReadFolder, kind: Text) -> anyhow::Result<Self> {
        let wanted = kind.wanted(&slice.plan);
        let text = wanted.then(|| slice.text(kind)).transpose()?.map(|text| Box::new(text) as Box<dyn BufRead>);
        Ok(Self { kind, text, next: Vec::new() })
    }

    /// The next lines, up to those of this block.
    fn before(&mut self, block: u64) -> anyhow::Result<Vec<u8>> {
        let mut lines = Vec::new();
        let Some(text) = &mut self.text else { return Ok(lines) };
        loop {
            if self.next.is_empty() && text.read_until(b'\n', &mut self.next)? == 0 {
                return Ok(lines);
            }
            if self.kind.block(&self.next).is_some_and(|number| number >= block) {
                return Ok(lines);
            }
            lines.append(&mut self.next);
        }
    }
}
