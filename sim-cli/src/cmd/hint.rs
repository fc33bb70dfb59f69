//! `kosti hint`: what every decision is worth.

use std::io::{Write, stdout};

use kosti_engine::sheet::{ROLLS, Row, Scoresheet, Sheet, SheetAction, SheetGame};
use kosti_engine::{DICE, Dice, FACES, Game, with_sheet_game};
use kosti_reports::{Column, Table, Width, facts};
use kosti_solver::{Ending, Objective};
use serde::Serialize;

use crate::cmd::WrongArguments;
use crate::screen;
use crate::solving::{Announce, Solved, SolverArgs};

/// Tell what every keep and row is worth in a dice game, the best first
///
/// Worth is the mean final score under best play from there on, or for win and target the chance. Without --dice it is
/// told what the sheet is worth before the roll.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    solver: SolverArgs,

    /// The points that stand in the filled rows: pair=24,school-6=0; yahtzee takes bonus=100 as well
    #[arg(long, value_name = "ROWS", default_value = "", hide_default_value = true)]
    sheet: String,

    /// The opponent's sheet in an ending: worth is then the chance to win, both playing to win, a tie counting half
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["objective", "load"])]
    against: Option<String>,

    /// The dice on the table: 4,4,4,2,1 or 44421
    #[arg(long, value_parser = parse_dice)]
    dice: Option<Dice>,

    /// Which roll of the turn they lie there by, 1 to 3; 1 if left out
    #[arg(long, value_name = "N", requires = "dice", value_parser = parse_roll)]
    roll: Option<u8>,

    /// How many actions to show; the best ten if left out, or all with --json
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    top: Option<u16>,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,
}

/// How many actions people are shown.
const SHOWN: usize = 10;

/// Reads five dice, with commas or blanks between them or nothing.
fn parse_dice(text: &str) -> Result<Dice, String> {
    const EXAMPLE: &str = "such as 4,4,4,2,1 or 44421";
    let is_gap = |letter: char| letter == ',' || letter.is_whitespace();
    let text = text.trim();
    let words: Vec<String> = if text.contains(is_gap) {
        text.split(is_gap).filter(|word| !word.is_empty()).map(Into::into).collect()
    } else {
        text.chars().map(Into::into).collect()
    };
    let face = |word: &String| {
        let face = word.parse().ok().filter(|face| (1..=FACES as u8).contains(face) && word.len() == 1);
        face.ok_or_else(|| format!("'{word}' is no face of a die: expected {DICE} dice from 1 to {FACES}, {EXAMPLE}"))
    };
    let faces = words.iter().map(face).collect::<Result<Vec<u8>, String>>()?;
    let wrong_number = |faces: &[u8]| format!("{} dice where there should be {DICE}, {EXAMPLE}", faces.len());
    let faces = <[u8; DICE]>::try_from(faces).map_err(|faces| wrong_number(&faces))?;
    Dice::from_faces(faces).ok_or_else(|| "no dice".into())
}

/// Reads the number of a roll.
fn parse_roll(text: &str) -> Result<u8, String> {
    let roll = text.trim().parse().ok().filter(|roll| (1..=ROLLS).contains(roll));
    roll.ok_or_else(|| format!("a turn has rolls 1 to {ROLLS}"))
}

/// The position and what can be done in it.
#[derive(Serialize, Clone, Debug)]
struct Hint {
    game: String,
    objective: String,
    sheet: String,
    /// The opponent's sheet in an ending.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<String>,
    dice: Option<Vec<u8>>,
    roll: Option<u8>,
    /// Before the roll, or of the best action.
    worth: f64,
    actions: Vec<Advice>,
    /// How many actions there are, shown or not.
    #[serde(skip)]
    legal: usize,
}

/// An action and its worth.
#[derive(Serialize, Clone, Debug)]
struct Advice {
    #[serde(skip_serializing_if = "Option::is_none")]
    keep: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<String>,
    worth: f64,
    /// What it loses against the best.
    loss: f64,
    #[serde(skip)]
    name: String,
}

impl Advice {
    fn new<R: Row>(action: SheetAction<R>, worth: f64, best: f64) -> Self {
        let (keep, row) = match action {
            SheetAction::Keep(keep) => (Some(keep.faces().collect()), None),
            SheetAction::Row(row) => (None, Some(row.to_string())),
        };
        Self { keep, row, worth, loss: best - worth, name: action.to_string() }
    }
}

/// Runs the command.
///
/// # Errors
/// If the sheet or the dice cannot be, a file does not hold the values of this game, or standard output cannot be
/// written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    args.solver.check()?;
    args.solver.keep_tables()?;
    let rules = args.solver.rules()?;
    let hint = args.solver.on_threads(|| with_sheet_game!(rules, game => hint(args, &game)))?;
    let out = if args.json { serde_json::to_string_pretty(&hint)? + "\n" } else { text(&hint, screen::width()) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

fn hint<S: Scoresheet>(args: &Args, game: &SheetGame<S>) -> anyhow::Result<Hint> {
    let sheet = game.parse_sheet(&args.sheet).map_err(|error| WrongArguments(format!("--sheet: {error}")))?;
    if game.open(&sheet).is_empty() {
        return Err(WrongArguments("--sheet: every row is filled, so there is nothing left to decide".into()).into());
    }
    let roll = args.dice.map(|_| args.roll.unwrap_or(1));
    if let Some(other) = &args.against {
        let other = game.parse_sheet(other).map_err(|error| WrongArguments(format!("--against: {error}")))?;
        let ending = Ending::new(game, &sheet, &other).map_err(|error| WrongArguments(error.to_string()))?;
        let ranked = args.dice.zip(roll).map_or_else(Vec::new, |(dice, roll)| ending.turn().ranked(dice, roll));
        let worth = ranked.first().map_or_else(|| ending.worth(), |&(_, worth)| worth);
        return Ok(Hint {
            objective: "win the ending".into(),
            against: Some(written(game, &other)),
            ..Hint::new(args, game, &sheet, ranked, worth)
        });
    }
    let announced = if args.json { Announce::No } else { Announce::Yes };
    let solved = Solved::new(&args.solver, game, &sheet, announced)?;
    let ranked = match (args.dice, roll) {
        (Some(dice), Some(roll)) => solved.values.turn(&sheet).ranked(dice, roll),
        _ => Vec::new(),
    };
    let worth = ranked.first().map_or_else(|| solved.values.worth(&sheet), |&(_, worth)| worth);
    Ok(Hint::new(args, game, &sheet, ranked, worth))
}

impl Hint {
    fn new<S: Scoresheet>(
        args: &Args,
        game: &SheetGame<S>,
        sheet: &Sheet,
        ranked: Vec<(SheetAction<S::Row>, f64)>,
        worth: f64,
    ) -> Self {
        let shown = args.top.map_or(if args.json { usize::MAX } else { SHOWN }, usize::from);
        Self {
            game: game.rules().to_string(),
            objective: args.solver.objective.to_string(),
            sheet: written(game, sheet),
            against: None,
            dice: args.dice.map(|dice| dice.faces().collect()),
            roll: args.dice.map(|_| args.roll.unwrap_or(1)),
            worth,
            legal: ranked.len(),
            actions: ranked.into_iter().take(shown).map(|(action, of)| Advice::new(action, of, worth)).collect(),
        }
    }
}

/// A sheet as it can be given to `--sheet`, from the top down.
fn written<S: Scoresheet>(game: &SheetGame<S>, sheet: &Sheet) -> String {
    let rows = || sheet.filled().iter::<S::Row>().filter_map(|row| Some((row, game.points_in(sheet, row)?)));
    let bonus = sheet.upper() + sheet.lower() - rows().map(|(_, points)| points).sum::<i32>();
    let entries = rows().map(|(row, points)| format!("{row}={points}"));
    entries.chain((bonus != 0).then(|| format!("bonus={bonus}"))).collect::<Vec<_>>().join(",")
}

/// The hint for people.
fn text(hint: &Hint, width: Width) -> String {
    let Hint { game, objective, sheet, dice, worth, .. } = hint;
    let sheet = if sheet.is_empty() { "empty" } else { sheet };
    // Values have about seven digits, so that a fourth decimal of points may be off.
    let decimals = if *objective == Objective::Mean.to_string() { 3 } else { 4 };
    let mut told = vec![("game", game.clone()), ("objective", objective.clone()), ("sheet", sheet.into())];
    told.extend(hint.against.as_ref().map(|other| ("against", other.clone())));
    let (Some(dice), Some(roll)) = (dice, hint.roll) else {
        told.push(("worth", format!("{worth:.decimals$} before the roll")));
        return facts(&told, width);
    };
    let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
    told.push(("dice", format!("{}, roll {roll} of {ROLLS}", dice.join(" "))));
    let mut table = Table::new([Column::names("action"), Column::numbers("worth"), Column::numbers("loss")]);
    for action in &hint.actions {
        let [worth, loss] = [action.worth, action.loss].map(|points| format!("{points:.decimals$}"));
        table.row([action.name.clone(), worth, loss]);
    }
    let text = format!("{}\n{}", facts(&told, width), table.fitted(width));
    match hint.legal - hint.actions.len() {
        0 => text,
        1 => text + "and 1 more action; --top shows more\n",
        left => text + &format!("and {left} more actions; --top shows more\n"),
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::{Game, Rules, YahtzeeRules};

    use super::*;

    #[test]
    fn dice_are_read_with_and_without_gaps() {
        for text in ["44421", "4,4,4,2,1", "4 4 4 2 1", " 1, 2, 4, 4, 4 ", "4 4,4 2,1"] {
            assert_eq!(parse_dice(text), Ok(Dice::from_faces([1, 2, 4, 4, 4]).unwrap()), "{text}");
        }
        for (text, told) in [
            ("", "0 dice where there should be 5"),
            ("4442", "4 dice where there should be 5"),
            ("4,4,4,2,1,1", "6 dice where there should be 5"),
            ("44427", "'7' is no face of a die"),
            ("0,1,2,3,4", "'0' is no face of a die"),
            ("12,3,4,5", "'12' is no face of a die"),
            ("+1,2,3,4,5", "'+1' is no face of a die"),
            ("4-4-4-2-1", "'-' is no face of a die"),
        ] {
            assert!(parse_dice(text).unwrap_err().starts_with(told), "{text}: {:?}", parse_dice(text));
        }
    }

    #[test]
    fn sheets_are_written_as_they_are_read() {
        let game = SheetGame::new(YahtzeeRules::parse("").unwrap());
        let text = "threes=15,full=25,yahtzee=50,chance=30,bonus=100";
        for given in [text, "bonus=100,yahtzee=50, chance=30,full=25,threes=15"] {
            assert_eq!(written(&game, &game.parse_sheet(given).unwrap()), text);
        }
        assert_eq!(written(&game, &Sheet::default()), "");
    }
}
