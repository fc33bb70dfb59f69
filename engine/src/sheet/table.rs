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
    /// A sheet on which these rows are filled and add up to this in the upper part; what each row holds is left
    /// open.
    ///
    /// It stands for all sheets that have the same future.
    pub fn outline(filled: RowSet, upper: i32) -> Self {
        Self { filled, upper: upper as i16, ..Self::default() }
    }

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

    /// What a joker that earns a bonus books on top of a row; 0 if none ever does.
    const BONUS: i16 = 0;

    /// What an open row gets when these dice are a joker: when they count otherwise than on an empty sheet.
    #[inline]
    fn joker(&self, _sheet: &Sheet, _dice: Dice, _row: Self::Row) -> Option<Filling> {
        None
    }

    /// How many rows of a sheet can have been filled with a bonus, all of them in one game.
    ///
    /// Any smaller number must be possible as well.
    fn bonuses(&self, _sheet: &Sheet) -> usize {
        0
    }

    /// The total, with what is added or taken away at the end.
    fn total(&self, sheet: &Sheet) -> i32;

    /// Whether any dice can be a joker.
    const JOKERS: bool = false;

    /// How much of the upper total the rest of the game depends on.
    fn upper_matters(&self) -> UpperMatters;

    /// Whether the sheet bears the mark of this game: the one thing besides the filled rows and the upper total that the
    /// rest of the game depends on. Once made, a mark stays.
    fn marked(&self, _sheet: &Sheet) -> bool {
        false
    }

    /// Makes that mark on an outline of a sheet with filled rows, if the game has one.
    fn mark(&self, _sheet: &mut Sheet) {}
}

/// How much of the upper total the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpperMatters {
    /// Nothing: what is booked is booked.
    No,
    /// All of it.
    Fully,
    /// All of it up to this total; more makes no difference.
    UpTo(i32),
}

/// Whether a row is filled by the first roll of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
    /// By the first roll: some combinations count twice.
    First,
    /// By the second or third.
    Later,
}

/// What a row gets from dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filling {
    /// The entry of the row, before [`Scoresheet::booked`].
    pub entry: i8,
    /// Points booked on top of it: [`Scoresheet::BONUS`] or nothing.
    pub bonus: i16,
    /// Whether the entry is 0 because the combination of the row is missing.
    pub crossed: bool,
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

    /// What a row gets from dice that are no joker.
    #[inline]
    pub(super) fn filling<R: Row>(&self, roll: Roll, dice: Dice, row: R) -> Filling {
        let entry = self.entries[roll as usize][dice.index()][row.index()];
        Filling { entry, bonus: 0, crossed: !self.fits[dice.index()].contains(row) }
    }

    #[inline]
    pub(super) fn playable(&self, dice: Dice) -> RowSet {
        self.playable[dice.index()]
    }
}
