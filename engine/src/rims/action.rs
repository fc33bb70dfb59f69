//! Decisions in rims.

use core::fmt;
use core::str::FromStr;

use crate::card::{Card, CardSet};
use crate::error::NotationError;
use crate::game::ActionSet;
use crate::rims::HAND;

/// A card shown or played, or the dealer's word that the fight for trump is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RimsAction {
    /// Show this card in the trump phase, or play it to a trick.
    Card(Card),
    /// As the dealer, do not fight on.
    Stand,
}

impl fmt::Display for RimsAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Stand => f.write_str("stand"),
        }
    }
}

impl FromStr for RimsAction {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text == "stand" {
            return Ok(Self::Stand);
        }
        text.parse().map(Self::Card).map_err(|_| NotationError { expected: "a card such as Ts, or 'stand'" })
    }
}

/// The legal actions of a moment in rims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RimsLegal {
    pub(super) cards: CardSet,
    /// How many cards that are.
    pub(super) count: u8,
    pub(super) stand: bool,
}

impl RimsLegal {
    pub(super) const NONE: Self = Self { cards: CardSet::EMPTY, count: 0, stand: false };

    /// The cards that may be shown or played.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// Whether the dealer may stand.
    #[inline]
    pub fn may_stand(&self) -> bool {
        self.stand
    }
}

impl ActionSet<RimsAction> for RimsLegal {
    #[inline]
    fn len(&self) -> usize {
        self.count as usize + usize::from(self.stand)
    }

    #[inline]
    fn nth(&self, index: usize) -> RimsAction {
        if index == self.count as usize {
            RimsAction::Stand
        } else {
            RimsAction::Card(self.cards.nth_of_few::<HAND>(index))
        }
    }

    #[inline]
    fn contains(&self, action: RimsAction) -> bool {
        match action {
            RimsAction::Card(card) => self.cards.contains(card),
            RimsAction::Stand => self.stand,
        }
    }
}
