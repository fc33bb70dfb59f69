//! Chance that never depends on decisions.
//!
//! Every roll and every deal comes from a stream of its own, keyed by the seed, the block and what the draw is for
//! (seat, turn and roll, or the number of the deal). No choice of a player, and no bot's appetite for random numbers, can
//! change what another will draw.

use crate::rng::{Rng, bounded};
use crate::seat::Seat;

/// What a random draw is for; equal labels of one [`Chance`] give equal draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label(u64);

impl Label {
    const PURPOSE_BITS: u32 = 56;
    const WORD_BITS: u32 = 16;

    const fn new(purpose: u64, rest: u64) -> Self {
        Self(purpose << Self::PURPOSE_BITS | rest << Self::WORD_BITS)
    }

    /// The dice of one roll of one turn of a seat.
    #[inline]
    pub const fn roll(seat: Seat, turn: u8, roll: u8) -> Self {
        Self::new(1, (seat.index() as u64) << 16 | (turn as u64) << 8 | roll as u64)
    }

    /// The cards or dominoes of one deal.
    #[inline]
    pub const fn deal(number: u8) -> Self {
        Self::new(2, number as u64)
    }

    /// The private random numbers of the bot in a seat, in one game of the block.
    #[inline]
    pub const fn bot(game: u16, seat: Seat) -> Self {
        Self::new(3, (game as u64) << 8 | seat.index() as u64)
    }
}

/// The luck of one block of games: a value that answers every draw by its [`Label`].
///
/// ```
/// use kosti_engine::{Chance, Label, Seat};
/// let luck = Chance::new(7, 12);
/// let roll = Label::roll(Seat::new(0), 3, 1);
/// assert_eq!(luck.below(roll, 7776), Chance::new(7, 12).below(roll, 7776));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    offset: u64,
    factor: u64,
}

impl Chance {
    /// The luck of a block of a run with this seed.
    pub const fn new(seed: u64, block: u64) -> Self {
        // Each step is a bijection of the block for a given seed, and of the seed for a given block: two blocks of a
        // run, or the same block of two runs, never get the same offset.
        let seed = scramble(seed.wrapping_add(0x9E37_79B9_7F4A_7C15));
        let offset = scramble(seed ^ scramble(block.wrapping_add(0xD1B5_4A32_D192_ED03)));
        let factor = scramble(offset ^ seed.rotate_left(32) ^ 0x8CB9_2BA7_2F3D_8DD7) | 1;
        Self { offset, factor }
    }

    /// Fresh luck for a rollout, taken from the stream of the player who imagines it.
    #[inline]
    pub fn imagined(rng: &mut Rng) -> Self {
        Self { offset: rng.word(), factor: rng.word() | 1 }
    }

    /// The random words of a label, by number: a keyed hash in the manner of wyhash.
    #[inline]
    const fn word(&self, label: Label, number: u64) -> u64 {
        let wide = (self.offset ^ (label.0 + number)) as u128 * self.factor as u128;
        let low = wide as u64 ^ 0xA076_1D64_78BD_642F;
        let high = (wide >> 64) as u64 ^ 0xE703_7ED1_A0B4_28DB;
        let wide = low as u128 * high as u128;
        wide as u64 ^ (wide >> 64) as u64
    }

    /// A number in `0..bound` for this label, exactly uniform.
    #[inline]
    pub fn below(&self, label: Label, bound: u32) -> u32 {
        let mut number = 0;
        bounded(bound, || {
            let word = self.word(label, number);
            number += 1;
            word
        })
    }

    /// A whole stream of random numbers for this label.
    #[inline]
    pub fn stream(&self, label: Label) -> Rng {
        Rng::from_state(u128::from(self.word(label, 0)) << 64 | u128::from(self.word(label, 1)))
    }
}

/// A bijective mixer of 64 bits in which every input bit reaches every output bit (Stafford's variant 13).
const fn scramble(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
