//! Records of rims.

use kosti_engine::rims::{RimsAction, RimsDeal, RimsPhase, RimsState};
use kosti_engine::{Card, CardSet, Game, Rims, Seat};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Recorded, json};

/// Something that happened in rims.
#[derive(Serialize, Clone, Debug)]
#[serde(untagged)]
pub enum RimsEvent {
    /// A deal.
    Deal {
        /// The dealer.
        dealer: usize,
        /// The hands by seat.
        hands: Vec<Vec<String>>,
    },
    /// A card shown in the trump phase.
    Show {
        /// The seat.
        seat: usize,
        /// The card.
        show: String,
    },
    /// The dealer does not fight on.
    Stand {
        /// The seat.
        seat: usize,
        /// Always true.
        stand: bool,
    },
    /// The end of the trump phase.
    Trump {
        /// The suit.
        trump: String,
        /// How many circles it took.
        circles: u8,
    },
    /// A card played to a trick.
    Play {
        /// The seat.
        seat: usize,
        /// What is played.
        play: String,
    },
    /// The seat that took the trick.
    Trick {
        /// The seat that took it.
        trick: usize,
    },
}

impl Recorded for Rims {
    type Event = RimsEvent;

    fn drawn(&self, before: &RimsState, deal: &RimsDeal, _after: &RimsState, events: &mut Vec<RimsEvent>) {
        let hands = &deal.hands[..self.players() as usize];
        events.push(RimsEvent::Deal {
            dealer: before.table().dealer().index(),
            hands: hands.iter().map(|hand| hand.iter().map(|card| card.to_string()).collect()).collect(),
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
        let number = seat.index();
        events.push(match action {
            RimsAction::Stand => RimsEvent::Stand { seat: number, stand: true },
            RimsAction::Card(card) if was_playing => RimsEvent::Play { seat: number, play: card.to_string() },
            RimsAction::Card(card) => RimsEvent::Show { seat: number, show: card.to_string() },
        });
        if was_playing {
            let winner = Seat::all(self.players()).find(|&s| after.table().tricks(s) > before.table().tricks(s));
            events.extend(winner.map(|winner| RimsEvent::Trick { trick: winner.index() }));
        } else if after.table().phase() == RimsPhase::Play {
            let trump = after.table().trump().map_or(String::new(), |suit| suit.to_string());
            events.push(RimsEvent::Trump { trump, circles: after.table().circles() });
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
