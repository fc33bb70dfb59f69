//! `kosti record`: plays games and writes them down.

use std::io::{BufWriter, IsTerminal, stdout};
use std::path::PathBuf;

use anyhow::Context;
use indicatif::ProgressBar;
use kosti_arena::files::WholeFile;
use kosti_arena::{Recording, RecordingError, check_memory, parse_count};

use crate::bot_args::BotArgs;
use crate::cmd::WrongArguments;
use crate::interrupt::{self, Interrupted};
use crate::output::progress;
use crate::rules_args::RulesArgs;
use crate::table_args::TableArgs;

/// Play games and write them down, one JSON object a line
///
/// Games come in blocks: one for each rotation of the bots over the seats, all with the same dice and deals.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count, allow_hyphen_values = true)]
    games: u64,

    /// The seed of all dice, deals and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The file to write instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    tables: TableArgs,
}

/// Runs the command.
///
/// # Errors
/// If the bots do not fit the seats or into memory, the output cannot be written, or the user wants an end.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let wrong = |error: &dyn std::fmt::Display| WrongArguments(error.to_string());
    let recording = Recording::new(args.rules.needed()?, args.bots.all(), args.games, args.seed);
    let recording = recording.map_err(|error| wrong(&error))?;
    args.tables.keep()?;
    check_memory(&recording.bots, rayon::current_num_threads()).map_err(|error| wrong(&error))?;
    // Records on the terminal and a bar on it would get into each other's way.
    let shown = args.out.is_some() || !stdout().is_terminal();
    let bar = if shown { progress(recording.games, "games") } else { ProgressBar::hidden() };
    let mut written = |games| bar.set_position(games);
    let recorded = match &args.out {
        Some(path) => {
            let cannot_write = format!("cannot write {}", path.display());
            // All records are there in the end, or the file is left as it was.
            let mut out = BufWriter::new(WholeFile::create(path)?);
            let recorded = recording.write(&mut out, interrupt::watch(), &mut written);
            recorded.map_err(|error| explained(error, &cannot_write)).and_then(|()| {
                let out = out.into_inner().map_err(std::io::IntoInnerError::into_error).context(cannot_write)?;
                Ok(out.finish()?)
            })
        }
        None => {
            let mut out = BufWriter::new(stdout().lock());
            recording.write(&mut out, interrupt::watch(), &mut written).map_err(|error| explained(error, ""))
        }
    };
    bar.finish_and_clear();
    recorded
}

/// The error in the words of the command line.
fn explained(error: RecordingError, cannot_write: &str) -> anyhow::Error {
    match error {
        RecordingError::Stopped(_) => Interrupted { go_on_with: None }.into(),
        RecordingError::Write(error) if !cannot_write.is_empty() => {
            anyhow::Error::from(error).context(cannot_write.to_string())
        }
        RecordingError::Write(error) => error.into(),
        error => error.into(),
    }
}
