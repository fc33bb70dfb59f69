//! Views of dice games.

use std::collections::BTreeMap;

use kosti_engine::sheet::{Row, RowSet, Scoresheet, Sheet, SheetGame, SheetState, SheetView};
use kosti_engine::{DICE, Dice, Game, MAX_SEATS, NotationError, Seat};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::protocol::{ViewError, WireGame};
use crate::written::{RowName, SeatNumber, by_seat};

/// A dice game as a seat sees it.
#[derive(Serialize, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "WireSheetView", inline, bound = "R: Row", deny_unknown_fields)
)]
#[serde(bound = "")]
pub struct WireSheetView<R: Row> {
    /// The seat of the bot.
    seat: SeatNumber,
    /// Rolls made in this turn.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    rolls: u8,
    /// The five dice, lowest first.
    #[cfg_attr(feature = "schema", schemars(length(equal = 5), inner(range(min = 1, max = 6))))]
    dice: Vec<u8>,
    /// For each row that may be filled, what it would book now.
    books: Points<R>,
    /// The sheets by seat.
    sheets: Vec<WireSheet<R>>,
}

/// The sheet of a seat.
#[derive(Serialize, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "WireSheet", inline, bound = "R: Row", deny_unknown_fields)
)]
#[serde(bound = "")]
struct WireSheet<R: Row> {
    /// The points booked in each filled row.
    rows: Points<R>,
    /// The rows that are crossed.
    crossed: Vec<RowName<R>>,
    /// The total as if the game ended now.
    total: i32,
}

/// Points by row.
#[derive(Debug)]
struct Points<R>(Vec<(R, i32)>);

impl<R: Row> Serialize for Points<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (row, points) in &self.0 {
            map.serialize_entry(R::NAMES[row.index()], points)?;
        }
        map.end()
    }
}

#[cfg(feature = "schema")]
impl<R: Row> schemars::JsonSchema for Points<R> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let rows: serde_json::Map<String, serde_json::Value> =
            R::NAMES.iter().map(|name| ((*name).into(), i32::json_schema(generator).to_value())).collect();
        schemars::json_schema!({ "type": "object", "properties": rows, "additionalProperties": false })
    }
}

/// What is read of a view of a dice game.
#[derive(Deserialize, Debug)]
pub struct ReadSheetView {
    seat: SeatNumber,
    rolls: u8,
    dice: [u8; DICE],
    sheets: Vec<ReadSheet>,
}

/// What is read of a sheet.
#[derive(Deserialize, Debug)]
struct ReadSheet {
    rows: BTreeMap<String, i32>,
    /// The total tells the bonuses of jokers.
    total: i32,
}

impl ReadSheet {
    fn rebuild<S: Scoresheet>(&self, game: &SheetGame<S>) -> Result<Sheet, String> {
        let told = self.rows.iter().map(|(row, &points)| Ok((row.parse::<S::Row>()?, points)));
        let rows: Vec<(S::Row, i32)> = told.collect::<Result<_, NotationError>>().map_err(|error| error.to_string())?;
        let sheet = game.sheet_with(rows).map_err(|error| error.to_string())?;
        let bonus = self.total.checked_sub(game.total(&sheet)).unwrap_or(i32::MAX);
        if S::BONUS == 0 { Ok(sheet) } else { game.with_bonus(sheet, bonus).map_err(|error| error.to_string()) }
    }
}

impl<S: Scoresheet> WireGame for SheetGame<S> {
    type WireView = WireSheetView<S::Row>;
    type ReadView = ReadSheetView;

    fn wire_view(&self, view: &SheetView) -> Self::WireView {
        let state = view.state();
        let sheet = |sheet: &Sheet| WireSheet {
            rows: Points(
                sheet.filled().iter().filter_map(|row: S::Row| Some((row, self.points_in(sheet, row)?))).collect(),
            ),
            crossed: sheet.crossed().iter().map(RowName).collect(),
            total: self.total(sheet),
        };
        let choices = state.dice().map_or(RowSet::EMPTY, |dice| self.choices(state.sheet(state.seat()), dice));
        WireSheetView {
            seat: SeatNumber(view.seat()),
            rolls: state.rolls(),
            dice: state.dice().into_iter().flat_map(Dice::faces).collect(),
            books: Points(choices.iter().map(|row: S::Row| (row, self.booking_now(state, row).points)).collect()),
            sheets: by_seat(self.players(), |seat| sheet(state.sheet(seat))),
        }
    }

    fn rebuild(&self, told: &ReadSheetView) -> Result<(SheetState, Seat), ViewError> {
        let SeatNumber(own) = told.seat;
        let dice = Dice::from_faces(told.dice)
            .ok_or_else(|| ViewError::Unreadable(format!("{:?} are no dice: faces are 1 to 6", told.dice)))?;
        let numbered = || (0..MAX_SEATS).map(Seat::new).zip(&told.sheets);
        let sheets =
            numbered().map(|(seat, sheet)| sheet.rebuild(self).map_err(|reason| ViewError::Sheet { seat, reason }));
        let sheets = sheets.collect::<Result<Vec<Sheet>, _>>()?;
        Ok((self.moment(&sheets, own, dice, told.rolls)?, own))
    }
}
