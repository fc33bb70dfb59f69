//! Records of rims.

use kosti_engine::rims::{RimsAction, RimsDeal, RimsPhase, RimsState};
use kosti_engine::{Card, CardSet, Game, Rims, Seat, Suit};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Recorded, json};
use crate::written::{SeatNumber, Text, texts};

/// Something that happened in rims.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum RimsEvent {
    /// A deal.
    Deal {
        /// The dealer.
        dealer: SeatNumber,
        /// The hands by seat.
        hands: Vec<Vec<Text<Card>>>,
    },
    /// A card shown in the trump phase.
    Show {
        /// The seat.
        seat: SeatNumber,
        /// The card.
        show: Text<Card>,
    },
    /// The dealer does not fight on.
    Stand {
        /// The seat.
        seat: SeatNumber,
        /// Always true.
        #[cfg_attr(feature = "schema", schemars(extend("const" = true)))]
        stand: bool,
    },
    /// The end of the trump phase.
    Trump {
        /// The suit.
        trump: Text<Suit>,
        /// How many circles it took.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        circles: u8,
    },
    /// A card played to a trick.
    Play {
        /// The seat.
        seat: SeatNumber,
        /// What is played.
        play: Text<Card>,
    },
    /// The seat that took the trick.
    Trick {
        /// The seat that took it.
        trick: SeatNumber,
    },
}

impl Recorded for Rims {
    type Event = RimsEvent;

    fn drawn(&self, before: &RimsState, deal: &RimsDeal, _after: &RimsState, events: &mut Vec<RimsEvent>) {
        let hands = &deal.hands[..self.players() as usize];
        events.push(RimsEvent::Deal {
            dealer: SeatNumber(before.table().dealer()),
            hands: hands.iter().map(|hand| texts(hand.iter())).collect(),
        });
    }

    fn acted(
        &self,
        before: &RimsState,
        seat: Seat,
        action: RimsAction,
        after: &RimsState,
        events: &mut Vec<RimsEvent>,
    ) {
        let was_playing = before.table().phase() == RimsPhase::Play;
        let seat = SeatNumber(seat);
        events.push(match action {
            RimsAction::Stand => RimsEvent::Stand { seat, stand: true },
            RimsAction::Card(card) if was_playing => RimsEvent::Play { seat, play: Text(card) },
            RimsAction::Card(card) => RimsEvent::Show { seat, show: Text(card) },
        });
        if was_playing {
            let winner = Seat::all(self.players()).find(|&s| after.table().tricks(s) > before.table().tricks(s));
            events.extend(winner.map(|winner| RimsEvent::Trick { trick: SeatNumber(winner) }));
        } else if after.table().phase() == RimsPhase::Play {
            // In the play there is always a trump.
            let circles = after.table().circles();
            events.extend(after.table().trump().map(|trump| RimsEvent::Trump { trump: Text(trump), circles }));
        }
    }

    fn read_outcome(&self, _state: &RimsState, event: &Value) -> Result<RimsDeal, String> {
        let dealt = json::hands::<Card>(event, self.players())?;
        let mut hands = [CardSet::EMPTY; kosti_engine::rims::MAX_PLAYERS];
        for (hand, cards) in hands.iter_mut().zip(dealt) {
            *hand = cards.iter().copied().collect();
            if hand.len() != cards.len() {
                return Err("a hand holds a card twice".into());
            }
        }
        Ok(RimsDeal { hands })
    }

    fn read_action(&self, state: &RimsState, event: &Value) -> Result<RimsAction, String> {
        let key = if state.table().phase() == RimsPhase::Play { "play" } else { "show" };
        if event.get("stand").is_some() {
            return Ok(RimsAction::Stand);
        }
        json::notation(event, key).map(RimsAction::Card)
    }

    fn normalise(event: &mut Value) {
        json::sort_each(event, "hands");
    }
}
