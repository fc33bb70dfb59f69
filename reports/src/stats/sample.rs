//! 95 % intervals of chances, shares and means from plain sums.

use crate::stats::confidence_sequence::Sums;
use crate::stats::estimate::{Estimate, Interval, StandardError};

/// Half the width of a 95 % interval from many games, in standard errors.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a chance that came true in some of this many games (Wilson's).
pub fn chance_interval(times: u64, games: u64) -> Interval {
    let n = games.max(1) as f64;
    let p = times as f64 / n;
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { low: middle - half, high: middle + half }
}

/// The 95 % interval of the share that was won of this many games, from what was won of each block (Wilson's, with the effective
/// number of games). Anything is possible as long as there are not two blocks to compare.
pub fn share_interval(blocks: &Sums, games: u64) -> Interval {
    let estimate = estimate(blocks.sum, blocks.squares, blocks.blocks);
    Estimate { observations: games as f64, ..estimate }.wilson().unwrap_or(Interval { low: 0.0, high: 1.0 })
}

/// The 95 % interval of a mean of at least two games, or blocks of games, with this sum and sum of squares (Student's).
pub fn mean_interval(sum: f64, squares: f64, games: u64) -> Interval {
    let estimate = estimate(sum, squares, games);
    estimate.student().unwrap_or(Interval { low: estimate.mean, high: estimate.mean })
}

/// The mean of independent numbers with this sum and sum of squares.
fn estimate(sum: f64, squares: f64, count: u64) -> Estimate {
    let observations = count.max(1) as f64;
    let mean = sum / observations;
    let error = (count >= 2).then(|| {
        let freedom = observations - 1.0;
        StandardError { value: ((squares / observations - mean * mean).max(0.0) / freedom).sqrt(), freedom }
    });
    Estimate { mean, observations, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(blocks: &[f64]) -> Sums {
        let mut sums = Sums::default();
        blocks.iter().for_each(|&block| sums.add(block));
        sums
    }

    #[test]
    fn near_the_ends_the_number_of_games_counts() {
        // Nothing scatters where all was won: only more games tell more.
        let won = sums(&[1.0; 10]);
        let [few, many] = [10, 400].map(|games| share_interval(&won, games));
        assert!(few.low < many.low && many.low > 0.95, "{few:?} {many:?}");
    }

    fn is_about(Interval { low, high }: Interval, expected: (f64, f64)) -> bool {
        (low - expected.0).abs() < 1e-3 && (high - expected.1).abs() < 1e-3
    }

    #[test]
    fn intervals_of_chances_and_means() {
        assert!(is_about(chance_interval(40, 100), (0.3094, 0.4980)));
        // Student's quantile for 99 degrees of freedom is 1.984, and for 4 it is 2.776.
        assert!(is_about(mean_interval(100.0, 200.0, 100), (1.0 - 0.1994, 1.0 + 0.1994)));
        let few = sums(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        let half = 2.7764 * (2.5f64 / 5.0).sqrt();
        assert!(is_about(mean_interval(few.sum, few.squares, few.blocks), (3.0 - half, 3.0 + half)));
    }

    #[test]
    fn shares_from_few_blocks_stay_shares_and_are_never_certain() {
        for blocks in [[0.0; 8], [1.0; 8], [0.5; 8], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.75]] {
            let Interval { low, high } = share_interval(&sums(&blocks), 32);
            assert!(0.0 <= low && high <= 1.0 && high - low > 0.1, "{blocks:?}: {low} {high}");
        }
        assert_eq!(share_interval(&sums(&[0.5]), 4), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn blocks_that_hang_together_count_for_fewer_games() {
        let blocks: Vec<f64> = (0..100).map(|block| f64::from(block % 2)).collect();
        let (single, fourfold) = (share_interval(&sums(&blocks), 100), share_interval(&sums(&blocks), 400));
        assert!(is_about(single, (0.4022, 0.5978)), "{single:?}");
        assert!((single.half_width() / fourfold.half_width() - 1.0).abs() < 0.05, "{single:?} {fourfold:?}");
    }
}
