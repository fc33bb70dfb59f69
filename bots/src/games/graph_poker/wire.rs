//! Views of graph-poker.

use kosti_engine::graph_poker::{GraphGame, GraphSize, GraphView};
use kosti_engine::{Card, Game};
use serde::Serialize;

use crate::protocol::WireGame;
use crate::written::{SeatNumber, Text, by_seat, texts};

/// Graph-poker as a seat sees it.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct WireGraphView {
    /// The seat of the bot.
    seat: SeatNumber,
    /// Rounds that are over.
    round: usize,
    /// Rounds of the whole game.
    rounds: usize,
    /// The cards in hand.
    hand: Vec<Text<Card>>,
    /// The cards on the table in the order in which they were laid: column, row, card (null if it lies face down), seat.
    // There may be hundreds, hence no keys.
    board: Vec<(i16, i16, Option<Text<Card>>, SeatNumber)>,
    /// How many cards each seat holds.
    held: Vec<usize>,
    /// Points by seat.
    scores: Vec<i32>,
}

impl<Z: GraphSize> WireGame for GraphGame<Z> {
    type WireView = WireGraphView;

    fn wire_view(&self, view: &GraphView<Z>) -> WireGraphView {
        let laid = |number: usize| {
            let cell = view.board().cell(number);
            (cell.x, cell.y, view.board().card(number).map(Text), SeatNumber(self.laid_by(number)))
        };
        WireGraphView {
            seat: SeatNumber(view.seat()),
            round: view.rounds(),
            rounds: self.hand_size(),
            hand: texts(view.hand().iter()),
            board: (0..view.board().laid()).map(laid).collect(),
            held: by_seat(self.players(), |seat| self.cards_held(view, seat)),
            scores: by_seat(self.players(), |seat| view.points(seat)),
        }
    }
}
