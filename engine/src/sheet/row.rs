//! Rows of a scoresheet and sets of them.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use crate::bits::{nth_bit, ones, set_algebra};
use crate::error::NotationError;

/// The longest scoresheet: dice-poker with its even and odd rows.
pub const MAX_ROWS: usize = 17;

/// A row of one kind of scoresheet.
pub trait Row: Copy + Ord + Hash + Debug + Display + FromStr<Err = NotationError> + Send + Sync + 'static {
    /// Every row, from the top of the sheet down.
    const ALL: &'static [Self];
    /// The names of the rows, in the same order.
    const NAMES: &'static [&'static str];

    /// The place of the row on the sheet.
    fn index(self) -> usize;
}

/// Defines the rows of a scoresheet.
macro_rules! rows {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)+
        }

        impl $crate::sheet::Row for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            const NAMES: &'static [&'static str] = &[$($text),+];

            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(<Self as $crate::sheet::Row>::NAMES[*self as usize])
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::error::NotationError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::error::NotationError { expected: concat!("one of the rows", $(" ", $text),+) }),
                }
            }
        }
    };
}
pub(crate) use rows;

/// A set of rows of one scoresheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RowSet(u32);

set_algebra!(RowSet, u32);

impl RowSet {
    /// The first rows of the sheet.
    #[inline]
    pub const fn first(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// The set of these rows.
    pub fn of<R: Row>(rows: &[R]) -> Self {
        rows.iter().fold(Self::EMPTY, |set, row| set.with(*row))
    }

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// This set and one more row.
    #[inline]
    pub fn with<R: Row>(self, row: R) -> Self {
        Self(self.0 | 1 << row.index())
    }

    /// Whether the row is in the set.
    #[inline]
    pub fn contains<R: Row>(self, row: R) -> bool {
        self.0 >> row.index() & 1 == 1
    }

    /// Whether the set has at least COUNT rows. For small counts this is faster than counting all of them.
    #[inline]
    pub const fn has_at_least<const COUNT: usize>(self) -> bool {
        let (mut rest, mut found) = (self.0, 1);
        while found < COUNT {
            rest &= rest.wrapping_sub(1);
            found += 1;
        }
        rest != 0
    }

    /// The row with that many rows of the set above it.
    #[inline]
    pub fn nth<R: Row>(self, index: usize) -> R {
        R::ALL[nth_bit(u64::from(self.0), index) as usize]
    }

    /// The rows from the top of the sheet down.
    #[inline]
    pub fn iter<R: Row>(self) -> impl Iterator<Item = R> {
        ones(u64::from(self.0)).map(|bit| R::ALL[bit as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_are_told_from_many_without_counting() {
        for bits in 0..1 << MAX_ROWS {
            let set = RowSet::from_bits(bits);
            assert_eq!(
                (set.has_at_least::<1>(), set.has_at_least::<2>(), set.has_at_least::<3>()),
                (!set.is_empty(), set.len() >= 2, set.len() >= 3)
            );
        }
    }
}
