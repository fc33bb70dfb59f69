//! `kosti report`: the results in a folder as a page to read.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use kosti_arena::files::write_file;
use kosti_arena::{Bounds, HalfWidth, MANIFEST, PlanFile, ReadSweep, ReadSweepError, SWEEP_PLAN, Words, holds_sweep};
use kosti_lab::PAGE_TITLE;
use kosti_reports::fill_guide;
use kosti_reports::findings::{CLAIMS, FINDINGS, Fact, Findings, PLOTS};
use kosti_reports::html::{RunLink, findings_page, sweep_page, tournament_page};
use kosti_reports::tournament::{PAIRS, SEATS, STANDINGS, SUMMARY, SWEEP, TournamentResult};

use crate::cmd::tournament::resume_command;
use crate::output::thousands;

/// Make a page of the results in a folder
///
/// The folder is that of a run on advice, of a tournament or of a sweep (kosti tournament --out DIR). The page is one HTML file that
/// needs nothing else: it can be read on a phone, printed and sent.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The page [default: DIR/report.html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Put the figures of a run on advice into a text instead, between `<!-- D10 -->` and `<!-- / -->`
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    guide: Option<PathBuf>,

    /// Change nothing, and fail if the text is not up to date
    #[arg(long, requires = "guide")]
    check: bool,
}

/// The page in a folder of results.
const PAGE: &str = "report.html";

/// Runs the command.
///
/// # Errors
/// If the folder holds no results, a file of it is damaged, or the page cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(guide) = &args.guide {
        return fill(&args.folder, guide, args.check);
    }
    let path = args.out.clone().unwrap_or_else(|| args.folder.join(PAGE));
    let page = page(&args.folder, &path)?;
    write_file(&path, page.as_bytes())?;
    writeln!(stdout(), "{}", path.display())?;
    Ok(())
}

/// Brings the figures in a text up to date, or checks that they are.
fn fill(folder: &Path, guide: &Path, check: bool) -> anyhow::Result<()> {
    let told = || guide.display().to_string();
    let text = fs::read_to_string(guide).with_context(|| format!("cannot read {}", told()))?;
    let filled = fill_guide(&text, &Findings::read(folder)?).with_context(told)?;
    if check {
        let stale = text.lines().zip(filled.lines()).position(|(one, other)| one != other);
        return match stale {
            Some(line) => bail!(
                "{}, line {}: the figures are not those of {}; bring them up to date with: kosti report {} --guide {}",
                told(),
                line + 1,
                folder.display(),
                folder.display(),
                told()
            ),
            None => Ok(()),
        };
    }
    if filled != text {
        write_file(guide, filled.as_bytes())?;
    }
    writeln!(stdout(), "{}", told())?;
    Ok(())
}

/// The page of a folder, which is to be written there.
fn page(folder: &Path, out: &Path) -> anyhow::Result<String> {
    let has = |name: &str| folder.join(name).exists();
    let need = |names: &[&str]| {
        let missing: Vec<&str> = names.iter().copied().filter(|name| !has(name)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        bail!("{} is not complete: there is no {} in it", folder.display(), missing.join(" and no "))
    };
    if !folder.is_dir() {
        bail!("there is no folder {}", folder.display());
    }
    if has(CLAIMS) || has(FINDINGS) {
        need(&[CLAIMS, FINDINGS, PLOTS])?;
        return Ok(findings_page(PAGE_TITLE, &Findings::read(folder)?));
    }
    if has(MANIFEST) || has(STANDINGS) {
        need(&[STANDINGS, PAIRS, SEATS, SUMMARY])?;
        return tournament(folder);
    }
    if has(SWEEP) || holds_sweep(folder) {
        return sweep(folder, out);
    }
    bail!(
        "{} holds no results: there is neither {CLAIMS}, as in runs on advice, nor {STANDINGS}, as in tournaments (kosti \
         tournament --out DIR), nor {SWEEP}, as in sweeps",
        folder.display()
    )
}

fn tournament(folder: &Path) -> anyhow::Result<String> {
    let result = TournamentResult::read(folder)?;
    // A page of old results is still a page, so nothing is checked here.
    let plan = fs::read_to_string(folder.join(MANIFEST)).ok().and_then(|text| PlanFile::parse(&text).ok());
    let made = plan.and_then(|plan| plan.made);
    let origin = made.map_or_else(Vec::new, |made| {
        let command = format!("kosti tournament --plan {MANIFEST}");
        vec![Fact::new("version", format!("kosti {}", made.kosti)), Fact::new("command", command)]
    });
    Ok(tournament_page(&result, &origin))
}

/// The page of a sweep, with links to its runs if it lies beside them.
fn sweep(folder: &Path, out: &Path) -> anyhow::Result<String> {
    let ReadSweep { plan, swept, runs, planned } = ReadSweep::read(folder).map_err(|error| {
        let resume = resume_command(folder);
        match error {
            ReadSweepError::NoTable(_) => {
                anyhow::anyhow!("{error}; play it with: {resume}, or join its parts with kosti merge")
            }
            ReadSweepError::NoRun(_) | ReadSweepError::OtherTable(_) => {
                anyhow::anyhow!("{error}; put it right with: {resume}")
            }
            error => error.into(),
        }
    })?;
    let beside = out.parent() == Some(folder);
    let link = |run: &PathBuf| {
        let name = run.file_name().unwrap_or_default().to_string_lossy();
        let page = if run.join(PAGE).exists() { PAGE } else { "" };
        if beside {
            RunLink { path: name.to_string(), href: Some(format!("{name}/{page}")) }
        } else {
            RunLink { path: run.display().to_string(), href: None }
        }
    };
    let links: Vec<RunLink> = runs.iter().map(link).collect();
    Ok(sweep_page(&swept, &links, planned, &plan_facts(&plan, runs.first())))
}

/// What a plan says, as far as it says it, and where its runs come from.
fn plan_facts(plan: &PlanFile, run: Option<&PathBuf>) -> Vec<Fact> {
    let manifest = run.and_then(|run| PlanFile::read(&run.join(MANIFEST)).ok());
    let version = manifest.and_then(|manifest| manifest.made).map(|made| format!("kosti {}", made.kosti));
    let facts = [
        ("game", plan.game.clone()),
        ("bots", plan.bots.as_ref().map(|bots| bots.join(", "))),
        ("format", plan.format.map(|format| format.name().into())),
        ("seatings", plan.seatings.map(|seatings| seatings.name().into())),
        ("games a run", plan.games.map(|games| thousands(games as f64))),
        ("until", plan.until.map(|HalfWidth(half)| format!("every share is known to ±{half}"))),
        ("test", plan.sprt.map(|Bounds(low, high)| format!("SPRT of {low} and {high} Elo"))),
        ("version", version),
        ("command", Some(format!("kosti tournament --plan {SWEEP_PLAN}"))),
    ];
    facts.into_iter().filter_map(|(name, told)| Some(Fact::new(name, told?))).collect()
}
