//! What the open cards around a cell make of it.

use kosti_engine::CardSet;
use kosti_engine::graph_poker::{Board, Cell, GraphSize, RUN};

use crate::games::graph_poker::fit::Fit;
use crate::games::graph_poker::runs::visit_runs;
use crate::games::graph_poker::search::gains::Gains;
use crate::games::graph_poker::search::grid::REACH;

/// What the open cards around a cell make of it.
pub(super) struct Neighbourhood {
    /// What each card brings there.
    pub(super) gains: Gains,
    /// The cards of suits of which there are two in line with it.
    pub(super) third: CardSet,
}

impl Neighbourhood {
    /// Looks around a cell on which no open card lies.
    pub(super) fn new<Z: GraphSize>(board: &Board<Z>, anything: Fit, cell: Cell) -> Self {
        let mut neighbourhood = Self { gains: Gains::default(), third: CardSet::EMPTY };
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
                neighbourhood.gains.add_run(fit, place);
            } else {
                neighbourhood.third = neighbourhood.third.or(fit.flush());
            }
        });
        neighbourhood
    }
}
