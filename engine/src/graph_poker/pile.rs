//! Cards of several decks.

use core::iter;

use crate::card::{Card, CardSet};
use crate::graph_poker::size::GraphSize;

/// Cards without order, with as many copies of each as a game of the size has decks at most: a hand, or all cards that
/// somebody has not seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile<Z: GraphSize> {
    /// Layer k holds the cards of which there are more than k copies.
    layers: Z::Layers,
}

impl<Z: GraphSize> Pile<Z> {
    /// No card.
    pub const EMPTY: Self = Self { layers: Z::NO_CARDS };

    /// That many whole decks.
    ///
    /// # Panics
    /// If there is no room for this many.
    #[inline]
    pub fn of_decks(decks: usize) -> Self {
        let mut pile = Self::EMPTY;
        pile.layers.as_mut()[..decks].fill(CardSet::DECK);
        pile
    }

    /// These cards, unless there is no room for all copies of one.
    pub fn from_cards(cards: impl IntoIterator<Item = Card>) -> Option<Self> {
        let mut pile = Self::EMPTY;
        for card in cards {
            if pile.count(card) == Z::DECKS {
                return None;
            }
            pile.insert(card);
        }
        Some(pile)
    }

    /// Puts a card in.
    ///
    /// # Panics
    /// If there is no room for another copy of it.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        let mut rest = CardSet::of(card);
        for layer in self.layers.as_mut() {
            let full = layer.and(rest);
            *layer = layer.or(rest);
            rest = full;
        }
        assert!(rest.is_empty(), "too many copies of {card}");
    }

    /// Takes one copy of a card out, if there is one.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        let mut rest = CardSet::of(card);
        for layer in self.layers.as_mut().iter_mut().rev() {
            let found = layer.and(rest);
            *layer = layer.without(found);
            rest = rest.without(found);
        }
    }

    /// Whether there is such a card.
    #[inline]
    pub fn contains(&self, card: Card) -> bool {
        self.distinct().contains(card)
    }

    /// How many copies of the card there are.
    #[inline]
    pub fn count(&self, card: Card) -> usize {
        self.layers.as_ref().iter().map(|layer| usize::from(layer.contains(card))).sum()
    }

    /// The cards of which there is a copy.
    #[inline]
    pub fn distinct(&self) -> CardSet {
        self.layers[0]
    }

    /// Whether there are no cards.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.distinct().is_empty()
    }

    /// How many cards there are, every copy counted.
    #[inline]
    pub fn len(&self) -> usize {
        self.layers.as_ref().iter().map(|layer| layer.len()).sum()
    }

    /// Every copy of every card in no order to rely on, which is faster.
    #[inline]
    pub(super) fn unordered(&self) -> impl Iterator<Item = Card> {
        self.layers.as_ref().iter().flat_map(|layer| layer.iter())
    }

    /// Every copy of every card, lowest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Card> + Clone {
        self.distinct().iter().flat_map(|card| iter::repeat_n(card, self.count(card)))
    }
}
