//! `kosti bot`: a bot of kosti as a program.

use std::io::{stdin, stdout};

use kosti_bots::served::{ServeError, serve};
use kosti_bots::{BotSpec, SpecError};

use crate::cmd::WrongArguments;
use crate::table_args::TableArgs;

/// Let a bot play for another program, by the protocol of programs that play
///
/// It reads messages from standard input and answers on standard output, as docs/protocol.md says. So another version of kosti,
/// or any program that speaks the protocol, can play against the bots of this one: 'cmd:kosti bot ismcts'.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The bot: `name` or `name:key=value,…`
    #[arg(value_name = "SPEC", value_parser = str::parse::<BotSpec>)]
    bot: BotSpec,

    #[command(flatten)]
    tables: TableArgs,
}

/// Runs the command.
///
/// # Errors
/// If there is no such bot, or nothing can be read or written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    args.tables.keep()?;
    serve(&args.bot, stdin().lock(), stdout().lock()).map_err(|error| match error {
        ServeError::Spec(SpecError::PlaysElsewhere(bot)) => {
            WrongArguments(format!("{bot} is a program already: enter it as it is")).into()
        }
        ServeError::Spec(error) => WrongArguments(error.to_string()).into(),
        ServeError::Io(error) => error.into(),
        error => error.into(),
    })
}
