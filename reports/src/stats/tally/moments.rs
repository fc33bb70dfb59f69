//! Sums and sums of squares.

use serde::{Deserialize, Serialize};

/// The sum of some whole numbers and of their squares. Adding is exact, so the order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(into = "(i128, i128)", from = "(i128, i128)")]
pub struct Moments {
    /// The sum.
    pub sum: i128,
    /// The sum of the squares.
    pub squares: i128,
}

impl Moments {
    /// Takes in one number.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// Takes in all numbers of another.
    pub fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl From<Moments> for (i128, i128) {
    fn from(moments: Moments) -> Self {
        (moments.sum, moments.squares)
    }
}

impl From<(i128, i128)> for Moments {
    fn from((sum, squares): (i128, i128)) -> Self {
        Self { sum, squares }
    }
}
