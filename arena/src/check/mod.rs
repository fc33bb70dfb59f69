//! Whether a program keeps to the protocol.

mod conversation;
mod corners;
mod score;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use kosti_bots::external::{FinishedGame, Guard, HostedBot, Job, ProgramCommand, Programs, Settings};
use kosti_bots::printable::{clip, printable};
use kosti_bots::{BotGame, BotSpec, Player, SpecError};
use kosti_engine::{AnyRules, Chance, Values, with_game};

use crate::programs::{GameKey, Watch, host};
use conversation::{Conversation, Opening};
use score::Score;

/// A program that is to be checked.
pub struct ProgramCheck {
    /// The program, as a bot is written: `cmd:python3 mybot.py`.
    pub bot: BotSpec,
    /// The rules to play; all that the program names if none are given.
    pub rules: Option<AnyRules>,
    /// How many games under each rules.
    pub games: u64,
    /// How long the program may be silent when it owes a move.
    pub move_timeout: Duration,
    /// How long it may take for its hello.
    pub hello_timeout: Duration,
    /// Ends the program if this process is killed.
    pub guard: Option<Arc<Guard>>,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckLine {
    /// What was checked.
    pub check: String,
    /// A remark if it passed, or what is wrong.
    pub outcome: Result<String, String>,
}

/// All that was found out about a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckReport {
    /// Every check, in order.
    pub lines: Vec<CheckLine>,
    /// The decisions of all games that were played to their end.
    pub decisions: u64,
    /// How long these games took.
    pub time: Duration,
}

impl CheckReport {
    /// How many checks failed.
    pub fn failed(&self) -> usize {
        self.lines.iter().filter(|line| line.outcome.is_err()).count()
    }

    /// Adds a check. What the program wrote is part of it, and made fit for a terminal.
    fn add(&mut self, check: &str, outcome: Result<String, String>) {
        let outcome = outcome.map(|remark| printable(&remark)).map_err(|why| printable(&why));
        self.lines.push(CheckLine { check: check.into(), outcome });
    }
}

/// What some games against `random` took, and what came of them.
struct Played {
    decisions: u64,
    time: Duration,
    score: Score,
}

impl ProgramCheck {
    /// Talks to the program, tries the corners of the protocol, and lets it play against `random`.
    ///
    /// # Errors
    /// If the bot is no program.
    pub fn run(&self) -> Result<CheckReport, SpecError> {
        let command = ProgramCommand::of(&self.bot)?.ok_or_else(|| SpecError::NoCommand(self.bot.to_string()))?;
        let announced = self.rules.map_or_else(|| AnyRules::defaults().collect(), |rules| vec![rules]);
        let opening = Opening {
            words: command.words,
            games: announced.iter().map(ToString::to_string).collect(),
            hello_timeout: self.hello_timeout,
            timeout: self.move_timeout,
            guard: self.guard.clone(),
        };
        let mut report = CheckReport::default();
        match greet(&opening, self.rules.as_ref()) {
            Err(why) => report.add("says hello", Err(why)),
            Ok((rules, who)) => {
                report.add("says hello", Ok(who));
                for (check, outcome) in corners::check_all(rules[0], &opening) {
                    report.add(check, outcome.map(|()| String::new()));
                }
                rules.iter().for_each(|rules| self.play(rules, &mut report));
            }
        }
        Ok(report)
    }

    /// Plays games under these rules.
    fn play(&self, rules: &AnyRules, report: &mut CheckReport) {
        let played = with_game!(*rules, game => self.play_games(&game, rules));
        let outcome = played.map(|Played { decisions, time, score }| {
            report.decisions += decisions;
            report.time += time;
            let per_second = kosti_reports::grouped(&format!("{:.0}", decisions as f64 / time.as_secs_f64()));
            format!("{score}; {decisions} decisions, {per_second} a second")
        });
        report.add(&format!("plays {} with {} at the table", rules.game(), rules.players()), outcome);
    }

    fn play_games<G: BotGame>(&self, game: &G, rules: &AnyRules) -> Result<Played, String> {
        let settings = Settings {
            move_timeout: self.move_timeout,
            hello_timeout: self.hello_timeout,
            guard: self.guard.clone(),
            ..Settings::default()
        };
        let programs =
            Programs::start(std::slice::from_ref(&self.bot), &[*rules], settings).map_err(|error| error.to_string())?;
        let program = programs.program(0).ok_or("it is no program")?;
        let mut bots = [HostedBot::Program(program), HostedBot::Here(Player::Random)];
        let players = usize::from(game.players());
        let mut games = 0..self.games;
        let mut next = || {
            let block = games.next()?;
            let seating = (0..players).map(|seat| usize::from(seat != block as usize % players)).collect();
            let key = GameKey { block, game: 0 };
            Some(Job { key, luck: Chance::new(1, block), number: 0, seating, observer: Watch::nothing() })
        };
        let begin = Instant::now();
        let mut score = Score::default();
        let mut done = |finished: FinishedGame<GameKey, _>| {
            score.add(finished.scores.as_slice(), finished.key.block as usize % players);
        };
        host(game, &mut bots, &programs, &AtomicBool::new(false), &mut next, &mut done)
            .map_err(|error| error.to_string())?;
        Ok(Played { decisions: programs.moves(), time: begin.elapsed(), score })
    }
}

/// Says hello, and chooses what will be played.
fn greet(opening: &Opening, wanted: Option<&AnyRules>) -> Result<(Vec<AnyRules>, String), String> {
    let (_talk, hello) = Conversation::begin(opening)?;
    let plays = clip(&hello.games.join(", "));
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
    let name = clip(&name);
    Ok((rules, if name.is_empty() { plays } else { format!("{name}: {plays}") }))
}

/// The same game with one player more.
fn other_table(rules: &AnyRules) -> Option<AnyRules> {
    let key = rules.keys().iter().find(|key| key.name == "players")?;
    let Values::Number { max, .. } = key.values else { return None };
    let players = (rules.players() + 1).min(max);
    AnyRules::parse(&format!("{}:players={players}", rules.game())).ok().filter(|other| other != rules)
}
