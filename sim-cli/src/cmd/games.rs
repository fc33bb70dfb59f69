//! `kosti games`: what can be played, under which rules, by whom.

use std::io::{Write, stdout};

use kosti_bots::roster;
use kosti_engine::{AnyRules, Key, Values};
use kosti_reports::{Column, Table, Width, sentence};
use serde::Serialize;

use crate::screen;

/// List the games, their rules with values and defaults, and the bots
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing {
    games: Vec<GameListing>,
    bots: Vec<BotListing>,
}

#[derive(Serialize)]
struct GameListing {
    game: &'static str,
    default: String,
    keys: Vec<KeyListing>,
    bots: Vec<&'static str>,
}

#[derive(Serialize)]
struct KeyListing {
    key: &'static str,
    meaning: &'static str,
    default: serde_json::Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValueListing>>,
}

#[derive(Serialize)]
struct ValueListing {
    value: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct BotListing {
    bot: &'static str,
    summary: &'static str,
}

impl Listing {
    fn new() -> Self {
        let bots = || roster::BOTS.iter();
        let games = AnyRules::defaults()
            .map(|rules| GameListing {
                game: rules.game(),
                default: rules.to_string(),
                keys: rules.keys().iter().map(KeyListing::new).collect(),
                bots: bots().filter(|bot| bot.plays(&rules)).map(|bot| bot.name).collect(),
            })
            .collect();
        Self { games, bots: bots().map(|bot| BotListing { bot: bot.name, summary: bot.summary }).collect() }
    }
}

impl KeyListing {
    fn new(key: &Key) -> Self {
        let (default, min, max, values) = match key.values {
            Values::Number { min, max, default } => (default.into(), Some(min), Some(max), None),
            Values::Words(words) => {
                let values = words.iter().map(|word| ValueListing { value: word.name, meaning: word.meaning });
                (words[0].name.into(), None, None, Some(values.collect()))
            }
        };
        Self { key: key.name, meaning: key.meaning, default, min, max, values }
    }
}

fn text(listing: &Listing, width: Width) -> String {
    let mut table =
        Table::new([Column::whole("game"), Column::whole("rule"), Column::whole("value"), Column::words("meaning")]);
    for game in &listing.games {
        let mut name = game.game;
        for key in &game.keys {
            let rule = key.key;
            match (&key.values, key.min, key.max) {
                (Some(values), ..) => {
                    table.row([name, rule, "", key.meaning]);
                    for (place, value) in values.iter().enumerate() {
                        let mark = if place == 0 { "*" } else { "" };
                        table.row(["", "", &format!("{}{mark}", value.value), value.meaning]);
                    }
                }
                (None, Some(min), Some(max)) => {
                    table.row([name, rule, &format!("{min}..{max}, {}*", key.default), key.meaning]);
                }
                _ => {}
            }
            name = "";
        }
    }
    let mut bots = Table::new([Column::names("bot"), Column::words("what it does"), Column::words("games")]);
    for bot in &listing.bots {
        let games: Vec<&str> =
            listing.games.iter().filter(|game| game.bots.contains(&bot.bot)).map(|game| game.game).collect();
        let games = if games.len() == listing.games.len() { "all".into() } else { games.join(", ") };
        bots.row([bot.bot, bot.summary, &games]);
    }
    let how = "* the default. Rules are written game:key=value,key=value; what is left out takes its default:";
    format!(
        "{}\n{}rims, rims:players=4, dice-poker:players=3,school=count\n\n{}",
        table.fitted(width),
        sentence(how, width),
        bots.fitted(width)
    )
}

/// Runs the command.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let listing = Listing::new();
    let out = if args.json { serde_json::to_string_pretty(&listing)? + "\n" } else { text(&listing, screen::width()) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}
