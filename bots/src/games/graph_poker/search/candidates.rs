//! The candidates of a search.
//!
//! They are ranked by greedy's marks. To these come marks for what greedy does not see: a card that lies face down where
//! some card brings points probably is such a card, and a run of its suit can be finished beyond it.

use std::iter;

use kosti_engine::graph_poker::{Cell, GraphAction, GraphGame, GraphSize, GraphView, RUN, Spot};
use kosti_engine::{CardSet, Game, MAX_SEATS, Suit};

use crate::games::graph_poker::fit::Fit;
use crate::games::graph_poker::greedy::visit_marks;
use crate::games::graph_poker::runs::visit_runs;
use crate::games::graph_poker::search::neighbourhood::Neighbourhood;
use crate::games::graph_poker::search::ranking::Ranking;

/// Marks for a card that finishes a run if a face-down card is what it seems.
const GUESSED_RUN: i32 = 80;
/// Marks for each rank below such a card: the higher one owns the run.
const HEIGHT: i32 = 5;

/// Ranks the legal actions.
pub(super) fn rank<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>) -> Ranking {
    let guessed = GuessedRuns::new(game, view);
    let mut ranking = Ranking::new();
    visit_marks(game, view, |marks, action| ranking.add(marks + guessed.marks(action), action));
    ranking
}

/// Free cells where a card of a suit finishes a run if a face-down card has that suit too.
struct GuessedRuns {
    found: [(Cell, Suit); Self::MOST],
    len: usize,
}

impl GuessedRuns {
    /// Each face-down card is in eight runs, at most two free cells of which matter in either direction.
    const MOST: usize = 4 * MAX_SEATS;

    fn new<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>) -> Self {
        let mut guessed = Self { found: [(Cell::ORIGIN, Suit::Spades); Self::MOST], len: 0 };
        let anything = Fit::anything(game.rules().ace());
        let unseen = game.unseen(view).distinct();
        let board = view.board();
        for cell in view.face_down().map(|number| board.cell(number)) {
            let (points, best) = Neighbourhood::new(board, anything, cell).gains.best(unseen);
            if points == 0 {
                continue;
            }
            visit_runs(cell, |place, cells| {
                let spots = cells.map(|cell| board.spot(cell));
                let free = (0..RUN).find(|&other| spots[other] == Spot::Edge);
                let open = spots.iter().filter(|spot| matches!(spot, Spot::Card(_))).count();
                let (Some(free), 2) = (free, open) else { return };
                let fit = iter::zip(0..RUN, spots).fold(anything, |fit, (other, spot)| match spot {
                    Spot::Card(card) => fit.with(other, card.index() as u8),
                    _ => fit,
                });
                debug_assert_ne!(free, place);
                if let Some(suit) = fit.suit()
                    && !best.and(CardSet::suit(suit)).is_empty()
                {
                    guessed.add(cells[free], suit);
                }
            });
        }
        guessed
    }

    fn add(&mut self, cell: Cell, suit: Suit) {
        if self.len < Self::MOST {
            self.found[self.len] = (cell, suit);
            self.len += 1;
        }
    }

    /// The marks of an action for all runs that it may finish so.
    #[inline]
    fn marks(&self, action: GraphAction) -> i32 {
        let runs = self.found[..self.len].iter().filter(|&&found| found == (action.at, action.card.suit()));
        runs.count() as i32 * (GUESSED_RUN + HEIGHT * action.card.rank().index() as i32)
    }
}
