//! Records of dice games.

use kosti_engine::sheet::{Scoresheet, SheetAction, SheetGame, SheetState};
use kosti_engine::{Dice, Game, Keep, Seat};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Recorded, json};
use crate::written::{RowName, SeatNumber};

/// Something that happened in a dice game; `R` is the name of a row.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline, deny_unknown_fields))]
#[serde(untagged)]
pub enum SheetEvent<R> {
    /// All five dice after the n-th roll of the turn.
    Roll {
        /// The seat.
        seat: SeatNumber,
        /// The dice, in ascending order.
        #[cfg_attr(feature = "schema", schemars(length(equal = 5), inner(range(min = 1, max = 6))))]
        roll: Vec<u8>,
        /// The number of the roll, from 1.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
        n: u8,
    },
    /// The dice kept before the next roll.
    Keep {
        /// The seat.
        seat: SeatNumber,
        /// The dice, in ascending order.
        #[cfg_attr(feature = "schema", schemars(length(max = 5), inner(range(min = 1, max = 6))))]
        keep: Vec<u8>,
    },
    /// The row chosen, as booked.
    Row {
        /// The seat.
        seat: SeatNumber,
        /// The row.
        row: R,
        /// The points.
        points: i32,
        /// Whether it is crossed.
        crossed: bool,
    },
}

impl<S: Scoresheet> Recorded for SheetGame<S> {
    type Event = SheetEvent<RowName<S::Row>>;

    fn drawn(&self, before: &SheetState, dice: &Dice, _after: &SheetState, events: &mut Vec<Self::Event>) {
        let request = self.request(before);
        events.push(SheetEvent::Roll { seat: SeatNumber(request.seat), roll: dice.faces().collect(), n: request.roll });
    }

    fn acted(
        &self,
        before: &SheetState,
        seat: Seat,
        action: Self::Action,
        _after: &SheetState,
        events: &mut Vec<Self::Event>,
    ) {
        let seat = SeatNumber(seat);
        events.push(match action {
            SheetAction::Keep(keep) => SheetEvent::Keep { seat, keep: keep.faces().collect() },
            SheetAction::Row(row) => {
                let booking = self.booking_now(before, row);
                SheetEvent::Row { seat, row: RowName(row), points: booking.points, crossed: booking.crossed }
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
