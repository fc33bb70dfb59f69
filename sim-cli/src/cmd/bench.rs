//! `kosti bench`: how fast the engine plays.

use std::hint::black_box;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use kosti_bots::random_playout;
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Rng, Seat, Turn, with_game};
use kosti_reports::{Align, Table};
use serde::Serialize;

use crate::cmd::parse_rules;
use crate::output::thousands;

/// Measure uniformly random playouts
///
/// Cost over chance is the time of a game divided by the time to draw just the random numbers that it used (dice,
/// deals, and the picks among legal actions), both measured in turns in the same run.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Games, with rules if wanted: rims, graph-poker:decks=8; all if none is given
    #[arg(value_name = "GAME", value_parser = parse_rules)]
    games: Vec<AnyRules>,

    /// Threads that play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Seconds for each game
    #[arg(long, default_value_t = 2.0, value_parser = positive)]
    seconds: f64,

    /// Write JSON to standard output
    #[arg(long)]
    json: bool,

    /// Write a CSV file as well
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.01 to 3600".into()),
    }
}

/// One line of the result.
#[derive(Serialize, Clone, Debug)]
struct Row {
    game: String,
    threads: u16,
    games_per_second: f64,
    decisions_per_second: f64,
    ns_per_decision: f64,
    cost_over_chance: f64,
}

/// Games between two looks at the clock.
const CHUNK: u64 = 64;

/// What one thread measured.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    decisions: u64,
    playing: Duration,
    drawing: Duration,
}

/// A random number that a game used.
#[derive(Clone, Copy)]
enum Draw<R> {
    /// The next game begins.
    Game(u64),
    /// Chance was asked.
    Chance(R),
    /// An action was picked from so many.
    Pick(u32),
}

fn streams(block: u64) -> (Chance, Rng) {
    let luck = Chance::new(0, block);
    let rng = luck.stream(Label::bot(0, Seat::new(0)));
    (luck, rng)
}

fn play<G: Game>(game: &G, block: u64) -> u64 {
    let (luck, mut rng) = streams(block);
    let mut state = game.start();
    let decisions = random_playout(game, &mut state, &luck, &mut rng);
    black_box(&state);
    decisions
}

/// The random numbers that the games of a chunk use, in order.
fn tape<G: Game>(game: &G, blocks: std::ops::Range<u64>) -> Vec<Draw<G::Request>> {
    let mut tape = Vec::new();
    for block in blocks {
        tape.push(Draw::Game(block));
        let (luck, mut rng) = streams(block);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => {
                    tape.push(Draw::Chance(game.request(&state)));
                    game.advance(&mut state, &luck);
                }
                Turn::Seat(_) => {
                    let legal = game.legal(&state);
                    let count = legal.len() as u32;
                    tape.push(Draw::Pick(count));
                    let action = legal.nth(rng.below(count) as usize);
                    game.play_unchecked(&mut state, action);
                }
                Turn::Over => break,
            }
        }
    }
    tape
}

fn redraw<G: Game>(game: &G, tape: &[Draw<G::Request>]) {
    let (mut luck, mut rng) = streams(0);
    for draw in tape {
        match *draw {
            Draw::Game(block) => (luck, rng) = streams(block),
            Draw::Chance(request) => {
                black_box(game.draw(request, &luck));
            }
            Draw::Pick(count) => {
                black_box(rng.below(count));
            }
        }
    }
}

fn measure<G: Game>(game: &G, thread: u64, time: Duration) -> Tally {
    let first = thread << 40;
    let tape = tape(game, first..first + CHUNK);
    let mut tally = Tally::default();
    let begin = Instant::now();
    let warm_up = time / 10;
    let mut block = first;
    loop {
        let elapsed = begin.elapsed();
        if elapsed >= time + warm_up && tally.games > 0 {
            return tally;
        }
        let start = Instant::now();
        let decisions: u64 = (block..block + CHUNK).map(|block| play(game, block)).sum();
        let middle = Instant::now();
        redraw(game, &tape);
        let end = Instant::now();
        block += CHUNK;
        if elapsed >= warm_up {
            tally.games += CHUNK;
            tally.decisions += decisions;
            tally.playing += middle - start;
            tally.drawing += end - middle;
        }
    }
}

fn bench<G: Game>(game: &G, name: String, threads: u16, time: Duration) -> Row {
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || measure(game, u64::from(thread), time))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a playout does not panic")).collect()
    });
    let per_second = |count: fn(&Tally) -> u64| -> f64 {
        tallies.iter().map(|tally| count(tally) as f64 / tally.playing.as_secs_f64()).sum()
    };
    let total = |time: fn(&Tally) -> Duration| -> f64 { tallies.iter().map(|tally| time(tally).as_secs_f64()).sum() };
    let decisions: u64 = tallies.iter().map(|tally| tally.decisions).sum();
    Row {
        game: name,
        threads,
        games_per_second: per_second(|tally| tally.games),
        decisions_per_second: per_second(|tally| tally.decisions),
        ns_per_decision: total(|tally| tally.playing) / decisions as f64 * 1e9,
        cost_over_chance: total(|tally| tally.playing) / total(|tally| tally.drawing),
    }
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    // An impossible path is told before the minutes are spent.
    let csv = match &args.csv {
        Some(path) => {
            let told = || format!("cannot write {}", path.display());
            Some((csv::Writer::from_path(path).with_context(told)?, told))
        }
        None => None,
    };
    let games = if args.games.is_empty() { AnyRules::defaults().collect() } else { args.games.clone() };
    let time = Duration::from_secs_f64(args.seconds);
    let rows: Vec<Row> = games
        .iter()
        .map(|rules| with_game!(*rules, game => bench(&game, rules.to_string(), args.threads, time)))
        .collect();
    if let Some((mut csv, told)) = csv {
        for row in &rows {
            csv.serialize(row).with_context(told)?;
        }
        csv.flush().with_context(told)?;
    }
    let out = if args.json { serde_json::to_string_pretty(&rows)? + "\n" } else { text(&rows) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

fn text(rows: &[Row]) -> String {
    let mut table = Table::new([
        ("game", Align::Left),
        ("threads", Align::Right),
        ("games/s", Align::Right),
        ("decisions/s", Align::Right),
        ("ns/decision", Align::Right),
        ("cost over chance", Align::Right),
    ]);
    for row in rows {
        table.row([
            row.game.clone(),
            row.threads.to_string(),
            thousands(row.games_per_second),
            thousands(row.decisions_per_second),
            format!("{:.1}", row.ns_per_decision),
            format!("{:.2}", row.cost_over_chance),
        ]);
    }
    table.to_string()
}
