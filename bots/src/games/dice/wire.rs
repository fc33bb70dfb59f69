//! Views of dice games.

use kosti_engine::sheet::{Row, RowSet, Scoresheet, Sheet, SheetGame, SheetView};
use kosti_engine::{Dice, Game};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::protocol::{Text, WireGame, by_seat, texts};

/// A dice game as a seat sees it.
#[derive(Serialize, Debug)]
#[serde(bound = "")]
pub struct WireSheetView<R: Row> {
    seat: usize,
    rolls: u8,
    dice: Vec<u8>,
    /// What each row that may be filled would book now.
    books: Points<R>,
    sheets: Vec<WireSheet<R>>,
}

#[derive(Serialize, Debug)]
#[serde(bound = "")]
struct WireSheet<R: Row> {
    rows: Points<R>,
    crossed: Vec<Text<R>>,
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

impl<S: Scoresheet> WireGame for SheetGame<S> {
    type WireView = WireSheetView<S::Row>;

    fn wire_view(&self, view: &SheetView) -> Self::WireView {
        let state = view.state();
        let sheet = |sheet: &Sheet| WireSheet {
            rows: Points(
                sheet.filled().iter().filter_map(|row: S::Row| Some((row, self.points_in(sheet, row)?))).collect(),
            ),
            crossed: texts(sheet.crossed().iter()),
            total: self.total(sheet),
        };
        let choices = state.dice().map_or(RowSet::EMPTY, |dice| self.choices(state.sheet(state.seat()), dice));
        WireSheetView {
            seat: view.seat().index(),
            rolls: state.rolls(),
            dice: state.dice().into_iter().flat_map(Dice::faces).collect(),
            books: Points(choices.iter().map(|row: S::Row| (row, self.booking_now(state, row).points)).collect()),
            sheets: by_seat(self.players(), |seat| sheet(state.sheet(seat))),
        }
    }
}
