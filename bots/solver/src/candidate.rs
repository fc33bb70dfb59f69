//! The ways to fill a row.

use kosti_engine::Dice;
use kosti_engine::sheet::{Roll, Sheet};

use crate::places::{contains, only, places};
use crate::scoring::Scoring;

/// A way to fill a row: all dice that book the same in it are one candidate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Candidate {
    /// The place of the row on the sheet.
    pub(crate) row: u8,
    /// All points it books.
    pub(crate) points: i16,
    /// Those of them that go to the upper total.
    pub(crate) upper: i16,
    /// Whether the row gets 0 because its combination is missing.
    pub(crate) crossed: bool,
    /// Whether it makes the mark of the game.
    pub(crate) marks: bool,
}

impl Candidate {
    /// Whether it only crosses a row. (A row that is crossed may still bring a bonus with certain dice.)
    #[inline]
    pub(crate) fn only_crosses(&self) -> bool {
        self.crossed && self.points == 0
    }
}

/// What filling a row of this sheet with these dice does.
pub(crate) fn candidate<C: Scoring + ?Sized>(
    scoring: &C,
    sheet: &Sheet,
    dice: Dice,
    roll: Roll,
    row: usize,
) -> Candidate {
    let mut after = *sheet;
    scoring.fill(&mut after, dice, roll, row);
    let upper = after.upper() - sheet.upper();
    Candidate {
        row: row as u8,
        points: (upper + after.lower() - sheet.lower()) as i16,
        upper: upper as i16,
        crossed: contains(after.crossed(), row) && !contains(sheet.crossed(), row),
        marks: scoring.marked(&after) && !scoring.marked(sheet),
    }
}

/// Every candidate, row by row.
pub(crate) fn candidates(scoring: &dyn Scoring) -> Vec<Candidate> {
    let mut all = Vec::new();
    for row in places(scoring.rows()) {
        let mut sheets = vec![Sheet::default()];
        if scoring.has_jokers() {
            // What a joker books may depend on any one of the other rows.
            let others = scoring.rows().without(only(row));
            let but_one = places(others).map(|other| others.without(only(other)));
            for filled in std::iter::once(others).chain(but_one) {
                let mut marked = Sheet::outline(filled, 0);
                scoring.mark(&mut marked);
                sheets.extend([Sheet::outline(filled, 0), marked]);
            }
        }
        for sheet in &sheets {
            for dice in Dice::all() {
                all.extend([Roll::First, Roll::Later].map(|roll| candidate(scoring, sheet, dice, roll, row)));
            }
        }
    }
    all.sort_unstable_by_key(|c| (c.row, c.points, c.upper, c.crossed, c.marks));
    all.dedup();
    all
}
