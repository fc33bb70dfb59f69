//! `kosti bench`: how fast the engine plays.

use std::fs::OpenOptions;
use std::hint::black_box;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use kosti_bots::greedy::GreedyGame;
use kosti_bots::{BotSpec, Experts, Player, Table as BotTable, Trusting, play_on, random_playout, roster};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Rng, Seat, Turn, with_game};
use kosti_reports::{Align, Table};
use serde::Serialize;

use crate::cmd::{WrongArguments, parse_rules};
use crate::output::{progress, thousands};
use crate::tree_memory::check_memory;

/// Measure uniformly random playouts, or the games of a bot
///
/// Cost over chance is the time of a game divided by the time to draw just the random numbers that it used (dice,
/// deals, and the picks among legal actions), both measured in turns in the same run. All figures are medians over
/// chunks of 64 games.
///
/// With --bot, whole games of that bot in every seat are counted instead: what it has to work out first is told apart, and
/// as many seconds as are measured are played before.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Games, with rules if wanted: rims, graph-poker:decks=8; all if none is given
    #[arg(value_name = "GAME", value_parser = parse_rules)]
    games: Vec<AnyRules>,

    /// Measure the games of this bot
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BotSpec>)]
    bot: Option<BotSpec>,

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

/// What one thread measured: medians over its chunks, so that a machine busy with other things disturbs little.
#[derive(Clone, Copy)]
struct Pace {
    seconds_per_game: f64,
    seconds_per_decision: f64,
    cost_over_chance: f64,
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

/// The random numbers of some games, and how many decisions these took.
struct Tape<R> {
    draws: Vec<Draw<R>>,
    decisions: f64,
}

fn measure<G: Game>(game: &G, thread: u64, time: Duration) -> Pace {
    let mut block = thread << 40;
    let draws = tape(game, block..block + CHUNK);
    let decisions = draws.iter().filter(|draw| matches!(draw, Draw::Pick(_))).count() as f64;
    let tape = Tape { draws, decisions };
    let (mut games, mut decisions, mut costs) = (Vec::new(), Vec::new(), Vec::new());
    let begin = Instant::now();
    let warm_up = time / 10;
    loop {
        let elapsed = begin.elapsed();
        if elapsed >= time + warm_up && !games.is_empty() {
            return Pace {
                seconds_per_game: median(&mut games),
                seconds_per_decision: median(&mut decisions),
                cost_over_chance: median(&mut costs),
            };
        }
        let start = Instant::now();
        let made = (block..block + CHUNK).map(|block| play(game, block)).sum::<u64>() as f64;
        let middle = Instant::now();
        redraw(game, &tape.draws);
        let end = Instant::now();
        block += CHUNK;
        if elapsed >= warm_up {
            let (playing, drawing) = ((middle - start).as_secs_f64(), (end - middle).as_secs_f64());
            games.push(playing / CHUNK as f64);
            decisions.push(playing / made);
            costs.push((playing / made) / (drawing / tape.decisions));
        }
    }
}

/// The middle one of some numbers.
fn median(numbers: &mut [f64]) -> f64 {
    let middle = numbers.len() / 2;
    *numbers.select_nth_unstable_by(middle, f64::total_cmp).1
}

fn bench<G: Game>(game: &G, name: String, threads: u16, time: Duration) -> Row {
    let paces: Vec<Pace> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || measure(game, u64::from(thread), time))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a playout does not panic")).collect()
    });
    let together = |of: fn(&Pace) -> f64| -> f64 { paces.iter().map(of).sum() };
    let mean = |of: fn(&Pace) -> f64| together(of) / paces.len() as f64;
    Row {
        game: name,
        threads,
        games_per_second: together(|pace| 1.0 / pace.seconds_per_game),
        decisions_per_second: together(|pace| 1.0 / pace.seconds_per_decision),
        ns_per_decision: mean(|pace| pace.seconds_per_decision) * 1e9,
        cost_over_chance: mean(|pace| pace.cost_over_chance),
    }
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    // An impossible path is told before the minutes are spent; what the file holds stays until there is something new.
    let told = || format!("cannot write {}", args.csv.as_deref().unwrap_or(Path::new("")).display());
    if let Some(path) = &args.csv {
        OpenOptions::new().append(true).create(true).open(path).with_context(told)?;
    }
    let games = if args.games.is_empty() { AnyRules::defaults().collect() } else { args.games.clone() };
    let time = Duration::from_secs_f64(args.seconds);
    if let Some(bot) = &args.bot {
        return run_bot(args, &games, bot, time);
    }
    let bar = progress(games.len() as u64, "measured");
    let mut rows = Vec::new();
    for rules in &games {
        bar.set_message(rules.game());
        rows.push(with_game!(*rules, game => bench(&game, rules.to_string(), args.threads, time)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        let mut csv = csv::Writer::from_path(path).with_context(told)?;
        for row in &rows {
            csv.serialize(row).with_context(told)?;
        }
        csv.flush().with_context(told)?;
    }
    let out = if args.json { serde_json::to_string_pretty(&rows)? + "\n" } else { text(&rows) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

/// One line of the result for a bot.
#[derive(Serialize, Clone, Debug)]
struct BotRow {
    game: String,
    bot: String,
    /// Whether the bot does not think by the clock.
    reproducible: bool,
    threads: u16,
    games_per_second: f64,
    games: u64,
    seconds: f64,
    /// What it took to make the first bot.
    prepare_seconds: f64,
}

/// Games between two looks at the clock.
const BOT_CHUNK: u64 = 1024;

fn run_bot(args: &Args, games: &[AnyRules], bot: &BotSpec, time: Duration) -> anyhow::Result<()> {
    for rules in games {
        roster::check_for(bot, rules).map_err(|error| WrongArguments(error.to_string()))?;
        check_memory(std::iter::repeat_n(bot, usize::from(rules.players())), usize::from(args.threads))?;
    }
    if bot.command.is_some() {
        let message = "a program of its own is measured by kosti check-bot, which tells its decisions per second";
        return Err(WrongArguments(message.into()).into());
    }
    let bar = progress(games.len() as u64, "measured");
    let mut rows = Vec::new();
    for rules in games {
        bar.set_message(rules.game());
        rows.push(with_game!(*rules, game => bench_bot(&game, rules.to_string(), bot, args.threads, time))?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        let mut csv = csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
        rows.iter().try_for_each(|row| csv.serialize(row))?;
        csv.flush()?;
    }
    let out = if args.json { serde_json::to_string_pretty(&rows)? + "\n" } else { bot_text(&rows) };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

fn bench_bot<G: GreedyGame + Experts>(
    game: &G,
    name: String,
    bot: &BotSpec,
    threads: u16,
    time: Duration,
) -> anyhow::Result<BotRow> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build()?;
    let begin = Instant::now();
    pool.install(|| Player::new(game, bot))?;
    let prepare_seconds = begin.elapsed().as_secs_f64();
    let (mut games, mut seconds) = (0, 0.0);
    // The first round warms up.
    for round in 0..2 {
        let begin = Instant::now();
        let played: Vec<u64> = std::thread::scope(|scope| {
            let play = |thread: u16| move || play_bot(game, bot, u64::from(2 * thread + round) << 40, time);
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(play(thread))).collect();
            workers.into_iter().map(|worker| worker.join().expect("a bot does not panic")).collect::<Result<_, _>>()
        })?;
        (games, seconds) = (played.iter().sum(), begin.elapsed().as_secs_f64());
    }
    let games_per_second = games as f64 / seconds;
    let reproducible = bot.is_reproducible();
    Ok(BotRow {
        game: name,
        bot: bot.label(),
        reproducible,
        threads,
        games_per_second,
        games,
        seconds,
        prepare_seconds,
    })
}

/// Plays for some time, from this block on, and tells how many games.
fn play_bot<G: GreedyGame + Experts>(game: &G, bot: &BotSpec, first: u64, time: Duration) -> anyhow::Result<u64> {
    let players: Vec<u8> = (0..game.players()).collect();
    let bots: Result<Vec<_>, _> = players.iter().map(|_| Player::new(game, bot)).collect();
    let mut table = BotTable::new(bots?);
    let begin = Instant::now();
    let mut games = 0;
    while begin.elapsed() < time {
        let blocks = first + games..first + games + BOT_CHUNK;
        if !game.play_many(bot, 0, blocks.clone()) {
            for block in blocks {
                let luck = Chance::new(0, block);
                table.seat(&luck, 0, &players);
                let mut state = game.start();
                play_on::<Trusting, _, _>(game, &luck, &mut state, &mut table, &mut (), |_| false)?;
                black_box(&state);
                if begin.elapsed() >= time {
                    return Ok(block + 1 - first);
                }
            }
        }
        games += BOT_CHUNK;
    }
    Ok(games)
}

fn bot_text(rows: &[BotRow]) -> String {
    let mut table = Table::new([
        ("game", Align::Left),
        ("bot", Align::Left),
        ("threads", Align::Right),
        ("games/s", Align::Right),
        ("games", Align::Right),
        ("seconds", Align::Right),
        ("to prepare", Align::Right),
    ]);
    for row in rows {
        table.row([
            row.game.clone(),
            row.bot.clone(),
            row.threads.to_string(),
            thousands(row.games_per_second),
            thousands(row.games as f64),
            format!("{:.1}", row.seconds),
            format!("{:.1} s", row.prepare_seconds),
        ]);
    }
    table.to_string()
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
