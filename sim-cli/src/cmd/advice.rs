//! `kosti advice`: which advice is true.

use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use kosti_arena::Words;
use kosti_engine::nearest;
use kosti_lab::{Experiment, FolderError, LabBudget, LabConfig, LabError, LabProgress, RunFolder, claims};
use kosti_reports::findings::{Claim, Findings, Ruling, RulingTone};
use kosti_reports::{Width, hanging};

use crate::cmd::{WrongArguments, threads};
use crate::interrupt::{self, Interrupted};
use crate::output::progress;
use crate::screen;
use crate::table_args::TableArgs;
use crate::words::word;

/// Test the advice of the games' documents: which of it is true, and what it costs
///
/// Every claim is an experiment that was fixed beforehand: exact where a game can be solved, otherwise games in pairs that
/// differ in one habit alone. At the end the verdicts are shown, and the folder holds a page with all figures and plots. A
/// run that was interrupted goes on with the same command.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Claims to test, such as D10 or R1; all if none is given
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    /// How much work it may be
    #[arg(long, default_value = LabBudget::default().name(), value_parser = word::<LabBudget>())]
    budget: LabBudget,

    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "kosti-advice")]
    out: PathBuf,

    /// The seed of all dice, deals and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Replace another run in the folder
    #[arg(long)]
    force: bool,

    /// List the claims and test nothing
    #[arg(long)]
    list: bool,

    /// Threads to use; never changes a result [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    tables: TableArgs,
}

/// Runs the command.
///
/// # Errors
/// If a claim does not exist, the folder holds something else, or the user wants an end.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let experiments = chosen(&args.ids)?;
    if args.list {
        return print(&list(&experiments, screen::width()));
    }
    args.tables.keep()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads)).build();
    let pool = pool.context("cannot start threads")?;
    let command = |id: Option<&str>| id.map_or_else(|| command(args, &args.ids), |id| command(args, &[id.into()]));
    let config = LabConfig {
        seed: args.seed,
        budget: args.budget,
        folder: Some(args.out.clone()),
        replace: args.force,
        command: Some(&command),
    };
    let bar = progress(experiments.len() as u64, "claims");
    let mut show = |progress: LabProgress<'_>| {
        bar.set_position(progress.done as u64);
        bar.set_message(format!("({})", progress.id));
    };
    let stop = interrupt::watch();
    let findings = pool.install(|| kosti_lab::run(&experiments, &config, stop, &mut show));
    bar.finish_and_clear();
    let findings = findings.map_err(|error| explained(error, command(None)))?;
    print(&verdicts(&findings, &RunFolder::new(&args.out), screen::width()))
}

/// The error in the words of the command line.
fn explained(error: LabError, command: String) -> anyhow::Error {
    let advice = match &error {
        LabError::Stopped => return Interrupted { go_on_with: Some(command) }.into(),
        LabError::Folder(FolderError::AnotherRun { .. }) => "give another folder with --out, or --force to replace it",
        LabError::Folder(FolderError::NotOurs { .. }) => "give a new or empty folder with --out",
        LabError::Folder(FolderError::Damaged { .. }) => {
            "replace the run with --force or give another folder with --out"
        }
        _ => return error.into(),
    };
    let cause = std::error::Error::source(&error).map_or(String::new(), |source| format!(": {source}"));
    anyhow::anyhow!("{error}; {advice}{cause}")
}

/// The experiments of these claims, in order; all if none is given.
fn chosen(ids: &[String]) -> Result<Vec<&'static Experiment>, WrongArguments> {
    let all = claims::all();
    for id in ids {
        if !all.iter().any(|experiment| experiment.id.eq_ignore_ascii_case(id)) {
            let known = all.iter().map(|experiment| experiment.id);
            let near =
                nearest(&id.to_uppercase(), known).map_or(String::new(), |near| format!(" (did you mean {near}?)"));
            return Err(WrongArguments(format!("there is no claim '{id}'{near}; `kosti advice --list` shows all")));
        }
    }
    let wanted =
        |experiment: &&Experiment| ids.is_empty() || ids.iter().any(|id| experiment.id.eq_ignore_ascii_case(id));
    Ok(all.into_iter().filter(wanted).collect())
}

/// The command that tests these claims in the same way.
fn command(args: &Args, ids: &[String]) -> String {
    let mut words = vec!["kosti advice".to_string()];
    words.extend(ids.iter().cloned());
    words.push(format!("--budget {} --seed {}", args.budget.name(), args.seed));
    if ids != args.ids {
        // The folder of this run holds more; another one is needed.
        words.push(format!("--out kosti-advice-{}", ids.join("-")));
    } else if args.out.as_os_str() != "kosti-advice" {
        words.push(format!("--out {}", shell_words::quote(&args.out.to_string_lossy())));
    }
    words.join(" ")
}

fn print(text: &str) -> anyhow::Result<()> {
    stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// Every claim with what it says.
fn list(experiments: &[&Experiment], width: Width) -> String {
    let mut text = String::new();
    let mut game = "";
    for experiment in experiments {
        if experiment.game != game {
            text += &format!("{}{}\n", if game.is_empty() { "" } else { "\n" }, experiment.game);
            game = experiment.game;
        }
        text += &hanging(&format!("  {:<5}", experiment.id), 7, experiment.claim, width.of_paragraphs());
    }
    text
}

/// The verdicts for people at a terminal.
fn verdicts(findings: &Findings, folder: &RunFolder, width: Width) -> String {
    let width = width.of_paragraphs();
    let widest = findings.claims.iter().map(|claim| claim.ruling.name().chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut game = "";
    for Claim { id, game: of, claim, ruling, sentence, .. } in &findings.claims {
        if of != game {
            text += &format!("{}{of}\n", if game.is_empty() { "" } else { "\n" });
            game = of;
        }
        let padding = " ".repeat(widest - ruling.name().chars().count());
        text += &hanging(&format!("  {id:<5}{}{padding}  ", coloured(*ruling)), 9 + widest, claim, width);
        text += &hanging(&" ".repeat(9 + widest), 9 + widest, sentence, width);
    }
    text + &format!("\nAll figures and plots: {}\n", folder.page().display())
}

/// A ruling in its colour, on a terminal.
fn coloured(ruling: Ruling) -> String {
    let colour = match ruling.tone() {
        RulingTone::Good => 32,
        RulingTone::Bad => 31,
        RulingTone::Mixed => 33,
        RulingTone::Plain => 0,
    };
    if stdout().is_terminal() { format!("\x1b[{colour}m{ruling}\x1b[0m") } else { ruling.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_has_its_own_id_and_says_what_it_is() {
        let all = claims::all();
        for (place, experiment) in all.iter().enumerate() {
            assert!(all[..place].iter().all(|other| other.id != experiment.id), "{} twice", experiment.id);
            assert!(!experiment.claim.is_empty() && !experiment.method.is_empty() && !experiment.rules.is_empty());
        }
    }

    #[test]
    fn unknown_claims_are_told_with_the_nearest() {
        let error = chosen(&["D100".into()]).unwrap_err().to_string();
        assert!(error.contains("there is no claim 'D100'") && error.contains("did you mean D10?"), "{error}");
        assert_eq!(chosen(&["d10".into(), "D22".into()]).unwrap().len(), 2);
    }

    #[test]
    fn claims_hang_below_their_ids() {
        for columns in [60, 100] {
            let text = list(&claims::all(), Width::At(columns));
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
            assert!(text.lines().any(|line| line.starts_with("       ")), "{text}");
        }
        assert_eq!(list(&claims::all(), Width::Free), list(&claims::all(), Width::At(100)));
    }
}
