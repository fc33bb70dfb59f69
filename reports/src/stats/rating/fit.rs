//! The parameters under which the results are most likely, by Newton's method.

use super::cholesky::Cholesky;
use super::data::Data;
use super::pool::PoolSums;

/// Steps after which the search ends in any case.
const STEPS: usize = 200;

/// The largest change of a parameter in a step. Where the likelihood is flat, steps may be far too long.
const LONGEST_STEP: f64 = 10.0;

/// Halvings of a step after which it is too small to matter.
const HALVINGS: usize = 40;

/// The gain in log-likelihood that is too small to go on for.
const NEGLIGIBLE: f64 = 1e-10;

/// The variance of a parameter above which the results do not determine it. They are whole numbers, so if a maximum
/// exists, the likelihood falls off within a few units around it; if none does, it is flat where the search ends.
const LARGEST_VARIANCE: f64 = 1e6;

/// The maximum of the likelihood.
#[derive(Debug)]
pub(super) struct Fit {
    /// The logarithms of all worths, then of all tie weights.
    pub(super) parameters: Vec<f64>,
    /// The information about them, to be solved with; if it can be.
    pub(super) information: Option<Cholesky>,
}

/// The log-likelihood at some parameters, with its first derivatives and the second ones with their signs changed.
#[derive(Debug)]
pub(super) struct Point {
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) information: Vec<f64>,
}

/// The plain maximum; `None` if there is none, since the likelihood keeps growing in some direction.
pub(super) fn likeliest(data: &Data) -> Option<Fit> {
    let rated = data.rated.len();
    let fit = climb(data, |parameters| {
        let mut point = log_likelihood(data, parameters);
        // Only ratios of worths matter: with this, their logarithms keep a mean of zero.
        let size = parameters.len();
        for row in 0..rated {
            for column in 0..rated {
                point.information[row * size + column] += 1.0;
            }
        }
        point
    });
    fit.information.as_ref().is_some_and(|information| information.largest_variance() < LARGEST_VARIANCE).then_some(fit)
}

/// The maximum with half a win and half a loss of everyone against a player of worth 1, and with half a tie and half a
/// decision among as many such players as each size of tie has.
pub(super) fn likeliest_with_prior(data: &Data) -> Fit {
    let rated = data.rated.len();
    climb(data, |parameters| {
        let mut point = log_likelihood(data, parameters);
        for (index, &parameter) in parameters.iter().enumerate() {
            let rival = index.checked_sub(rated).map_or(1.0, |tie| data.tie_sizes[tie] as f64);
            let (own, other) = (parameter, rival.ln());
            let highest = own.max(other);
            let log_total = highest + ((own - highest).exp() + (other - highest).exp()).ln();
            let (chance, rest) = ((own - log_total).exp(), (other - log_total).exp());
            point.value += 0.5 * own - log_total;
            point.gradient[index] += 0.5 - chance;
            point.information[index * (parameters.len() + 1)] += chance * rest;
        }
        point
    })
}

/// Climbs a concave function of all parameters from the origin, as far as it goes.
fn climb(data: &Data, evaluate: impl Fn(&[f64]) -> Point) -> Fit {
    let size = data.parameters();
    let mut parameters = vec![0.0; size];
    let mut point = evaluate(&parameters);
    for _ in 0..STEPS {
        let Some(solver) = solver(&point.information, size) else { break };
        let step = solver.solve(&point.gradient);
        let gain: f64 = step.iter().zip(&point.gradient).map(|(a, b)| a * b).sum();
        let mut scale = LONGEST_STEP / step.iter().fold(LONGEST_STEP, |longest, entry| longest.max(entry.abs()));
        let tolerance = 1e-13 * point.value.abs();
        let next = (0..HALVINGS).find_map(|_| {
            let trial: Vec<f64> = parameters.iter().zip(&step).map(|(a, b)| a + scale * b).collect();
            let next = evaluate(&trial);
            scale *= 0.5;
            (next.value.is_finite() && next.value >= point.value - tolerance).then_some((trial, next))
        });
        let Some(next) = next else { break };
        (parameters, point) = next;
        if gain < NEGLIGIBLE {
            break;
        }
    }
    let information = Cholesky::new(&point.information, size, 0.0);
    Fit { parameters, information }
}

/// Factors the information; where it is too flat for that, with as much of a ridge as it takes.
fn solver(information: &[f64], size: usize) -> Option<Cholesky> {
    let largest = (0..size).map(|i| information[i * (size + 1)]).fold(f64::MIN_POSITIVE, f64::max);
    let ridges = (0..14).map(|power| largest * 1e-12 * 10_f64.powi(power));
    std::iter::once(0.0).chain(ridges).find_map(|ridge| Cholesky::new(information, size, ridge))
}

/// The log-likelihood of all results.
pub(super) fn log_likelihood(data: &Data, parameters: &[f64]) -> Point {
    let (rated, size) = (data.rated.len(), parameters.len());
    let mut gradient = vec![0.0; size];
    for (event, &count) in data.events.iter().zip(&data.event_counts) {
        data.add_observed(event, count as f64, &mut gradient);
    }
    let mut value: f64 = gradient.iter().zip(parameters).map(|(a, b)| a * b).sum();
    let mut information = vec![0.0; size * size];
    let mut sums = PoolSums::default();
    let mut indices = Vec::new();
    for (pool, &count) in data.pools.iter().zip(&data.pool_counts) {
        let count = count as f64;
        sums.compute(pool.iter().map(|&player| parameters[player]), &data.tie_sizes, &parameters[rated..]);
        value -= count * sums.log_total;
        indices.clear();
        indices.extend(pool.iter().copied().chain(rated..size));
        let features = indices.len();
        for (a, &row) in indices.iter().enumerate() {
            gradient[row] -= count * sums.mean[a];
            for (b, &column) in indices.iter().enumerate() {
                information[row * size + column] +=
                    count * (sums.products[a * features + b] - sums.mean[a] * sums.mean[b]);
            }
        }
    }
    Point { value, gradient, information }
}
