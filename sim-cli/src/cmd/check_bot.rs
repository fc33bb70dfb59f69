//! `kosti check-bot`: whether a program keeps to the protocol.

mod conversation;
mod corners;

use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use kosti_bots::external::{Entrant, Guard, Job, ProgramCommand, Programs, Settings, WireGame, run as play};
use kosti_bots::{BotSpec, Random, roster};
use kosti_engine::{AnyRules, Chance, Values, with_game};
use kosti_reports::{Align, Table};

use crate::cmd::{guard, parse_rules};
use crate::duration::parse_duration;
use crate::output::thousands;
use conversation::{Conversation, Opening};

/// Check that a program of yours plays by the protocol
///
/// It is told of games, asked, rejected and pinged, and plays against `random`. The exit code is 0 if all is well.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The command that starts the bot: 'python3 mybot.py'
    #[arg(value_name = "COMMAND", value_parser = parse_command)]
    bot: BotSpec,

    /// The game and its rules; all that the bot names if none is given
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    game: Option<AnyRules>,

    /// How many games under each rules
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// How long the bot may be silent when it owes a move: 500ms, 2s
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_duration)]
    move_timeout: Duration,

    /// How long it may take to say hello
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    hello_timeout: Duration,
}

fn parse_command(text: &str) -> Result<BotSpec, String> {
    let spec: BotSpec = format!("{}:{text}", roster::EXTERNAL).parse().map_err(|_| "expected a command".to_string())?;
    roster::check(&spec).map_err(|error| error.to_string())?;
    Ok(spec)
}

/// What was found out so far.
struct Findings {
    table: Table,
    failed: usize,
}

impl Findings {
    fn new() -> Self {
        let columns = [("check", Align::Left), ("result", Align::Left), ("remark", Align::Left)];
        Self { table: Table::new(columns), failed: 0 }
    }

    fn add(&mut self, check: &str, outcome: Result<String, String>) {
        match outcome {
            Ok(remark) => self.table.row([check, "passed", &remark]),
            Err(why) => {
                self.failed += 1;
                let why = why.lines().map(str::trim).collect::<Vec<_>>().join(" | ");
                self.table.row([check, "FAILED", &why]);
            }
        }
    }
}

/// Runs the command.
///
/// # Errors
/// If a check failed, or nothing could be checked.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let command = ProgramCommand::of(&args.bot)?.context("expected a command such as 'python3 mybot.py'")?;
    let guard = guard::start()?;
    let told = args.game.map_or_else(|| AnyRules::defaults().collect(), |rules| vec![rules]);
    let opening = Opening {
        words: command.words,
        games: told.iter().map(ToString::to_string).collect(),
        hello_timeout: args.hello_timeout,
        timeout: args.move_timeout,
        guard: Arc::clone(&guard),
    };
    let mut findings = Findings::new();
    let mut pace = String::new();
    match greet(&opening, args.game.as_ref()) {
        Err(why) => findings.add("says hello", Err(why)),
        Ok((rules, who)) => {
            findings.add("says hello", Ok(who));
            for (check, outcome) in with_game!(rules[0], game => corners::check_all(&game, &opening)) {
                findings.add(check, outcome.map(|()| String::new()));
            }
            pace = check_games(&rules, args, &guard, &mut findings);
        }
    }
    write!(stdout(), "{}{pace}", findings.table)?;
    match findings.failed {
        0 => Ok(()),
        1 => bail!("1 check failed"),
        failed => bail!("{failed} checks failed"),
    }
}

/// Says hello, and chooses what will be played.
fn greet(opening: &Opening, wanted: Option<&AnyRules>) -> Result<(Vec<AnyRules>, String), String> {
    let (_talk, hello) = Conversation::begin(opening)?;
    let plays = hello.games.join(", ");
    let mut rules = Vec::new();
    match wanted {
        Some(wanted) if hello.games.iter().any(|game| game == wanted.game()) => rules.push(*wanted),
        Some(wanted) => {
            return Err(format!("it does not play {}; the games in its \"hello\" are {plays}", wanted.game()));
        }
        None => {
            for name in &hello.games {
                let default = AnyRules::parse(name).map_err(|error| format!("its \"hello\" names a game: {error}"))?;
                rules.push(default);
                rules.extend(other_table(&default));
            }
        }
    }
    if rules.is_empty() {
        return Err("its \"hello\" names no games".into());
    }
    let name = [hello.name, hello.version].into_iter().flatten().collect::<Vec<_>>().join(" ");
    Ok((rules, if name.is_empty() { plays } else { format!("{name}: {plays}") }))
}

/// The same game with one player more.
fn other_table(rules: &AnyRules) -> Option<AnyRules> {
    let key = rules.keys().iter().find(|key| key.name == "players")?;
    let Values::Number { max, .. } = key.values else { return None };
    let players = (rules.players() + 1).min(max);
    AnyRules::parse(&format!("{}:players={players}", rules.game())).ok().filter(|other| other != rules)
}

/// Plays games under all rules against `random`.
fn check_games(all: &[AnyRules], args: &Args, guard: &Arc<Guard>, findings: &mut Findings) -> String {
    let (mut moves, mut time) = (0, Duration::ZERO);
    for rules in all {
        let settings = Settings {
            move_timeout: args.move_timeout,
            hello_timeout: args.hello_timeout,
            guard: Some(Arc::clone(guard)),
            ..Settings::default()
        };
        let outcome = with_game!(*rules, game => play_games(&game, rules, args, settings));
        findings.add(
            &format!("plays {} with {} at the table", rules.game(), rules.players()),
            outcome.map(|played| {
                moves += played.moves;
                time += played.time;
                let per_second = thousands(played.moves as f64 / played.time.as_secs_f64());
                format!("{} games, {} decisions, {per_second} a second", args.games, played.moves)
            }),
        );
    }
    if time.is_zero() {
        return String::new();
    }
    format!("{} decisions, {} a second\n", thousands(moves as f64), thousands(moves as f64 / time.as_secs_f64()))
}

struct Played {
    moves: u64,
    time: Duration,
}

fn play_games<G: WireGame>(game: &G, rules: &AnyRules, args: &Args, settings: Settings) -> Result<Played, String> {
    let programs =
        Programs::start(std::slice::from_ref(&args.bot), &[*rules], settings).map_err(|error| error.to_string())?;
    let program = programs.program(0).ok_or("it is no program")?;
    let mut entrants = [Entrant::Outside(program), Entrant::Here(Random)];
    let players = usize::from(game.players());
    let mut games = 0..args.games;
    let next = || {
        let number = games.next()?;
        let seating = (0..players).map(|seat| usize::from(seat != number as usize % players)).collect();
        Some(Job { key: number, luck: Chance::new(1, number), number: 0, seating, observer: () })
    };
    let begin = Instant::now();
    play(game, &mut entrants, &programs, &AtomicBool::new(false), next, |_| ()).map_err(|error| error.to_string())?;
    Ok(Played { moves: programs.moves(), time: begin.elapsed() })
}
