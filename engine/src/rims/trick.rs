//! Which card takes a trick.

use crate::card::{Card, Suit};

/// Whether a card takes the trick from the best card so far. What is neither trump nor of the suit led never does.
#[inline]
pub fn beats(card: Card, best: Card, trump: Suit) -> bool {
    if card.suit() == best.suit() { card > best } else { card.suit() == trump }
}
