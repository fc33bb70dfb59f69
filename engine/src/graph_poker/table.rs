//! What lies on the table, and how far the game has come.

use core::ops::Range;

use crate::graph_poker::board::Board;
use crate::graph_poker::size::GraphSize;
use crate::seat::{MAX_SEATS, Seat};

/// Everything but the hands. In a view the cards that the seat may not know are face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table<Z: GraphSize> {
    pub(super) board: Board<Z>,
    pub(super) points: [i16; MAX_SEATS],
    /// Whose turn it is.
    pub(super) seat: Seat,
    /// Who laid, or will lay, the first card of this round.
    pub(super) starter: Seat,
    pub(super) players: u8,
    /// Rounds that are over.
    pub(super) rounds: u8,
    pub(super) dealt: bool,
}

impl<Z: GraphSize> Table<Z> {
    pub(super) fn new(players: u8) -> Self {
        let first = Seat::new(0);
        Self {
            board: Board::new(),
            points: [0; MAX_SEATS],
            seat: first,
            starter: first,
            players,
            rounds: 0,
            dealt: false,
        }
    }

    /// How many seats lay a card before this one in this round.
    #[inline]
    pub(super) fn place_of(&self, seat: Seat) -> usize {
        let around = if seat < self.starter { usize::from(self.players) } else { 0 };
        seat.index() + around - self.starter.index()
    }

    /// The numbers of the cards laid in this round. They come in turn from the starter on.
    #[inline]
    pub(super) fn this_round(&self) -> Range<usize> {
        self.board.laid() - self.place_of(self.seat)..self.board.laid()
    }

    /// The numbers of the cards that a seat may not know yet: those the others laid in this round, but the very first.
    #[inline]
    pub(super) fn hidden_from(&self, seat: Seat) -> impl Iterator<Item = usize> + Clone + use<Z> {
        let round = self.this_round();
        let own = round.start + self.place_of(seat);
        round.filter(move |&number| number != 0 && number != own)
    }

    #[inline]
    pub(super) fn round_ended(&self) -> bool {
        self.seat == self.starter && self.rounds > 0
    }
}
