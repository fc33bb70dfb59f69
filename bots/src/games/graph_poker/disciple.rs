//! The disciple of graph-poker: what the document of the game advises, piece by piece. docs/disciples.md lists the places.

use kosti_engine::Game;
use kosti_engine::graph_poker::{GraphAction, GraphGame, GraphSize, GraphView, RUN};

use crate::disciple::{Advice, Follower};
use crate::games::graph_poker::habits::{
    BuildFlush, Builder, NEARLY, ProlongFlush, best_by, cards_of_sets, marks_of, most_in_line, open_at_crossing,
    points_now,
};
use crate::habit::Habit;

/// The player who follows the document of graph-poker.
pub(super) type Disciple = Follower<GraphAdvice>;

/// With how many players the opponents are several.
const SEVERAL: u8 = 3;

/// How many cards make the graph large.
const LARGE: usize = 20;

/// A piece of advice, as it is asked. None of it gives up points that greedy would score at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GraphAdvice {
    /// With several cards of a suit a flush of it is built.
    BuildFlush,
    /// A whole set for a great combination in hand is not touched while the graph is small, where there are several
    /// opponents.
    PostponeSets,
    /// Of cells that are otherwise as good, that at the crossing with most ways to go on is taken.
    Crossings,
    /// Such a set is built once the graph is large.
    BuildSets,
    /// A flush in which a card of its own lies is made longer.
    FifthCard,
}

use GraphAdvice::{BuildSets, Crossings, FifthCard, PostponeSets};

impl<Z: GraphSize> Advice<GraphGame<Z>> for GraphAdvice {
    const ALL: &'static [Self] = &[Self::BuildFlush, PostponeSets, Crossings, BuildSets, FifthCard];

    fn name(self) -> &'static str {
        match self {
            Self::BuildFlush => "build-flush",
            PostponeSets => "postpone-sets",
            BuildSets => "build-sets",
            FifthCard => "fifth-card",
            Crossings => "crossings",
        }
    }

    fn asks(self, game: &GraphGame<Z>, view: &GraphView<Z>, so_far: GraphAction) -> Option<GraphAction> {
        match self {
            Self::BuildFlush => BuildFlush.ask(game, view, so_far),
            PostponeSets => postpone_sets(game, view, so_far),
            Crossings => crossings(game, view, so_far),
            BuildSets => build_sets(game, view, so_far),
            FifthCard => fifth_card(game, view, so_far),
        }
    }
}

/// Whether there are plans to make for sets: the opponents are several, and what it would do scores nothing.
fn plans_sets<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>, so_far: GraphAction) -> bool {
    game.players() >= SEVERAL && points_now(game, view.board(), so_far) == 0
}

fn postpone_sets<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>, so_far: GraphAction) -> Option<GraphAction> {
    if !plans_sets(game, view, so_far) || view.board().laid() >= LARGE {
        return None;
    }
    let kept = cards_of_sets(game.rules().ace(), view.hand(), RUN);
    if !kept.contains(so_far.card) {
        return None;
    }
    best_by(game, view, so_far, |_, action| (!kept.contains(action.card)).then_some(()))
}

fn crossings<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>, so_far: GraphAction) -> Option<GraphAction> {
    let board = view.board();
    let worth = |action| (points_now(game, board, action), most_in_line(board, action));
    let (marks_so_far, worth_so_far) = (marks_of(game, view, so_far)?, worth(so_far));
    best_by(game, view, so_far, |marks, action| {
        let alike =
            action.card == so_far.card && (marks - marks_so_far).abs() <= NEARLY && worth(action) == worth_so_far;
        let open = if alike { open_at_crossing(game, board, action) } else { 0 };
        (open > 0).then_some(open)
    })
}

fn build_sets<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>, so_far: GraphAction) -> Option<GraphAction> {
    if !plans_sets(game, view, so_far) || view.board().laid() < LARGE {
        return None;
    }
    let builder = Builder::new(game, view, RUN)?;
    best_by(game, view, so_far, |_, action| builder.progress(action))
}

fn fifth_card<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>, so_far: GraphAction) -> Option<GraphAction> {
    let points = |action| points_now(game, view.board(), action);
    ProlongFlush.ask(game, view, so_far).filter(|&longer| points(longer) >= points(so_far))
}

#[cfg(test)]
mod tests;
