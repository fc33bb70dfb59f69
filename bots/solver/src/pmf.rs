//! How likely each of some whole numbers is.

/// The chances of whole numbers in a row.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pmf {
    low: i32,
    chances: Vec<f64>,
}

impl Pmf {
    /// The chances of the numbers from this one on.
    pub fn new(low: i32, chances: Vec<f64>) -> Self {
        Self { low, chances }
    }

    /// Every number that is possible, and its chance.
    pub fn iter(&self) -> impl Iterator<Item = (i32, f64)> {
        (self.low..).zip(self.chances.iter().copied()).filter(|(_, chance)| *chance > 0.0)
    }

    /// The sum of all chances.
    pub fn total(&self) -> f64 {
        self.chances.iter().sum()
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.iter().map(|(number, chance)| f64::from(number) * chance).sum::<f64>() / self.total()
    }

    /// The variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|(number, chance)| (f64::from(number) - mean).powi(2) * chance).sum::<f64>() / self.total()
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The chance of this number.
    pub fn chance(&self, number: i32) -> f64 {
        let place = usize::try_from(number - self.low).ok();
        place.and_then(|place| self.chances.get(place)).copied().unwrap_or(0.0)
    }

    /// The chance of at least this number.
    pub fn at_least(&self, number: i32) -> f64 {
        self.iter().filter(|(other, _)| *other >= number).map(|(_, chance)| chance).sum()
    }

    /// The least number that is not exceeded with at least this chance, but for rounding.
    ///
    /// # Panics
    /// If nothing is possible.
    pub fn quantile(&self, chance: f64) -> i32 {
        let mut below = 0.0;
        let reached = self.iter().find(|(_, more)| {
            below += more;
            below >= chance - 1e-12
        });
        reached.or_else(|| self.iter().last()).expect("something is possible").0
    }

    /// Makes a number likelier.
    pub(crate) fn add(&mut self, number: i32, chance: f64) {
        if self.chances.is_empty() {
            self.low = number;
        }
        self.make_room(number, number);
        self.chances[(number - self.low) as usize] += chance;
    }

    /// Adds the chances of another, all its numbers moved up and its chances multiplied.
    pub(crate) fn add_shifted(&mut self, other: &Self, by: i32, times: f64) {
        let start = (other.low + by - self.low) as usize;
        for (sum, more) in self.chances[start..start + other.chances.len()].iter_mut().zip(&other.chances) {
            *sum += more * times;
        }
    }

    /// Makes the two numbers around this place likelier, the nearer one more.
    pub(crate) fn add_between(&mut self, place: f64, chance: f64) {
        let whole = place.floor();
        let above = chance * (place - whole);
        self.add(whole as i32, chance - above);
        self.add(whole as i32 + 1, above);
    }

    /// The same with all numbers moved up.
    pub(crate) fn moved(&self, by: i32) -> Self {
        Self { low: self.low + by, chances: self.chances.clone() }
    }

    /// The lowest and the highest number there is room for.
    pub(crate) fn ends(&self) -> (i32, i32) {
        (self.low, self.low + self.chances.len() as i32 - 1)
    }

    /// Impossible numbers from here to there.
    pub(crate) fn impossible(low: i32, high: i32) -> Self {
        Self { low, chances: vec![0.0; (high - low + 1) as usize] }
    }

    /// Leaves out numbers at both ends that are less likely than this; returns what was left out.
    pub(crate) fn trim(&mut self, least: f64) -> f64 {
        let likely = |chance: &f64| *chance >= least;
        let Some(first) = self.chances.iter().position(likely) else {
            return std::mem::take(&mut self.chances).iter().sum();
        };
        let end = self.chances.iter().rposition(likely).map_or(0, |last| last + 1);
        let lost = self.chances[..first].iter().chain(&self.chances[end..]).sum();
        self.chances.truncate(end);
        self.chances.drain(..first);
        self.low += first as i32;
        lost
    }

    fn make_room(&mut self, low: i32, high: i32) {
        if low < self.low {
            let more = (self.low - low) as usize;
            self.chances.splice(0..0, std::iter::repeat_n(0.0, more));
            self.low = low;
        }
        let size = (high - self.low + 1) as usize;
        if size > self.chances.len() {
            self.chances.resize(size, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_die() {
        let die = Pmf::new(1, vec![1.0 / 6.0; 6]);
        assert!((die.mean() - 3.5).abs() < 1e-12);
        assert!((die.variance() - 35.0 / 12.0).abs() < 1e-12);
        assert!((die.at_least(5) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!([0.01, 0.16, 0.17, 0.5, 0.99, 1.0].map(|chance| die.quantile(chance)), [1, 1, 2, 3, 6, 6]);
    }

    #[test]
    fn numbers_are_added_on_both_sides() {
        let mut pmf = Pmf::default();
        for number in [3, 5, -2, 3] {
            pmf.add(number, 0.25);
        }
        assert_eq!(pmf.iter().collect::<Vec<_>>(), [(-2, 0.25), (3, 0.5), (5, 0.25)]);
        assert_eq!(pmf.trim(0.3), 0.5);
        assert_eq!(pmf.iter().collect::<Vec<_>>(), [(3, 0.5)]);
    }
}
