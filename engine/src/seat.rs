//! Seats at the table and what each of them scored.

use core::fmt;

/// The largest table of any game.
pub const MAX_SEATS: usize = 16;

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If the number is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(number: usize) -> Self {
        assert!(number < MAX_SEATS);
        Self(number as u8)
    }

    /// The number of the seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of this size.
    #[inline]
    pub const fn next(self, players: u8) -> Self {
        let next = self.0 + 1;
        Self(if next == players { 0 } else { next })
    }

    /// The seat that many places further clockwise.
    #[inline]
    pub const fn plus(self, places: usize, players: u8) -> Self {
        Self(((self.0 as usize + places) % players as usize) as u8)
    }

    /// All seats of a table.
    #[inline]
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..players).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The final score of every seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scores {
    points: [i32; MAX_SEATS],
    players: u8,
}

impl Scores {
    /// Collects the score of each seat.
    #[inline]
    pub fn new(players: u8, mut of: impl FnMut(Seat) -> i32) -> Self {
        let mut points = [0; MAX_SEATS];
        for seat in Seat::all(players) {
            points[seat.index()] = of(seat);
        }
        Self { points, players }
    }

    /// The scores by seat.
    #[inline]
    pub fn as_slice(&self) -> &[i32] {
        &self.points[..self.players as usize]
    }

    /// The score of one seat.
    #[inline]
    pub fn of(&self, seat: Seat) -> i32 {
        self.as_slice()[seat.index()]
    }

    /// What a seat won: the seats that share the top score split one win evenly.
    pub fn share(&self, seat: Seat) -> f64 {
        let points = self.as_slice();
        let top = points.iter().copied().max().unwrap_or(0);
        if points[seat.index()] < top {
            return 0.0;
        }
        1.0 / points.iter().filter(|&&p| p == top).count() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_winners_split_the_win() {
        let scores = Scores::new(4, |s| [7, 9, 9, -3][s.index()]);
        let shares: [f64; 4] = core::array::from_fn(|i| scores.share(Seat::new(i)));
        assert_eq!(shares, [0.0, 0.5, 0.5, 0.0]);
    }

    #[test]
    fn seats_go_round() {
        assert_eq!(Seat::new(2).next(3), Seat::new(0));
        assert_eq!(Seat::new(2).plus(5, 3), Seat::new(1));
    }
}
