//! `kosti man`: the manual pages.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use clap::Command;

/// Print the manual page, or write the pages of all commands
///
/// For example: kosti man | man -l -, or kosti man --out ~/.local/share/man/man1
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A folder for the pages of all commands
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// If the pages cannot be written.
pub fn run(args: &Args, cli: Command) -> anyhow::Result<()> {
    match &args.out {
        Some(folder) => {
            let told = || format!("cannot write to {}", folder.display());
            fs::create_dir_all(folder).with_context(told)?;
            clap_mangen::generate_to(cli, folder).with_context(told)
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(cli).render(&mut page)?;
            Ok(stdout().write_all(&page)?)
        }
    }
}
