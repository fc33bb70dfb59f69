//! Places on the table.

use core::fmt;
use core::str::FromStr;

use crate::error::NotationError;

/// A place for one card, written `column,row`; the first card of a game lies at `0,0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The column.
    pub x: i16,
    /// The row.
    pub y: i16,
}

impl Cell {
    /// Where the first card lies.
    pub const ORIGIN: Self = Self::new(0, 0);

    /// The place in this column and row.
    #[inline]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The place that many columns and rows further.
    #[inline]
    pub const fn plus(self, columns: i16, rows: i16) -> Self {
        Self { x: self.x.wrapping_add(columns), y: self.y.wrapping_add(rows) }
    }

    /// The four places that touch this one by a side.
    #[inline]
    pub const fn neighbours(self) -> [Self; 4] {
        [self.plus(-1, 0), self.plus(1, 0), self.plus(0, -1), self.plus(0, 1)]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.split_once(',')
            .and_then(|(x, y)| Some(Self { x: whole_number(x)?, y: whole_number(y)? }))
            .ok_or(NotationError { expected: "a column and a row such as -1,2" })
    }
}

/// Reads a number that is written in the one way in which it would be printed.
fn whole_number(text: &str) -> Option<i16> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let printed = text == "0" || digits.starts_with(|first: char| ('1'..='9').contains(&first));
    text.parse().ok().filter(|_| printed)
}
