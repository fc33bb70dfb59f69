//! The bots of a command line.

use clap::Args;
use kosti_bots::{BotSpec, SpecError};

/// `--bots` and `--bot`, the same in every command.
#[derive(Args, Clone, Debug)]
pub struct BotArgs {
    /// Bots, separated by commas: `greedy,random`; an item key=value without a name belongs to the bot before it, and +habit=NAME stands behind a bot that keeps a habit
    #[arg(long, value_name = "A,B,…", value_parser = list)]
    bots: Option<List>,

    /// One bot as it stands, `name` or `name:key=value,…+habit=name`; may be repeated, and comes after those of --bots
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BotSpec>)]
    bot: Vec<BotSpec>,
}

/// A whole list in one argument. (A bare `Vec` would be read as one bot for each argument.)
#[derive(Clone, Debug)]
struct List(Vec<BotSpec>);

fn list(text: &str) -> Result<List, SpecError> {
    BotSpec::parse_list(text).map(List)
}

impl BotArgs {
    /// All bots, in order, as they are written: whether they exist is not checked.
    pub fn all(&self) -> Vec<BotSpec> {
        self.bots.iter().flat_map(|list| &list.0).chain(&self.bot).cloned().collect()
    }
}
