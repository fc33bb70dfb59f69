//! What the open cards around a cell make of it.

use kosti_engine::CardSet;
use kosti_engine::graph_poker::{Board, Cell, RUN};

use crate::games::graph_poker::greedy::fit::Fit;
use crate::games::graph_poker::search::gains::Gains;
use crate::games::graph_poker::search::grid::REACH;

/// What the open cards around a cell make of it.
pub(super) struct Around {
    /// What each card brings there.
    pub(super) gains: Gains,
    /// The cards of suits of which there are two in line with it.
    pub(super) third: CardSet,
}

impl Around {
    /// Looks around a cell on which no open card lies.
    pub(super) fn new<const CARDS: usize, const SLOTS: usize, const EDGE: usize>(
        board: &Board<CARDS, SLOTS, EDGE>,
        anything: Fit,
        cell: Cell,
    ) -> Self {
        let mut around = Self { gains: Gains::default(), third: CardSet::EMPTY };
        visit_runs(cell, |place, cells| {
            let known = (0..RUN).filter_map(|other| Some((other, board.card_at(cells[other])?)));
            let count = known.clone().count();
            if count < 2 {
                return;
            }
            let fit = known.fold(anything, |fit, (other, card)| fit.with(other, card.index() as u8));
            if !fit.is_possible() {
                return;
            }
            if count == REACH {
                around.gains.add_run(fit, place);
            } else {
                around.third = around.third.or(fit.flush());
            }
        });
        around
    }
}

/// Shows the eight runs through a cell: the place of the cell in each, and all its cells.
pub(crate) fn visit_runs(cell: Cell, mut visitor: impl FnMut(usize, [Cell; RUN])) {
    for (columns, rows) in [(1, 0), (0, 1)] {
        for place in 0..RUN {
            visitor(
                place,
                std::array::from_fn(|other| {
                    let steps = other as i16 - place as i16;
                    cell.plus(columns * steps, rows * steps)
                }),
            );
        }
    }
}
