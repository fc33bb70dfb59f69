//! Records of domino-poker.

use kosti_engine::domino_poker::{Direction, DominoAction, DominoDeal, DominoPhase, DominoState, MAX_PLAYERS, Stage};
use kosti_engine::{DOMINOES, Domino, DominoPoker, DominoSet, Game, Seat};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Recorded, json};
use crate::written::{SeatNumber, Text, texts};

/// Something that happened in domino-poker.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum DominoEvent {
    /// A deal.
    Deal {
        /// The stage.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = stages_with_hands())))]
        stage: Text<Stage>,
        /// The seat that starts.
        starter: SeatNumber,
        /// The hands by seat.
        hands: Vec<Vec<Text<Domino>>>,
    },
    /// A bid.
    Bid {
        /// The seat.
        seat: SeatNumber,
        /// The bid.
        #[cfg_attr(feature = "schema", schemars(range(max = kosti_engine::domino_poker::MAX_HAND)))]
        bid: u8,
    },
    /// A domino played to a trick.
    Play {
        /// The seat.
        seat: SeatNumber,
        /// What is played.
        play: Text<Domino>,
    },
    /// The seat that took the trick.
    Trick {
        /// The seat that took it.
        trick: SeatNumber,
    },
    /// The points of a deal.
    Points {
        /// The points.
        points: Vec<i32>,
    },
    /// The ring of the last stage, and what was picked.
    Last {
        /// Always `last`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = Stage::Last.to_string())))]
        stage: Text<Stage>,
        /// The dominoes of the ring, from place 0.
        #[cfg_attr(feature = "schema", schemars(length(equal = DOMINOES)))]
        ring: Vec<Text<Domino>>,
        /// The seat that picks.
        picker: SeatNumber,
        /// The place that is picked.
        #[cfg_attr(feature = "schema", schemars(range(max = DOMINOES - 1)))]
        pick: u8,
        /// 1 or -1.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = [1, -1])))]
        direction: i8,
    },
    /// A domino opened or not in the last stage.
    Open {
        /// The seat.
        seat: SeatNumber,
        /// Whether it opens.
        open: bool,
    },
}

/// The names of the stages that begin with a deal of hands.
#[cfg(feature = "schema")]
fn stages_with_hands() -> Vec<String> {
    Stage::ALL.iter().filter(|stage| **stage != Stage::Last).map(ToString::to_string).collect()
}

impl Recorded for DominoPoker {
    type Event = DominoEvent;

    fn drawn(&self, before: &DominoState, deal: &DominoDeal, _after: &DominoState, events: &mut Vec<DominoEvent>) {
        // The ring is written together with what is picked from it.
        if let DominoDeal::Hands(hands) = deal {
            let hands = &hands[..self.players() as usize];
            events.push(DominoEvent::Deal {
                stage: Text(before.table().stage()),
                starter: SeatNumber(before.table().starter()),
                hands: hands.iter().map(|hand| texts(hand.iter())).collect(),
            });
        }
    }

    fn acted(
        &self,
        before: &DominoState,
        seat: Seat,
        action: DominoAction,
        after: &DominoState,
        events: &mut Vec<DominoEvent>,
    ) {
        let table = before.table();
        let number = SeatNumber(seat);
        match action {
            DominoAction::Bid(bid) => events.push(DominoEvent::Bid { seat: number, bid }),
            DominoAction::Play(domino) => {
                events.push(DominoEvent::Play { seat: number, play: Text(domino) });
                if table.in_trick() + 1 == self.players() as usize {
                    let wins = table.best().is_none_or(|best| domino.beats(best));
                    let winner = if wins { seat } else { table.best_seat() };
                    events.push(DominoEvent::Trick { trick: SeatNumber(winner) });
                }
            }
            DominoAction::Pick(pick, direction) => events.push(DominoEvent::Last {
                stage: Text(Stage::Last),
                ring: texts(before.ring().into_iter().flatten().copied()),
                picker: number,
                pick,
                direction: direction.sign(),
            }),
            DominoAction::Open => events.push(DominoEvent::Open { seat: number, open: true }),
            DominoAction::Close => events.push(DominoEvent::Open { seat: number, open: false }),
        }
        if after.table().deal() > table.deal() {
            let earned = |seat| after.table().score(seat) - table.score(seat);
            events.push(DominoEvent::Points { points: Seat::all(self.players()).map(earned).collect() });
        }
    }

    fn read_outcome(&self, state: &DominoState, event: &Value) -> Result<DominoDeal, String> {
        if state.table().stage() == Stage::Last {
            let ring: Vec<Domino> = json::list(json::field(event, "ring")?, json::parse)?;
            let ring: [Domino; DOMINOES] = ring.try_into().map_err(|_| "the ring must have 28 dominoes")?;
            return Ok(DominoDeal::Ring(ring));
        }
        let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
        for (hand, dominoes) in hands.iter_mut().zip(json::hands::<Domino>(event, self.players())?) {
            *hand = dominoes.iter().copied().collect();
            if hand.len() != dominoes.len() {
                return Err("a hand holds a domino twice".into());
            }
        }
        Ok(DominoDeal::Hands(hands))
    }

    fn read_action(&self, state: &DominoState, event: &Value) -> Result<DominoAction, String> {
        match state.table().phase() {
            DominoPhase::Bid => json::small(json::field(event, "bid")?).map(DominoAction::Bid),
            DominoPhase::Pick => {
                let direction = match json::field(event, "direction")?.as_i64() {
                    Some(1) => Direction::Forward,
                    Some(-1) => Direction::Backward,
                    _ => return Err("\"direction\" must be 1 or -1".into()),
                };
                Ok(DominoAction::Pick(json::small(json::field(event, "pick")?)?, direction))
            }
            DominoPhase::Opening => match json::field(event, "open")?.as_bool() {
                Some(true) => Ok(DominoAction::Open),
                Some(false) => Ok(DominoAction::Close),
                None => Err("\"open\" must be true or false".into()),
            },
            DominoPhase::Play | DominoPhase::Deal | DominoPhase::Over => {
                json::notation(event, "play").map(DominoAction::Play)
            }
        }
    }

    fn normalise(event: &mut Value) {
        json::sort_each(event, "hands");
    }

    /// All open at once, so their order says nothing: the engine asks from the picker on.
    fn arrange(&self, events: &mut [Value]) {
        let players = u64::from(self.players());
        let Some(last) = events.iter().position(|event| event.get("ring").is_some()) else { return };
        let Some(picker) = events[last].get("picker").and_then(Value::as_u64) else { return };
        let openings = events[last + 1..].iter().take(players as usize);
        let count = openings.take_while(|event| event.get("open").is_some()).count();
        events[last + 1..][..count].sort_by_key(|event| {
            let seat = event.get("seat").and_then(Value::as_u64).unwrap_or(0) % players;
            (seat + players - picker % players) % players
        });
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::{Game, Rules};
    use serde_json::json;

    use super::*;

    /// The seats in the order in which they open, after a picker and seats in the order of a file.
    fn arranged(picker: u64, seats: &[u64]) -> Vec<u64> {
        let game = DominoPoker::new(Rules::parse("players=4,last=on").unwrap());
        let open = |seat: &u64| json!({"seat": seat, "open": true});
        let ring = [json!({"seat": 0, "play": "6-6"}), json!({"ring": [], "picker": picker})];
        let mut events: Vec<Value> = ring.into_iter().chain(seats.iter().map(open)).collect();
        game.arrange(&mut events);
        events[2..].iter().map(|event| event["seat"].as_u64().unwrap()).collect()
    }

    #[test]
    fn openings_stand_from_the_picker_on() {
        assert_eq!(arranged(0, &[3, 1, 2, 0]), [0, 1, 2, 3]);
        assert_eq!(arranged(2, &[0, 1, 2, 3]), [2, 3, 0, 1]);
        assert_eq!(arranged(3, &[0, 2, 1, 3]), [3, 0, 1, 2]);
        // Seats that do not exist are for the replay to refuse.
        assert_eq!(arranged(99, &[7, 0]), [7, 0]);
    }
}
