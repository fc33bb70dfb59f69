//! Replaying records and checking every step.

use kosti_engine::{AnyRules, Chance, Seat, Turn, with_game};
use serde_json::Value;
use thiserror::Error;

use crate::record::{FORMAT, Record, Recorded};

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadRecord {
    /// The line is not a record at all.
    #[error("{0}")]
    NotARecord(String),
    /// A field outside the events is wrong.
    #[error("{0}")]
    Field(String),
    /// An event is wrong; events are counted from 1.
    #[error("event {number}: {problem}")]
    Event {
        /// Which event.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Whether dice and deals must be those of the record's seed and block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceCheck {
    /// Any that the rules allow.
    Any,
    /// Just those that this program draws for the seed and block.
    OfTheSeed,
}

/// Replays the record on a line.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn verify_line(line: &str, chance: ChanceCheck) -> Result<(), BadRecord> {
    // A list of the fields without their names would be read as well.
    if !line.trim_start().starts_with('{') {
        return Err(BadRecord::NotARecord("not a record: expected a JSON object".into()));
    }
    let record: Record<Value> = serde_json::from_str(line).map_err(|error| BadRecord::NotARecord(explain(&error)))?;
    if record.format != FORMAT {
        return Err(field(format!("the format is {:?}, expected {FORMAT:?}", clip(&record.format))));
    }
    let rules = AnyRules::parse(&record.game).map_err(|error| field(format!("game: {error}")))?;
    if rules.to_string() != record.game {
        return Err(field(format!("game: expected the full text form {rules}, found {}", clip(&record.game))));
    }
    let seed = match record.seed.parse::<u64>() {
        Ok(seed) if seed.to_string() == record.seed => seed,
        _ => return Err(field(format!("seed: expected a whole number as text, found {:?}", clip(&record.seed)))),
    };
    let luck = (chance == ChanceCheck::OfTheSeed).then(|| Chance::new(seed, record.block));
    with_game!(rules, game => replay(&game, record, luck.as_ref()))
}

fn explain(error: &serde_json::Error) -> String {
    // The number of the line is told with the record, not with its text.
    let told = error.to_string().replace("at line 1 column", "at column");
    match error.classify() {
        serde_json::error::Category::Eof => "the line is cut off".into(),
        serde_json::error::Category::Data => format!("not a record: {told}"),
        serde_json::error::Category::Syntax | serde_json::error::Category::Io => format!("not JSON: {told}"),
    }
}

fn field(problem: String) -> BadRecord {
    BadRecord::Field(problem)
}

/// At most a hundred characters of a text from outside.
fn clip(text: &str) -> String {
    match text.char_indices().nth(100) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The events of a record, and how far they have been read.
struct Tape {
    events: Vec<Value>,
    next: usize,
}

impl Tape {
    fn bad(&self, problem: impl Into<String>) -> BadRecord {
        BadRecord::Event { number: self.next + 1, problem: problem.into() }
    }

    fn peek(&self, who: &str) -> Result<&Value, BadRecord> {
        self.events.get(self.next).ok_or_else(|| self.bad(format!("missing: the game is not over, {who}")))
    }

    fn bad_here(&self, problem: &str) -> BadRecord {
        let found = self.events.get(self.next).map_or_else(String::new, |event| clip(&event.to_string()));
        self.bad(format!("{problem}; found {found}"))
    }

    /// Compares the next events with what must stand there.
    fn expect<G: Recorded>(&mut self, expected: Vec<G::Event>) -> Result<(), BadRecord> {
        for event in expected {
            let mut expected = serde_json::to_value(&event).map_err(|error| self.bad(error.to_string()))?;
            let Some(found) = self.events.get(self.next) else {
                return Err(self.bad(format!("missing, expected {expected}")));
            };
            let mut normal = found.clone();
            G::normalise(&mut expected);
            G::normalise(&mut normal);
            if normal != expected {
                let found = clip(&found.to_string());
                return Err(self.bad(format!("expected {}, found {found}", clip(&expected.to_string()))));
            }
            self.next += 1;
        }
        Ok(())
    }
}

fn replay<G: Recorded>(game: &G, record: Record<Value>, luck: Option<&Chance>) -> Result<(), BadRecord> {
    let players = game.players() as usize;
    if record.seats.len() != players {
        return Err(field(format!("seats: expected {players}, found {}", record.seats.len())));
    }
    let mut tape = Tape { events: record.events, next: 0 };
    game.arrange(&mut tape.events);
    let mut state = game.start();
    let mut told = Vec::new();
    loop {
        let before = state;
        match game.turn(&state) {
            Turn::Chance => {
                let event = tape.peek("chance is to roll or deal")?;
                let outcome = game.read_outcome(&state, event).map_err(|problem| tape.bad_here(&problem))?;
                game.check_outcome(&state, &outcome).map_err(|problem| tape.bad_here(&problem.to_string()))?;
                if luck.is_some_and(|luck| game.draw(game.request(&state), luck) != outcome) {
                    return Err(tape.bad_here("this is not what the seed and block bring"));
                }
                game.resolve(&mut state, &outcome);
                game.drawn(&before, &outcome, &state, &mut told);
            }
            Turn::Seat(seat) => {
                let event = tape.peek(&format!("seat {seat} is to act"))?;
                let action = game
                    .read_action(&state, event)
                    .map_err(|problem| tape.bad_here(&format!("seat {seat} is to act, {problem}")))?;
                game.play(&mut state, action)
                    .map_err(|problem| tape.bad_here(&format!("seat {seat} may not do that: {problem}")))?;
                game.acted(&before, seat, action, &state, &mut told);
            }
            Turn::Over => break,
        }
        tape.expect::<G>(std::mem::take(&mut told))?;
    }
    if tape.next < tape.events.len() {
        return Err(tape.bad_here("the game is over, nothing can follow"));
    }
    let scores = game.scores(&state);
    if record.scores != scores.as_slice() {
        return Err(field(format!("scores: expected {:?}, found {:?}", scores.as_slice(), record.scores)));
    }
    let shares: Vec<f64> = Seat::all(game.players()).map(|seat| scores.share(seat)).collect();
    if record.shares != shares {
        return Err(field(format!("shares: expected {shares:?}, found {:?}", record.shares)));
    }
    Ok(())
}
