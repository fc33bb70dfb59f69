//! The sequential probability ratio test of one player against another.

use std::f64::consts::{LN_10, SQRT_2};

use thiserror::Error;

use crate::stats::elo::expected_score;
use crate::stats::tally::Moments;

/// How many points of normalized Elo one standard deviation of a single game is worth.
const NORMALIZED_ELO_PER_SD: f64 = 800.0 / LN_10;

/// Differences beyond this need no test, and leave no digits to compute with.
const LARGEST_ELO: f64 = 2000.0;

/// The unit of the two hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloScale {
    /// The usual Elo: a difference stands for an expected score.
    Logistic,
    /// A difference stands for an expected score in standard deviations of a game, so that the same difference takes
    /// about as many games to show in every game, whether that is decided by luck or hardly ever.
    Normalized,
}

/// Why a test cannot be set up.
#[derive(Clone, Copy, PartialEq, Error, Debug)]
pub enum SprtError {
    /// The hypotheses are equal or in the wrong order.
    #[error("the first hypothesis, {0} Elo, must be below the second, {1} Elo")]
    Order(f64, f64),
    /// A hypothesis is not a number or far from anything that can be measured.
    #[error("a hypothesis of {0} Elo is not between -2000 and 2000")]
    Elo(f64),
    /// The chance of wrongly taking the second hypothesis is out of range.
    #[error("alpha is {0}, it must be above 0 and below 0.5")]
    Alpha(f64),
    /// The chance of wrongly taking the first hypothesis is out of range.
    #[error("beta is {0}, it must be above 0 and below 0.5")]
    Beta(f64),
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The difference is the one of the first hypothesis, or less.
    AcceptH0,
    /// The difference is the one of the second hypothesis, or more.
    AcceptH1,
    /// Nothing is decided, more blocks are needed.
    GoOn,
}

/// A generalised sequential probability ratio test between two Elo differences.
///
/// Its observations are the mean scores of blocks. A block is one deal of luck that was played with both seatings, so
/// blocks are independent while games are not. They are given as pairs of a mean score and how many blocks had it;
/// mean scores that are possible and were never seen belong there too, with a count of 0.
///
/// ```
/// use kosti_reports::stats::{EloScale, Sprt, SprtVerdict};
/// let test = Sprt::new(0.0, 50.0, EloScale::Logistic, 0.05, 0.05)?;
/// let blocks = [(0.0, 3), (0.25, 10), (0.5, 40), (0.75, 30), (1.0, 17)];
/// assert_eq!(test.verdict(&blocks), Some(SprtVerdict::AcceptH1));
/// # Ok::<(), kosti_reports::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    scale: EloScale,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// A test of `elo0` against `elo1` that takes the second wrongly with chance `alpha` and the first with `beta`.
    ///
    /// # Errors
    /// If the hypotheses are not in order and within ±2000 Elo, or a chance is not above 0 and below 0.5.
    pub fn new(elo0: f64, elo1: f64, scale: EloScale, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for elo in [elo0, elo1] {
            if !(-LARGEST_ELO..=LARGEST_ELO).contains(&elo) {
                return Err(SprtError::Elo(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        if !is_chance(alpha) {
            return Err(SprtError::Alpha(alpha));
        }
        if !is_chance(beta) {
            return Err(SprtError::Beta(beta));
        }
        Ok(Self { elo0, elo1, scale, alpha, beta })
    }

    /// The two hypotheses.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The unit of the hypotheses.
    pub fn scale(&self) -> EloScale {
        self.scale
    }

    /// The log-likelihood ratios at which the first and the second hypothesis are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (self.beta.ln() - (-self.alpha).ln_1p(), (-self.beta).ln_1p() - self.alpha.ln())
    }

    /// The log-likelihood ratio of the second hypothesis to the first, block means taken as normal with the scatter that
    /// suits each hypothesis best. It is unknown without blocks or if a mean score is not from 0 to 1.
    ///
    /// One block of the largest possible scatter is added, so that a few equal results do not pass for certainty.
    pub fn llr(&self, blocks: &[(f64, u64)]) -> Option<f64> {
        self.llr_of(&BlockScores::counted(blocks)?)
    }

    /// As [`llr`](Self::llr), from the scores of blocks of any number of games.
    pub fn llr_of(&self, scores: &BlockScores) -> Option<f64> {
        let BlockScores { blocks: total, mean, variance, games } = *scores;
        let variance = variance + 0.25 / total;
        let ratio = match self.scale {
            EloScale::Logistic => {
                let misfit = |elo: f64| variance + (mean - expected_score(elo)).powi(2);
                misfit(self.elo0) / misfit(self.elo1)
            }
            EloScale::Normalized => {
                let t = (mean - 0.5) / variance.sqrt();
                // The mean of several games has the standard deviation of one over the root of their number.
                let misfit = |elo: f64| 1.0 + (t - games.sqrt() * elo / NORMALIZED_ELO_PER_SD).powi(2);
                misfit(self.elo0) / misfit(self.elo1)
            }
        };
        let llr = total / 2.0 * ratio.ln();
        llr.is_finite().then_some(llr)
    }

    /// What follows from these blocks; unknown if the log-likelihood ratio is.
    pub fn verdict(&self, blocks: &[(f64, u64)]) -> Option<SprtVerdict> {
        self.verdict_of(&BlockScores::counted(blocks)?)
    }

    /// As [`verdict`](Self::verdict), from the scores of blocks of any number of games.
    pub fn verdict_of(&self, scores: &BlockScores) -> Option<SprtVerdict> {
        let (lower, upper) = self.bounds();
        let llr = self.llr_of(scores)?;
        Some(match llr {
            _ if llr <= lower => SprtVerdict::AcceptH0,
            _ if llr >= upper => SprtVerdict::AcceptH1,
            _ => SprtVerdict::GoOn,
        })
    }
}

/// The mean scores of blocks, summed up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlockScores {
    blocks: f64,
    mean: f64,
    variance: f64,
    /// The games of a block.
    games: f64,
}

impl BlockScores {
    /// From how many blocks of two games had each mean score; unknown without blocks or if a mean score is not from 0 to 1.
    pub fn counted(blocks: &[(f64, u64)]) -> Option<Self> {
        let (blocks, mean, variance) = moments(blocks)?;
        Some(Self { blocks, mean, variance, games: 2.0 })
    }

    /// From the sums of this many blocks of `games` games each, in which a win counts `unit`; unknown without blocks.
    pub fn summed(sums: &Moments, blocks: u64, games: u64, unit: i64) -> Option<Self> {
        if blocks == 0 || games == 0 {
            return None;
        }
        // Whole numbers until the end: what is subtracted is nearly as large as what it is subtracted from.
        let whole = i128::from(blocks) * sums.squares - sums.sum * sums.sum;
        let (blocks, games) = (blocks as f64, games as f64);
        let most = unit as f64 * games;
        let (mean, variance) = (sums.sum as f64 / blocks / most, whole as f64 / (blocks * most).powi(2));
        Some(Self { blocks, mean, variance, games })
    }
}

/// The number of blocks, the mean of their mean scores, and the variance of these.
fn moments(blocks: &[(f64, u64)]) -> Option<(f64, f64, f64)> {
    if blocks.iter().any(|&(value, _)| !(0.0..=1.0).contains(&value)) {
        return None;
    }
    let total: f64 = blocks.iter().map(|block| block.1 as f64).sum();
    if total == 0.0 {
        return None;
    }
    let average = |of: &dyn Fn(f64) -> f64| blocks.iter().map(|&(x, n)| n as f64 / total * of(x)).sum::<f64>();
    let mean = average(&|x| x);
    Some((total, mean, average(&|x| (x - mean) * (x - mean))))
}

/// The normalized Elo difference that blocks of two games show, and half the width of its 95 % interval.
///
/// It is unknown without blocks, if all of them have the same mean score, or if a mean score is not from 0 to 1.
pub fn normalized_elo(blocks: &[(f64, u64)]) -> Option<(f64, f64)> {
    let (total, mean, variance) = moments(blocks)?;
    let values = || blocks.iter().filter(|block| block.1 > 0).map(|block| block.0);
    if values().all(|value| Some(value) == values().next()) {
        return None;
    }
    let sd = variance.sqrt();
    let t = (mean - 0.5) / sd;
    // A block moves the t-value through the mean and, if that is not one half, through the standard deviation.
    let scatter: f64 = blocks
        .iter()
        .map(|&(x, n)| {
            let z = (x - mean) / sd;
            let influence = z - 0.5 * t * (z * z - 1.0);
            n as f64 / total * influence * influence
        })
        .sum();
    let unit = NORMALIZED_ELO_PER_SD / SQRT_2;
    let (nelo, half_width) = (unit * t, unit * 1.959_963_984_540_054 * (scatter / total).sqrt());
    (nelo.is_finite() && half_width.is_finite()).then_some((nelo, half_width))
}

#[cfg(test)]
mod tests {
    use rand_core::Rng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    fn blocks(counts: [u64; 5]) -> Vec<(f64, u64)> {
        VALUES.into_iter().zip(counts).collect()
    }

    #[test]
    fn a_long_known_test() {
        let blocks = blocks([379, 10170, 21828, 10640, 343]);
        let (nelo, half_width) = normalized_elo(&blocks).unwrap();
        assert_eq!(format!("{nelo:.2} ± {half_width:.2}"), "3.05 ± 2.31");

        let test = Sprt::new(0.0, 2.0, EloScale::Normalized, 0.05, 0.05).unwrap();
        assert_eq!(format!("{:.3}", test.llr(&blocks).unwrap()), "2.946");

        let (lower, upper) = test.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + 19_f64.ln()).abs() < 1e-12);
        assert_eq!(test.verdict(&blocks), Some(SprtVerdict::AcceptH1));
    }

    #[test]
    fn sums_say_what_counts_say() {
        let counts = [3, 41, 100, 60, 9];
        let mut sums = Moments::default();
        for (score, count) in counts.into_iter().enumerate() {
            (0..count).for_each(|_| sums.add(3 * score as i64));
        }
        // Two games in which a win counts six.
        let summed = BlockScores::summed(&sums, counts.iter().sum(), 2, 6).unwrap();
        let counted = BlockScores::counted(&blocks(counts)).unwrap();
        assert!((summed.mean - counted.mean).abs() < 1e-12 && (summed.variance - counted.variance).abs() < 1e-12);
        assert_eq!((summed.blocks, summed.games), (counted.blocks, counted.games));
        // With four games in a block the same scatter is that of larger differences between single games.
        let test = Sprt::new(0.0, 5.0, EloScale::Normalized, 0.05, 0.05).unwrap();
        let four = BlockScores { games: 4.0, ..counted };
        assert!(test.llr_of(&four).unwrap() != test.llr_of(&counted).unwrap());
        assert_eq!(BlockScores::summed(&sums, 0, 2, 6), None);
    }

    #[test]
    fn swapped_players_bring_the_opposite() {
        for scale in [EloScale::Logistic, EloScale::Normalized] {
            let test = Sprt::new(5.0, 30.0, scale, 0.05, 0.02).unwrap();
            let swapped = Sprt::new(-30.0, -5.0, scale, 0.02, 0.05).unwrap();
            for counts in [[3, 40, 100, 60, 9], [0, 0, 0, 0, 7], [0, 0, 9, 0, 0], [80, 2, 0, 0, 0]] {
                let mut reversed = counts;
                reversed.reverse();
                let sum = test.llr(&blocks(counts)).unwrap() + swapped.llr(&blocks(reversed)).unwrap();
                assert!(sum.abs() < 1e-6, "{scale:?} {counts:?} {sum}");
            }
        }
    }

    #[test]
    fn one_sided_matches_are_decided_soon() {
        for scale in [EloScale::Logistic, EloScale::Normalized] {
            let test = Sprt::new(0.0, 30.0, scale, 0.05, 0.05).unwrap();
            assert_eq!(test.verdict(&[(1.0, 1000)]), Some(SprtVerdict::AcceptH1));
            assert_eq!(test.verdict(&[(0.0, 1000)]), Some(SprtVerdict::AcceptH0));
            assert_eq!(test.verdict(&[(1.0, 2)]), Some(SprtVerdict::GoOn));
            assert_eq!(test.verdict(&[(0.5, 5)]), Some(SprtVerdict::GoOn));
        }
    }

    #[test]
    fn extremes_are_unknown_or_finite() {
        let whole = [u64::MAX; 5];
        for scale in [EloScale::Logistic, EloScale::Normalized] {
            for (elo0, elo1) in [(-2000.0, 2000.0), (0.0, 1e-9), (1999.0, 2000.0), (-3.0, 1.0)] {
                let test = Sprt::new(elo0, elo1, scale, 1e-300, 0.499).unwrap();
                for counts in [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, u64::MAX], [1, 0, 0, 0, u64::MAX], whole]
                {
                    let llr = test.llr(&blocks(counts)).unwrap_or_else(|| panic!("{scale:?} {elo0} {elo1} {counts:?}"));
                    assert!(llr.is_finite(), "{scale:?} {elo0} {elo1} {counts:?}");
                }
                for unknown in [&[][..], &[(0.5, 0)], &[(f64::NAN, 1)], &[(1.5, 1)], &[(-0.5, 0), (0.5, 1)]] {
                    assert_eq!(test.llr(unknown), None);
                    assert_eq!(test.verdict(unknown), None);
                }
            }
        }
        for unknown in [&[][..], &[(0.5, 0)], &[(0.5, 9)], &[(1.0, 9), (0.0, 0)], &[(f64::NAN, 1), (0.5, 1)]] {
            assert_eq!(normalized_elo(unknown), None);
        }
        assert!(normalized_elo(&[(0.0, 1), (1.0, u64::MAX)]).is_some());
    }

    #[test]
    fn impossible_tests_are_refused() {
        let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, EloScale::Logistic, alpha, beta);
        assert_eq!(new(2.0, 2.0, 0.05, 0.05), Err(SprtError::Order(2.0, 2.0)));
        assert_eq!(new(3.0, 2.0, 0.05, 0.05), Err(SprtError::Order(3.0, 2.0)));
        assert_eq!(new(f64::NEG_INFINITY, 2.0, 0.05, 0.05), Err(SprtError::Elo(f64::NEG_INFINITY)));
        assert!(matches!(new(0.0, f64::NAN, 0.05, 0.05), Err(SprtError::Elo(_))));
        assert_eq!(new(0.0, 2.0, 0.0, 0.05), Err(SprtError::Alpha(0.0)));
        assert_eq!(new(0.0, 2.0, 0.05, 0.5), Err(SprtError::Beta(0.5)));
        assert!(matches!(new(0.0, 2.0, f64::NAN, 0.05), Err(SprtError::Alpha(_))));
    }

    /// How many of `runs` tests, looked at after every 20 blocks, end with each verdict.
    fn simulate(test: &Sprt, law: &[f64; 5], runs: u64) -> (u64, u64) {
        let (mut h0, mut h1) = (0, 0);
        for run in 0..runs {
            let mut random = Pcg64Mcg::new((u128::from(run) << 64) + 0x9e37_79b9_7f4a_7c15);
            let mut counts = [0_u64; 5];
            loop {
                for _ in 0..20 {
                    let mut point = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                    let value = law.iter().position(|p| {
                        point -= p;
                        point < 0.0
                    });
                    counts[value.unwrap_or(4)] += 1;
                }
                match test.verdict(&blocks(counts)).unwrap() {
                    SprtVerdict::AcceptH0 => break h0 += 1,
                    SprtVerdict::AcceptH1 => break h1 += 1,
                    SprtVerdict::GoOn => {}
                }
            }
        }
        (h0, h1)
    }

    /// A law of block means at exactly this difference.
    fn tilted(scale: EloScale, elo: f64) -> [f64; 5] {
        let law = |tilt: f64| {
            let weights: [f64; 5] = std::array::from_fn(|i| [6.0, 20.0, 48.0, 20.0, 6.0][i] * (tilt * VALUES[i]).exp());
            weights.map(|weight| weight / weights.iter().sum::<f64>())
        };
        let difference = |law: &[f64; 5]| {
            let mean: f64 = law.iter().zip(VALUES).map(|(p, x)| p * x).sum();
            let variance: f64 = law.iter().zip(VALUES).map(|(p, x)| p * (x - mean).powi(2)).sum();
            match scale {
                EloScale::Logistic => mean - expected_score(elo),
                EloScale::Normalized => (mean - 0.5) / variance.sqrt() - SQRT_2 * elo / NORMALIZED_ELO_PER_SD,
            }
        };
        let (mut low, mut high) = (-5.0, 5.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if difference(&law(middle)) < 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        law(low)
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        for scale in [EloScale::Logistic, EloScale::Normalized] {
            let test = Sprt::new(0.0, 40.0, scale, 0.05, 0.1).unwrap();
            let law = |elo: f64| tilted(scale, elo);
            // Three standard deviations of such a count are allowed on top.
            let runs = 600;
            let allowed =
                |chance: f64| (runs as f64 * chance + 3.0 * (runs as f64 * chance * (1.0 - chance)).sqrt()) as u64;
            let (_, wrong) = simulate(&test, &law(0.0), runs);
            assert!(wrong <= allowed(0.05), "{scale:?}: {wrong} of {runs} under the first hypothesis");
            let (wrong, _) = simulate(&test, &law(40.0), runs);
            assert!(wrong <= allowed(0.1), "{scale:?}: {wrong} of {runs} under the second hypothesis");
        }
    }
}
