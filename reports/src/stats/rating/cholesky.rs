//! Linear equations with a symmetric positive definite matrix.

/// The lower triangular factor of such a matrix.
#[derive(Clone, Debug)]
pub(super) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a matrix, given row by row, with `ridge` added to its diagonal; `None` if it is not positive definite as
    /// far as its digits tell.
    pub(super) fn new(matrix: &[f64], size: usize, ridge: f64) -> Option<Self> {
        let mut lower = matrix.to_vec();
        for i in 0..size {
            for j in 0..=i {
                let (row_i, row_j) = (&lower[i * size..i * size + j], &lower[j * size..j * size + j]);
                let dot: f64 = row_i.iter().zip(row_j).map(|(a, b)| a * b).sum();
                let rest = matrix[i * size + j] - dot;
                lower[i * size + j] = if i == j {
                    let pivot = rest + ridge;
                    if !(pivot.is_finite() && pivot > 1e-14 * matrix[i * size + i].abs()) {
                        return None;
                    }
                    pivot.sqrt()
                } else {
                    rest / lower[j * size + j]
                };
            }
        }
        Some(Self { size, lower })
    }

    /// Solves the equations for this right-hand side.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (n, mut x) = (self.size, right.to_vec());
        for i in 0..n {
            let dot: f64 = self.lower[i * n..i * n + i].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[i] = (x[i] - dot) / self.lower[i * n + i];
        }
        for i in (0..n).rev() {
            x[i] /= self.lower[i * n + i];
            let value = x[i];
            for (entry, a) in x[..i].iter_mut().zip(&self.lower[i * n..]) {
                *entry -= a * value;
            }
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_solve() {
        let matrix = [4.0, 2.0, -1.0, 2.0, 5.0, 0.5, -1.0, 0.5, 3.0];
        let x = Cholesky::new(&matrix, 3, 0.0).unwrap().solve(&[1.0, -2.0, 0.25]);
        for (row, right) in matrix.chunks(3).zip([1.0, -2.0, 0.25]) {
            assert!((row.iter().zip(&x).map(|(a, x)| a * x).sum::<f64>() - right).abs() < 1e-14);
        }
        let singular = [1.0, 1.0, 1.0, 1.0];
        assert!(Cholesky::new(&singular, 2, 0.0).is_none());
        let x = Cholesky::new(&singular, 2, 1.0).unwrap().solve(&[1.0, 0.0]);
        assert!((x[0] - 2.0 / 3.0).abs() < 1e-14 && (x[1] + 1.0 / 3.0).abs() < 1e-14);
    }
}
