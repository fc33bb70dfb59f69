//! `kosti tournament`: plays bots against each other, as many games as it takes.

use std::fs;
use std::io::{Write, stdout};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use kosti_reports::{Align, Table};

use crate::bot_args::BotArgs;
use crate::cmd::{WrongArguments, threads};
use crate::interrupt::{self, Interrupted};
use crate::tournament::{
    Cell, Ended, MANIFEST, Plan, PlanArgs, ReadFolder, Run, RunFolder, STANDING_COLUMNS, Session, Side, csv_of,
    parse_blocks, resume_command, write_whole,
};
use crate::tree_memory::check_plan_memory;

/// Play bots against each other and rate them
///
/// Games come in blocks: one deal of luck, played once for each rotation of the seats, so that luck cancels. The same
/// plan gives the same results on any number of threads, in one run, resumed, or in slices that are merged.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    plan: PlanArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// A file that says what to play (or the manifest of a run); what else is given here counts more
    #[arg(long = "plan", value_name = "FILE", conflicts_with = "resume")]
    file: Option<PathBuf>,

    /// The folder that keeps the run: a manifest, all results as they come, and tables
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,

    /// Go on with the run in this folder
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,

    /// Play only these blocks of the plan; kosti merge joins the slices
    #[arg(long, value_name = "A..B", value_parser = parse_blocks, requires = "out")]
    blocks: Option<Range<u64>>,

    /// Threads that play; never changes a result [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Write the tables as Markdown, too
    #[arg(long, value_name = "FILE")]
    export_markdown: Option<PathBuf>,

    /// Write the summary as JSON instead of tables
    #[arg(long)]
    json: bool,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

impl Args {
    /// What is given on the command line.
    fn given(&self) -> PlanArgs {
        let bots: Vec<String> = self.bots.all().iter().map(ToString::to_string).collect();
        PlanArgs { bots: (!bots.is_empty()).then_some(bots), ..self.plan.clone() }
    }

    /// Tells an impossible path before the hours are spent.
    fn check_markdown(&self) -> anyhow::Result<()> {
        let Some(path) = &self.export_markdown else { return Ok(()) };
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        opened.map(|_| ()).with_context(|| format!("cannot write {}", path.display()))
    }

    fn write_markdown(&self, text: &str) -> anyhow::Result<()> {
        self.export_markdown.as_ref().map_or(Ok(()), |path| write_whole(path, text.as_bytes()))
    }

    fn tell(&self, text: &str) -> anyhow::Result<()> {
        if !self.quiet {
            stdout().write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// The file that holds the plan of a sweep.
const SWEEP: &str = "sweep.toml";
const SWEEP_TABLE: &str = "sweep.csv";

/// Runs the command.
///
/// # Errors
/// If the plan makes no sense or does not fit into memory, the folder cannot be used, a bot fails, or the user interrupts it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = Session { threads: threads(args.threads), interrupted: interrupt::watch(), quiet: args.quiet };
    if let Some(path) = &args.resume {
        if path.join(SWEEP).exists() {
            let kept = PlanArgs::read(&path.join(SWEEP))?;
            let given = args.given().or(kept.clone());
            if given != kept {
                bail!("{} holds another sweep than the arguments say; leave them out to go on with it", path.display());
            }
            let cells = kept.cells()?;
            cells.iter().try_for_each(|(_, plan)| check_plan_memory(plan, session.threads))?;
            return Sweep { cells, folder: Some(path) }.run(args, &session);
        }
        let folder = ReadFolder::read(path)?;
        agrees(&folder, &args.given())?;
        check_plan_memory(&folder.plan, session.threads)?;
        return one(args, &session, Run::resumed(folder)?);
    }
    let plan = match &args.file {
        Some(path) => args.given().or(PlanArgs { made: None, ..PlanArgs::read(path)? }),
        None => args.given(),
    };
    let mut cells = plan.cells()?;
    cells.iter().try_for_each(|(_, plan)| check_plan_memory(plan, session.threads))?;
    if args.out.is_none() && Side::ALL.iter().any(|side| cells.iter().any(|(_, plan)| side.wanted(plan))) {
        let message = "--games-csv and --record-every write into the run folder: give --out DIR as well";
        return Err(WrongArguments(message.into()).into());
    }
    if !cells[0].0.values.is_empty() {
        if args.blocks.is_some() {
            return Err(WrongArguments("--blocks cannot slice a sweep; slice its runs one by one".into()).into());
        }
        if let Some(path) = &args.out {
            new_sweep_folder(path, &plan)?;
        }
        return Sweep { cells, folder: args.out.as_deref() }.run(args, &session);
    }
    let (_, plan) = cells.remove(0);
    let blocks = slice(&plan, args.blocks.as_ref())?;
    let folder = args.out.as_ref().map(|path| RunFolder::create(path, &plan, &blocks)).transpose()?;
    one(args, &session, Run::new(plan, blocks, folder))
}

/// The blocks to play.
fn slice(plan: &Plan, blocks: Option<&Range<u64>>) -> Result<Range<u64>, WrongArguments> {
    let Some(blocks) = blocks else { return Ok(0..plan.blocks) };
    if blocks.end > plan.blocks {
        return Err(WrongArguments(format!(
            "blocks {}..{} are not in the plan; it has blocks 0..{}",
            blocks.start, blocks.end, plan.blocks
        )));
    }
    if plan.stop.is_some() {
        return Err(WrongArguments(
            "a slice cannot tell when to stop: leave out --blocks, or --sprt and --until".into(),
        ));
    }
    Ok(blocks.clone())
}

/// Whether what is given on the command line is what the folder holds.
fn agrees(folder: &ReadFolder, given: &PlanArgs) -> anyhow::Result<()> {
    let kept = PlanArgs::read(&folder.path.join(MANIFEST))?;
    let wanted = Plan::new(&given.clone().or(kept))?;
    let differences = folder.plan.differences(&wanted);
    if !differences.is_empty() {
        bail!(
            "the plan of {} differs: {}; leave the arguments out to go on with it, or choose another folder",
            folder.path.display(),
            differences.join(", ")
        );
    }
    Ok(())
}

/// Plays one run to its end and tells what came of it.
fn one(args: &Args, session: &Session<'_>, mut run: Run) -> anyhow::Result<()> {
    args.check_markdown()?;
    let (ended, seconds) = run.play(session)?;
    let report = run.report(session, seconds);
    args.write_markdown(&report.markdown())?;
    let told = args.tell(&if args.json { report.summary_json()? } else { report.text() });
    if ended == Ended::Interrupted {
        return Err(Interrupted { go_on_with: run.go_on_with() }.into());
    }
    told
}

/// All combinations of some values.
struct Sweep<'a> {
    cells: Vec<(Cell, Plan)>,
    folder: Option<&'a Path>,
}

fn new_sweep_folder(path: &Path, plan: &PlanArgs) -> anyhow::Result<()> {
    let told = || format!("cannot write to {}", path.display());
    fs::create_dir_all(path).with_context(told)?;
    if fs::read_dir(path).with_context(told)?.next().is_some() {
        bail!("{} is not empty; choose a new folder, or go on with it: {}", path.display(), resume_command(path));
    }
    write_whole(&path.join(SWEEP), toml::to_string(plan)?.as_bytes())
}

impl Sweep<'_> {
    fn run(&self, args: &Args, session: &Session<'_>) -> anyhow::Result<()> {
        args.check_markdown()?;
        let names: Vec<&str> = self.cells[0].0.values.iter().map(|(name, _)| name.as_str()).collect();
        let mut rows = Vec::new();
        let mut summaries = Vec::new();
        let mut markdown = String::new();
        let mut lines = Table::new(names.iter().copied().map(|name| (name, Align::Left)).chain([
            ("bot", Align::Left),
            ("games", Align::Right),
            ("share", Align::Right),
            ("95 % interval", Align::Left),
            ("points", Align::Right),
            ("rating", Align::Right),
            ("stopped early", Align::Left),
        ]));
        for (number, (cell, plan)) in self.cells.iter().enumerate() {
            let mut run = self.begin(number, plan)?;
            let (ended, seconds) = run.play(session)?;
            if ended == Ended::Interrupted {
                return Err(Interrupted { go_on_with: self.folder.map(resume_command) }.into());
            }
            let report = run.report(session, seconds);
            let values = || cell.values.iter().map(|(_, value)| value.clone());
            for standing in &report.standings().entrants {
                let row = values().chain([plan.rules.to_string(), report.stopped().into()]);
                let row = row.chain(report.standing_row(standing)).collect();
                rows.push(row);
            }
            for standing in report.standings().ranked() {
                let row = report.standing_row(standing);
                let of = |column: &str| {
                    let place = STANDING_COLUMNS.iter().position(|name| *name == column);
                    place.map_or(String::new(), |place| row[place].clone())
                };
                let interval = format!("[{}, {}]", of("low"), of("high"));
                let stopped = report.stopped().to_string();
                let cells = [of("entrant"), of("games"), of("share"), interval, of("points"), of("rating"), stopped];
                lines.row(values().chain(cells));
            }
            summaries.push(serde_json::from_str::<serde_json::Value>(&report.summary_json()?)?);
            markdown += &report.markdown();
            if let Some(folder) = self.folder {
                let columns: Vec<&str> =
                    names.iter().copied().chain(["game", "stopped"]).chain(STANDING_COLUMNS.iter().copied()).collect();
                write_whole(&folder.join(SWEEP_TABLE), &csv_of(&columns, rows.iter().cloned())?)?;
            }
        }
        args.write_markdown(&markdown)?;
        let seed = self.cells[0].1.seed;
        let text = format!("{} runs, seed {seed}\n\n{lines}", self.cells.len());
        args.tell(&if args.json { serde_json::to_string_pretty(&summaries)? + "\n" } else { text })
    }

    /// Begins the run of a cell, or goes on with it.
    fn begin(&self, number: usize, plan: &Plan) -> anyhow::Result<Run> {
        match self.folder {
            Some(folder) => Run::begun_or_new(&folder.join(format!("{:04}", number + 1)), plan.clone()),
            None => Ok(Run::unkept(plan.clone())),
        }
    }
}
