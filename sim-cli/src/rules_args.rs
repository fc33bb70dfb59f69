//! The game of a command line.

use clap::Args;
use kosti_engine::AnyRules;

use crate::cmd::WrongArguments;

/// The game and its rules, as an argument or after `--game`, the same in every command.
#[derive(Args, Clone, Debug)]
pub struct RulesArgs {
    /// The game and its rules: rims, dice-poker:players=3,school=count; kosti games lists them
    #[arg(value_name = "RULES")]
    rules: Option<String>,

    /// Another way to give RULES
    #[arg(long, value_name = "RULES", conflicts_with = "rules")]
    game: Option<String>,
}

/// Reads rules.
///
/// # Errors
/// If there is no such game, or no such rules.
pub fn parse_rules(text: &str) -> Result<AnyRules, WrongArguments> {
    AnyRules::parse(text).map_err(|error| WrongArguments(error.to_string()))
}

impl RulesArgs {
    /// The rules that are given, if any.
    ///
    /// # Errors
    /// If there is no such game, or no such rules.
    pub fn given(&self) -> Result<Option<AnyRules>, WrongArguments> {
        self.rules.as_ref().or(self.game.as_ref()).map(|text| parse_rules(text)).transpose()
    }

    /// The rules, which the command cannot do without.
    ///
    /// # Errors
    /// If they are missing, or there is no such game, or no such rules.
    pub fn needed(&self) -> Result<AnyRules, WrongArguments> {
        self.given()?.ok_or_else(|| {
            let games: Vec<&str> = AnyRules::defaults().map(|rules| rules.game()).collect();
            WrongArguments(format!("no game is given; the games are {}", games.join(", ")))
        })
    }
}
