//! Views of graph-poker.

use kosti_engine::graph_poker::{GraphGame, GraphSize, GraphView};
use kosti_engine::{Card, Game};
use serde::Serialize;

use crate::protocol::{Text, WireGame, by_seat, texts};

/// Graph-poker as a seat sees it.
#[derive(Serialize, Debug)]
pub struct WireGraphView {
    seat: usize,
    /// Rounds that are over.
    round: usize,
    rounds: usize,
    hand: Vec<Text<Card>>,
    /// Column, row, card, seat, in the order in which the cards were laid. There may be hundreds, hence no keys.
    board: Vec<(i16, i16, Option<Text<Card>>, usize)>,
    held: Vec<usize>,
    scores: Vec<i32>,
}

impl<Z: GraphSize> WireGame for GraphGame<Z> {
    type WireView = WireGraphView;

    fn wire_view(&self, view: &GraphView<Z>) -> WireGraphView {
        let laid = |number: usize| {
            let cell = view.board().cell(number);
            (cell.x, cell.y, view.board().card(number).map(Text), self.laid_by(number).index())
        };
        WireGraphView {
            seat: view.seat().index(),
            round: view.rounds(),
            rounds: self.hand_size(),
            hand: texts(view.hand().iter()),
            board: (0..view.board().laid()).map(laid).collect(),
            held: by_seat(self.players(), |seat| self.cards_held(view, seat)),
            scores: by_seat(self.players(), |seat| view.points(seat)),
        }
    }
}
