//! Places that are spread over all parameters at once: a Latin hypercube.

use kosti_engine::Rng;

/// The best of this many hypercubes is taken.
const TRIES: usize = 64;

/// This many places with a number from 0 to 1 for each parameter. Each parameter takes as many different values as there are
/// places, at equal distances, and of some such sets of places the one is taken whose closest two are farthest apart.
pub(super) fn hypercube(places: usize, parameters: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
    let value = |stratum: usize| (stratum as f64 + 0.5) / places as f64;
    if parameters == 1 {
        return (0..places).map(|stratum| vec![value(stratum)]).collect();
    }
    let mut best: Option<(f64, Vec<Vec<f64>>)> = None;
    for _ in 0..TRIES {
        let columns: Vec<Vec<usize>> = (0..parameters).map(|_| shuffled(places, rng)).collect();
        let cube: Vec<Vec<f64>> =
            (0..places).map(|place| columns.iter().map(|column| value(column[place])).collect()).collect();
        let closest = closest(&cube);
        if best.as_ref().is_none_or(|(most, _)| closest > *most) {
            best = Some((closest, cube));
        }
    }
    best.map(|(_, cube)| cube).unwrap_or_default()
}

/// The numbers below this one in random order.
fn shuffled(count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        numbers.swap(last, rng.below(last as u32 + 1) as usize);
    }
    numbers
}

/// The least distance between two places, squared.
fn closest(cube: &[Vec<f64>]) -> f64 {
    let distance = |one: &Vec<f64>, other: &Vec<f64>| {
        one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum::<f64>()
    };
    let pairs =
        cube.iter().enumerate().flat_map(|(place, one)| cube[..place].iter().map(move |other| distance(one, other)));
    pairs.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_takes_each_of_its_values_once() {
        for (places, parameters) in [(4, 1), (16, 2), (17, 3), (30, 4)] {
            let cube = hypercube(places, parameters, &mut Rng::from_state(3));
            assert_eq!(cube.len(), places);
            for parameter in 0..parameters {
                let mut values: Vec<f64> = cube.iter().map(|place| place[parameter]).collect();
                values.sort_by(f64::total_cmp);
                let expected: Vec<f64> = (0..places).map(|stratum| (stratum as f64 + 0.5) / places as f64).collect();
                assert_eq!(values, expected);
            }
            assert_eq!(cube, hypercube(places, parameters, &mut Rng::from_state(3)));
        }
    }

    #[test]
    fn places_keep_away_from_each_other() {
        let cube = hypercube(16, 2, &mut Rng::from_state(1));
        let random: f64 = (0..20)
            .map(|seed| {
                let mut rng = Rng::from_state(seed + 50);
                let columns = [shuffled(16, &mut rng), shuffled(16, &mut rng)];
                closest(
                    &(0..16).map(|place| columns.iter().map(|c| c[place] as f64 / 16.0).collect()).collect::<Vec<_>>(),
                )
            })
            .fold(0.0, f64::max);
        assert!(closest(&cube) >= random, "{} {random}", closest(&cube));
    }
}
