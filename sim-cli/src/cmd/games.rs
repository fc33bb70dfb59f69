//! `kosti games`: what can be played, under which rules, by whom, and with which habits.

use std::io::{Write, stdout};

use kosti_bots::Param;
use kosti_bots::habit::HabitInfo;
use kosti_bots::roster::{self, BotInfo};
use kosti_engine::{AnyRules, Key, Values};
use kosti_reports::{Column, Table, Width, sentence};
use serde::Serialize;

use crate::rules_args::parse_rules;
use crate::screen;

/// List the games, their rules with values and defaults, the bots with their parameters, and the habits that bots can have
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only these games [default: all games]
    #[arg(value_name = "RULES")]
    rules: Vec<String>,

    /// Another way to give RULES; may be repeated
    #[arg(long, value_name = "RULES")]
    game: Vec<String>,

    /// Write JSON instead of text
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
    habits: Vec<HabitListing>,
}

#[derive(Serialize)]
struct HabitListing {
    habit: &'static str,
    summary: &'static str,
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
    parameters: Vec<ParamListing>,
}

#[derive(Serialize)]
struct ParamListing {
    parameter: &'static str,
    meaning: &'static str,
    values: &'static str,
    default: Option<&'static str>,
}

impl Listing {
    fn new(games: &[AnyRules]) -> Self {
        let bots = || roster::BOTS.iter().filter(|bot| games.iter().any(|rules| bot.plays(rules)));
        let listed = games
            .iter()
            .map(|rules| GameListing {
                game: rules.game(),
                default: rules.to_string(),
                keys: rules.keys().iter().map(KeyListing::new).collect(),
                bots: bots().filter(|bot| bot.plays(rules)).map(|bot| bot.name).collect(),
                habits: roster::habits(rules).iter().map(HabitListing::new).collect(),
            })
            .collect();
        Self { games: listed, bots: bots().map(BotListing::new).collect() }
    }
}

impl HabitListing {
    fn new(habit: &HabitInfo) -> Self {
        Self { habit: habit.name, summary: habit.summary }
    }
}

impl BotListing {
    fn new(bot: &BotInfo) -> Self {
        let param = |&Param { key, meaning, values, default, .. }: &Param| ParamListing {
            parameter: key,
            meaning,
            values,
            default,
        };
        Self { bot: bot.name, summary: bot.summary, parameters: bot.params.iter().map(param).collect() }
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
    let columns = [Column::whole("bot"), Column::whole("parameter"), Column::whole("default")];
    let mut params = Table::new(columns.into_iter().chain(["values", "meaning"].map(Column::words)));
    for bot in &listing.bots {
        let mut name = bot.bot;
        for param in &bot.parameters {
            params.row([name, param.parameter, param.default.unwrap_or("-"), param.values, param.meaning]);
            name = "";
        }
    }
    let mut habits = Table::new([Column::whole("game"), Column::names("habit"), Column::words("what the bot does")]);
    for game in &listing.games {
        let mut name = game.game;
        for habit in &game.habits {
            habits.row([name, habit.habit, habit.summary]);
            name = "";
        }
    }
    let how = "* the default. Rules are written game:key=value,key=value; what is left out takes its default:";
    format!(
        "{}\n{}rims, rims:players=4, dice-poker:players=3,school=count\n\n{}\n{}\n{}mc, mc:rollouts=200, ismcts:iterations=1000,explore=2\n\n{}\n{}greedy+habit=NAME, mc:rollouts=200+habit=NAME+habit=NAME\n",
        table.fitted(width),
        sentence(how, width),
        bots.fitted(width),
        params.fitted(width),
        sentence("Bots are written name:parameter=value,parameter=value; what is left out takes its default:", width),
        habits.fitted(width),
        sentence(
            "A habit stands behind the bot that keeps it; where its name holds a number, others do as well:",
            width
        )
    )
}

/// Runs the command.
///
/// # Errors
/// If there is no such game, or standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let asked = args.rules.iter().chain(&args.game).map(|text| parse_rules(text)).collect::<Result<Vec<_>, _>>()?;
    let is_asked = |rules: &AnyRules| asked.is_empty() || asked.iter().any(|asked| asked.game() == rules.game());
    let listing = Listing::new(&AnyRules::defaults().filter(is_asked).collect::<Vec<_>>());
    let out = if args.json { serde_json::to_string_pretty(&listing)? + "\n" } else { text(&listing, screen::width()) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}
