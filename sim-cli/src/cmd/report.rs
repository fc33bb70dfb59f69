//! `kosti report`: the results in a folder as a page to read.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use kosti_arena::files::write_file;
use kosti_arena::{MANIFEST, PlanFile};
use kosti_lab::PAGE_TITLE;
use kosti_reports::fill_guide;
use kosti_reports::findings::{CLAIMS, FINDINGS, Fact, Findings, PLOTS};
use kosti_reports::html::{findings_page, tournament_page};
use kosti_reports::tournament::{PAIRS, SEATS, STANDINGS, SUMMARY, SWEEP, TournamentResult};

/// Make a page of the results in a folder
///
/// The folder is that of a run on advice or of a tournament (kosti tournament --out DIR). The page is one HTML file that
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

/// Runs the command.
///
/// # Errors
/// If the folder holds no results, a file of it is damaged, or the page cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(guide) = &args.guide {
        return fill(&args.folder, guide, args.check);
    }
    let page = page(&args.folder)?;
    let path = args.out.clone().unwrap_or_else(|| args.folder.join("report.html"));
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

/// The page of a folder.
fn page(folder: &Path) -> anyhow::Result<String> {
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
    if has(SWEEP) {
        bail!(
            "{} holds a sweep; make a page of one of the folders in it, each of which is a tournament",
            folder.display()
        );
    }
    bail!(
        "{} holds no results: there is neither {CLAIMS}, as in runs on advice, nor {STANDINGS}, as in tournaments (kosti \
         tournament --out DIR)",
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
