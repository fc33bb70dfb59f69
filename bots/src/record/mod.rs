//! Game records: one game is one JSON object on one line, complete enough to be replayed and checked without this program.

pub(crate) mod json;

mod replay;
#[cfg(feature = "schema")]
mod schema;
mod write;

use kosti_engine::{Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use replay::{BadRecord, ChanceCheck, verify_line};
#[cfg(feature = "schema")]
pub use schema::record_schema;
pub use write::{GameId, Recorder, record_game};

/// The name and version of the format.
pub const FORMAT: &str = "kosti-record/1";

/// A record; `E` is an event of the game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Record<E> {
    /// The name and version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    pub format: String,
    /// The rules in full, every key in order.
    #[cfg_attr(feature = "schema", schemars(with = "crate::notation::RulesText"))]
    pub game: String,
    /// The seed of the run, as text.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^(0|[1-9][0-9]*)$")))]
    pub seed: String,
    /// The block of the run, from 0.
    pub block: u64,
    /// The game of the block, from 0.
    pub rotation: u64,
    /// The bot in each seat.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 16)))]
    pub seats: Vec<String>,
    /// What happened, in order.
    pub events: Vec<E>,
    /// The final score of each seat.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 16)))]
    pub scores: Vec<i32>,
    /// What each seat won: 1/k for the k seats with the top score, else 0.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 16), inner(range(min = 0, max = 1))))]
    pub shares: Vec<f64>,
}

/// A game whose course can be written down and read again.
pub trait Recorded: Game {
    /// Something that happened.
    type Event: Serialize + Send;

    /// Writes down what chance did.
    fn drawn(&self, before: &Self::State, outcome: &Self::Outcome, after: &Self::State, events: &mut Vec<Self::Event>);

    /// Writes down what a seat did, and what came of it.
    fn acted(
        &self,
        before: &Self::State,
        seat: Seat,
        action: Self::Action,
        after: &Self::State,
        events: &mut Vec<Self::Event>,
    );

    /// Reads off an event what chance did.
    ///
    /// # Errors
    /// If the event tells nothing of the kind, what was expected.
    fn read_outcome(&self, state: &Self::State, event: &Value) -> Result<Self::Outcome, String>;

    /// Reads off an event what the seat whose turn it is did.
    ///
    /// # Errors
    /// If the event tells nothing of the kind, what was expected.
    fn read_action(&self, state: &Self::State, event: &Value) -> Result<Self::Action, String>;

    /// Puts what has no order of its own into a fixed one, so that events can be compared.
    fn normalise(_event: &mut Value) {}

    /// Puts events that may come in any order into the order of play.
    fn arrange(&self, _events: &mut [Value]) {}
}
