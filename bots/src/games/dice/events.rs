//! Records of dice games.

use kosti_engine::sheet::{Scoresheet, SheetAction, SheetGame, SheetState};
use kosti_engine::{Dice, Game, Keep, Seat};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Recorded, json};

/// Something that happened in a dice game.
#[derive(Serialize, Clone, Debug)]
#[serde(untagged)]
pub enum SheetEvent {
    /// All five dice after the n-th roll of the turn.
    Roll {
        /// The seat.
        seat: usize,
        /// The dice, in ascending order.
        roll: Vec<u8>,
        /// The number of the roll, from 1.
        n: u8,
    },
    /// The dice kept before the next roll.
    Keep {
        /// The seat.
        seat: usize,
        /// The dice, in ascending order.
        keep: Vec<u8>,
    },
    /// The row chosen, as booked.
    Row {
        /// The seat.
        seat: usize,
        /// The row.
        row: String,
        /// The points.
        points: i32,
        /// Whether it is crossed.
        crossed: bool,
    },
}

impl<S: Scoresheet> Recorded for SheetGame<S> {
    type Event = SheetEvent;

    fn drawn(&self, before: &SheetState, dice: &Dice, _after: &SheetState, events: &mut Vec<SheetEvent>) {
        let request = self.request(before);
        events.push(SheetEvent::Roll { seat: request.seat.index(), roll: dice.faces().collect(), n: request.roll });
    }

    fn acted(
        &self,
        before: &SheetState,
        seat: Seat,
        action: Self::Action,
        _after: &SheetState,
        events: &mut Vec<SheetEvent>,
    ) {
        let seat = seat.index();
        events.push(match action {
            SheetAction::Keep(keep) => SheetEvent::Keep { seat, keep: keep.faces().collect() },
            SheetAction::Row(row) => {
                let booking = self.booking_now(before, row);
                SheetEvent::Row { seat, row: row.to_string(), points: booking.points, crossed: booking.crossed }
            }
        });
    }

    fn read_outcome(&self, _state: &SheetState, event: &Value) -> Result<Dice, String> {
        let faces = json::list(json::field(event, "roll")?, json::small)?;
        let five = faces.try_into().ok().and_then(Dice::from_faces);
        five.ok_or_else(|| "a roll is five dice from 1 to 6".into())
    }

    fn read_action(&self, _state: &SheetState, event: &Value) -> Result<Self::Action, String> {
        if let Some(keep) = event.get("keep") {
            let faces = json::list(keep, json::small)?;
            let keep = Keep::from_faces(&faces).ok_or("a keep is up to five dice from 1 to 6")?;
            return Ok(SheetAction::Keep(keep));
        }
        match event.get("row") {
            Some(row) => json::parse(row).map(SheetAction::Row),
            None => Err("expected a \"keep\" or a \"row\"".into()),
        }
    }

    fn normalise(event: &mut Value) {
        json::sort(event, "roll");
        json::sort(event, "keep");
    }
}
