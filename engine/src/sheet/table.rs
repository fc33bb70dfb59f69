//! Scoresheets: what a kind of sheet must say of itself, and one player's sheet.

use crate::dice::{Counts, Dice};
use crate::error::IllegalAction;
use crate::rules::Rules;
use crate::sheet::row::{MAX_ROWS, Row, RowSet};

/// One player's sheet.
///
/// Entries are kept in a byte each; what a rule multiplies afterwards (see [`Scoresheet::booked`]) is kept as it was
/// before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    pub(super) filled: RowSet,
    pub(super) crossed: RowSet,
    /// Points booked in the upper part: school, mandatory rows, ones to sixes.
    pub(super) upper: i16,
    /// Points booked in all other rows, with the bonuses that are booked at once.
    pub(super) lower: i16,
    pub(super) entries: [i8; MAX_ROWS],
}

impl Sheet {
    /// The rows that are filled.
    #[inline]
    pub fn filled(&self) -> RowSet {
        self.filled
    }

    /// The rows booked 0 because their combination was missing.
    #[inline]
    pub fn crossed(&self) -> RowSet {
        self.crossed
    }

    /// The points of the upper part (school, mandatory rows, ones to sixes) as booked.
    #[inline]
    pub fn upper(&self) -> i32 {
        i32::from(self.upper)
    }

    /// The points of all other rows, as booked.
    #[inline]
    pub fn lower(&self) -> i32 {
        i32::from(self.lower)
    }
}

/// What choosing a row books.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Booking {
    /// The points as they are written into the row.
    pub points: i32,
    /// Whether the row gets 0 because its combination is missing.
    pub crossed: bool,
}

/// What a kind of scoresheet says of itself. The rules of a dice game implement it.
pub trait Scoresheet: Rules {
    /// The rows that any variant has.
    type Row: Row;
    /// The rows of the upper part.
    const UPPER: RowSet;

    /// How many players there are.
    fn players(&self) -> u8;

    /// The rows of this variant.
    fn rows(&self) -> RowSet;

    /// The points of a row for these dice, before [`Scoresheet::booked`]; nothing if the row has a combination and it
    /// is missing.
    fn points(&self, row: Self::Row, counts: &Counts, roll: Roll) -> Option<i8>;

    /// Whether a row counts as playable with these dice, where a rule asks for that.
    fn playable(&self, row: Self::Row, counts: &Counts) -> bool {
        self.points(row, counts, Roll::Later).is_some()
    }

    /// The points written into the row for an entry.
    #[inline]
    fn booked(&self, _row: Self::Row, entry: i8) -> i16 {
        i16::from(entry)
    }

    /// The rows that may be chosen, out of the open ones; never none.
    #[inline]
    fn choices(&self, _sheet: &Sheet, _dice: Dice, open: RowSet, _playable: RowSet) -> RowSet {
        open
    }

    /// Why an open row is not among the choices, for sheets that do not always offer them all.
    const REFUSAL: IllegalAction = IllegalAction::RowFilled;

    /// What the row gets instead when these dice are a joker on this sheet: never a crossing.
    #[inline]
    fn joker(&self, _sheet: &Sheet, _dice: Dice, _row: Self::Row) -> Option<Joker> {
        None
    }

    /// The total, with what is added or taken away at the end.
    fn total(&self, sheet: &Sheet) -> i32;
}

/// Whether a row is filled by the first roll of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
    /// By the first roll: some combinations count twice.
    First,
    /// By the second or third.
    Later,
}

/// What dice are worth that count as something they are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joker {
    /// The entry of the row.
    pub entry: i8,
    /// Points booked on top of it.
    pub bonus: i16,
}

/// The points of every row for every roll under one set of rules.
#[derive(Clone, Debug)]
pub(super) struct PointTable {
    /// By first or later roll, dice and row; 0 where the combination is missing.
    entries: [[[i8; MAX_ROWS]; Dice::COUNT]; 2],
    /// Rows that are not crossed by these dice.
    fits: [RowSet; Dice::COUNT],
    /// Rows that count as playable with these dice.
    playable: [RowSet; Dice::COUNT],
}

impl PointTable {
    pub(super) fn new<S: Scoresheet>(sheet: &S) -> Self {
        let mut table = Self {
            entries: [[[0; MAX_ROWS]; Dice::COUNT]; 2],
            fits: [RowSet::EMPTY; Dice::COUNT],
            playable: [RowSet::EMPTY; Dice::COUNT],
        };
        for dice in Dice::all() {
            let counts = dice.counts();
            for row in sheet.rows().iter::<S::Row>() {
                for roll in [Roll::First, Roll::Later] {
                    if let Some(points) = sheet.points(row, &counts, roll) {
                        table.entries[roll as usize][dice.index()][row.index()] = points;
                        let fits = &mut table.fits[dice.index()];
                        *fits = fits.with(row);
                    }
                }
                if sheet.playable(row, &counts) {
                    let playable = &mut table.playable[dice.index()];
                    *playable = playable.with(row);
                }
            }
        }
        table
    }

    #[inline]
    pub(super) fn entry(&self, roll: Roll, dice: Dice, row: usize) -> i8 {
        self.entries[roll as usize][dice.index()][row]
    }

    #[inline]
    pub(super) fn fits(&self, dice: Dice) -> RowSet {
        self.fits[dice.index()]
    }

    #[inline]
    pub(super) fn playable(&self, dice: Dice) -> RowSet {
        self.playable[dice.index()]
    }
}
