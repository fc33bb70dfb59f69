//! The whole truth about a game.

use crate::graph_poker::board::Board;
use crate::graph_poker::pile::Pile;
use crate::graph_poker::size::GraphSize;
use crate::graph_poker::table::Table;
use crate::seat::{MAX_SEATS, Seat};

/// A game of graph-poker in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphState<Z: GraphSize> {
    pub(super) table: Table<Z>,
    pub(super) hands: [Pile<Z>; MAX_SEATS],
}

impl<Z: GraphSize> GraphState<Z> {
    /// What lies on the table; no card is unknown.
    #[inline]
    pub fn board(&self) -> &Board<Z> {
        &self.table.board
    }

    /// What a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Pile<Z> {
        &self.hands[seat.index()]
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

    /// Whether the last card laid was the last of its round.
    #[inline]
    pub fn round_ended(&self) -> bool {
        self.table.round_ended()
    }
}
