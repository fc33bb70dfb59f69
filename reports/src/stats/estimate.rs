//! Means with honest standard errors, from sums over blocks.

use statrs::distribution::{ContinuousCDF, Gamma, StudentsT};

use crate::stats::tally::Moments;

/// The blocks of one table: each holds the same number of observations of one quantity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stratum {
    /// How many blocks.
    pub blocks: u64,
    /// Observations in each block.
    pub per_block: u64,
    /// Sums over blocks of the sum of the observations of a block.
    pub moments: Moments,
}

impl Stratum {
    /// The sum over blocks of the squared distance of the block sum from its mean, exact before it is rounded once.
    fn scatter(&self) -> f64 {
        let blocks = i128::from(self.blocks);
        let Moments { sum, squares } = self.moments;
        match (blocks.checked_mul(squares), sum.checked_mul(sum)) {
            (Some(a), Some(b)) => (a - b) as f64 / self.blocks as f64,
            _ => (squares as f64 - sum as f64 / self.blocks as f64 * sum as f64).max(0.0),
        }
    }
}

/// An interval of confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Half the distance of its ends.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a value lies in it.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A mean over observations that come in blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean of all observations.
    pub mean: f64,
    /// How many observations there are.
    pub observations: f64,
    /// Its standard error and the degrees of freedom behind it, from the scatter of blocks; not known from one block.
    pub error: Option<StandardError>,
}

/// How far a mean may be off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StandardError {
    /// The standard error.
    pub value: f64,
    /// The degrees of freedom of its estimate.
    pub freedom: f64,
}

/// The level of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// Observations that must speak against the binomial variance before it is believed less: see [`Estimate::wilson`].
pub(crate) const PRIOR_WEIGHT: f64 = 4.0;

impl Estimate {
    /// The mean over all blocks, `unit` being the size of one in the sums. Nothing without observations.
    ///
    /// If every table has at least two blocks, its blocks scatter around the table's own mean: which tables are
    /// played is part of the plan, not of chance. Otherwise all blocks scatter around the common mean.
    pub fn new(strata: &[Stratum], unit: f64) -> Option<Self> {
        let played = || strata.iter().filter(|stratum| stratum.blocks > 0);
        let observations: f64 = played().map(|stratum| stratum.blocks as f64 * stratum.per_block as f64).sum();
        if observations == 0.0 {
            return None;
        }
        let sum: i128 = played().map(|stratum| stratum.moments.sum).sum();
        let mean = sum as f64 / observations;
        let blocks: u64 = played().map(|stratum| stratum.blocks).sum();
        let error = if played().all(|stratum| stratum.blocks >= 2) {
            let parts = || {
                played().map(|stratum| {
                    let freedom = stratum.blocks as f64 - 1.0;
                    (stratum.scatter() * stratum.blocks as f64 / freedom, freedom)
                })
            };
            let variance: f64 = parts().map(|(variance, _)| variance).sum();
            // Welch and Satterthwaite.
            let quartic: f64 = parts().map(|(variance, freedom)| variance * variance / freedom).sum();
            let freedom =
                if quartic > 0.0 { variance * variance / quartic } else { parts().map(|(_, freedom)| freedom).sum() };
            Some((variance, freedom))
        } else if blocks >= 2 {
            let scatter: f64 = played()
                .map(|stratum| {
                    let (count, per_block) = (stratum.blocks as f64, stratum.per_block as f64);
                    let off = stratum.moments.sum as f64 / count - mean * per_block;
                    stratum.scatter() + count * off * off
                })
                .sum();
            let freedom = blocks as f64 - 1.0;
            Some((scatter * blocks as f64 / freedom, freedom))
        } else {
            None
        };
        let error = error.map(|(variance, freedom)| StandardError {
            value: variance.sqrt() / observations / unit,
            freedom: freedom.max(1.0),
        });
        Some(Self { mean: mean / unit, observations, error })
    }

    /// The interval of Student around the mean.
    pub fn student(&self) -> Option<Interval> {
        let half = self.error.map(|error| error.value * error.quantile())?;
        Some(Interval { low: self.mean - half, high: self.mean + half })
    }

    /// Wilson's interval for a mean of numbers from 0 to 1, with the effective number of observations: as many
    /// independent ones of the same mean would scatter as the blocks do.
    ///
    /// Scatter says little near 0 and 1, where hardly anything happened: there the number is drawn towards the number
    /// of observations, with the weight of four observations against the rarer of successes and failures.
    ///
    /// Wilson's interval leaves out small chances too soon after the first few successes. There the end next to 0 or 1 is that of
    /// a rare event, as Brown, Cai and DasGupta (2001) proposed.
    pub fn wilson(&self) -> Option<Interval> {
        let error = self.error?;
        let (mean, games) = (self.mean.clamp(0.0, 1.0), self.observations);
        let rarer = games * mean.min(1.0 - mean);
        let binomial = mean * (1.0 - mean) / games;
        let effect = if binomial > 0.0 { error.value * error.value / binomial } else { 1.0 };
        let effect = (rarer * effect + PRIOR_WEIGHT) / (rarer + PRIOR_WEIGHT);
        let games = games / effect;
        let z2 = error.quantile().powi(2);
        let centre = (mean + z2 / (2.0 * games)) / (1.0 + z2 / games);
        let half = (z2 * (mean * (1.0 - mean) / games + z2 / (4.0 * games * games))).sqrt() / (1.0 + z2 / games);
        let low = rare_end(mean * games).map_or(centre - half, |end| (end / games).min(centre - half));
        let high = rare_end((1.0 - mean) * games).map_or(centre + half, |end| (1.0 - end / games).max(centre + half));
        Some(Interval { low: low.clamp(0.0, mean), high: high.clamp(mean, 1.0) })
    }

    /// How much the blocks changed the variance of the mean: below 1 they saved games. `variance` is that of a single
    /// observation.
    pub fn design_effect(&self, variance: f64) -> Option<f64> {
        let independent = variance / self.observations;
        self.error.filter(|_| independent > 0.0).map(|error| error.value * error.value / independent)
    }
}

impl StandardError {
    /// The quantile of Student's distribution for a two-sided interval.
    fn quantile(&self) -> f64 {
        student_quantile(self.freedom, CONFIDENCE)
    }
}

/// Beyond this many events Wilson's interval holds by itself.
const FEW_EVENTS: f64 = 3.0;

/// How many events are expected at least where so few were seen; nothing where they were many, or none.
pub(crate) fn rare_end(events: f64) -> Option<f64> {
    let few = events > 0.0 && events <= FEW_EVENTS;
    Gamma::new(events, 1.0).ok().filter(|_| few).map(|law| law.inverse_cdf(1.0 - CONFIDENCE))
}

/// The number that Student's distribution with these degrees of freedom keeps within, on both sides, with this
/// probability.
pub fn student_quantile(freedom: f64, confidence: f64) -> f64 {
    // Beyond that the distribution is normal to all digits shown, and the search for its quantile gets slow.
    let freedom = freedom.clamp(1.0, 1e6);
    StudentsT::new(0.0, 1.0, freedom).map_or(1.96, |student| student.inverse_cdf((1.0 + confidence) / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stratum(per_block: u64, sums: &[i64]) -> Stratum {
        let mut moments = Moments::default();
        sums.iter().for_each(|&sum| moments.add(sum));
        Stratum { blocks: sums.len() as u64, per_block, moments }
    }

    #[test]
    fn one_table_is_the_textbook_mean_of_block_means() {
        let sums = [3, 5, 4, 8, 0, 4];
        let estimate = Estimate::new(&[stratum(2, &sums)], 1.0).unwrap();
        let means: Vec<f64> = sums.iter().map(|&sum| sum as f64 / 2.0).collect();
        let mean = means.iter().sum::<f64>() / 6.0;
        let variance = means.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 5.0;
        assert!((estimate.mean - mean).abs() < 1e-12);
        let error = estimate.error.unwrap();
        assert!((error.value - (variance / 6.0).sqrt()).abs() < 1e-12);
        assert!((error.freedom - 5.0).abs() < 1e-9);
        let student = estimate.student().unwrap();
        assert!((student.half_width() - 2.570_581_8 * error.value).abs() < 1e-6);
    }

    #[test]
    fn tables_scatter_around_their_own_means() {
        let (low, high) = (stratum(1, &[0, 0, 1, 1]), stratum(1, &[100, 101, 100, 101]));
        let estimate = Estimate::new(&[low, high], 1.0).unwrap();
        assert!((estimate.mean - 50.5).abs() < 1e-12);
        assert!(estimate.error.unwrap().value < 0.3, "{estimate:?}");
        // A table with a single block has no scatter of its own.
        let estimate = Estimate::new(&[low, stratum(1, &[100])], 1.0).unwrap();
        assert!(estimate.error.unwrap().value > 10.0, "{estimate:?}");
    }

    #[test]
    fn unknown_is_unknown() {
        assert_eq!(Estimate::new(&[], 1.0), None);
        assert_eq!(Estimate::new(&[stratum(2, &[])], 1.0), None);
        let one = Estimate::new(&[stratum(2, &[1])], 1.0).unwrap();
        assert_eq!((one.error, one.wilson(), one.student()), (None, None, None));
    }

    #[test]
    fn independent_games_give_the_classic_wilson_interval() {
        // 60 of 100 single games: the scatter of 0 and 1 is the binomial one but for n - 1.
        let games: Vec<i64> = (0..100).map(|game| i64::from(game < 60)).collect();
        let wilson = Estimate::new(&[stratum(1, &games)], 1.0).unwrap().wilson().unwrap();
        assert!((wilson.low - 0.502).abs() < 0.003 && (wilson.high - 0.691).abs() < 0.003, "{wilson:?}");
    }

    #[test]
    fn no_interval_is_empty_or_leaves_zero_to_one() {
        for (sums, per_block) in [
            (vec![2; 10], 2),
            (vec![0; 10], 2),
            (vec![1; 10], 2),
            (vec![2, 2], 2),
            (vec![0, 4], 4),
            (vec![1, 1, 1, 2], 2),
        ] {
            let wilson = Estimate::new(&[stratum(per_block, &sums)], 1.0).unwrap().wilson().unwrap();
            assert!(0.0 <= wilson.low && wilson.low < wilson.high && wilson.high <= 1.0, "{sums:?} {wilson:?}");
        }
        // Twenty wins in twenty games leave a true share of 0.85 possible.
        let wins = Estimate::new(&[stratum(2, &[2; 10])], 1.0).unwrap().wilson().unwrap();
        assert!(wins.low < 0.86, "{wins:?}");
    }

    #[test]
    fn one_success_leaves_small_chances_possible() {
        // Of a hundred games one was won. A chance of 0.001 does that one time in ten, so it must not be ruled out.
        let once: Vec<i64> = (0..100).map(|block| i64::from(block == 0)).collect();
        let interval = |sums: &[i64]| Estimate::new(&[stratum(1, sums)], 1.0).unwrap().wilson().unwrap();
        let Interval { low, high } = interval(&once);
        assert!((low - 0.000_513).abs() < 1e-5 && high > 0.05, "{low} {high}");
        let all_but_once: Vec<i64> = once.iter().map(|won| 1 - won).collect();
        let other = interval(&all_but_once);
        assert!((other.high - (1.0 - low)).abs() < 1e-9 && (other.low - (1.0 - high)).abs() < 1e-9, "{other:?}");
    }

    #[test]
    fn huge_sums_do_not_overflow() {
        let moments = Moments { sum: i128::MAX / 4, squares: i128::MAX / 2 };
        let estimate = Estimate::new(&[Stratum { blocks: u64::MAX / 2, per_block: 2, moments }], 1.0).unwrap();
        assert!(estimate.mean.is_finite() && estimate.error.unwrap().value.is_finite());
    }
}
