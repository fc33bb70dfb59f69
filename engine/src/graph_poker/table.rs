//! What lies on the table, and how far the game has come.

use core::ops::Range;

use crate::card::Card;
use crate::graph_poker::board::{Board, Spot};
use crate::graph_poker::cell::Cell;
use crate::seat::{MAX_SEATS, Seat};

/// Everything but the hands. In a view the cards that the seat may not know are [`NO_CARD`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table<const CARDS: usize, const SLOTS: usize, const EDGE: usize> {
    pub(super) board: Board<CARDS, SLOTS, EDGE>,
    /// The cards in the order in which they were laid; [`NO_CARD`] behind the last.
    pub(super) cards: [Card; CARDS],
    pub(super) points: [i16; MAX_SEATS],
    /// Whose turn it is.
    pub(super) seat: Seat,
    /// Rounds that are over.
    pub(super) rounds: u8,
    pub(super) dealt: bool,
}

/// Stands where no card is, or where it may not be known.
pub(super) const NO_CARD: Card = Card::from_index(0);

impl<const CARDS: usize, const SLOTS: usize, const EDGE: usize> Table<CARDS, SLOTS, EDGE> {
    pub(super) fn new() -> Self {
        Self {
            board: Board::new(),
            cards: [NO_CARD; CARDS],
            points: [0; MAX_SEATS],
            seat: Seat::new(0),
            rounds: 0,
            dealt: false,
        }
    }

    /// The numbers of the cards laid in this round. Since seat 0 starts every round, they come by seat.
    #[inline]
    pub(super) fn this_round(&self) -> Range<usize> {
        self.board.laid() - self.seat.index()..self.board.laid()
    }

    /// Whether a seat may not know a card yet: one laid by somebody else in this round, unless it is the very first.
    #[inline]
    pub(super) fn is_hidden(&self, number: usize, from: Seat) -> bool {
        let round = self.this_round();
        number > 0 && round.contains(&number) && number - round.start != from.index()
    }

    #[inline]
    pub(super) fn number_at(&self, cell: Cell) -> Option<usize> {
        match self.board.spot(cell) {
            Spot::Laid(number) => Some(number),
            Spot::Edge | Spot::Far => None,
        }
    }

    #[inline]
    pub(super) fn round_ended(&self) -> bool {
        self.seat == Seat::new(0) && self.rounds > 0
    }
}
