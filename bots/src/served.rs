//! A bot of this crate as a program: it reads the messages of a host and answers them.
//!
//! Nothing here starts a process or opens a file: the caller brings what is read and written.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use kosti_engine::{AnyRules, Chance, Label, Rng, Seat, Turn, with_game};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::bot::{Bot, Decision};
use crate::game::{BotGame, Player};
use crate::printable::clip;
use crate::protocol::{PROTOCOL, ViewError};
use crate::roster;
use crate::spec::{BotSpec, SpecError};

/// Plays for a host until it says `quit` or stops writing.
///
/// One message is answered after the other. The bot keeps nothing of a game from one decision to the next but its random
/// numbers: a host that asks for the same games with the same `bot_seed`s gets the same moves.
///
/// # Errors
/// If the bot is none that plays here, or something cannot be read or written. What is wrong with a message of the host is
/// told to the host.
pub fn serve(spec: &BotSpec, input: impl BufRead, mut output: impl Write) -> Result<(), ServeError> {
    roster::check(spec)?;
    if spec.command.is_some() {
        return Err(SpecError::PlaysElsewhere(spec.to_string()).into());
    }
    let mut server = Server { spec, rooms: Vec::new(), games: HashMap::new() };
    for line in input.split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match server.answer(&line) {
            Ok(Reply::Nothing) => {}
            Ok(Reply::Quit) => return Ok(()),
            Ok(Reply::Line(message)) => send(&mut output, &message)?,
            Err((gid, complaint)) => {
                let (code, message) = (complaint.code(), complaint.to_string());
                send(&mut output, &BotLine::Error { gid, code, message })?;
            }
        }
    }
    Ok(())
}

/// Why a bot does not play for a host.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The bot cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Something cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn send(output: &mut impl Write, message: &BotLine) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")?;
    output.flush()
}

/// A message of the host, of any type; what is not known is ignored.
#[derive(Deserialize)]
struct HostLine {
    r#type: String,
    protocol: Option<u32>,
    games: Option<Vec<String>>,
    gid: Option<u64>,
    id: Option<u64>,
    game: Option<String>,
    bot_seed: Option<String>,
    view: Option<Value>,
}

/// A message to the host.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum BotLine {
    Hello {
        name: String,
        version: &'static str,
        games: Vec<&'static str>,
    },
    Move {
        gid: u64,
        id: u64,
        action: String,
    },
    Pong,
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        gid: Option<u64>,
        code: &'static str,
        message: String,
    },
}

/// What comes of a message.
enum Reply {
    Nothing,
    Quit,
    Line(BotLine),
}

/// What is wrong with a message of the host.
#[derive(Debug, Error)]
enum Complaint {
    #[error("this is no message: {0}")]
    NoMessage(serde_json::Error),
    #[error("a \"{message}\" needs \"{field}\"")]
    Missing { message: String, field: &'static str },
    #[error("this bot speaks version {PROTOCOL} of the protocol, not {0}")]
    Protocol(u32),
    #[error("\"{0}\" is no type of a message")]
    UnknownType(String),
    #[error("no game with gid {0} has begun")]
    UnknownGame(u64),
    #[error("the rules {0}")]
    Rules(String),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("a bot_seed is a number below 2^64, not '{0}'")]
    Seed(String),
    #[error("the view is not possible: {0}")]
    View(#[from] ViewError),
}

impl Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::UnknownType(_) => "unknown_type",
            Self::NoMessage(_) | Self::Missing { .. } => "no_message",
            Self::Protocol(_) => "protocol",
            Self::UnknownGame(_) => "unknown_game",
            Self::Rules(_) | Self::Spec(_) => "rules",
            Self::Seed(_) => "bot_seed",
            Self::View(_) => "view",
        }
    }
}

/// A game under fixed rules, and the bot that plays it in all seats.
trait Room {
    fn act(&mut self, view: &Value, rng: &mut Rng) -> Result<String, ViewError>;
}

struct RoomOf<G> {
    game: G,
    player: Player<G>,
}

impl<G: BotGame> Room for RoomOf<G> {
    fn act(&mut self, view: &Value, rng: &mut Rng) -> Result<String, ViewError> {
        let view = self.game.read_view(view)?;
        // Bots ask for the view alone: any world that agrees with it will do.
        let state = self.game.determinize(&view, &mut Rng::from_state(0));
        let Turn::Seat(seat) = self.game.turn(&state) else { unreachable!("a view that was read has a seat to move") };
        Ok(self.player.act(Decision::new(&self.game, &state, seat, rng)).to_string())
    }
}

fn room<G: BotGame>(game: G, spec: &BotSpec) -> Result<Box<dyn Room>, SpecError> {
    let player = Player::new(&game, spec)?;
    Ok(Box::new(RoomOf { game, player }))
}

struct Server<'a> {
    spec: &'a BotSpec,
    /// By rules.
    rooms: Vec<(AnyRules, Box<dyn Room>)>,
    /// By gid: the room, and the random numbers of the seat.
    games: HashMap<u64, (usize, Rng)>,
}

impl Server<'_> {
    /// What to answer, or the game and what is wrong.
    fn answer(&mut self, line: &[u8]) -> Result<Reply, (Option<u64>, Complaint)> {
        let message: HostLine = serde_json::from_slice(line).map_err(|error| (None, Complaint::NoMessage(error)))?;
        let gid = message.gid;
        self.answer_message(&message).map_err(|complaint| (gid, complaint))
    }

    fn answer_message(&mut self, message: &HostLine) -> Result<Reply, Complaint> {
        let missing = |field| Complaint::Missing { message: message.r#type.clone(), field };
        match message.r#type.as_str() {
            "hello" => {
                if let Some(other) = message.protocol.filter(|&protocol| protocol != PROTOCOL) {
                    return Err(Complaint::Protocol(other));
                }
                // Whatever takes time is done before the first move is asked for.
                for rules in message.games.iter().flatten().filter_map(|text| AnyRules::parse(text).ok()) {
                    if roster::check_for(self.spec, &rules).is_ok() {
                        self.room(rules)?;
                    }
                }
                Ok(Reply::Line(self.hello()))
            }
            "new_game" => {
                let gid = message.gid.ok_or_else(|| missing("gid"))?;
                let text = message.game.as_deref().ok_or_else(|| missing("game"))?;
                let rules = AnyRules::parse(text).map_err(|error| Complaint::Rules(error.to_string()))?;
                let seed = message.bot_seed.as_deref().ok_or_else(|| missing("bot_seed"))?;
                let seed = seed.parse().map_err(|_| Complaint::Seed(clip(seed)))?;
                let room = self.room(rules)?;
                let rng = Chance::new(seed, 0).stream(Label::bot(0, Seat::new(0)));
                self.games.insert(gid, (room, rng));
                Ok(Reply::Nothing)
            }
            // An illegal move may be mended once: the message then holds all that the question held.
            "act" | "reject" if message.view.is_some() || message.r#type == "act" => {
                let gid = message.gid.ok_or_else(|| missing("gid"))?;
                let id = message.id.ok_or_else(|| missing("id"))?;
                let view = message.view.as_ref().ok_or_else(|| missing("view"))?;
                let (room, rng) = self.games.get_mut(&gid).ok_or(Complaint::UnknownGame(gid))?;
                let action = self.rooms[*room].1.act(view, rng)?;
                Ok(Reply::Line(BotLine::Move { gid, id, action }))
            }
            "end" => {
                _ = message.gid.and_then(|gid| self.games.remove(&gid));
                Ok(Reply::Nothing)
            }
            "ping" => Ok(Reply::Line(BotLine::Pong)),
            "reject" | "pong" | "error" => Ok(Reply::Nothing),
            "quit" => Ok(Reply::Quit),
            other => Err(Complaint::UnknownType(clip(other))),
        }
    }

    fn hello(&self) -> BotLine {
        let plays = |rules: &AnyRules| roster::check_for(self.spec, rules).is_ok();
        let games = AnyRules::defaults().filter(plays).map(|rules| rules.game()).collect();
        BotLine::Hello { name: self.spec.to_string(), version: env!("CARGO_PKG_VERSION"), games }
    }

    /// The room for these rules, made if need be.
    fn room(&mut self, rules: AnyRules) -> Result<usize, SpecError> {
        if let Some(room) = self.rooms.iter().position(|(known, _)| *known == rules) {
            return Ok(room);
        }
        roster::check_for(self.spec, &rules)?;
        let room = with_game!(rules, game => room(game, self.spec))?;
        self.rooms.push((rules, room));
        Ok(self.rooms.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines that a bot answers.
    fn answers(spec: &str, lines: &str) -> Vec<Value> {
        let mut output = Vec::new();
        serve(&spec.parse().unwrap(), lines.as_bytes(), &mut output).unwrap();
        output
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
    }

    #[test]
    fn a_bot_says_what_it_plays_and_leaves_when_told() {
        let hello = r#"{"type":"hello","protocol":1,"games":["rims:players=3,lead=dealer"],"more":[]}"#;
        let lines =
            format!("{hello}\n\n{}\n{}\n{}\n", r#"{"type":"ping"}"#, r#"{"type":"quit"}"#, r#"{"type":"ping"}"#);
        let said = answers("mc:rollouts=20", &lines);
        assert_eq!(said.len(), 2);
        assert_eq!((&said[0]["type"], &said[0]["name"]), (&"hello".into(), &"mc:rollouts=20".into()));
        assert!(said[0]["games"].as_array().unwrap().contains(&"rims".into()));
        assert_eq!(said[1], serde_json::json!({ "type": "pong" }));
        let said = answers("optimal", hello);
        assert!(!said[0]["games"].as_array().unwrap().contains(&"rims".into()));
    }

    #[test]
    fn what_is_wrong_is_told_to_the_host() {
        for (line, code, message) in [
            ("hello", "no_message", "this is no message: expected value at line 1 column 1"),
            (r#"{"type":"dance"}"#, "unknown_type", "\"dance\" is no type of a message"),
            (r#"{"type":"hello","protocol":2}"#, "protocol", "this bot speaks version 1 of the protocol, not 2"),
            (r#"{"type":"act","gid":7,"id":1,"view":{}}"#, "unknown_game", "no game with gid 7 has begun"),
            (r#"{"type":"act","gid":7,"id":1}"#, "no_message", "a \"act\" needs \"view\""),
            (
                r#"{"type":"new_game","gid":1,"game":"rims","bot_seed":"-1"}"#,
                "bot_seed",
                "a bot_seed is a number below 2^64, not '-1'",
            ),
        ] {
            let said = answers("random", line);
            assert_eq!((&said[0]["code"], &said[0]["message"]), (&code.into(), &message.into()));
        }
        let lines = "{\"type\":\"new_game\",\"gid\":1,\"game\":\"rims\",\"bot_seed\":\"1\"}\n\
            {\"type\":\"act\",\"gid\":1,\"id\":1,\"view\":{\"seat\":0}}\n";
        let said = answers("greedy", lines);
        assert_eq!((&said[0]["code"], &said[0]["gid"]), (&"view".into(), &1.into()));
        let said = answers("optimal", lines);
        assert_eq!((&said[0]["code"], said.len()), (&"rules".into(), 2));
    }

    #[test]
    fn only_bots_of_this_crate_are_served() {
        let refused = serve(&"cmd:python3 bot.py".parse().unwrap(), &b""[..], Vec::new());
        assert!(matches!(refused, Err(ServeError::Spec(SpecError::PlaysElsewhere(_)))));
        let refused = serve(&"gredy".parse().unwrap(), &b""[..], Vec::new());
        assert!(matches!(refused, Err(ServeError::Spec(SpecError::UnknownBot { .. }))));
    }
}
