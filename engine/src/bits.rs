//! Picking the n-th member of a set kept as bits.
//!
//! An ordinary build may not assume instructions for counting or selecting bits, and which member is picked is random,
//! so branches would be mispredicted: both functions are plain arithmetic.

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// For every byte, the positions of its set bits.
static BIT_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The position of the set bit with `index` set bits below it.
#[inline]
pub(crate) fn nth_bit(set: u64, index: usize) -> u32 {
    debug_assert!(index < set.count_ones() as usize);
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Byte k of `up_to` counts the set bits of bytes 0..=k; no count reaches 128, so bytes compare without carry.
    let up_to = bytes.wrapping_mul(EACH_BYTE);
    let passed = ((((index as u64 * EACH_BYTE) | (EACH_BYTE << 7)) - up_to) >> 7) & EACH_BYTE;
    let shift = (passed.wrapping_mul(EACH_BYTE) >> 56) as u32 * 8;
    let rest = index - ((up_to << 8) >> shift & 0xFF) as usize;
    shift + u32::from(BIT_OF_BYTE[(set >> shift & 0xFF) as usize][rest & 7])
}

/// As [`nth_bit`], faster for sets of at most `MOST` members.
#[inline]
pub(crate) fn nth_bit_of_few<const MOST: usize>(mut set: u64, index: usize) -> u32 {
    debug_assert!(index < set.count_ones() as usize && set.count_ones() as usize <= MOST);
    for passed in 1..MOST {
        let without_lowest = set & set.wrapping_sub(1);
        set = if index >= passed { without_lowest } else { set };
    }
    set.trailing_zeros()
}

/// The set bits, lowest first.
#[inline]
pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = u32> + Clone {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros();
        set &= set - 1;
        Some(bit)
    })
}

/// What all sets kept as bits share.
macro_rules! set_algebra {
    ($set:ident, $bits:ty) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// One bit for each member, by its number.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Whether there are no members.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many members there are.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The members of both sets.
            #[inline]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// The members of either set.
            #[inline]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The members of this set alone.
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
    };
}
pub(crate) use set_algebra;

/// What sets of numbered things share: cards, dominoes.
macro_rules! set_members {
    ($set:ident of $item:ident) => {
        impl $set {
            /// The set of this one.
            #[inline]
            pub const fn of(item: $item) -> Self {
                Self(1 << item.0)
            }

            /// Whether it is in the set.
            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.0 & 1 == 1
            }

            /// Puts it in.
            #[inline]
            pub const fn insert(&mut self, item: $item) {
                self.0 |= 1 << item.0;
            }

            /// Takes it out.
            #[inline]
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item.0);
            }

            /// The member with the lowest number.
            #[inline]
            const fn first(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($item(self.0.trailing_zeros() as u8)) }
            }

            /// The member with the highest number.
            #[inline]
            const fn last(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($item(self.0.ilog2() as u8)) }
            }

            /// The member with that many lower ones in the set, which has at most `MOST`.
            #[inline]
            pub(crate) fn nth_of_few<const MOST: usize>(self, index: usize) -> $item {
                $item($crate::bits::nth_bit_of_few::<MOST>(u64::from(self.0), index) as u8)
            }

            /// The members, lowest first.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                $crate::bits::ones(u64::from(self.0)).map(|bit| $item(bit as u8))
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, |set, item| set.or(Self::of(item)))
            }
        }
    };
}
pub(crate) use set_members;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_bit_agrees_with_counting() {
        let mut set = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..1000 {
            set = set.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            for (index, bit) in ones(set).enumerate() {
                assert_eq!(nth_bit(set, index), bit);
                assert_eq!(nth_bit_of_few::<64>(set, index), bit);
            }
        }
        for bit in 0..64 {
            assert_eq!(nth_bit(1 << bit, 0), bit);
            assert_eq!(nth_bit(u64::MAX, bit as usize), bit);
            assert_eq!(nth_bit_of_few::<1>(1 << bit, 0), bit);
        }
    }
}
