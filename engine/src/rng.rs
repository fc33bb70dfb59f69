//! Random streams and exact, unbiased draws from them.

use core::convert::Infallible;

use rand_core::{Rng as _, TryRng};
use rand_pcg::Pcg64Mcg;

use crate::card::{CARDS, CardSet};

const FRESH_DECK: [u8; Rng::ROOM] = {
    let mut deck = [0; Rng::ROOM];
    let mut card = 0;
    while card < Rng::ROOM {
        deck[card] = card as u8;
        card += 1;
    }
    deck
};

/// One stream of random numbers, for a bot, a rollout or a deal.
///
/// It implements [`rand_core::Rng`], so everything from the `rand` crate works on it:
///
/// ```
/// use kosti_engine::{Chance, Label, Seat};
/// use rand::seq::{IndexedRandom, SliceRandom};
///
/// let mut rng = Chance::new(7, 0).stream(Label::bot(0, Seat::new(0)));
/// let mut ranks = ["A", "K", "Q", "J"];
/// ranks.shuffle(&mut rng);
/// let first = ranks.choose(&mut rng);
/// // The same seed, block and seat bring the same choice again.
/// let mut again = Chance::new(7, 0).stream(Label::bot(0, Seat::new(0)));
/// let mut others = ["A", "K", "Q", "J"];
/// others.shuffle(&mut again);
/// assert_eq!((others, others.choose(&mut again)), (ranks, first));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The stream that starts from 128 bits of (well mixed) state.
    #[inline]
    pub fn from_state(state: u128) -> Self {
        Self(Pcg64Mcg::new(state))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, each exactly as likely as any other.
    ///
    /// # Panics
    /// In debug builds if the bound is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        bounded(bound, || self.word())
    }

    /// Moves a uniformly drawn selection of `count` items, in uniformly random order, to the front.
    ///
    /// # Panics
    /// If there are fewer items than that, or more than 512.
    #[inline]
    pub fn shuffle_front<T>(&mut self, items: &mut [T], count: usize) {
        assert!(count <= items.len() && items.len() <= Self::LARGEST_SPAN);
        let mut done = 0;
        while done < count {
            // A few swaps too many do no harm: they leave the front as it is.
            for offset in self.offsets(items.len() - done) {
                if done < items.len() {
                    items.swap(done, done + offset as usize);
                    done += 1;
                }
            }
        }
    }

    /// Room for a deck, rounded up: a place below it needs no check.
    const ROOM: usize = CARDS.next_power_of_two();

    /// Draws `count` different cards of `stock`, in the order in which a shuffled deck of all 52 brings them: the same
    /// stream brings the same cards, less those that are not in the stock. They stand at the front of what is returned;
    /// what comes after them is arbitrary.
    ///
    /// # Panics
    /// If the stock is too small.
    #[inline]
    pub(crate) fn draw_cards(&mut self, stock: CardSet, count: usize) -> [u8; Self::ROOM] {
        let mut deck = FRESH_DECK;
        let mut drawn = [0; Self::ROOM];
        let (mut passed, mut found) = (0, 0);
        while found < count {
            assert!(passed < CARDS, "the stock is too small");
            // The last batch may go beyond the deck: no stock has what lies there.
            for offset in self.offsets(CARDS - passed) {
                // The card at the front takes the place of the one that is drawn.
                let place = (passed + offset as usize) % Self::ROOM;
                let card = deck[place];
                deck[place] = deck[passed % Self::ROOM];
                // Whether it counts is random, so it is always written, and overwritten if it does not.
                drawn[found % Self::ROOM] = card;
                found += (stock.bits() >> card & 1) as usize;
                passed += 1;
            }
        }
        drawn
    }

    /// How many bounded numbers are cut from one random word.
    const BATCH: usize = 4;
    /// The largest bound of such a number: 512⁴ = 2³⁶ makes a redraw most unlikely.
    const LARGEST_SPAN: usize = 512;

    /// Independent exact draws below `span`, `span − 1`, … (below 1 when these run out) from one random word.
    ///
    /// The word is read as a fraction in mixed radix; the test at the end rejects the words that would make some
    /// combination of results likelier than others (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer
    /// Generation").
    #[inline]
    fn offsets(&mut self, span: usize) -> [u32; Self::BATCH] {
        let bounds: [u64; Self::BATCH] = core::array::from_fn(|i| span.saturating_sub(i).max(1) as u64);
        let product: u64 = bounds.iter().product();
        loop {
            let mut rest = self.word();
            let offsets = bounds.map(|bound| {
                let wide = u128::from(rest) * u128::from(bound);
                rest = wide as u64;
                (wide >> 64) as u32
            });
            if rest >= product || rest >= product.wrapping_neg() % product {
                return offsets;
            }
        }
    }
}

/// A stream whose next word is always at hand: it gives the same numbers as the stream it was made from.
///
/// Who picks a stream by what has just happened (whose turn it is) would wait for the word to be made; this way the next
/// one is made while the game goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadyRng {
    next: u64,
    rng: Rng,
}

impl ReadyRng {
    /// A number in `0..bound`, each exactly as likely as any other.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        bounded(bound, || core::mem::replace(&mut self.next, self.rng.word()))
    }
}

impl From<Rng> for ReadyRng {
    #[inline]
    fn from(mut rng: Rng) -> Self {
        Self { next: rng.word(), rng }
    }
}

/// A source of exact bounded numbers.
pub trait Draw {
    /// A number in `0..bound`, each exactly as likely as any other.
    fn below(&mut self, bound: u32) -> u32;
}

impl Draw for Rng {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        Self::below(self, bound)
    }
}

impl Draw for ReadyRng {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        Self::below(self, bound)
    }
}

/// A number in `0..bound` from random words, exactly uniform (Lemire's multiply and reject).
#[inline]
pub(crate) fn bounded(bound: u32, mut word: impl FnMut() -> u64) -> u32 {
    debug_assert!(bound > 0);
    let bound = u64::from(bound);
    loop {
        let wide = u128::from(word()) * u128::from(bound);
        let rest = wide as u64;
        // The rejected part is smaller than the bound, so the costly remainder is hardly ever needed.
        if rest >= bound || rest >= bound.wrapping_neg() % bound {
            return (wide >> 64) as u32;
        }
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }

    #[inline]
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(dst);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of eight-bit words would show any bias at once: here every word is tried.
    #[test]
    fn bounded_draws_are_exact_when_every_word_is_tried() {
        for bound in 1..=40u64 {
            let mut counts = [0u32; 40];
            // The same arithmetic in 8-bit words.
            for word in 0..256u64 {
                let wide = word * bound;
                let rest = wide & 255;
                if rest >= (256 - bound) % bound {
                    counts[(wide >> 8) as usize] += 1;
                }
            }
            assert!(counts[..bound as usize].iter().all(|&c| c == counts[0] && c > 0));
        }
    }

    #[test]
    fn bounded_rejects_the_surplus_words() {
        // 2^64 = 1 (mod 3): of all words exactly one is too many, and it is the one with rest 0.
        let mut words = [0u64, u64::MAX].into_iter();
        assert_eq!(bounded(3, || words.next().unwrap()), 2);
        assert_eq!(words.next(), None);
    }

    #[test]
    fn the_traits_of_rand_give_the_words_of_the_stream() {
        let (mut own, mut rand) = (Rng::from_state(9), Rng::from_state(9));
        let words: [u64; 3] = core::array::from_fn(|_| own.word());
        assert_eq!([rand.next_u64(), rand.next_u64()], words[..2]);
        let mut bytes = [0; 8];
        rand.fill_bytes(&mut bytes);
        assert_eq!(u64::from_le_bytes(bytes), words[2]);
        assert_ne!(rand.next_u32(), rand.next_u32());
    }

    #[test]
    fn shuffles_keep_every_item() {
        let mut rng = Rng::from_state(5);
        for count in 0..=52 {
            let mut deck: [u8; 52] = core::array::from_fn(|i| i as u8);
            rng.shuffle_front(&mut deck, count);
            deck.sort_unstable();
            assert!(deck.iter().enumerate().all(|(i, &c)| i == c as usize));
        }
    }

    /// Cards come as from a deck that is shuffled whole, those passed over that are not in the stock.
    #[test]
    fn cards_are_drawn_as_from_a_shuffled_deck() {
        let mut stocks = Rng::from_state(3);
        for state in 0..2_000u128 {
            let stock = CardSet::from_bits(stocks.word() & CardSet::DECK.bits());
            let mut deck: [u8; CARDS] = core::array::from_fn(|card| card as u8);
            Rng::from_state(2 * state + 1).shuffle_front(&mut deck, CARDS);
            let count = stocks.below(stock.len() as u32 + 1) as usize;
            for count in [count, stock.len()] {
                let drawn = Rng::from_state(2 * state + 1).draw_cards(stock, count);
                let expected = deck.iter().filter(|&&card| stock.bits() >> card & 1 == 1);
                assert!(drawn[..count].iter().eq(expected.take(count)), "{count} of {stock:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "the stock is too small")]
    fn more_cards_than_there_are_cannot_be_drawn() {
        let three = CardSet::from_bits(0b111);
        Rng::from_state(7).draw_cards(three, 4);
    }
}
