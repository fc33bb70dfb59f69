//! Decisions in graph-poker.

use core::fmt;
use core::str::FromStr;

use crate::card::Card;
use crate::error::NotationError;
use crate::graph_poker::cell::Cell;

/// Lay a card at a place, written `5h@-1,2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GraphAction {
    /// The card.
    pub card: Card,
    /// The place.
    pub at: Cell,
}

impl fmt::Display for GraphAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.card, self.at)
    }
}

impl FromStr for GraphAction {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.split_once('@')
            .and_then(|(card, at)| Some(Self { card: card.parse().ok()?, at: at.parse().ok()? }))
            .ok_or(NotationError { expected: "a card, '@', a column and a row such as 5h@-1,2" })
    }
}
