//! How often something happens of the times that it could, counted game by game.

use crate::stats::estimate::Interval;

/// How often something happened of the times that it could. What happens in one game hangs together, so the interval comes
/// from whole games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ratio {
    games: u64,
    happened: f64,
    could: f64,
    /// Sums over games of squares and products.
    happened_squared: f64,
    product: f64,
    could_squared: f64,
}

impl Ratio {
    /// Adds a game: how often it happened, of how many times it could have.
    pub fn add(&mut self, happened: u64, could: u64) {
        let (happened, could) = (happened as f64, could as f64);
        self.games += 1;
        self.happened += happened;
        self.could += could;
        self.happened_squared += happened * happened;
        self.product += happened * could;
        self.could_squared += could * could;
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.happened += other.happened;
        self.could += other.could;
        self.happened_squared += other.happened_squared;
        self.product += other.product;
        self.could_squared += other.could_squared;
    }

    /// How often it happened of all times that it could; 0 if it never could.
    pub fn value(&self) -> f64 {
        if self.could > 0.0 { self.happened / self.could } else { 0.0 }
    }

    /// The 95 % interval.
    pub fn interval(&self) -> Interval {
        const Z: f64 = 1.959_963_984_540_054;
        let value = self.value();
        let residual = self.happened_squared - 2.0 * value * self.product + value * value * self.could_squared;
        let games = self.games.max(2) as f64;
        let half = Z * (residual.max(0.0) * games / (games - 1.0)).sqrt() / self.could.max(1.0);
        Interval { low: (value - half).max(0.0), high: (value + half).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_one_chance_a_game_it_is_a_plain_chance() {
        let mut ratio = Ratio::default();
        (0..100).for_each(|game| ratio.add(u64::from(game < 40), 1));
        assert!((ratio.value() - 0.4).abs() < 1e-12);
        let Interval { low, high } = ratio.interval();
        let half = 1.96 * (0.4f64 * 0.6 / 99.0).sqrt();
        assert!((low - (0.4 - half)).abs() < 1e-3 && (high - (0.4 + half)).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn games_that_repeat_themselves_say_no_more() {
        let (mut single, mut tenfold) = (Ratio::default(), Ratio::default());
        for game in 0..50 {
            single.add(u64::from(game % 2 == 0), 1);
            tenfold.add(if game % 2 == 0 { 10 } else { 0 }, 10);
        }
        assert_eq!(single.interval(), tenfold.interval());
    }

    #[test]
    fn nothing_is_said_of_what_never_could_happen() {
        let mut ratio = Ratio::default();
        ratio.add(0, 0);
        assert_eq!((ratio.value(), ratio.interval()), (0.0, Interval { low: 0.0, high: 0.0 }));
        let mut merged = Ratio::default();
        merged.merge(&ratio);
        assert_eq!(merged, ratio);
    }
}
