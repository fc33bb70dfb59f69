//! `kosti tournament`: plays bots against each other, as many games as it takes.

mod live;
mod plan_args;
mod sweep;

use std::io::{Write, stdout};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::bail;
use kosti_arena::files::{check_writable, quoted, write_file};
use kosti_arena::{
    Builds, Ended, MANIFEST, Plan, PlanFile, ReadFolder, Run, RunOptions, SWEEP_PLAN, Shard, Side, Threads,
    check_plan_memory, holds_sweep, parse_blocks,
};
use kosti_reports::tournament::TournamentResult;

use crate::bot_args::BotArgs;
use crate::cmd::{WrongArguments, explained, guard, threads};
use crate::interrupt::{self, Interrupted};
use crate::screen;
use crate::table_args::TableArgs;
use crate::trust;
pub(crate) use live::{Live, Quiet};
pub(crate) use plan_args::PlanArgs;
use sweep::Sweep;

/// Play bots against each other and rate them
///
/// Games come in blocks: one deal of luck, played once for each rotation of the seats, so that luck cancels. The same
/// plan gives the same results on any number of threads, in one run, resumed, or in slices that are merged.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game and its rules: rims, dice-poker:players=3; several values make a sweep: rims:players=2..6
    #[arg(value_name = "RULES")]
    rules: Option<String>,

    #[command(flatten)]
    plan: PlanArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// A file that says what to play (or the manifest of a run); what else is given here counts more
    #[arg(long = "plan", value_name = "FILE", conflicts_with = "resume")]
    file: Option<PathBuf>,

    /// The folder that keeps the run: a manifest, all results as they come, and tables; the same command goes on with it
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,

    /// Go on with the run in this folder
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,

    /// With --resume: start the programs that the folder names, although another user or machine may have made it
    #[arg(long, requires = "resume")]
    trust: bool,

    /// Play only these blocks of the plan; kosti merge joins the slices
    #[arg(long, value_name = "A..B", value_parser = parse_blocks, requires = "out", conflicts_with = "shard")]
    blocks: Option<Range<u64>>,

    /// Play only the I-th of N equal parts of the plan (or of each run of a sweep); kosti merge joins them
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,

    /// Go on with a folder of another build of kosti, although its games may differ
    #[arg(long)]
    any_build: bool,

    /// Threads to use; never changes a result [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Write the tables as Markdown, too
    #[arg(long, value_name = "FILE")]
    export_markdown: Option<PathBuf>,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    tables: TableArgs,
}

impl Args {
    /// What is given on the command line.
    fn given(&self) -> PlanFile {
        self.plan.file(self.rules.as_deref(), &self.bots)
    }

    /// Tells an impossible path before the hours are spent.
    fn check_markdown(&self) -> anyhow::Result<()> {
        Ok(self.export_markdown.as_deref().map_or(Ok(()), check_writable)?)
    }

    fn write_markdown(&self, text: &str) -> anyhow::Result<()> {
        Ok(self.export_markdown.as_ref().map_or(Ok(()), |path| write_file(path, text.as_bytes()))?)
    }

    fn builds(&self) -> Builds {
        if self.any_build { Builds::Any } else { Builds::Same }
    }

    fn tell(&self, text: &str) -> anyhow::Result<()> {
        // Who asks for JSON wants it, whatever else is not to be said.
        if !self.quiet || self.json {
            stdout().write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// The command that goes on with the run in a folder.
pub(crate) fn resume_command(folder: &Path) -> String {
    format!("kosti tournament --resume {}", quoted(folder))
}

/// Plays what is left of a run, with its progress on the terminal.
///
/// # Errors
/// If a bot fails, or the folder cannot be written.
pub(crate) fn play(run: &mut Run, threads: usize, quiet: Quiet) -> anyhow::Result<(Ended, TournamentResult)> {
    let mut live = Live::new(run.plan(), quiet);
    let played = run.play(&mut RunOptions {
        threads: Threads::Exactly(threads),
        stop: interrupt::watch(),
        progress: &mut |progress| live.update(progress),
        guard: Some(guard::command()?),
    });
    live.clear();
    played.map_err(|error| explained(error, run.folder()))
}

/// Runs the command.
///
/// # Errors
/// If the plan makes no sense or does not fit into memory, the folder cannot be used, a bot fails, or the user interrupts it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let threads = threads(args.threads);
    args.tables.keep()?;
    let check_memory =
        |plan: &Plan| check_plan_memory(plan, threads).map_err(|error| WrongArguments(error.to_string()));
    if let Some(path) = &args.resume {
        return resume(args, path, threads);
    }
    let file = match &args.file {
        Some(path) => args.given().or(PlanFile { made: None, ..PlanFile::read(path)? }),
        None => args.given(),
    };
    let sweep = Sweep::new(&file, args.out.as_deref())?;
    sweep.plans().try_for_each(check_memory)?;
    if args.out.is_none() && Side::ALL.iter().any(|side| sweep.plans().any(|plan| side.wanted(plan))) {
        let message = "--games-csv and --record-every write into the run folder: give --out DIR as well";
        return Err(WrongArguments(message.into()).into());
    }
    let plan = match sweep.only_plan() {
        Ok(plan) => plan,
        Err(sweep) => {
            if args.blocks.is_some() {
                let message = "--blocks cannot slice a sweep, whose runs have blocks of their own; give --shard I/N";
                return Err(WrongArguments(message.into()).into());
            }
            sweep.make_folder(&file)?;
            return sweep.run(args, threads);
        }
    };
    let Some(path) = &args.out else { return one(args, threads, Run::unkept(plan)) };
    let blocks = slice(&plan, args)?;
    trust::remember(path, &plan);
    let run = Run::begin(path, plan, blocks, args.builds()).map_err(|error| explained(error, None))?;
    one(args, threads, run)
}

/// Goes on with the run or the sweep in a folder.
fn resume(args: &Args, path: &Path, threads: usize) -> anyhow::Result<()> {
    let check_memory =
        |plan: &Plan| check_plan_memory(plan, threads).map_err(|error| WrongArguments(error.to_string()));
    let given = args.given();
    if holds_sweep(path) {
        let kept = PlanFile::read(&path.join(SWEEP_PLAN))?;
        if given.clone().or(kept.clone()) != kept {
            bail!("{} holds another sweep than the arguments say; leave them out to go on with it", path.display());
        }
        let sweep = Sweep::new(&kept, Some(path))?;
        sweep.plans().try_for_each(check_memory)?;
        sweep.plans().try_for_each(|plan| trust::check(path, plan, &given, args.trust))?;
        return sweep.run(args, threads);
    }
    let folder = ReadFolder::read(path, args.builds())?;
    agrees(&folder, &given)?;
    trust::check(path, &folder.plan, &given, args.trust)?;
    check_memory(&folder.plan)?;
    let run = Run::resume(path, args.builds()).map_err(|error| explained(error, None))?;
    one(args, threads, run)
}

/// The blocks to play.
fn slice(plan: &Plan, args: &Args) -> Result<Range<u64>, WrongArguments> {
    let none = |shard: &Shard| {
        WrongArguments(format!("part {shard} of the plan has no blocks: the plan has only {}", plan.blocks))
    };
    match (&args.blocks, &args.shard) {
        (Some(blocks), _) if blocks.end > plan.blocks => Err(WrongArguments(format!(
            "blocks {}..{} are not in the plan; it has blocks 0..{}",
            blocks.start, blocks.end, plan.blocks
        ))),
        (Some(blocks), _) => Ok(blocks.clone()),
        (None, Some(shard)) => shard.blocks(plan.blocks, plan.batch).ok_or_else(|| none(shard)),
        (None, None) => Ok(0..plan.blocks),
    }
}

/// Whether what is given on the command line is what the folder holds.
fn agrees(folder: &ReadFolder, given: &PlanFile) -> anyhow::Result<()> {
    let kept = PlanFile::read(&folder.path.join(MANIFEST))?;
    let wanted = Plan::new(&given.clone().or(kept)).map_err(|error| WrongArguments(error.to_string()))?;
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

/// Plays one run to its end and shows what came of it.
fn one(args: &Args, threads: usize, mut run: Run) -> anyhow::Result<()> {
    args.check_markdown()?;
    let (ended, result) = play(&mut run, threads, Quiet::new(args.quiet))?;
    args.write_markdown(&result.markdown())?;
    let shown = args.tell(&if args.json { result.json() } else { result.text_in(screen::width()) });
    if ended == Ended::Interrupted {
        return Err(Interrupted { go_on_with: run.folder().map(resume_command) }.into());
    }
    shown
}
