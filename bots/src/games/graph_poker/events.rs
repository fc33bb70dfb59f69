//! Records of graph-poker.

use kosti_engine::graph_poker::{Cell, ComboKind, Deal, GraphAction, GraphGame, GraphSize, GraphState, Pile};
use kosti_engine::{Card, Game, MAX_SEATS, Seat};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Recorded, json};
use crate::written::{SeatNumber, Text, texts};

/// Something that happened in graph-poker.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum GraphEvent {
    /// The deal, and the cards set aside.
    Deal {
        /// The hands by seat.
        hands: Vec<Vec<Text<Card>>>,
        /// The cards set aside.
        out: Vec<Text<Card>>,
    },
    /// A card laid.
    Lay {
        /// The seat.
        seat: SeatNumber,
        /// The card.
        card: Text<Card>,
        /// Column and row.
        at: [i16; 2],
    },
    /// The end of a round.
    Round {
        /// The round, from 1.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        round: usize,
        /// The combinations that score.
        combos: Vec<ComboEvent>,
    },
}

/// A combination that scored.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ComboEvent {
    /// What it is.
    kind: Text<ComboKind>,
    /// Its cells in line: column and row.
    cells: [[i16; 2]; 4],
    /// The seat that gets its points.
    owner: SeatNumber,
    /// Its points.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 5)))]
    points: u8,
}

fn cards<Z: GraphSize>(pile: &Pile<Z>) -> Vec<Text<Card>> {
    texts(pile.iter())
}

impl<Z: GraphSize> Recorded for GraphGame<Z> {
    type Event = GraphEvent;

    fn drawn(&self, _before: &Self::State, deal: &Deal<Z>, after: &Self::State, events: &mut Vec<GraphEvent>) {
        events.push(GraphEvent::Deal {
            hands: deal.hands[..self.players() as usize].iter().map(cards).collect(),
            out: cards(&self.set_aside(after)),
        });
    }

    fn acted(
        &self,
        _before: &Self::State,
        seat: Seat,
        action: GraphAction,
        after: &GraphState<Z>,
        events: &mut Vec<GraphEvent>,
    ) {
        let pair = |cell: Cell| [cell.x, cell.y];
        events.push(GraphEvent::Lay { seat: SeatNumber(seat), card: Text(action.card), at: pair(action.at) });
        if after.round_ended() {
            let mut combos = Vec::new();
            self.visit_combos(after, |combo| {
                combos.push(ComboEvent {
                    kind: Text(combo.kind),
                    cells: combo.cells.map(pair),
                    owner: SeatNumber(combo.owner),
                    points: combo.points(),
                });
            });
            events.push(GraphEvent::Round { round: after.rounds(), combos });
        }
    }

    fn read_outcome(&self, _state: &Self::State, event: &Value) -> Result<Deal<Z>, String> {
        let mut hands = [Pile::EMPTY; MAX_SEATS];
        for (hand, cards) in hands.iter_mut().zip(json::hands::<Card>(event, self.players())?) {
            *hand = Pile::from_cards(cards).ok_or("a hand holds a card more often than there are decks")?;
        }
        Ok(Deal { hands })
    }

    fn read_action(&self, _state: &Self::State, event: &Value) -> Result<GraphAction, String> {
        let at = json::list(json::field(event, "at")?, |number| {
            let found = number.as_i64().and_then(|number| number.try_into().ok());
            found.ok_or_else(|| format!("expected a column or row, found {number}"))
        })?;
        match at[..] {
            [x, y] => Ok(GraphAction { card: json::notation(event, "card")?, at: Cell::new(x, y) }),
            _ => Err("\"at\" must be [column, row]".into()),
        }
    }

    fn normalise(event: &mut Value) {
        json::sort_each(event, "hands");
        json::sort(event, "out");
        for combo in event.get_mut("combos").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(Value::Array(cells)) = combo.get_mut("cells") {
                let text = |cell: Option<&Value>| cell.map(ToString::to_string);
                if text(cells.first()) > text(cells.last()) {
                    cells.reverse();
                }
            }
        }
        json::sort(event, "combos");
    }
}
