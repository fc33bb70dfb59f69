//! Views of graph-poker.

use kosti_engine::graph_poker::{Cell, Deal, GraphAction, GraphGame, GraphSize, GraphState, GraphView, Pile};
use kosti_engine::{Card, Game, ImpossibleOutcome, MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

use crate::protocol::{ViewError, WireGame, replay};
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

/// What is read of a view of graph-poker.
#[derive(Deserialize, Debug)]
pub struct ReadGraphView {
    seat: SeatNumber,
    hand: Vec<Text<Card>>,
    board: Vec<(i16, i16, Option<Text<Card>>, SeatNumber)>,
}

impl<Z: GraphSize> WireGame for GraphGame<Z> {
    type WireView = WireGraphView;
    type ReadView = ReadGraphView;

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

    fn rebuild(&self, told: &ReadGraphView) -> Result<(GraphState<Z>, Seat), ViewError> {
        let SeatNumber(own) = told.seat;
        let mut unseen = Pile::<Z>::of_decks(usize::from(self.rules().decks()));
        let known = told.hand.iter().chain(told.board.iter().filter_map(|(_, _, card, _)| card.as_ref()));
        for &Text(card) in known {
            if !unseen.contains(card) {
                return Err(ViewError::TooOften(card.to_string()));
            }
            unseen.remove(card);
        }
        // Whatever is not seen will do for a card that is not known.
        let mut spare = unseen.iter();
        let mut lays = Vec::new();
        let mut hands = vec![Vec::new(); MAX_SEATS];
        for (number, (x, y, card, _)) in told.board.iter().enumerate() {
            let card = match card {
                Some(Text(card)) => *card,
                None => spare.next().ok_or(ImpossibleOutcome::NotInStock)?,
            };
            hands[self.laid_by(number).index()].push(card);
            lays.push(GraphAction { card, at: Cell { x: *x, y: *y } });
        }
        hands[own.index()].extend(told.hand.iter().map(|card| card.0));
        for seat in Seat::all(self.players()) {
            let hand = &mut hands[seat.index()];
            if hand.len() > self.hand_size() || (seat == own && hand.len() < self.hand_size()) {
                return Err(ViewError::HandSize { seat, held: hand.len(), dealt: self.hand_size() });
            }
            hand.extend(spare.by_ref().take(self.hand_size() - hand.len()));
        }
        let mut piles = [Pile::EMPTY; MAX_SEATS];
        for (pile, hand) in piles.iter_mut().zip(hands) {
            *pile = Pile::from_cards(hand).ok_or(ImpossibleOutcome::NotInStock)?;
        }
        let (mut state, deal) = (self.start(), Deal { hands: piles });
        self.check_outcome(&state, &deal)?;
        self.resolve(&mut state, &deal);
        lays.into_iter().try_for_each(|lay| replay(self, &mut state, lay))?;
        Ok((state, own))
    }
}
