//! What one seat knows of a game.

use crate::card::Card;
use crate::graph_poker::board::Board;
use crate::graph_poker::pile::Pile;
use crate::graph_poker::size::GraphSize;
use crate::graph_poker::table::Table;
use crate::seat::Seat;

/// A game of graph-poker as a seat sees it: its own hand, and the table with what the others laid in this round face
/// down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphView<Z: GraphSize> {
    pub(super) table: Table<Z>,
    pub(super) hand: Pile<Z>,
    pub(super) seat: Seat,
}

impl<Z: GraphSize> GraphView<Z> {
    /// The seat that looks.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it holds.
    #[inline]
    pub fn hand(&self) -> &Pile<Z> {
        &self.hand
    }

    /// What lies on the table.
    #[inline]
    pub fn board(&self) -> &Board<Z> {
        &self.table.board
    }

    /// What a seat has scored in the rounds that are over.
    #[inline]
    pub fn points(&self, seat: Seat) -> i32 {
        i32::from(self.table.points[seat.index()])
    }

    /// How many rounds are over.
    #[inline]
    pub fn rounds(&self) -> usize {
        usize::from(self.table.rounds)
    }

    /// How many cards have been laid in this round.
    #[inline]
    pub fn laid_this_round(&self) -> usize {
        self.table.this_round().len()
    }

    /// The numbers of the cards that lie face down.
    #[inline]
    pub fn face_down(&self) -> impl Iterator<Item = usize> + Clone + use<Z> {
        self.table.hidden_from(self.seat)
    }

    /// Takes it that the face-down card before which that many were laid is this one, which the seat must not have seen
    /// elsewhere. States drawn to fit the view then have it there.
    #[inline]
    pub fn suppose(&mut self, number: usize, card: Card) {
        debug_assert!(self.face_down().any(|other| other == number) && self.board().card(number).is_none());
        self.table.board.set_card(number, Some(card));
    }
}
