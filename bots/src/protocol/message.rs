//! The messages, one JSON object a line.

use std::fmt;

use kosti_engine::{ActionSet, Game, Scores};
use serde::{Deserialize, Serialize, Serializer};

use super::fault_code::FaultCode;
use super::view::WireGame;
use crate::printable::{clip, quoted_lines};
use crate::written::Text;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A message to a bot that holds no view.
#[derive(Serialize, Clone, Copy, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HostMessage<'a> {
    /// The first message: the games of this run, rules in full.
    Hello {
        /// The version of the protocol.
        #[cfg_attr(feature = "schema", schemars(extend("const" = PROTOCOL)))]
        protocol: u32,
        /// The rules in full.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::notation::RulesText>"))]
        games: &'a [String],
    },
    /// The bot takes a seat.
    NewGame {
        /// The number by which everything of this seat in this game goes.
        gid: u64,
        /// The rules in full.
        #[cfg_attr(feature = "schema", schemars(with = "crate::notation::RulesText"))]
        game: &'a str,
        /// The seat of the bot.
        #[cfg_attr(feature = "schema", schemars(range(max = kosti_engine::MAX_SEATS - 1)))]
        seat: usize,
        /// What the bot may seed its random numbers with.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9]+$")))]
        bot_seed: &'a str,
    },
    /// A move that does not count.
    Reject {
        /// The seat and game.
        gid: u64,
        /// The request that the move answered.
        id: u64,
        /// Why it does not count.
        code: FaultCode,
        /// The same in words.
        message: &'a str,
    },
    /// The game is over.
    End {
        /// The seat and game.
        gid: u64,
        /// The scores of all seats.
        scores: &'a [i32],
        /// The faults of this bot in this game.
        faults: &'a [FaultCode],
    },
    /// Are you there?
    Ping,
    /// Yes.
    Pong,
    /// The bot wrote something that the host does not know.
    Error {
        /// A word for it.
        code: &'a str,
        /// The same in words.
        message: &'a str,
    },
    /// The run is over.
    Quit,
}

impl HostMessage<'_> {
    /// The end of a game for one seat.
    pub fn end<'a>(gid: u64, scores: &'a Scores, faults: &'a [FaultCode]) -> HostMessage<'a> {
        HostMessage::End { gid, scores: scores.as_slice(), faults }
    }

    /// The message as a line.
    pub fn line(&self) -> Vec<u8> {
        line_of(self)
    }
}

/// The bot has to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Act<V, L> {
    /// The kind of the message.
    #[cfg_attr(feature = "schema", schemars(extend("const" = ACT)))]
    r#type: &'static str,
    /// The seat and game.
    gid: u64,
    /// The number of the request.
    id: u64,
    /// All that the seat may know.
    view: V,
    /// Every legal action.
    legal: L,
    /// The time for the move in milliseconds.
    left_ms: u64,
}

const ACT: &str = "act";
const REJECT: &str = "reject";

/// The legal actions of a view, written one by one.
pub(super) struct Legal<'a, G: Game>(&'a G, &'a G::View);

impl<G: Game> Serialize for Legal<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.legal_in(self.1).iter().map(Text))
    }
}

/// The message that asks the seat of a view for its move: an `act`, which holds the view.
pub fn act_line<G: WireGame>(game: &G, view: &G::View, gid: u64, id: u64, left_ms: u64) -> Vec<u8> {
    line_of(&Act { r#type: ACT, gid, id, view: game.wire_view(view), legal: Legal(game, view), left_ms })
}

/// A move was illegal, and the bot may try once more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Retry<'a, V, L> {
    /// The kind of the message.
    #[cfg_attr(feature = "schema", schemars(extend("const" = REJECT)))]
    r#type: &'static str,
    /// The seat and game.
    gid: u64,
    /// The request that the move answered, and that the next one answers again.
    id: u64,
    /// Why the move does not count.
    code: FaultCode,
    /// The same in words.
    message: &'a str,
    /// All that the seat may know.
    view: V,
    /// Every legal action.
    legal: L,
    /// The time for the move in milliseconds.
    left_ms: u64,
}

/// The message that rejects an illegal move and asks for another: all that an `act` holds, under the same number.
pub(crate) fn retry_line<G: WireGame>(
    game: &G,
    view: &G::View,
    gid: u64,
    id: u64,
    reason: &str,
    left_ms: u64,
) -> Vec<u8> {
    let (wire, legal) = (game.wire_view(view), Legal(game, view));
    let code = FaultCode::Illegal;
    line_of(&Retry { r#type: REJECT, gid, id, code, message: reason, view: wire, legal, left_ms })
}

fn line_of(message: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::with_capacity(1024);
    serde_json::to_writer(&mut line, message).expect("a message can be written to memory");
    line.push(b'\n');
    line
}

/// A message from a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(tag = "type", rename_all = "snake_case"))]
pub enum BotMessage {
    /// Its first message.
    Hello {
        /// What it calls itself.
        name: Option<String>,
        /// Its version, of any type.
        #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
        version: Option<String>,
        /// The names of the games that it plays.
        games: Vec<String>,
    },
    /// A move.
    Move {
        /// The seat and game.
        gid: u64,
        /// The request that it answers.
        id: u64,
        /// The action in the notation of the game.
        action: String,
    },
    /// Are you there?
    Ping,
    /// Yes.
    Pong,
    /// The bot gives up.
    Error {
        /// The seat and game, if it says so.
        gid: Option<u64>,
        /// What is the matter.
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        message: String,
    },
    /// Something of another type.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Unknown(String),
}

/// Every field of every message, so that a line is read in one go whatever the order of its fields.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Fields {
    /// The kind of the message.
    r#type: String,
    /// The seat and game.
    gid: Option<u64>,
    /// The request that a move answers.
    id: Option<u64>,
    /// A move, in the notation of the game.
    action: Option<String>,
    /// What the bot calls itself.
    name: Option<String>,
    /// Its version.
    version: Option<serde_json::Value>,
    /// The names of the games that it plays.
    games: Option<Vec<String>>,
    /// A word for what is the matter.
    code: Option<String>,
    /// What is the matter.
    message: Option<String>,
}

impl BotMessage {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no message, what is wrong with it.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let told = |error: serde_json::Error| {
            let error = error.to_string().replace("at line 1 column", "at column");
            format!("it wrote a line that is no message ({error}): {}", clip(&String::from_utf8_lossy(line)))
        };
        // A list of the fields without their names would be read as well.
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(told(serde::de::Error::custom("expected a JSON object")));
        }
        let fields: Fields = serde_json::from_slice(line).map_err(told)?;
        let missing = |field: &str| format!("its \"{}\" message has no \"{field}\"", clip(&fields.r#type));
        Ok(match fields.r#type.as_str() {
            "move" => Self::Move {
                gid: fields.gid.ok_or_else(|| missing("gid"))?,
                id: fields.id.ok_or_else(|| missing("id"))?,
                action: fields.action.ok_or_else(|| missing("action"))?,
            },
            "hello" => Self::Hello {
                games: fields.games.ok_or_else(|| missing("games"))?,
                name: fields.name,
                version: fields.version.map(|version| match version {
                    serde_json::Value::String(text) => text,
                    other => other.to_string(),
                }),
            },
            "ping" => Self::Ping,
            "pong" => Self::Pong,
            "error" => Self::Error {
                gid: fields.gid,
                message: [fields.code, fields.message].into_iter().flatten().collect::<Vec<_>>().join(": "),
            },
            _ => Self::Unknown(fields.r#type),
        })
    }
}

impl fmt::Display for BotMessage {
    /// The message for people, fit for a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello { .. } => f.write_str("a \"hello\""),
            Self::Move { gid, id, action } => {
                write!(f, "a \"move\" with gid {gid}, id {id} and action '{}'", clip(action))
            }
            Self::Ping => f.write_str("a \"ping\""),
            Self::Pong => f.write_str("a \"pong\""),
            Self::Error { message, .. } => write!(f, "an \"error\": {}", quoted_lines(message)),
            Self::Unknown(other) => write!(f, "a message of type '{}'", clip(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_written_as_documented() {
        let games = ["rims:players=3,lead=dealer".to_string()];
        let text = |message: HostMessage<'_>| String::from_utf8(message.line()).unwrap();
        for (message, line) in [
            (
                HostMessage::Hello { protocol: PROTOCOL, games: &games },
                r#"{"type":"hello","protocol":1,"games":["rims:players=3,lead=dealer"]}"#,
            ),
            (
                HostMessage::NewGame { gid: 4, game: &games[0], seat: 1, bot_seed: "17" },
                r#"{"type":"new_game","gid":4,"game":"rims:players=3,lead=dealer","seat":1,"bot_seed":"17"}"#,
            ),
            (
                HostMessage::Reject { gid: 4, id: 17, code: FaultCode::Illegal, message: "no" },
                r#"{"type":"reject","gid":4,"id":17,"code":"illegal","message":"no"}"#,
            ),
            (
                HostMessage::End { gid: 4, scores: &[4, 3, 1], faults: &[FaultCode::Timeout] },
                r#"{"type":"end","gid":4,"scores":[4,3,1],"faults":["timeout"]}"#,
            ),
            (HostMessage::Ping, r#"{"type":"ping"}"#),
            (HostMessage::Quit, r#"{"type":"quit"}"#),
        ] {
            assert_eq!(text(message), format!("{line}\n"));
        }
    }

    #[test]
    fn moves_are_read_with_fields_in_any_order_and_unknown_ones() {
        let line = br#" {"action":"Ts","extra":[1,{"x":null}],"id":17,"type":"move","gid":4} "#;
        assert_eq!(BotMessage::read(line), Ok(BotMessage::Move { gid: 4, id: 17, action: "Ts".into() }));
        assert_eq!(BotMessage::read(br#"{"type":"dance"}"#), Ok(BotMessage::Unknown("dance".into())));
    }

    #[test]
    fn bad_lines_are_told() {
        for (line, told) in [
            (&b"hello"[..], "it wrote a line that is no message (expected a JSON object): hello"),
            (b"", "it wrote a line that is no message (expected a JSON object): "),
            (b"[1]", "expected a JSON object"),
            (b"{}", "missing field `type`"),
            (br#"{"type":"move","gid":1,"id":2}"#, "its \"move\" message has no \"action\""),
            (br#"{"type":"move","gid":1,"id":2,"action":3}"#, "invalid type: integer `3`, expected a string"),
            (br#"{"type":"move","gid":-1}"#, "invalid value: integer `-1`"),
            (br#"{"type":"hello"}"#, "its \"hello\" message has no \"games\""),
            (b"{\"type\":\"\xFF\"}", "no message"),
        ] {
            let error = BotMessage::read(line).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
