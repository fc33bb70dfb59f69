//! Intervals from resampled groups.

use rand_core::Rng as _;
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::data::Data;
use super::fit::Fit;
use super::pool::PoolSums;

/// How often the groups are drawn anew.
const REPLICATES: usize = 1000;

/// Where the random numbers start. It is always the same, so that the same results bring the same intervals.
const SEED: u128 = 0x6b6f_7374_692d_7374_6174_732d_626f_6f74;

/// Below this, in units of log-worth, the difference between groups is one of rounding.
const SMALLEST_ERROR: f64 = 1e-9;

/// Half the widths of the 95 % intervals of the logarithms of all worths relative to their mean.
///
/// For every draw of as many groups as there are, with repetition, the maximum of the likelihood moves; it is followed by
/// a single step of Newton's method. The deviation of where it lands is the standard error.
pub(super) fn half_widths(data: &Data, fit: &Fit) -> Vec<Option<f64>> {
    let (rated, groups) = (data.rated.len(), data.groups.len());
    let Some(moves) = moves(data, fit) else { return vec![None; rated] };
    if groups < 2 {
        return vec![None; rated];
    }
    let mut random = Pcg64Mcg::new(SEED);
    let (mut sums, mut squares) = (vec![0.0; rated], vec![0.0; rated]);
    let mut weights = vec![0.0; groups];
    let mut moved = vec![0.0; rated];
    for _ in 0..REPLICATES {
        weights.fill(-1.0);
        for _ in 0..groups {
            let drawn = (u128::from(random.next_u64()) * groups as u128) >> 64;
            weights[drawn as usize] += 1.0;
        }
        moved.fill(0.0);
        for (weight, group) in weights.iter().zip(&moves) {
            for (total, part) in moved.iter_mut().zip(group) {
                *total += weight * part;
            }
        }
        for (index, &value) in moved.iter().enumerate() {
            sums[index] += value;
            squares[index] += value * value;
        }
    }
    let freedom = (groups - 1) as f64;
    let Ok(law) = StudentsT::new(0.0, 1.0, freedom) else { return vec![None; rated] };
    // The groups at hand differ less from their own mean than from the truth.
    let factor = law.inverse_cdf(0.975) * (groups as f64 / freedom).sqrt();
    let replicates = REPLICATES as f64;
    let half_width = |(sum, square): (&f64, &f64)| {
        let variance = (square - sum * sum / replicates) / (replicates - 1.0);
        let error = variance.max(0.0).sqrt();
        let width = factor * error;
        (error > SMALLEST_ERROR && width.is_finite()).then_some(width)
    };
    sums.iter().zip(&squares).map(half_width).collect()
}

/// By how much each group, counted once more, moves the logarithms of all worths relative to their mean; `None` if the
/// information does not tell.
pub(super) fn moves(data: &Data, fit: &Fit) -> Option<Vec<Vec<f64>>> {
    let (rated, size) = (data.rated.len(), data.parameters());
    let information = fit.information.as_ref()?;
    let (worths, ties) = fit.parameters.split_at(rated);

    let mut sums = PoolSums::default();
    let expected: Vec<Vec<f64>> = data
        .pools
        .iter()
        .map(|pool| {
            sums.compute(pool.iter().map(|&player| worths[player]), &data.tie_sizes, ties);
            sums.mean.clone()
        })
        .collect();
    let group_moves = data.groups.iter().map(|group| {
        let mut score = vec![0.0; size];
        for &(event, count) in group {
            let (event, count) = (&data.events[event], count as f64);
            data.add_observed(event, count, &mut score);
            let parameters = data.pools[event.pool].iter().copied().chain(rated..size);
            for (parameter, mean) in parameters.zip(&expected[event.pool]) {
                score[parameter] -= count * mean;
            }
        }
        let mut step = information.solve(&score);
        step.truncate(rated);
        let mean = step.iter().sum::<f64>() / rated as f64;
        step.iter_mut().for_each(|entry| *entry -= mean);
        step
    });
    Some(group_moves.collect())
}
