//! A smooth surface through noisy measurements: a quadratic function, fitted by least squares.

/// What was measured at a place: the numbers of a place go from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Measured {
    pub(super) place: Vec<f64>,
    pub(super) value: f64,
    /// How much it counts: the games behind it, as a rule.
    pub(super) weight: f64,
}

/// A quadratic function of some parameters.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Surface {
    coefficients: Vec<f64>,
    parameters: usize,
    mixed: Mixed,
}

/// Whether the function has products of different parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mixed {
    Yes,
    No,
}

/// Places tried along a parameter, for few parameters and for many, in search of the best one.
const FINE: usize = 101;
const COARSE: usize = 21;

impl Surface {
    /// The function that fits best; nothing if there are not enough places for one.
    pub(super) fn fit(measured: &[Measured]) -> Option<Self> {
        let parameters = measured.first()?.place.len();
        let mixed = [Mixed::Yes, Mixed::No];
        mixed.into_iter().find_map(|mixed| {
            let terms = terms(&vec![0.0; parameters], mixed).len();
            if measured.len() < terms + 1 {
                return None;
            }
            let mut matrix = vec![vec![0.0; terms + 1]; terms];
            for Measured { place, value, weight } in measured {
                let row = self::terms(place, mixed);
                for (line, one) in matrix.iter_mut().zip(&row) {
                    for (cell, other) in line.iter_mut().zip(row.iter().chain([value])) {
                        *cell += weight * one * other;
                    }
                }
            }
            solve(matrix).map(|coefficients| Self { coefficients, parameters, mixed })
        })
    }

    /// The value at a place.
    pub(super) fn at(&self, place: &[f64]) -> f64 {
        terms(place, self.mixed).iter().zip(&self.coefficients).map(|(term, coefficient)| term * coefficient).sum()
    }

    /// The place with the highest value, of those on a grid.
    pub(super) fn best(&self) -> Vec<f64> {
        let along = if self.parameters <= 2 { FINE } else { COARSE };
        let mut best: Option<(f64, Vec<f64>)> = None;
        for number in 0..along.pow(self.parameters as u32) {
            let mut rest = number;
            let place: Vec<f64> = (0..self.parameters)
                .map(|_| {
                    let share = (rest % along) as f64 / (along - 1) as f64;
                    rest /= along;
                    share
                })
                .collect();
            let value = self.at(&place);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, place));
            }
        }
        best.map(|(_, place)| place).unwrap_or_default()
    }
}

/// The terms of the function at a place.
fn terms(place: &[f64], mixed: Mixed) -> Vec<f64> {
    let centred: Vec<f64> = place.iter().map(|share| 2.0 * share - 1.0).collect();
    let mut terms = vec![1.0];
    terms.extend(&centred);
    terms.extend(centred.iter().map(|one| one * one));
    if mixed == Mixed::Yes {
        for (place, one) in centred.iter().enumerate() {
            terms.extend(centred[..place].iter().map(|other| one * other));
        }
    }
    terms
}

/// Solves linear equations, each a line of coefficients with the right side last; nothing if they have no one solution.
fn solve(mut lines: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let count = lines.len();
    let largest = lines.iter().flatten().fold(0.0, |most: f64, cell| most.max(cell.abs()));
    for column in 0..count {
        let pivot =
            (column..count).max_by(|&one, &other| lines[one][column].abs().total_cmp(&lines[other][column].abs()))?;
        if lines[pivot][column].abs() <= 1e-10 * largest {
            return None;
        }
        lines.swap(column, pivot);
        let (above, below) = lines.split_at_mut(column + 1);
        let first = &above[column];
        for line in below {
            let times = line[column] / first[column];
            for (cell, other) in line.iter_mut().zip(first).skip(column) {
                *cell -= times * other;
            }
        }
    }
    let mut solution = vec![0.0; count];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| lines[row][column] * solution[column]).sum();
        solution[row] = (lines[row][count] - known) / lines[row][row];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::hypercube::hypercube;
    use kosti_engine::Rng;

    fn measured(places: usize, parameters: usize, of: impl Fn(&[f64]) -> f64) -> Vec<Measured> {
        let cube = hypercube(places, parameters, &mut Rng::from_state(2));
        let weight = |place: &[f64]| 1.0 + place[0];
        cube.into_iter().map(|place| Measured { value: of(&place), weight: weight(&place), place }).collect()
    }

    #[test]
    fn a_quadratic_function_is_found_again() {
        let of = |place: &[f64]| {
            let (x, y) = (place[0], place[1]);
            0.3 - (x - 0.3) * (x - 0.3) - 2.0 * (y - 0.8) * (y - 0.8) + 0.5 * (x - 0.3) * (y - 0.8)
        };
        let surface = Surface::fit(&measured(16, 2, of)).unwrap();
        for place in [[0.1, 0.9], [0.5, 0.5], [0.0, 0.0]] {
            assert!((surface.at(&place) - of(&place)).abs() < 1e-9);
        }
        let best = surface.best();
        assert!((best[0] - 0.3).abs() < 0.011 && (best[1] - 0.8).abs() < 0.011, "{best:?}");
        let surface = Surface::fit(&measured(30, 4, |place| -place.iter().map(|x| (x - 0.4) * (x - 0.4)).sum::<f64>()));
        assert!(surface.unwrap().best().iter().all(|x| (x - 0.4).abs() < 0.03));
    }

    #[test]
    fn few_places_make_a_simpler_function_or_none() {
        let of = |place: &[f64]| -(place[0] - 0.5) * (place[0] - 0.5) - place[1];
        let simple = Surface::fit(&measured(6, 2, of)).unwrap();
        assert_eq!(simple.mixed, Mixed::No);
        assert!((simple.at(&[0.2, 0.1]) - of(&[0.2, 0.1])).abs() < 1e-9);
        assert_eq!(Surface::fit(&measured(5, 2, of)), None);
        assert_eq!(Surface::fit(&[]), None);
        // All in one place.
        let alike = vec![Measured { place: vec![0.5], value: 1.0, weight: 1.0 }; 9];
        assert_eq!(Surface::fit(&alike), None);
    }
}
