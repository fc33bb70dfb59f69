//! `kosti merge`: joins slices of a tournament.

use std::io::{Write, stdout};
use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, bail};
use kosti_reports::tally::merge;

use crate::tournament::{Batch, Finished, Plan, ReadFolder, Report, RunFolder, Side, SideReader, Text, Totals, quoted};

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
        let open = |side: Side| side.wanted(plan).then(|| slice.side(side)).transpose();
        let [mut rows, mut records] = [open(Side::Games)?, open(Side::Records)?];
        for batch in slice.batches()? {
            let batch = batch?;
            let part = |side: &mut Option<SideReader>, kind: Side| -> anyhow::Result<Vec<u8>> {
                let Some(side) = side else { return Ok(Vec::new()) };
                side.read(kind.of(&batch).bytes)?
                    .with_context(|| format!("{} was changed meanwhile", slice.path.display()))
            };
            let (rows, records) = (part(&mut rows, Side::Games)?, part(&mut records, Side::Records)?);
            if let Some(finished) = join.add(batch, rows, records) {
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
    if first.plan.stop.is_some() {
        bail!("{} stops early, so its plan has no slices; it is whole as it is", first.path.display());
    }
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
    fn add(&mut self, batch: Batch, rows: Vec<u8>, records: Vec<u8>) -> Option<Finished> {
        let open = match &mut self.open {
            None => self.open.insert(Finished { batch, rows, records }),
            Some(open) => {
                merge(&mut open.batch.tables, &batch.tables);
                open.batch.end = batch.end;
                open.rows.extend(rows);
                open.records.extend(records);
                (open.batch.rows, open.batch.records) = (Text::of(&open.rows), Text::of(&open.records));
                open
            }
        };
        let whole = open.batch.end.is_multiple_of(self.plan.batch) || open.batch.end == self.plan.blocks;
        if whole { self.open.take() } else { None }
    }
}
