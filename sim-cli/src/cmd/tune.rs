//! `kosti tune`: find better values for the parameters of a bot, and confirm them.

use std::io::{Write, stdout};
use std::path::PathBuf;

use indicatif::ProgressBar;
use kosti_arena::files::quoted;
use kosti_arena::{Seconds, Threads, Tune, TuneError, TuneRange, check_plan_memory, parse_count};
use kosti_bots::BotSpec;

use crate::cmd::{WrongArguments, explained, guard, threads};
use crate::interrupt::{self, Interrupted};
use crate::output::progress;
use crate::rules_args::RulesArgs;
use crate::screen;
use crate::table_args::TableArgs;

/// Find better values for the parameters of a bot, and confirm them
///
/// Candidates with values spread over all parameters race against the untuned bot: the worse half goes after each round. A
/// surface is fitted to all shares, and its best place takes part in the last round. The candidate that wins it is then played
/// against the untuned bot on fresh seeds, and is called better only if these games say so.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The untuned bot: `name` or `name:key=value,…`
    #[arg(value_name = "BOT", value_parser = str::parse::<BotSpec>)]
    bot: BotSpec,

    #[command(flatten)]
    rules: RulesArgs,

    /// A parameter and from where to where it is tuned: explore=0.1..3; may be repeated
    #[arg(long, value_name = "KEY=LOW..HIGH", required = true, value_parser = str::parse::<TuneRange>)]
    param: Vec<TuneRange>,

    /// Candidates play against this bot instead of the untuned one
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BotSpec>)]
    against: Option<BotSpec>,

    /// How many candidates begin
    #[arg(long, value_name = "N", default_value_t = 16)]
    candidates: usize,

    /// Games of all candidates together, shared equally among the rounds
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = parse_count, allow_hyphen_values = true)]
    games: u64,

    /// Games of the confirmation
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = parse_count, allow_hyphen_values = true)]
    confirm: u64,

    /// The seed of all dice, deals and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How long a program may take for a move: 500ms, 2s [default: 1s]
    #[arg(long, value_name = "TIME")]
    move_timeout: Option<Seconds>,

    /// The folder that keeps all games, the candidates, and a page with the surface plotted; the same command goes on with it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Threads to use; never changes a result [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    tables: TableArgs,
}

/// Runs the command.
///
/// # Errors
/// If the parameters cannot be tuned, the bots do not fit into memory, a file or folder cannot be written, a bot fails, or
/// the user interrupts it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let wrong = |error: TuneError| WrongArguments(error.to_string());
    let rules = args.rules.needed()?;
    let tune = Tune::new(&rules, &args.bot, &args.param).map_err(wrong)?;
    let tune = args.against.iter().try_fold(tune, Tune::against).map_err(wrong)?;
    let tune = tune.search(args.candidates, args.games).map_err(wrong)?;
    let tune = tune.confirm(args.confirm).seed(args.seed).move_timeout(args.move_timeout);
    args.tables.keep()?;
    let threads = threads(args.threads);
    let plan = tune.plan().map_err(|error| explained(error, None))?;
    check_plan_memory(&plan, threads).map_err(|error| WrongArguments(error.to_string()))?;
    let bar = if args.quiet { ProgressBar::hidden() } else { progress(0, "games") };
    let guard = Some(guard::command()?);
    let result = tune.run(args.out.as_deref(), Threads::Exactly(threads), guard, interrupt::watch(), &mut |progress| {
        bar.set_length(progress.of);
        bar.set_position(progress.games);
    });
    bar.finish_and_clear();
    let result = result.map_err(|error| match error {
        TuneError::Stopped(_) => {
            let same = |folder: &PathBuf| format!("the same command, which keeps all in {}", quoted(folder));
            Interrupted { go_on_with: args.out.as_ref().map(same) }.into()
        }
        TuneError::Games(error) => explained(error, None),
        error => error.into(),
    })?;
    if !args.quiet || args.json {
        let text = if args.json { result.json()? } else { result.text_in(screen::width()) };
        stdout().write_all(text.as_bytes())?;
    }
    Ok(())
}
