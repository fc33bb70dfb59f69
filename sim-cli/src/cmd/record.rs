//! `kosti record`: plays games and writes them down.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use indicatif::ProgressBar;
use kosti_bots::greedy::GreedyGame;
use kosti_bots::{BotSpec, Experts, Player, roster};
use kosti_engine::{AnyRules, with_game};
use rayon::prelude::*;

use crate::bot_args::BotArgs;
use crate::cmd::{WrongArguments, parse_rules};
use crate::output::progress;
use crate::record::{GameId, Recorded, record_game};
use crate::tree_memory::check_memory;

/// Play games and write them down, one JSON object a line
///
/// Games come in blocks: one for each rotation of the bots over the seats, all with the same dice and deals.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game and its rules: rims, dice-poker:players=3,school=count
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    game: AnyRules,

    #[command(flatten)]
    bots: BotArgs,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed of all dice, deals and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The file to write instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What will be played: one bot for each entrant.
struct Plan {
    entrants: Vec<BotSpec>,
    games: u64,
    seed: u64,
}

impl Plan {
    fn new(args: &Args) -> Result<Self, WrongArguments> {
        let players = args.game.players() as usize;
        let bots = args.bots.all();
        bots.iter()
            .try_for_each(|bot| roster::check_for(bot, &args.game))
            .map_err(|error| WrongArguments(error.to_string()))?;
        let entrants = match bots.as_slice() {
            [] => return Err(WrongArguments("no bots given; try --bots greedy,random or --bots greedy".into())),
            [one] => vec![one.clone(); players],
            _ if bots.len() == players => bots,
            _ => {
                let (count, game) = (bots.len(), args.game);
                return Err(WrongArguments(format!(
                    "{count} bots for {players} seats of {game}; give one for each seat, or one for all"
                )));
            }
        };
        Ok(Self { entrants, games: args.games, seed: args.seed })
    }

    /// The line of one game of the run.
    fn line<G: Recorded + GreedyGame + Experts>(&self, game: &G, number: u64) -> anyhow::Result<Vec<u8>> {
        let players = self.entrants.len();
        let (block, rotation) = (number / players as u64, (number % players as u64) as usize);
        let bots = (0..players).map(|seat| &self.entrants[(seat + rotation) % players]);
        let bots: Vec<_> =
            bots.map(|spec| Ok((spec.label(), Player::<G>::new(game, spec)?))).collect::<anyhow::Result<_>>()?;
        let id = GameId { seed: self.seed, block, game: rotation as u16 };
        let record = record_game(game, id, bots)?;
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        Ok(line)
    }

    /// Plays all games, a batch at a time on all cores, and writes them in order.
    fn write<G: Recorded + GreedyGame + Experts>(
        &self,
        game: &G,
        out: &mut dyn Write,
        bar: &ProgressBar,
    ) -> anyhow::Result<()> {
        const BATCH: u64 = 256;
        // What bots share is worked out before all threads are busy.
        self.entrants.iter().try_for_each(|spec| Player::new(game, spec).map(|_| ()))?;
        let mut first = 0;
        while first < self.games {
            let end = (first + BATCH).min(self.games);
            let lines: Vec<Vec<u8>> =
                (first..end).into_par_iter().map(|number| self.line(game, number)).collect::<anyhow::Result<_>>()?;
            for line in lines {
                out.write_all(&line)?;
            }
            out.flush()?;
            first = end;
            bar.set_position(first);
        }
        bar.finish_and_clear();
        Ok(())
    }
}

/// Runs the command.
///
/// # Errors
/// If the bots do not fit the seats or into memory, or the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let plan = Plan::new(args)?;
    check_memory(&plan.entrants, rayon::current_num_threads())?;
    // Records on the terminal and a bar on it would get into each other's way.
    let shown = args.out.is_some() || !stdout().is_terminal();
    let bar = if shown { progress(plan.games, "games") } else { ProgressBar::hidden() };
    match &args.out {
        Some(path) => {
            let told = || format!("cannot write {}", path.display());
            let mut out = BufWriter::new(File::create(path).with_context(told)?);
            with_game!(args.game, game => plan.write(&game, &mut out, &bar)).with_context(told)
        }
        None => {
            let mut out = BufWriter::new(stdout().lock());
            with_game!(args.game, game => plan.write(&game, &mut out, &bar))
        }
    }
}
