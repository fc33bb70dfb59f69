//! `kosti completions`: lets a shell complete commands and options.

use std::io::{Write, stdout};

use clap::Command;
use clap_complete::Shell;

/// Print completions for a shell
///
/// For example: kosti completions bash > ~/.local/share/bash-completion/completions/kosti
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Runs the command.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(args: &Args, mut cli: Command) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut cli, "kosti", &mut text);
    stdout().write_all(&text)?;
    Ok(())
}
