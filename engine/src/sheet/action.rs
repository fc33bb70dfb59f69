//! Decisions in a dice game.

use core::fmt;
use core::str::FromStr;

use crate::dice::{DICE, Dice, Keep};
use crate::error::NotationError;
use crate::game::ActionSet;
use crate::sheet::row::{Row, RowSet};

/// Keep some dice and roll the others, or end the turn by filling a row.
///
/// Written `keep 3 3`, `keep none`, or as the name of the row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SheetAction<R> {
    /// Keep these dice, roll the rest.
    Keep(Keep),
    /// Fill this row with the dice that lie there.
    Row(R),
}

impl<R: Row> fmt::Display for SheetAction<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep(Keep::NONE) => f.write_str("keep none"),
            Self::Keep(keep) => write!(f, "keep {keep}"),
            Self::Row(row) => write!(f, "{row}"),
        }
    }
}

impl<R: Row> FromStr for SheetAction<R> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        const EXPECTED: NotationError =
            NotationError { expected: "a row, 'keep none', or 'keep' and up to five dice from 1 to 6" };
        let Some(dice) = text.strip_prefix("keep ") else {
            return text.parse().map(Self::Row).map_err(|_| EXPECTED);
        };
        if dice == "none" {
            return Ok(Self::Keep(Keep::NONE));
        }
        let (mut faces, mut size) = ([0; DICE], 0);
        for word in dice.split(' ') {
            match (word.as_bytes(), faces.get_mut(size)) {
                (&[digit @ b'1'..=b'6'], Some(face)) => *face = digit - b'0',
                _ => return Err(EXPECTED),
            }
            size += 1;
        }
        Keep::from_faces(&faces[..size]).map(Self::Keep).ok_or(EXPECTED)
    }
}

/// The legal actions of a moment in a dice game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetLegal {
    /// The dice of which any part may be kept.
    pub(super) dice: Dice,
    /// How many keeps there are: none if no roll is left.
    pub(super) keeps: u8,
    /// The rows that may be filled.
    pub(super) rows: RowSet,
    /// How many that are.
    pub(super) row_count: u8,
}

impl SheetLegal {
    pub(super) const NONE: Self = Self { dice: Dice::from_index(0), keeps: 0, rows: RowSet::EMPTY, row_count: 0 };

    /// The rows that may be filled.
    #[inline]
    pub fn rows(&self) -> RowSet {
        self.rows
    }

    /// Whether a roll is left.
    #[inline]
    pub fn may_roll(&self) -> bool {
        self.keeps > 0
    }
}

impl<R: Row> ActionSet<SheetAction<R>> for SheetLegal {
    #[inline]
    fn len(&self) -> usize {
        self.keeps as usize + self.row_count as usize
    }

    #[inline]
    fn nth(&self, index: usize) -> SheetAction<R> {
        match index.checked_sub(self.keeps as usize) {
            None => SheetAction::Keep(self.dice.nth_keep(index)),
            Some(row) => SheetAction::Row(self.rows.nth(row)),
        }
    }

    #[inline]
    fn contains(&self, action: SheetAction<R>) -> bool {
        match action {
            SheetAction::Keep(keep) => self.keeps > 0 && self.dice.contains(keep),
            SheetAction::Row(row) => self.rows.contains(row),
        }
    }
}
