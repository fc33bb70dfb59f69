//! Intervals that hold however long one goes on looking at them.
//!
//! An ordinary interval holds at a number of blocks that was fixed beforehand. To stop as soon as it looks good takes
//! one that holds at all numbers at once: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
//! Ramdas ("Time-uniform central limit theory and asymptotic confidence sequences"), a mixture of normal martingales.

use crate::stats::estimate::Interval;

/// What blocks brought, in sums.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sums {
    /// How many blocks.
    pub blocks: u64,
    /// The sum over blocks.
    pub sum: f64,
    /// The sum of squares.
    pub squares: f64,
    /// The largest difference of a block, without its sign.
    pub largest: f64,
}

impl Sums {
    /// Adds a block.
    pub fn add(&mut self, value: f64) {
        self.blocks += 1;
        self.sum += value;
        self.squares += value * value;
        self.largest = self.largest.max(value.abs());
    }

    /// Adds other blocks.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.sum += other.sum;
        self.squares += other.squares;
        self.largest = self.largest.max(other.largest);
    }

    /// The mean over blocks; 0 if there are none.
    pub fn mean(&self) -> f64 {
        if self.blocks == 0 { 0.0 } else { self.sum / self.blocks as f64 }
    }

    /// The variance of a block. One more block is taken along that is as extreme as any that was seen, or at least as
    /// `least`: as long as few blocks differ at all, they do not tell how far others may.
    fn variance(&self, least: f64) -> f64 {
        let (blocks, mean) = (self.blocks.max(1) as f64, self.mean());
        let extreme = self.largest.max(least) + mean.abs();
        (self.squares / blocks - mean * mean).max(0.0) + extreme * extreme / blocks
    }
}

/// A confidence sequence for the mean of a block.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ConfidenceSequence {
    /// How the mixture is spread: it is narrowest at a certain number of blocks.
    spread: f64,
    /// A block may well differ by this much even if none has yet.
    least: f64,
}

/// Below this many blocks nothing is said.
const FEWEST_BLOCKS: u64 = 50;

impl ConfidenceSequence {
    /// A sequence whose 95 % intervals are narrowest at about this many blocks. `least` is what a block may well differ by
    /// even if none has yet.
    pub fn new(narrowest_at: u64, least: f64) -> Self {
        const ALPHA: f64 = 0.05;
        let twice = -2.0 * f64::ln(ALPHA);
        Self { spread: (twice + twice.ln() + 1.0) / narrowest_at.max(1) as f64, least }
    }

    /// The interval at this error rate, for as long as one likes; nothing before there are enough blocks.
    pub fn interval(&self, sums: &Sums, alpha: f64) -> Option<Interval> {
        if sums.blocks < FEWEST_BLOCKS {
            return None;
        }
        let half = (sums.variance(self.least) * self.squared_half_width(sums.blocks, alpha)).sqrt();
        Some(Interval { low: sums.mean() - half, high: sums.mean() + half })
    }

    /// The square of half the width of an interval at this error rate, if blocks have a variance of 1.
    pub fn squared_half_width(&self, blocks: u64, alpha: f64) -> f64 {
        let blocks = blocks.max(1) as f64;
        let mixed = blocks * self.spread + 1.0;
        2.0 * mixed / (blocks * blocks * self.spread) * (mixed.sqrt() / alpha).ln()
    }

    /// The smallest error rate at which this mean is outside the interval; 1 before there are enough blocks.
    pub fn p(&self, sums: &Sums, mean: f64) -> f64 {
        if sums.blocks < FEWEST_BLOCKS {
            return 1.0;
        }
        let blocks = sums.blocks as f64;
        let mixed = blocks * self.spread + 1.0;
        let off = sums.mean() - mean;
        let weight = blocks * blocks * self.spread * off * off / (2.0 * sums.variance(self.least) * mixed);
        (mixed.sqrt() * (-weight).exp()).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Blocks that are 1 with this chance and otherwise -1.
    fn coins(seed: u64, chance: f64) -> impl Iterator<Item = f64> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        std::iter::from_fn(move || {
            let uniform = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            Some(if uniform < chance { 1.0 } else { -1.0 })
        })
    }

    #[test]
    fn the_truth_is_hardly_ever_outside_however_often_one_looks() {
        let sequence = ConfidenceSequence::new(1000, 1.0);
        let mut missed = 0;
        for seed in 0..400 {
            let mut sums = Sums::default();
            let outside = coins(seed, 0.6).take(5000).any(|coin| {
                sums.add(coin);
                sequence.interval(&sums, 0.05).is_some_and(|interval| !interval.contains(0.2))
            });
            missed += u32::from(outside);
        }
        assert!(missed <= 28, "{missed} of 400 at an error rate of 20");
    }

    #[test]
    fn a_mean_is_outside_the_interval_exactly_if_its_p_is_below() {
        let sequence = ConfidenceSequence::new(300, 1.0);
        let mut sums = Sums::default();
        coins(1, 0.55).take(700).for_each(|coin| sums.add(coin));
        for mean in [-0.1, 0.0, 0.05, 0.1, 0.3, 0.5] {
            for alpha in [0.2, 0.05, 0.001] {
                let interval = sequence.interval(&sums, alpha).unwrap();
                assert_eq!(!interval.contains(mean), sequence.p(&sums, mean) < alpha, "{mean} {alpha}");
            }
        }
    }

    #[test]
    fn blocks_without_any_difference_still_leave_room_for_one() {
        let sequence = ConfidenceSequence::new(1000, 1.0);
        let mut sums = Sums::default();
        assert_eq!(sequence.interval(&sums, 0.05), None);
        (0..1000).for_each(|_| sums.add(0.0));
        let Interval { low, high } = sequence.interval(&sums, 0.05).unwrap();
        assert!(low < -0.002 && high > 0.002 && high < 0.02, "{low} {high}");
    }
}
