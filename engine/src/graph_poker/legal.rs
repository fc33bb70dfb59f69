//! The legal actions of a moment.

use core::iter;
use core::ops::ControlFlow;

use crate::card::CardSet;
use crate::game::ActionSet;
use crate::graph_poker::action::GraphAction;
use crate::graph_poker::board::{Board, Spot};
use crate::graph_poker::cell::Cell;
use crate::graph_poker::size::GraphSize;

/// Every card of a hand at every cell of the edge, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct GraphLegal<'a, Z: GraphSize> {
    pub(super) board: &'a Board<Z>,
    pub(super) cards: CardSet,
    /// How many cards that are.
    pub(super) count: u8,
}

impl<'a, Z: GraphSize> GraphLegal<'a, Z> {
    /// The different cards that may be laid.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// Where they may be laid, if there are any.
    #[inline]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<'a, Z> {
        self.board.edge()
    }
}

impl<Z: GraphSize> ActionSet<GraphAction> for GraphLegal<'_, Z> {
    #[inline]
    fn len(&self) -> usize {
        usize::from(self.count) * self.board.edge_len()
    }

    #[inline]
    fn nth(&self, index: usize) -> GraphAction {
        let (index, count) = (index as u32, u32::from(self.count));
        let card = self.cards.nth((index % count) as usize);
        GraphAction { card, at: self.board.edge_cell((index / count) as usize) }
    }

    #[inline]
    fn contains(&self, action: GraphAction) -> bool {
        self.cards.contains(action.card) && self.board.spot(action.at) == Spot::Edge
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = GraphAction> {
        let GraphLegal { board, cards, .. } = *self;
        let mut cells = board.edge();
        let mut at = Cell::ORIGIN;
        let mut rest = CardSet::EMPTY;
        iter::from_fn(move || {
            if rest.is_empty() {
                at = cells.next()?;
                rest = cards;
            }
            let card = rest.lowest()?;
            rest.remove(card);
            Some(GraphAction { card, at })
        })
    }

    #[inline]
    fn visit<B>(&self, mut visitor: impl FnMut(GraphAction) -> ControlFlow<B>) -> ControlFlow<B> {
        for at in self.board.edge() {
            for card in self.cards.iter() {
                visitor(GraphAction { card, at })?;
            }
        }
        ControlFlow::Continue(())
    }
}
