//! Habits with flushes in which a seat laid cards itself: to keep them from others, and to make them longer.

use std::cmp::Reverse;

use kosti_engine::graph_poker::{Board, Cell, GraphAction, GraphGame, GraphSize, GraphView, RUN, Spot};
use kosti_engine::{ActionSet, Card, Game, Suit};

use crate::games::graph_poker::habits::{best_by, own_cells, points_now};
use crate::games::graph_poker::runs::visit_runs;
use crate::habit::Habit;

/// Leaves as few offers as it can: runs of three open cards of one suit, at least one of them its own, that a card which
/// it has not seen would finish.
///
/// It lays the best other card or takes the best other cell by greedy's marks, be it one that spoils an earlier offer. It
/// has no say if the player would score, would leave no offer, or can leave no fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuardFlush;

/// Makes a finished flush longer in which it laid a card, whatever else there is to score.
///
/// The new card goes to either end of four open cards of its suit, and so scores with the three next to it. If there are
/// several ways, it is the one that scores most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProlongFlush;

impl<Z: GraphSize> Habit<GraphGame<Z>> for GuardFlush {
    fn ask(&self, game: &GraphGame<Z>, view: &GraphView<Z>, usual: GraphAction) -> Option<GraphAction> {
        let offers = Offers::new(game, view);
        let usually_left = offers.left_by(usual);
        if usually_left == 0 || points_now(game, view.board(), usual) > 0 {
            return None;
        }
        best_by(game, view, usual, |_, action| {
            let left = offers.left_by(action);
            (left < usually_left).then_some(Reverse(left))
        })
    }
}

impl<Z: GraphSize> Habit<GraphGame<Z>> for ProlongFlush {
    fn ask(&self, game: &GraphGame<Z>, view: &GraphView<Z>, usual: GraphAction) -> Option<GraphAction> {
        let own: Vec<Cell> = own_cells(game, view).collect();
        let points = |action| prolongs(view.board(), &own, action).then(|| points_now(game, view.board(), action));
        let most = game.legal_in(view).iter().filter_map(points).max()?;
        // Marks take time, and are seldom needed.
        if points(usual) == Some(most) { Some(usual) } else { best_by(game, view, usual, |_, action| points(action)) }
    }
}

/// The runs of three of a suit that lie open, of which the seat laid a card, and of which others may have the fourth.
struct Offers<'a, Z: GraphSize> {
    board: &'a Board<Z>,
    /// The suits of which the seat has not seen every card.
    unseen: Vec<Suit>,
    /// The free cell of each run.
    gaps: Vec<Cell>,
}

impl<'a, Z: GraphSize> Offers<'a, Z> {
    fn new(game: &GraphGame<Z>, view: &'a GraphView<Z>) -> Self {
        let board = view.board();
        let unseen = game.unseen(view).distinct();
        let unseen: Vec<Suit> =
            Suit::ALL.into_iter().filter(|&suit| unseen.iter().any(|card| card.suit() == suit)).collect();
        let own: Vec<Cell> = own_cells(game, view).collect();
        let mut gaps = Vec::new();
        for gap in board.edge() {
            visit_runs(gap, |place, cells| {
                let mut others = (0..RUN).filter(|&other| other != place).map(|other| cells[other]);
                let mut suits = others.clone().map(|cell| board.card_at(cell).map(Card::suit));
                let suit = suits.next().flatten().filter(|suit| unseen.contains(suit));
                if suit.is_some() && suits.all(|other| other == suit) && others.any(|cell| own.contains(&cell)) {
                    gaps.push(gap);
                }
            });
        }
        Self { board, unseen, gaps }
    }

    /// How many there are after an action: the earlier ones whose gap it leaves, and its own.
    fn left_by(&self, action: GraphAction) -> usize {
        let suit = action.card.suit();
        let mut left = self.gaps.iter().filter(|&&gap| gap != action.at).count();
        if self.unseen.contains(&suit) {
            visit_runs(action.at, |place, cells| {
                let spots = (0..RUN).filter(|&other| other != place).map(|other| self.board.spot(cells[other]));
                let of_suit = spots.clone().filter(|spot| matches!(spot, Spot::Card(card) if card.suit() == suit));
                let free = spots.clone().filter(|spot| matches!(spot, Spot::Edge | Spot::Far));
                left += usize::from(of_suit.count() == RUN - 2 && free.count() == 1);
            });
        }
        left
    }
}

/// Whether an action adds a card to either end of four open ones of its suit, one of which lies on one of these cells.
fn prolongs<Z: GraphSize>(board: &Board<Z>, own: &[Cell], action: GraphAction) -> bool {
    [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(columns, rows)| {
        let mut flush = (1..=RUN as i16).map(|steps| action.at.plus(columns * steps, rows * steps));
        let is_of_suit = |cell| board.card_at(cell).is_some_and(|card| card.suit() == action.card.suit());
        flush.clone().all(is_of_suit) && flush.any(|cell| own.contains(&cell))
    })
}
