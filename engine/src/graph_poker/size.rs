//! How many cards a game has room for.

use core::array;
use core::fmt::Debug;
use core::ops::{Index, IndexMut};

use crate::card::{CARDS as DECK, Card, CardSet};
use crate::graph_poker::slot::Slot;

/// How many decks a game has room for, and so how large all that belongs to it is: [`OneDeck`] or [`EightDecks`].
pub trait GraphSize: Arrays {
    /// The most decks, and so the most copies of a card.
    const DECKS: usize;
    /// The most cards.
    const CARDS: usize = Self::DECKS * DECK;
    /// Places for the cells at the edge, of which there are at most twice as many as cards and two: a new card takes one
    /// and touches at most three new ones. One more is to write to when the edge is full.
    const EDGE: usize = 2 * Self::CARDS + 3;
    /// Slots of the hash table, a power of two: some are unused even if all cards are laid.
    const SLOTS: usize = (Self::CARDS + Self::EDGE).next_power_of_two();
}

/// The arrays of a size. The trait cannot be named outside the crate, so there are no other sizes.
pub trait Arrays: Copy + Eq + Debug + Send + Sync + 'static {
    /// A set of cards for each deck.
    type Layers: Array<CardSet>;
    /// All cards.
    type Stock: Array<Card>;
    /// The slot of each laid card.
    type Laid: Array<u16>;
    /// The slot of each cell at the edge.
    type Edge: Array<u16>;
    /// The hash table.
    type Slots: Array<Slot>;

    /// As many empty sets as there are decks.
    const NO_CARDS: Self::Layers;
}

/// An array, without its length. Since every size has its own, the compiler knows the length all the same.
pub trait Array<T>:
    Copy + Eq + Debug + Send + Sync + 'static + AsRef<[T]> + AsMut<[T]> + Index<usize, Output = T> + IndexMut<usize>
{
    /// The array with the same value everywhere.
    fn filled_with(value: T) -> Self;

    /// The array with the value that the function gives for each place.
    fn from_fn(value: impl FnMut(usize) -> T) -> Self;
}

impl<T: Copy + Eq + Debug + Send + Sync + 'static, const LEN: usize> Array<T> for [T; LEN] {
    #[inline]
    fn filled_with(value: T) -> Self {
        [value; LEN]
    }

    #[inline]
    fn from_fn(value: impl FnMut(usize) -> T) -> Self {
        array::from_fn(value)
    }
}

macro_rules! sizes {
    ($($(#[$doc:meta])* $size:ident = $decks:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $size;

        impl GraphSize for $size {
            const DECKS: usize = $decks;
        }

        impl Arrays for $size {
            type Layers = [CardSet; Self::DECKS];
            type Stock = [Card; Self::CARDS];
            type Laid = [u16; Self::CARDS];
            type Edge = [u16; Self::EDGE];
            type Slots = [Slot; Self::SLOTS];

            const NO_CARDS: Self::Layers = [CardSet::EMPTY; Self::DECKS];
        }
    )+};
}

sizes! {
    /// Room for one deck.
    OneDeck = 1;
    /// Room for eight decks.
    EightDecks = 8;
}
