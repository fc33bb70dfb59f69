//! A model of who wins: chances in proportion to the exponential of a weighted sum of what each has.

/// A contest whose outcome is known.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest<const K: usize> {
    /// What each contestant has.
    pub features: Vec<[f64; K]>,
    /// What share of the win each got.
    pub shares: Vec<f64>,
}

/// Weights that explain contests: a conditional logit model (McFadden), by maximum likelihood.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChoiceModel<const K: usize> {
    /// The weight of each feature.
    pub weights: [f64; K],
}

/// How strongly weights are held near nothing, in units of their features' spread: just enough that they stay finite.
const RIDGE: f64 = 1e-3;
/// Newton's method has long converged by then.
const MOST_STEPS: usize = 50;

impl<const K: usize> ChoiceModel<K> {
    /// Fits a model. A feature that never differs gets no weight.
    pub fn fit(contests: &[Contest<K>]) -> Self {
        let spread = spread(contests);
        let mut weights = [0.0; K];
        for _ in 0..MOST_STEPS {
            let (mut slope, mut curve) = ([0.0; K], [[0.0; K]; K]);
            for contest in contests {
                add_contest(&weights, contest, &mut slope, &mut curve);
            }
            let count = contests.len().max(1) as f64;
            for k in 0..K {
                slope[k] = slope[k] / count - RIDGE * spread[k] * weights[k];
                curve[k].iter_mut().for_each(|value| *value /= count);
                curve[k][k] += RIDGE * spread[k];
                if spread[k] == 0.0 {
                    (slope[k], curve[k][k]) = (0.0, 1.0);
                }
            }
            let step = solve(curve, slope);
            (0..K).filter(|&k| spread[k] > 0.0).for_each(|k| weights[k] += step[k]);
            if step.iter().zip(&spread).all(|(step, spread)| step * step * spread < 1e-18) {
                break;
            }
        }
        Self { weights }
    }

    /// The chance of each contestant.
    pub fn chances(&self, features: &[[f64; K]]) -> Vec<f64> {
        chances(&self.weights, features)
    }

    /// How many nats an outcome comes as a surprise, on average: less is better.
    pub fn surprise(&self, contests: &[Contest<K>]) -> f64 {
        let of = |contest: &Contest<K>| -> f64 {
            let chances = self.chances(&contest.features);
            contest.shares.iter().zip(chances).map(|(share, chance)| -share * chance.max(f64::MIN_POSITIVE).ln()).sum()
        };
        contests.iter().map(of).sum::<f64>() / contests.len().max(1) as f64
    }
}

fn chances<const K: usize>(weights: &[f64; K], features: &[[f64; K]]) -> Vec<f64> {
    let sum_of = |has: &[f64; K]| -> f64 { has.iter().zip(weights).map(|(has, weight)| has * weight).sum() };
    let mut chances: Vec<f64> = features.iter().map(sum_of).collect();
    let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

/// The variance of each feature among the contestants of a contest, on average.
fn spread<const K: usize>(contests: &[Contest<K>]) -> [f64; K] {
    let mut spread = [0.0; K];
    for contest in contests {
        let count = contest.features.len() as f64;
        for (k, spread) in spread.iter_mut().enumerate() {
            let mean = contest.features.iter().map(|has| has[k]).sum::<f64>() / count;
            *spread += contest.features.iter().map(|has| (has[k] - mean).powi(2)).sum::<f64>() / count;
        }
    }
    spread.map(|spread| spread / contests.len().max(1) as f64)
}

/// Adds what a contest says of the slope of the likelihood, and of its curvature with the sign turned.
fn add_contest<const K: usize>(
    weights: &[f64; K],
    contest: &Contest<K>,
    slope: &mut [f64; K],
    curve: &mut [[f64; K]; K],
) {
    let chances = chances(weights, &contest.features);
    let mut mean = [0.0; K];
    for (has, chance) in contest.features.iter().zip(&chances) {
        (0..K).for_each(|k| mean[k] += chance * has[k]);
    }
    for ((has, chance), share) in contest.features.iter().zip(&chances).zip(&contest.shares) {
        for k in 0..K {
            slope[k] += (share - chance) * has[k];
            for l in 0..K {
                curve[k][l] += chance * (has[k] - mean[k]) * (has[l] - mean[l]);
            }
        }
    }
}

/// Solves a system of equations with a positive definite matrix.
fn solve<const K: usize>(mut matrix: [[f64; K]; K], mut values: [f64; K]) -> [f64; K] {
    for k in 0..K {
        let pivot = matrix[k][k];
        for l in k + 1..K {
            let factor = matrix[l][k] / pivot;
            let above = matrix[k];
            matrix[l].iter_mut().zip(above).skip(k).for_each(|(value, above)| *value -= factor * above);
            values[l] -= factor * values[k];
        }
    }
    for k in (0..K).rev() {
        let known: f64 = (k + 1..K).map(|l| matrix[k][l] * values[l]).sum();
        values[k] = (values[k] - known) / matrix[k][k];
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Contests that go by these weights.
    fn contests(weights: [f64; 3], count: usize) -> Vec<Contest<3>> {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut contest = || {
            let features: Vec<[f64; 3]> =
                (0..4).map(|_| [rng.random::<f64>() * 3.0, rng.random::<f64>() * 10.0, 2.0]).collect();
            let chances = chances(&weights, &features);
            let mut at: f64 = rng.random();
            let winner = chances.iter().position(|chance| {
                at -= chance;
                at < 0.0
            });
            let shares = (0..4).map(|seat| f64::from(u8::from(Some(seat) == winner))).collect();
            Contest { features, shares }
        };
        (0..count).map(|_| contest()).collect()
    }

    #[test]
    fn planted_weights_are_found() {
        let contests = contests([1.0, -0.2, 7.0], 20_000);
        let model = ChoiceModel::fit(&contests);
        assert!((model.weights[0] - 1.0).abs() < 0.04, "{:?}", model.weights);
        assert!((model.weights[1] + 0.2).abs() < 0.012, "{:?}", model.weights);
        assert_eq!(model.weights[2], 0.0, "what never differs has no weight");
    }

    /// No small change of a weight makes the outcomes likelier.
    #[test]
    fn the_likelihood_is_at_its_top() {
        let contests = contests([0.5, 0.1, 0.0], 500);
        let model = ChoiceModel::fit(&contests);
        let held = |model: &ChoiceModel<3>| {
            let spread = spread(&contests);
            let ridge: f64 = (0..3).map(|k| RIDGE * spread[k] * model.weights[k].powi(2) / 2.0).sum();
            model.surprise(&contests) + ridge
        };
        for k in 0..2 {
            for change in [-0.01, 0.01] {
                let mut other = model;
                other.weights[k] += change;
                assert!(held(&other) > held(&model));
            }
        }
    }

    #[test]
    fn certain_outcomes_have_finite_weights() {
        let contest = Contest { features: vec![[1.0], [0.0]], shares: vec![1.0, 0.0] };
        let model = ChoiceModel::fit(&[contest.clone(), contest]);
        assert!(model.weights[0].is_finite() && model.weights[0] > 3.0, "{:?}", model.weights);
        assert_eq!(ChoiceModel::<2>::fit(&[]).weights, [0.0; 2]);
    }
}
