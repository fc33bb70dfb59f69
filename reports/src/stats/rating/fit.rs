//! The worths under which the results are most likely, by Newton's method.

use super::cholesky::Cholesky;
use super::core_group::CoreGroup;
use super::wins::Wins;

/// Steps after which the search ends in any case.
const STEPS: usize = 100;

/// The largest change of a parameter in a step. Where the likelihood is flat, steps may be far too long.
const LONGEST_STEP: f64 = 10.0;

/// Halvings of a step after which it is too small to matter.
const HALVINGS: usize = 30;

/// The gain in log-likelihood that is too small to go on for.
const NEGLIGIBLE: f64 = 1e-12;

/// The maximum of the likelihood, of all worths or of those that give one player a certain rating.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The logarithms of all worths.
    pub(super) worths: Vec<f64>,
    /// How fast the likelihood would still grow with each of them.
    pub(super) gradient: Vec<f64>,
    /// The information about them, to be solved with; nothing if it is too flat.
    pub(super) information: Option<Cholesky>,
}

/// The log-likelihood at some worths, with its first derivatives and the second ones with their signs changed.
#[derive(Debug)]
pub(super) struct Point {
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) information: Vec<f64>,
}

impl Fit {
    /// The maximum over all worths.
    pub(super) fn likeliest(wins: &Wins, core: &CoreGroup) -> Self {
        climb(wins, core, vec![0.0; wins.rated.len()], None)
    }

    /// The maximum over all worths that change no more than what `weights` sum up, from a start that has it right.
    pub(super) fn along(wins: &Wins, core: &CoreGroup, start: Vec<f64>, weights: &[f64]) -> Self {
        climb(wins, core, start, Some(weights))
    }

    /// By how much the first worth is above the second.
    pub(super) fn difference(&self) -> f64 {
        if let [first, second, ..] = self.worths[..] { first - second } else { 0.0 }
    }
}

/// Climbs from a start as far as it goes; what the fixed weights sum up stays as it is.
fn climb(wins: &Wins, core: &CoreGroup, start: Vec<f64>, fixed: Option<&[f64]>) -> Fit {
    let size = start.len();
    let mut worths = start;
    let mut here = log_likelihood(wins, core, &worths);
    for _ in 0..STEPS {
        let Some(solver) = solver(&here.information, size) else { break };
        let step = match fixed {
            None => solver.solve(&here.gradient),
            Some(weights) => {
                let (free, tied) = (solver.solve(&here.gradient), solver.solve(weights));
                let pull = dot(weights, &free) / dot(weights, &tied);
                free.iter().zip(&tied).map(|(free, tied)| free - pull * tied).collect()
            }
        };
        let gain = dot(&step, &here.gradient);
        let mut scale = LONGEST_STEP / step.iter().fold(LONGEST_STEP, |longest, entry| longest.max(entry.abs()));
        let tolerance = 1e-13 * here.value.abs();
        let next = (0..HALVINGS).find_map(|_| {
            let trial: Vec<f64> = worths.iter().zip(&step).map(|(a, b)| a + scale * b).collect();
            let next = log_likelihood(wins, core, &trial);
            scale *= 0.5;
            (next.value.is_finite() && next.value >= here.value - tolerance).then_some((trial, next))
        });
        let Some(next) = next else { break };
        (worths, here) = next;
        if gain < NEGLIGIBLE {
            break;
        }
    }
    let Point { gradient, information, .. } = here;
    Fit { worths, gradient, information: Cholesky::new(&information, size, 0.0) }
}

/// The sum of products.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Factors the information; where it is too flat for that, with as much of a ridge as it takes.
fn solver(information: &[f64], size: usize) -> Option<Cholesky> {
    let largest = (0..size).map(|i| information[i * (size + 1)]).fold(f64::MIN_POSITIVE, f64::max);
    let ridges = (0..14).map(|power| largest * 1e-12 * 10_f64.powi(power));
    std::iter::once(0.0).chain(ridges).find_map(|ridge| Cholesky::new(information, size, ridge))
}

/// The log-likelihood of all wins, with half a win and half a loss against an average player for those whom the results do not
/// bound.
pub(super) fn log_likelihood(wins: &Wins, core: &CoreGroup, worths: &[f64]) -> Point {
    let size = worths.len();
    // Only ratios of worths matter: with this, their logarithms keep their mean.
    let mut point = Point { value: 0.0, gradient: vec![0.0; size], information: vec![1.0; size * size] };
    let mut chances = Vec::new();
    for table in &wins.tables {
        point.value -= table.games * table.chances(worths, &mut chances);
        for (a, &player) in table.players.iter().enumerate() {
            point.value += table.won[a] * worths[player];
            point.gradient[player] += table.won[a] - table.games * chances[a];
            point.information[player * (size + 1)] += table.games * chances[a];
            for (b, &other) in table.players.iter().enumerate() {
                point.information[player * size + other] -= table.games * chances[a] * chances[b];
            }
        }
    }
    for player in core.unbounded() {
        let weights = core.weights(player);
        let rating = dot(&weights, worths);
        // ln(1 + e^x) without overflow.
        let log_total = rating.max(0.0) + (-rating.abs()).exp().ln_1p();
        let chance = (rating - log_total).exp();
        point.value += 0.5 * rating - log_total;
        for (a, weight) in weights.iter().enumerate() {
            point.gradient[a] += (0.5 - chance) * weight;
            for (b, other) in weights.iter().enumerate() {
                point.information[a * size + b] += chance * (1.0 - chance) * weight * other;
            }
        }
    }
    point
}
