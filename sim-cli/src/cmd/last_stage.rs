//! `kosti last-stage`: which domino to open in the last stage of domino-poker.

use std::io::{Write, stdout};

use kosti_bots::games::domino_poker::{Equilibrium, LastStage, PIP_COUNTS};
use kosti_engine::{AnyRules, Domino};
use kosti_reports::{Column, Table, Width, sentence};
use serde::Serialize;

use crate::cmd::WrongArguments;
use crate::rules_args::RulesArgs;
use crate::screen;
/// Say which dominoes to open in the last stage of domino-poker: the equilibrium of open or close
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Number of players, if no RULES say it [default: every number from 2 to 6]
    #[arg(long, conflicts_with_all = ["rules", "game"], value_parser = clap::value_parser!(u8).range(2..=6))]
    players: Option<u8>,

    /// The domino that is shown, such as 6-4 [default: every domino]
    #[arg(long, value_parser = parse_domino)]
    shown: Option<Domino>,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Reads a domino, whichever half is said first.
fn parse_domino(text: &str) -> Result<Domino, String> {
    let turned = text.split_once('-').filter(|(first, second)| first < second);
    let text = turned.map_or_else(|| text.to_string(), |(first, second)| format!("{second}-{first}"));
    text.parse().map_err(|error: kosti_engine::NotationError| error.to_string())
}

#[derive(Serialize)]
struct Case {
    players: u8,
    shown: String,
    /// The mean points of each player.
    value: f64,
    /// The most points that a seat could gain by playing otherwise.
    exploitability: f64,
    /// The chance to open with 0 to 12 pips; nothing for pips that no seat can hold.
    open: Vec<Option<f64>>,
}

impl Case {
    fn new(players: u8, shown: Domino) -> Self {
        let stage = LastStage::new(players, shown);
        let Equilibrium { open, value, exploitability } = stage.solve();
        let held = |pips: usize| stage.chance_to_hold(pips) > 0.0;
        let open = open.into_iter().enumerate().map(|(pips, chance)| held(pips).then_some(chance)).collect();
        Self { players, shown: shown.to_string(), value, exploitability, open }
    }
}

fn text(cases: &[Case], width: Width) -> String {
    let names = [Column::names("players"), Column::names("shown")];
    let figures = ["value", "exploitability"].map(Column::numbers);
    let pips = (0..PIP_COUNTS).map(|pips| Column::numbers(pips.to_string()));
    let mut table = Table::new(names.into_iter().chain(figures).chain(pips));
    for case in cases {
        let start = [
            case.players.to_string(),
            case.shown.clone(),
            format!("{:+.3}", case.value),
            format!("{:.4}", case.exploitability),
        ];
        let chance = |open: &Option<f64>| open.map_or("-".into(), |chance| format!("{chance:.3}"));
        table.row(start.into_iter().chain(case.open.iter().map(chance)));
    }
    let told = [
        "The columns 0 to 12 are the chance with which a domino with this sum of pips should be opened.",
        "value: the points that each player gets in the mean; exploitability: the most that anybody could gain by playing \
         otherwise.",
    ];
    let told: String = told.iter().map(|text| sentence(text, width)).collect();
    format!("{}\n{told}", table.fitted(width))
}

/// The number of players in domino-poker.
fn players_of(rules: AnyRules) -> Result<u8, WrongArguments> {
    match rules {
        AnyRules::DominoPoker(rules) => Ok(rules.players()),
        other => Err(WrongArguments(format!("{} has no last stage; domino-poker has", other.game()))),
    }
}

/// Runs the command.
///
/// # Errors
/// If the game is another one, or standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let players = args.rules.given()?.map(players_of).transpose()?.or(args.players);
    let tables = players.map_or(2..=6, |players| players..=players);
    let shown: Vec<Domino> = args.shown.map_or_else(|| Domino::all().collect(), |domino| vec![domino]);
    let cases: Vec<Case> =
        tables.flat_map(|players| shown.iter().map(move |&shown| Case::new(players, shown))).collect();
    let out = if args.json { serde_json::to_string_pretty(&cases)? + "\n" } else { text(&cases, screen::width()) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}
