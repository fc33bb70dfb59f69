//! `kosti solve`: exact figures of best play.

use std::io::{Write, stdout};
use std::path::PathBuf;

use kosti_arena::files::{check_writable, write_file};
use kosti_bots::games::dice::FollowedSheet;
use kosti_bots::{BotGame, BotSpec, SpecError, roster};
use kosti_engine::sheet::{Sheet, SheetGame};
use kosti_engine::with_sheet_game;
use kosti_solver::{Figures, Pmf, SolvedGame};
use serde::Serialize;

use crate::screen;
use crate::solving::{Announce, Solved, SolverArgs};

mod report;

use report::Report;

/// Solve a dice game: what best play brings, exactly
///
/// Every state of the game is worked out, and from them the distribution of the final score, row by row. For win and
/// target only the chance is shown.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    solver: SolverArgs,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,

    /// Write the chance of every final score to a CSV file
    #[arg(long, value_name = "FILE")]
    distribution: Option<PathBuf>,

    /// Follow this bot instead of the best player: greedy, expectimax, or optimal itself
    #[arg(long, value_name = "SPEC", value_parser = follow)]
    bot: Option<BotSpec>,

    /// Keep the values of all states in a file, for --load
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    save: Option<PathBuf>,
}

/// The bots that always decide alike, by nothing but their own sheet and dice.
const FOLLOWED: [&str; 5] = ["greedy", "optimal", "expectimax", "novice", "disciple"];

fn follow(text: &str) -> Result<BotSpec, String> {
    let bot: BotSpec = text.parse().map_err(|error: SpecError| error.to_string())?;
    roster::check(&bot).map_err(|error| error.to_string())?;
    if FOLLOWED.contains(&bot.name.as_str()) {
        Ok(bot)
    } else {
        let bots = FOLLOWED.join(", ");
        Err(format!("only bots can be followed that decide alike whatever their points so far are: {bots}"))
    }
}

/// Runs the command.
///
/// # Errors
/// If arguments do not go together, a file does not hold the values of this game, or something cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    args.solver.check()?;
    let rules = args.solver.rules()?;
    args.solver.keep_tables()?;
    if args.bot.is_some() {
        args.solver.only_for_mean("--bot")?;
    }
    for (option, given) in [("--distribution", &args.distribution), ("--save", &args.save)] {
        if let Some(path) = given {
            args.solver.only_for_mean(option)?;
            check_writable(path)?;
        }
    }
    let report = args.solver.on_threads(|| with_sheet_game!(rules, game => solve(args, &game)))?;
    let out = if args.json { serde_json::to_string_pretty(&report)? + "\n" } else { report.text(screen::width()) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

/// Solves a game and writes the files that are wanted.
fn solve<S: FollowedSheet>(args: &Args, game: &SheetGame<S>) -> anyhow::Result<Report>
where
    SheetGame<S>: BotGame,
{
    let announced = if args.json { Announce::No } else { Announce::Yes };
    let solved = Solved::new(&args.solver, game, &Sheet::default(), announced)?;
    let mut report = Report::new(&args.solver, game, &solved);
    if let SolvedGame::Mean(solution) = &solved.values {
        if let Some(path) = &args.save {
            let mut table = Vec::new();
            solution.write_to(&mut table)?;
            write_file(path, &table)?;
        }
        let distribution = match &args.bot {
            None => solution.distribution(),
            Some(bot) => {
                report.play_by(bot.to_string());
                S::distribution_by(game, bot)?
            }
        };
        if let Some(path) = &args.distribution {
            write_file(path, &csv(&distribution.score)?)?;
        }
        report.add_figures(Figures::new(game, &distribution));
    }
    Ok(report)
}

/// A line of the file of the distribution.
#[derive(Serialize)]
struct Line {
    score: i32,
    chance: f64,
    at_least: f64,
}

/// Every possible score, the lowest first.
fn csv(scores: &Pmf) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    csv.write_record(["score", "chance", "at_least"])?;
    for (score, chance) in scores.iter().filter(|&(_, chance)| chance > 0.0) {
        csv.serialize(Line { score, chance, at_least: scores.at_least(score) })?;
    }
    Ok(csv.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_scores_are_left_out_of_the_file() {
        let scores = Pmf::new(-1, vec![0.25, 0.0, 0.75]);
        let text = String::from_utf8(csv(&scores).unwrap()).unwrap();
        assert_eq!(text, "score,chance,at_least\n-1,0.25,1.0\n1,0.75,0.75\n");
        assert_eq!(csv(&Pmf::default()).unwrap(), b"score,chance,at_least\n");
    }
}
