//! What dice are worth, read off how often each face lies there.

use crate::dice::{Counts, DICE};

/// The sum of the faces.
pub(super) fn sum(counts: &Counts) -> i8 {
    (1..).zip(counts).map(|(face, &count)| face * count as i8).sum()
}

/// The dice of one face.
pub(super) fn count(counts: &Counts, face: u8) -> i8 {
    counts[face as usize - 1] as i8
}

/// The highest face whose number of dice passes the test.
pub(super) fn highest(counts: &Counts, test: impl Fn(u8) -> bool) -> Option<i8> {
    (1..).zip(counts).filter(|&(_, &count)| test(count)).map(|(face, _)| face).last()
}

/// Whether the five dice are the faces from this one up.
pub(super) fn is_straight(counts: &Counts, from: usize) -> bool {
    counts[from - 1..from - 1 + DICE].iter().all(|&count| count == 1)
}

/// Whether three dice of one face and two of another lie there.
pub(super) fn is_full(counts: &Counts) -> bool {
    counts.contains(&3) && counts.contains(&2)
}

/// The face all five dice show.
pub(super) fn five_equal(counts: &Counts) -> Option<i8> {
    highest(counts, |count| count as usize == DICE)
}

/// Four dice of two different faces, two each: the sum of the best.
pub(super) fn two_pairs(counts: &Counts) -> Option<i8> {
    let upper = highest(counts, |count| count >= 2)?;
    let mut rest = *counts;
    rest[upper as usize - 1] = 0;
    highest(&rest, |count| count >= 2).map(|lower| 2 * (upper + lower))
}
