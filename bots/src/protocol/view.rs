//! What a seat may know, as JSON.
//!
//! A message is made from a [`Game::View`] alone, so it never holds what is hidden. Reading it gives the view back.

use kosti_engine::{Game, IllegalAction, ImpossibleMoment, ImpossibleOutcome, Seat, Turn};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// A game whose views can be sent to a program outside, and read there.
pub trait WireGame: Game {
    /// A view as it is written.
    type WireView: Serialize;
    /// What is read of a written view; all else follows from it.
    type ReadView: DeserializeOwned;

    /// Writes down all that the seat of this view may know.
    fn wire_view(&self, view: &Self::View) -> Self::WireView;

    /// A game that looks like this to the seat of a view, and that seat.
    ///
    /// What the seat cannot know is filled in somehow.
    ///
    /// # Errors
    /// If no game looks like this.
    fn rebuild(&self, told: &Self::ReadView) -> Result<(Self::State, Seat), ViewError>;

    /// The view that is written like this.
    ///
    /// Values that follow from others may be left out.
    ///
    /// # Errors
    /// If a value is missing or cannot be read, if no game looks like this, or if it is not the turn of the seat.
    fn read_view(&self, told: &Value) -> Result<Self::View, ViewError> {
        let (state, seat) = self.rebuild(&Self::ReadView::deserialize(told)?)?;
        if self.turn(&state) != Turn::Seat(seat) {
            return Err(ViewError::NotItsTurn { seat });
        }
        let view = self.observe(&state, seat);
        let right = serde_json::to_value(self.wire_view(&view))?;
        for (key, right) in right.as_object().into_iter().flatten() {
            if let Some(told) = told.get(key)
                && !agree(told, right)
            {
                return Err(ViewError::Contradiction { key: key.clone(), told: told.clone(), right: right.clone() });
            }
        }
        Ok(view)
    }
}

/// Whether two values say the same; hands may be written in any order.
fn agree(told: &Value, right: &Value) -> bool {
    let texts = |value: &Value| {
        let mut texts: Vec<String> =
            value.as_array()?.iter().map(|item| item.as_str().map(String::from)).collect::<Option<_>>()?;
        texts.sort_unstable();
        Some(texts)
    };
    told == right || texts(told).is_some_and(|told| texts(right) == Some(told))
}

/// Why a text is not what a seat sees of a game.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ViewError {
    /// A value is missing or of the wrong type.
    #[error("{0}")]
    Unreadable(String),
    /// A seat that the game does not have.
    #[error("there is no seat {seat}: the seats are 0 to {}", .players - 1)]
    NoSuchSeat {
        /// The seat given.
        seat: usize,
        /// The players of the game.
        players: u8,
    },
    /// Another seat has to move.
    #[error("it is not the turn of seat {seat}")]
    NotItsTurn {
        /// The seat of the view.
        seat: Seat,
    },
    /// No game comes to this.
    #[error("no game comes to this: {0}")]
    Moment(#[from] ImpossibleMoment),
    /// Cards or dominoes that were not dealt like this.
    #[error("no deal looks like this: {0}")]
    Deal(#[from] ImpossibleOutcome),
    /// A hand that no deal gives, seen with what its seat laid down.
    #[error("seat {seat} holds or laid {held}, but was dealt {dealt}")]
    HandSize {
        /// The seat.
        seat: Seat,
        /// What it holds and laid.
        held: usize,
        /// What it was dealt.
        dealt: usize,
    },
    /// A card or domino that is there too often.
    #[error("{0} is there more often than it can be")]
    TooOften(String),
    /// A move that the seat cannot have made.
    #[error("seat {seat} cannot have played {action}: {reason}")]
    Move {
        /// The seat.
        seat: Seat,
        /// The move.
        action: String,
        /// What is wrong with it.
        reason: IllegalAction,
    },
    /// Trumps that no seat can hold.
    #[error("nobody is left who can hold the trumps that are not seen yet")]
    NoRoom,
    /// A sheet that cannot be filled like this.
    #[error("the sheet of seat {seat} is not possible: {reason}")]
    Sheet {
        /// The seat.
        seat: Seat,
        /// What is wrong with it.
        reason: String,
    },
    /// A value that does not follow from the others.
    #[error("\"{key}\" is {told}, but from the rest follows {right}")]
    Contradiction {
        /// The key of the value.
        key: String,
        /// The value given.
        told: Value,
        /// The value that follows.
        right: Value,
    },
}

impl From<serde_json::Error> for ViewError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Plays a move that a seat is said to have made.
pub(crate) fn replay<G: Game>(game: &G, state: &mut G::State, action: G::Action) -> Result<(), ViewError> {
    let Turn::Seat(seat) = game.turn(state) else { return Ok(()) };
    game.play(state, action).map_err(|reason| ViewError::Move { seat, action: action.to_string(), reason })
}
