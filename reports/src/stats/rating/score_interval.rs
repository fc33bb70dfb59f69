//! The interval of the ratings that a score test does not reject.
//!
//! For a rating that a player might have, all other worths are fitted to the results. The rating is rejected if the likelihood still
//! grows too fast with it there, for the information that there is of it. With two players that is the test that the interval of
//! Wilson comes from.

use super::core_group::CoreGroup;
use super::fit::{Fit, dot};
use super::scatter::Scatter;
use super::wins::Wins;

/// Ratings beyond this, in units of log-worth from the likeliest, count as unbounded.
const FARTHEST: f64 = 60.0;

/// How exactly ends are found, in units of log-worth.
const EXACT: f64 = 1e-7;

/// Steps after which the search for an end is over in any case.
const STEPS: usize = 60;

/// The lower and upper end of the 95 % interval of a rating in units of log-worth, as far as the results bound it.
pub(super) fn ends(
    wins: &Wins,
    core: &CoreGroup,
    fit: &Fit,
    scatter: Option<&Scatter<'_>>,
    player: usize,
) -> [Option<f64>; 2] {
    let weights = core.weights(player);
    let Some([lower, upper]) = scatter.and_then(|scatter| scatter.quantiles(&weights)) else { return [None; 2] };
    let Some(variance) = fit.information.as_ref().map(|information| dot(&weights, &information.solve(&weights))) else {
        return [None; 2];
    };
    let [below, above] = core.bounds(player);
    let search = |most: f64| Search { wins, core, weights: &weights, most, error: variance.sqrt() };
    let end = |is_bounded: bool, most: f64, sign: f64| is_bounded.then(|| search(most).end(fit, sign)).flatten();
    [end(below, lower, -1.0), end(above, upper, 1.0)]
}

struct Search<'a> {
    wins: &'a Wins,
    core: &'a CoreGroup,
    /// How the rating follows from the worths.
    weights: &'a [f64],
    /// The number of standard errors at which a rating is rejected.
    most: f64,
    /// The standard error of independent games at the likeliest rating.
    error: f64,
}

impl Search<'_> {
    /// The end on one side: below with a sign of -1, above with 1.
    fn end(&self, likeliest: &Fit, sign: f64) -> Option<f64> {
        let middle = dot(self.weights, &likeliest.worths);
        let (mut inside, mut outside) = (Tested { far: 0.0, excess: -self.most, fit: likeliest.clone() }, None);
        let mut far = self.most * self.error;
        for _ in 0..STEPS {
            let tested = self.test(&inside.fit, middle + sign * far, far)?;
            let rejected = tested.excess > 0.0;
            if tested.excess.abs() < EXACT {
                return Some(middle + sign * tested.far);
            }
            if rejected {
                outside = Some(tested);
            } else {
                inside = tested;
            }
            far = match &outside {
                None => 2.0 * far,
                Some(outside) => {
                    let width = outside.far - inside.far;
                    if width < EXACT {
                        break;
                    }
                    // Where a straight line would cross zero, but well inside.
                    let cross = inside.far - inside.excess * width / (outside.excess - inside.excess);
                    cross.clamp(inside.far + 0.1 * width, outside.far - 0.1 * width)
                }
            };
            if far > FARTHEST {
                return None;
            }
        }
        Some(middle + sign * inside.far)
    }

    /// Tests a rating, so far from the likeliest.
    fn test(&self, from: &Fit, rating: f64, far: f64) -> Option<Tested> {
        let tied = from.information.as_ref()?.solve(self.weights);
        let missing = (rating - dot(self.weights, &from.worths)) / dot(self.weights, &tied);
        let start = from.worths.iter().zip(&tied).map(|(worth, tied)| worth + missing * tied).collect();
        let fit = Fit::along(self.wins, self.core, start, self.weights);
        let tied = fit.information.as_ref()?.solve(self.weights);
        let variance = dot(self.weights, &tied);
        // The likelihood grows along the weights alone, with this pull.
        let pull = dot(&tied, &fit.gradient) / variance;
        let excess = pull.abs() * variance.sqrt() - self.most;
        excess.is_finite().then_some(Tested { far, excess, fit })
    }
}

/// A rating that was tested.
#[derive(Debug)]
struct Tested {
    /// How far it is from the likeliest.
    far: f64,
    /// By how many standard errors it is beyond what is not rejected.
    excess: f64,
    /// The likeliest worths with this rating.
    fit: Fit,
}
