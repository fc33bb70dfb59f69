//! Playing cards and sets of them.

use core::fmt;
use core::str::FromStr;

use crate::bits::{nth_bit, set_algebra, set_members};
use crate::error::NotationError;

/// Cards in a deck.
pub const CARDS: usize = 52;
/// Suits in a deck.
pub const SUITS: usize = 4;

const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUIT_LETTERS: &[u8; SUITS] = b"shdc";

/// A suit: spades, hearts, diamonds or clubs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// `s`
    Spades,
    /// `h`
    Hearts,
    /// `d`
    Diamonds,
    /// `c`
    Clubs,
}

impl Suit {
    /// Every suit.
    pub const ALL: [Self; SUITS] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", SUIT_LETTERS[*self as usize] as char)
    }
}

/// A rank, from the two up to the ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank.
    pub const TWO: Self = Self(0);
    /// The highest rank.
    pub const ACE: Self = Self(12);

    /// How many ranks are below this one.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", RANKS[self.index()] as char)
    }
}

/// A playing card; cards are ordered by rank first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(rank.0 * SUITS as u8 + suit as u8)
    }

    /// Every card of a deck.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        (0..CARDS as u8).map(Self)
    }

    /// The card with this number.
    ///
    /// # Panics
    /// If it is not below [`CARDS`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < CARDS);
        Self(index as u8)
    }

    /// A dense number below [`CARDS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / SUITS as u8)
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize % SUITS]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let card = |rank, suit| {
            let rank = RANKS.iter().position(|&r| r == rank)?;
            let suit = SUIT_LETTERS.iter().position(|&s| s == suit)?;
            Some(Self((rank * SUITS + suit) as u8))
        };
        match *text.as_bytes() {
            [rank, suit] => card(rank, suit),
            _ => None,
        }
        .ok_or(NotationError { expected: "a card such as Ts or Ah (ranks 23456789TJQKA, suits shdc)" })
    }
}

/// A place for a card: a card, or nothing, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CardSlot(u8);

impl CardSlot {
    /// No card.
    pub(crate) const NONE: Self = Self(u8::MAX);

    /// The place of this card.
    #[inline]
    pub(crate) const fn of(card: Card) -> Self {
        Self(card.0)
    }

    /// The card in it.
    #[inline]
    pub(crate) const fn card(self) -> Option<Card> {
        if self.0 == u8::MAX { None } else { Some(Card(self.0)) }
    }

    /// The card as a set.
    #[inline]
    pub(crate) const fn set(self) -> CardSet {
        match self.card() {
            Some(card) => CardSet::of(card),
            None => CardSet::EMPTY,
        }
    }
}

/// A set of cards of one deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet(u64);

set_algebra!(CardSet, u64);
set_members!(CardSet of Card);

impl CardSet {
    /// A whole deck.
    pub const DECK: Self = Self((1 << CARDS) - 1);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::DECK.0)
    }

    /// All cards of a suit.
    #[inline]
    pub const fn suit(suit: Suit) -> Self {
        Self(0x1_1111_1111_1111 << suit as u8)
    }

    /// All cards that outrank this one.
    #[inline]
    pub const fn above(rank: Rank) -> Self {
        Self(Self::DECK.0 & !0 << ((rank.0 + 1) * SUITS as u8))
    }

    /// The lowest card, spades before hearts, diamonds and clubs among equals.
    #[inline]
    pub const fn lowest(self) -> Option<Card> {
        self.first()
    }

    /// The highest card, clubs before diamonds, hearts and spades among equals.
    #[inline]
    pub const fn highest(self) -> Option<Card> {
        self.last()
    }

    /// The card with that many cards of the set below it.
    ///
    /// # Panics
    /// In debug builds if there are not that many.
    #[inline]
    pub fn nth(self, index: usize) -> Card {
        Card(nth_bit(self.0, index) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_by_suit_and_rank_are_what_they_say() {
        for card in Card::all() {
            for other in Card::all() {
                assert_eq!(CardSet::above(card.rank()).contains(other), other.rank() > card.rank());
                assert_eq!(CardSet::suit(card.suit()).contains(other), other.suit() == card.suit());
            }
        }
        assert_eq!(CardSet::DECK.len(), CARDS);
        assert_eq!(Card::new(Rank::ACE, Suit::Clubs), Card(51));
        assert_eq!(CardSet::DECK.highest(), Some(Card(51)));
        assert_eq!(CardSet::EMPTY.lowest(), None);
    }

    #[test]
    fn only_cards_are_cards() {
        assert_eq!("2s".parse(), Ok(Card(0)));
        assert_eq!("Ac".parse(), Ok(Card(51)));
        for text in ["", "A", "1s", "10s", "as", "AS", "Ax", "A♠", "Ts "] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}
