//! Five dice, the dice kept of them, and rolling the rest.

use core::fmt;

use crate::chance::{Chance, Label};

/// How many dice there are.
pub const DICE: usize = 5;
/// How many faces a die has.
pub const FACES: usize = 6;

/// Multisets of five dice.
const ROLLS: usize = 252;
/// Multisets of up to five dice.
const KEEPS: usize = 462;
/// Keeps of fewer than five dice come first, so this is where the whole rolls begin.
const FIRST_ROLL: usize = KEEPS - ROLLS;
/// Pairs of a roll and a keep that is contained in it.
const SUBSETS: usize = 4368;
/// Ordered rolls of five dice.
const ORDERED: usize = 7776;

const POWERS: [u16; DICE + 1] = [1, 6, 36, 216, 1296, 7776];

/// The five dice on the table, in no order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice(u8);

/// Up to five dice that are kept, in no order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Keep(u16);

/// How often each face lies there, from ones to sixes.
pub type Counts = [u8; FACES];

struct Tables {
    /// The counts of each keep.
    counts: [Counts; KEEPS],
    /// Four bits for each face, with room for a borrow.
    packed: [u32; KEEPS],
    /// How the dice beside each keep fall.
    falls: [Falls; KEEPS],
    /// The number of dice in each keep.
    sizes: [u8; KEEPS],
    /// The roll of each ordered roll.
    unordered: [u8; ORDERED],
    /// Where the keeps of each roll begin in `subsets`.
    starts: [u16; ROLLS + 1],
    /// The keeps contained in each roll.
    subsets: [u16; SUBSETS],
}

/// How the dice that are not kept fall: side by side, because a roll needs both numbers at once.
#[derive(Clone, Copy)]
struct Falls {
    /// The kept dice as the leading digits of an ordered roll, in base six.
    leading: u16,
    /// In how many ways the others fall, one after the other.
    ways: u16,
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut t = Tables {
        counts: [[0; FACES]; KEEPS],
        packed: [0; KEEPS],
        falls: [Falls { leading: 0, ways: 0 }; KEEPS],
        sizes: [0; KEEPS],
        unordered: [0; ORDERED],
        starts: [0; ROLLS + 1],
        subsets: [0; SUBSETS],
    };
    // Keeps by size, and within a size in ascending order of their sorted dice.
    let mut next = 0;
    let mut size = 0;
    while size <= DICE {
        let mut code = 0;
        while code < POWERS[size] {
            let mut counts = [0u8; FACES];
            let (mut sorted, mut last, mut place) = (true, 0, 0);
            while place < size {
                let digit = (code / POWERS[size - 1 - place] % 6) as usize;
                sorted = sorted && digit >= last;
                last = digit;
                counts[digit] += 1;
                place += 1;
            }
            if sorted {
                t.counts[next] = counts;
                t.packed[next] = pack(&counts);
                t.falls[next] = Falls { leading: code * POWERS[DICE - size], ways: POWERS[DICE - size] };
                t.sizes[next] = size as u8;
                next += 1;
            }
            code += 1;
        }
        size += 1;
    }
    assert!(next == KEEPS);
    // Ordered rolls: sort the digits, then look the sorted code up.
    let mut of_sorted = [0u8; ORDERED];
    let mut roll = 0;
    while roll < ROLLS {
        of_sorted[t.falls[FIRST_ROLL + roll].leading as usize] = roll as u8;
        roll += 1;
    }
    let mut code = 0;
    while code < ORDERED {
        let mut counts = [0u8; FACES];
        let (mut rest, mut place) = (code, 0);
        while place < DICE {
            counts[rest % 6] += 1;
            rest /= 6;
            place += 1;
        }
        t.unordered[code] = of_sorted[sorted_code(&counts)];
        code += 1;
    }
    // The keeps of each roll.
    let mut filled = 0;
    let mut roll = 0;
    while roll < ROLLS {
        t.starts[roll] = filled as u16;
        let mut keep = 0;
        while keep < KEEPS {
            if covers(t.packed[FIRST_ROLL + roll], t.packed[keep]) {
                t.subsets[filled] = keep as u16;
                filled += 1;
            }
            keep += 1;
        }
        roll += 1;
    }
    t.starts[ROLLS] = filled as u16;
    assert!(filled == SUBSETS);
    t
}

const fn pack(counts: &Counts) -> u32 {
    let (mut packed, mut face) = (0, 0);
    while face < FACES {
        packed |= (counts[face] as u32) << (4 * face);
        face += 1;
    }
    packed
}

const fn covers(whole: u32, part: u32) -> bool {
    const BORROW: u32 = 0x0088_8888;
    ((whole | BORROW) - part) & BORROW == BORROW
}

const fn sorted_code(counts: &Counts) -> usize {
    let (mut code, mut face) = (0, 0);
    while face < FACES {
        let mut left = counts[face];
        while left > 0 {
            code = code * 6 + face;
            left -= 1;
        }
        face += 1;
    }
    code
}

impl Dice {
    /// How many different rolls there are.
    pub const COUNT: usize = ROLLS;

    /// Every roll.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        (0..ROLLS as u8).map(Self)
    }

    /// The roll with these faces, 1 to 6, in any order; nothing for other numbers.
    pub fn from_faces(faces: [u8; DICE]) -> Option<Self> {
        Keep::from_faces(&faces)?.try_into().ok()
    }

    /// A dense number below [`Dice::COUNT`], for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The roll with this number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < ROLLS);
        Self(index as u8)
    }

    /// How often each face lies there.
    #[inline]
    pub fn counts(self) -> Counts {
        self.as_keep().counts()
    }

    /// The faces in ascending order.
    pub fn faces(self) -> impl Iterator<Item = u8> {
        self.as_keep().faces()
    }

    /// How many of the ordered rolls of five dice look like this: its probability is that over 7,776.
    pub fn ways(self) -> u32 {
        const FACTORIALS: [u32; DICE + 1] = [1, 1, 2, 6, 24, 120];
        self.counts().iter().fold(FACTORIALS[DICE], |ways, &count| ways / FACTORIALS[count as usize])
    }

    /// All five dice, kept.
    #[inline]
    pub const fn as_keep(self) -> Keep {
        Keep(FIRST_ROLL as u16 + self.0 as u16)
    }

    /// Whether these dice can be kept.
    #[inline]
    pub fn contains(self, keep: Keep) -> bool {
        covers(TABLES.packed[FIRST_ROLL + self.index()], TABLES.packed[keep.index()])
    }

    /// How many different keeps there are of these dice, from none to all five.
    #[inline]
    pub fn keep_count(self) -> usize {
        (TABLES.starts[self.index() + 1] - TABLES.starts[self.index()]) as usize
    }

    /// One of the keeps of these dice, by number; fewer dice come first.
    ///
    /// # Panics
    /// If there are not that many in any roll.
    #[inline]
    pub fn nth_keep(self, number: usize) -> Keep {
        Keep(TABLES.subsets[TABLES.starts[self.index()] as usize + number])
    }

    /// Keeps these dice and rolls the others.
    ///
    /// The same label always brings the same dice: the first that are needed of one row of five.
    #[inline]
    pub fn roll(keep: Keep, label: Label, luck: &Chance) -> Self {
        let Falls { leading, ways } = TABLES.falls[keep.index()];
        Self(TABLES.unordered[leading as usize + luck.below(label, u32::from(ways)) as usize])
    }

    /// In how many ways the dice that are not kept can fall, one after the other.
    #[inline]
    pub fn rolls_of(keep: Keep) -> u32 {
        u32::from(TABLES.falls[keep.index()].ways)
    }

    /// These dice with the others as they fall in one of the [`Dice::rolls_of`] ways: the faces are its digits to base six.
    ///
    /// # Panics
    /// If there are not that many ways.
    #[inline]
    pub fn nth_roll(keep: Keep, number: u32) -> Self {
        let Falls { leading, ways } = TABLES.falls[keep.index()];
        assert!(number < u32::from(ways));
        Self(TABLES.unordered[leading as usize + number as usize])
    }
}

impl Keep {
    /// How many different keeps there are.
    pub const COUNT: usize = KEEPS;
    /// No dice at all.
    pub const NONE: Self = Self(0);

    /// Every keep, fewer dice first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        (0..KEEPS as u16).map(Self)
    }

    /// The keep with these faces, 1 to 6, in any order; nothing for other numbers or more than five dice.
    pub fn from_faces(faces: &[u8]) -> Option<Self> {
        let mut counts = [0; FACES];
        for &face in faces {
            *counts.get_mut((face as usize).checked_sub(1)?)? += 1;
        }
        if faces.len() > DICE {
            return None;
        }
        let packed = pack(&counts);
        TABLES.packed.iter().position(|&p| p == packed).map(|index| Self(index as u16))
    }

    /// A dense number below [`Keep::COUNT`], for tables: fewer dice come first, whole rolls last and in their own order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The keep with this number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < KEEPS);
        Self(index as u16)
    }

    /// These dice and one more that shows this face; nothing if it is no face, or if there are five already.
    pub fn plus(self, face: u8) -> Option<Self> {
        if !(1..=FACES as u8).contains(&face) || self.len() == DICE {
            return None;
        }
        let packed = TABLES.packed[self.index()] + (1 << (4 * (face - 1)));
        let more = TABLES.packed[self.index()..].iter().position(|&other| other == packed)?;
        Some(Self((self.index() + more) as u16))
    }

    /// How many dice are kept.
    #[expect(clippy::len_without_is_empty, reason = "a keep is compared with Keep::NONE")]
    #[inline]
    pub fn len(self) -> usize {
        TABLES.sizes[self.index()] as usize
    }

    /// How often each face is kept.
    #[inline]
    pub fn counts(self) -> Counts {
        TABLES.counts[self.index()]
    }

    /// The faces in ascending order.
    pub fn faces(self) -> impl Iterator<Item = u8> {
        (1..).zip(self.counts()).flat_map(|(face, count)| core::iter::repeat_n(face, count as usize))
    }
}

impl TryFrom<Keep> for Dice {
    type Error = Keep;

    /// A keep of all five dice is a roll; any other comes back.
    fn try_from(keep: Keep) -> Result<Self, Keep> {
        keep.index().checked_sub(FIRST_ROLL).map(Self::from_index).ok_or(keep)
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, face) in self.faces().enumerate() {
            write!(f, "{}{face}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_keep().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_counted_right() {
        assert_eq!(Dice::all().map(Dice::ways).sum::<u32>(), 7776);
        assert_eq!(Dice::from_faces([6, 6, 6, 6, 6]).unwrap().ways(), 1);
        assert_eq!(Dice::from_faces([2, 3, 1, 5, 4]).unwrap().ways(), 120);
    }

    #[test]
    fn every_ordered_roll_is_its_sorted_self() {
        for code in 0..7776u16 {
            let mut faces: [u8; 5] = core::array::from_fn(|i| (code / POWERS[i] % 6) as u8 + 1);
            let dice = Dice::from_faces(faces).unwrap();
            faces.sort_unstable();
            assert!(dice.faces().eq(faces));
            assert_eq!(Dice(TABLES.unordered[code as usize]), dice);
        }
    }

    #[test]
    fn keeps_of_a_roll_are_its_distinct_parts() {
        for dice in Dice::all() {
            let faces: [u8; 5] = {
                let mut all = dice.faces();
                core::array::from_fn(|_| all.next().unwrap())
            };
            let mut parts = [false; Keep::COUNT];
            for mask in 0..32u32 {
                let mut kept = [0; 5];
                let mut size = 0;
                for (place, &face) in faces.iter().enumerate() {
                    if mask >> place & 1 == 1 {
                        kept[size] = face;
                        size += 1;
                    }
                }
                parts[Keep::from_faces(&kept[..size]).unwrap().index()] = true;
            }
            let mut listed = [false; Keep::COUNT];
            for number in 0..dice.keep_count() {
                listed[dice.nth_keep(number).index()] = true;
            }
            assert_eq!(parts, listed);
            assert!(Keep::all().all(|keep| dice.contains(keep) == parts[keep.index()]));
        }
    }

    #[test]
    fn one_more_die_makes_the_keep_with_its_faces() {
        for keep in Keep::all() {
            assert_eq!((keep.plus(0), keep.plus(7)), (None, None));
            for face in 1..=6 {
                let (mut faces, mut size) = ([0; DICE + 1], 0);
                keep.faces().chain([face]).for_each(|face| (faces[size], size) = (face, size + 1));
                assert_eq!(keep.plus(face), Keep::from_faces(&faces[..size]), "{keep} and {face}");
            }
        }
    }

    #[test]
    fn rolling_keeps_what_is_kept_and_reads_one_row_of_dice() {
        let luck = Chance::new(3, 4);
        for turn in 0..50 {
            let label = Label::roll(crate::Seat::new(1), turn, 2);
            let five = Dice::roll(Keep::NONE, label, &luck);
            for keep in Keep::all() {
                let dice = Dice::roll(keep, label, &luck);
                assert!(dice.contains(keep));
                let (kept, after, all) = (keep.counts(), dice.counts(), five.counts());
                assert!((0..6).all(|f| after[f] - kept[f] <= all[f]));
            }
        }
    }

    #[test]
    fn nonsense_is_no_dice() {
        assert_eq!(Keep::from_faces(&[0]), None);
        assert_eq!(Keep::from_faces(&[7]), None);
        assert_eq!(Keep::from_faces(&[1; 6]), None);
        assert_eq!(Dice::from_faces([1, 2, 3, 4, 9]), None);
    }
}
