//! Dominoes and sets of them.

use core::fmt;
use core::str::FromStr;

use crate::bits::{set_algebra, set_members};
use crate::error::NotationError;

/// Dominoes in a set.
pub const DOMINOES: usize = 28;
/// The most pips on half a domino.
const MOST_PIPS: u8 = 6;

/// A domino. Dominoes are numbered by strength in a trick: plain ones by pips, then trumps (those with a blank half),
/// `0-0` last of them, then the poker `1-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Domino(u8);

/// The halves of each domino, the larger first.
static HALVES: [(u8, u8); DOMINOES] = halves();
const FIRST_TRUMP: usize = 20;
const POKER: usize = DOMINOES - 1;

const fn halves() -> [(u8, u8); DOMINOES] {
    let mut halves = [(0, 0); DOMINOES];
    let mut next = 0;
    let mut pips = 2;
    while pips <= 2 * MOST_PIPS {
        let mut high = 1;
        while high <= MOST_PIPS {
            let low = pips.wrapping_sub(high);
            if low >= 1 && low <= high && high != 1 {
                halves[next] = (high, low);
                next += 1;
            }
            high += 1;
        }
        pips += 1;
    }
    assert!(next == FIRST_TRUMP);
    let mut high = 1;
    while high <= MOST_PIPS {
        halves[next] = (high, 0);
        next += 1;
        high += 1;
    }
    halves[next] = (0, 0);
    halves[POKER] = (1, 1);
    halves
}

/// What counts in a trick: more takes it, equal leaves it.
static STRENGTH: [u8; DOMINOES] = {
    let mut strength = [0; DOMINOES];
    let mut index = 0;
    while index < DOMINOES {
        strength[index] = if index < FIRST_TRUMP { HALVES[index].0 + HALVES[index].1 } else { index as u8 };
        index += 1;
    }
    strength
};

/// For every domino, those that take a trick from it.
static STRONGER: [DominoSet; DOMINOES] = {
    let mut stronger = [DominoSet::EMPTY; DOMINOES];
    let mut index = 0;
    while index < DOMINOES {
        let mut other = index + 1;
        while other < DOMINOES {
            if STRENGTH[other] > STRENGTH[index] {
                stronger[index].insert(Domino(other as u8));
            }
            other += 1;
        }
        index += 1;
    }
    stronger
};

impl Domino {
    /// The strongest of all, and not a trump.
    pub const POKER: Self = Self(POKER as u8);

    /// Every domino.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        (0..DOMINOES as u8).map(Self)
    }

    /// The domino with this number.
    ///
    /// # Panics
    /// If it is not below [`DOMINOES`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < DOMINOES);
        Self(index as u8)
    }

    /// A dense number below [`DOMINOES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The halves, the larger first.
    #[inline]
    pub fn halves(self) -> (u8, u8) {
        HALVES[self.index()]
    }

    /// The pips of both halves.
    #[inline]
    pub fn pips(self) -> u8 {
        let (high, low) = self.halves();
        high + low
    }

    /// Whether a half is blank.
    #[inline]
    pub const fn is_trump(self) -> bool {
        DominoSet::TRUMPS.contains(self)
    }

    /// Whether a lead of this domino asks for trumps: a trump or the poker.
    #[inline]
    pub const fn asks_for_trumps(self) -> bool {
        self.index() >= FIRST_TRUMP
    }

    /// Whether this domino takes a trick from one laid earlier.
    #[inline]
    pub fn beats(self, earlier: Self) -> bool {
        STRENGTH[self.index()] > STRENGTH[earlier.index()]
    }

    /// The dominoes that take a trick from this one if they are laid later.
    #[inline]
    pub fn beaten_by(self) -> DominoSet {
        STRONGER[self.index()]
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (high, low) = self.halves();
        write!(f, "{high}-{low}")
    }
}

impl FromStr for Domino {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match *text.as_bytes() {
            [high, b'-', low] => {
                Self::all().find(|domino| domino.halves() == (high.wrapping_sub(b'0'), low.wrapping_sub(b'0')))
            }
            _ => None,
        }
        .ok_or(NotationError { expected: "a domino such as 6-4 or 0-0 (larger half first)" })
    }
}

/// A place for a domino: a domino, or nothing, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DominoSlot(u8);

impl DominoSlot {
    /// No domino.
    pub(crate) const NONE: Self = Self(u8::MAX);

    /// The place of this domino.
    #[inline]
    pub(crate) const fn of(domino: Domino) -> Self {
        Self(domino.0)
    }

    /// The domino in it.
    #[inline]
    pub(crate) const fn domino(self) -> Option<Domino> {
        if self.0 == u8::MAX { None } else { Some(Domino(self.0)) }
    }
}

/// A set of dominoes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DominoSet(u32);

set_algebra!(DominoSet, u32);
set_members!(DominoSet of Domino);

impl DominoSet {
    /// All twenty-eight.
    pub const ALL: Self = Self((1 << DOMINOES) - 1);
    /// The dominoes with a blank half.
    pub const TRUMPS: Self = Self((1 << POKER) - (1 << FIRST_TRUMP));

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The trumps stronger than this one.
    #[inline]
    pub const fn trumps_above(trump: Domino) -> Self {
        Self(Self::TRUMPS.0 & !0 << (trump.0 + 1))
    }

    /// The weakest domino.
    #[inline]
    pub const fn weakest(self) -> Option<Domino> {
        self.first()
    }

    /// The strongest domino.
    #[inline]
    pub const fn strongest(self) -> Option<Domino> {
        self.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domino(text: &str) -> Domino {
        text.parse().unwrap()
    }

    #[test]
    fn all_are_there_once() {
        for high in 0..=6u8 {
            for low in 0..=high {
                assert_eq!(Domino::all().filter(|d| d.halves() == (high, low)).count(), 1);
            }
        }
    }

    #[test]
    fn strength_is_as_the_rules_say() {
        let class = |d: Domino| match d.halves() {
            (1, 1) => (3, 0),
            (0, 0) => (2, 0),
            (pips, 0) => (1, pips),
            (high, low) => (0, high + low),
        };
        for a in Domino::all() {
            assert_eq!(a.is_trump(), a.halves().1 == 0);
            assert_eq!(a.asks_for_trumps(), a.is_trump() || a.halves() == (1, 1));
            for b in Domino::all() {
                assert_eq!(a.beats(b), class(a) > class(b), "{a} {b}");
                assert_eq!(b.beaten_by().contains(a), a.beats(b), "{a} {b}");
                assert!(class(a) <= class(b) || a > b, "numbers go with strength: {a} {b}");
            }
        }
        let above: DominoSet = ["6-0", "0-0"].map(domino).into_iter().collect();
        assert_eq!(DominoSet::trumps_above(domino("5-0")), above);
        assert_eq!(DominoSet::trumps_above(domino("0-0")), DominoSet::EMPTY);
        assert_eq!(DominoSet::TRUMPS.len(), 7);
    }

    #[test]
    fn a_set_holds_nothing_but_dominoes() {
        assert_eq!(DominoSet::from_bits(u32::MAX), DominoSet::ALL);
        assert_eq!(DominoSet::from_bits(5).bits(), 5);
    }

    #[test]
    fn only_dominoes_are_dominoes() {
        for text in ["", "4-6", "7-0", "6-", "64", "6-4 ", "-", "6–4", "a-b"] {
            assert!(text.parse::<Domino>().is_err(), "{text}");
        }
    }
}
