//! How fast games are played: by the engine alone, and by a bot.

use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{io, thread};

use kosti_bots::{BotGame, BotSpec, Facility, Player, Table};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Rng, Seat, Turn, with_game};
use serde::Serialize;

use crate::error::ArenaError;

/// Measures uniformly random playouts of a game on this many threads.
///
/// # Errors
/// If the system has no clock, or not that many threads.
pub fn throughput(rules: &AnyRules, threads: u16, time: Duration) -> Result<Throughput, ArenaError> {
    Facility::Clock.need()?;
    with_game!(*rules, game => bench(&game, rules.to_string(), threads, time))
}

/// Measures whole games of a bot in every seat on this many threads, after as much time to warm up.
///
/// # Errors
/// If the bot cannot be made, or the system has no clock or not that many threads.
pub fn bot_throughput(
    rules: &AnyRules,
    bot: &BotSpec,
    threads: u16,
    time: Duration,
) -> Result<BotThroughput, ArenaError> {
    Facility::Clock.need()?;
    with_game!(*rules, game => bench_bot(&game, rules.to_string(), bot, threads, time))
}

/// How fast the engine plays a game.
#[derive(Serialize, Clone, Debug)]
pub struct Throughput {
    /// The rules.
    pub game: String,
    /// The threads that played.
    pub threads: u16,
    /// Games of all threads a second.
    pub games_per_second: f64,
    /// Decisions of all threads a second.
    pub decisions_per_second: f64,
    /// Nanoseconds for each decision.
    pub ns_per_decision: f64,
    /// The time of a game over the time to draw just the random numbers that it used.
    pub cost_over_chance: f64,
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
    /// An action was picked from this many.
    Pick(u32),
}

fn streams(block: u64) -> (Chance, Rng) {
    let luck = Chance::new(0, block);
    let rng = luck.stream(Label::bot(0, Seat::new(0)));
    (luck, rng)
}

fn play<G: BotGame>(game: &G, block: u64) -> u64 {
    let (luck, rng) = streams(block);
    game.random_game(&luck, rng)
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

fn measure<G: BotGame>(game: &G, thread: u64, time: Duration) -> Pace {
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

/// Does the same on this many threads at once.
fn on_threads<T: Send>(threads: u16, work: &(dyn Fn(u16) -> T + Sync)) -> Result<Vec<T>, ArenaError> {
    thread::scope(|scope| {
        let start = |number: u16| thread::Builder::new().spawn_scoped(scope, move || work(number));
        let workers = (0..threads).map(start).collect::<io::Result<Vec<_>>>().map_err(ArenaError::NoThread)?;
        Ok(workers.into_iter().map(|worker| worker.join().expect("games do not panic")).collect())
    })
}

/// The middle one of some numbers.
fn median(numbers: &mut [f64]) -> f64 {
    let middle = numbers.len() / 2;
    *numbers.select_nth_unstable_by(middle, f64::total_cmp).1
}

fn bench<G: BotGame>(game: &G, name: String, threads: u16, time: Duration) -> Result<Throughput, ArenaError> {
    let paces: Vec<Pace> = on_threads(threads, &|thread| measure(game, u64::from(thread), time))?;
    let together = |of: fn(&Pace) -> f64| -> f64 { paces.iter().map(of).sum() };
    let mean = |of: fn(&Pace) -> f64| together(of) / paces.len() as f64;
    Ok(Throughput {
        game: name,
        threads,
        games_per_second: together(|pace| 1.0 / pace.seconds_per_game),
        decisions_per_second: together(|pace| 1.0 / pace.seconds_per_decision),
        ns_per_decision: mean(|pace| pace.seconds_per_decision) * 1e9,
        cost_over_chance: mean(|pace| pace.cost_over_chance),
    })
}

/// How fast a bot plays a game.
#[derive(Serialize, Clone, Debug)]
pub struct BotThroughput {
    /// The rules.
    pub game: String,
    /// The bot.
    pub bot: String,
    /// Whether the bot does not think by the clock.
    pub reproducible: bool,
    /// The threads that played.
    pub threads: u16,
    /// Games of all threads a second.
    pub games_per_second: f64,
    /// The games that were played.
    pub games: u64,
    /// The time that they took.
    pub seconds: f64,
    /// The time to make the first bot.
    pub prepare_seconds: f64,
}

/// Games between two looks at the clock.
const BOT_CHUNK: u64 = 1024;

fn bench_bot<G: BotGame>(
    game: &G,
    name: String,
    bot: &BotSpec,
    threads: u16,
    time: Duration,
) -> Result<BotThroughput, ArenaError> {
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build().map_err(ArenaError::NoThreads)?;
    let begin = Instant::now();
    pool.install(|| Player::new(game, bot))?;
    let prepare_seconds = begin.elapsed().as_secs_f64();
    let (mut games, mut seconds) = (0, 0.0);
    // The first round warms up.
    for round in 0..2 {
        let begin = Instant::now();
        let play = |thread: u16| play_bot(game, bot, u64::from(2 * thread + round) << 40, time);
        let played = on_threads(threads, &play)?.into_iter().collect::<Result<Vec<u64>, ArenaError>>()?;
        (games, seconds) = (played.iter().sum(), begin.elapsed().as_secs_f64());
    }
    let games_per_second = games as f64 / seconds;
    let reproducible = bot.is_reproducible();
    Ok(BotThroughput {
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
fn play_bot<G: BotGame>(game: &G, bot: &BotSpec, first: u64, time: Duration) -> Result<u64, ArenaError> {
    let players: Vec<u8> = (0..game.players()).collect();
    let bots: Result<Vec<_>, _> = players.iter().map(|_| Player::new(game, bot)).collect();
    let mut table = Table::new(bots?);
    let begin = Instant::now();
    let mut games = 0;
    while begin.elapsed() < time {
        let blocks = first + games..first + games + BOT_CHUNK;
        if !game.play_many(bot, 0, blocks.clone()) {
            for block in blocks {
                let luck = Chance::new(0, block);
                table.seat(&luck, 0, &players);
                black_box(game.play_at_table(&luck, &mut table));
                if begin.elapsed() >= time {
                    return Ok(block + 1 - first);
                }
            }
        }
        games += BOT_CHUNK;
    }
    Ok(games)
}
