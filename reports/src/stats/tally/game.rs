//! The result of one game.

use crate::stats::tally::MAX_PLACES;

/// The scores of one game by seat, and who gave it up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    scores: [i32; MAX_PLACES],
    seats: u8,
    forfeit: Option<u8>,
}

impl GameResult {
    /// A game that was played to its end, with these scores by seat.
    ///
    /// # Panics
    /// If there are more seats than any table has.
    #[inline]
    pub fn new(scores: &[i32]) -> Self {
        let mut all = [0; MAX_PLACES];
        all[..scores.len()].copy_from_slice(scores);
        Self { scores: all, seats: scores.len() as u8, forfeit: None }
    }

    /// A game that ended because the bot in a seat failed: that seat is last, all others share the win, and nobody's
    /// points are known.
    pub fn forfeited(seats: usize, by: usize) -> Self {
        let mut scores = [1; MAX_PLACES];
        scores[by] = 0;
        Self { scores, seats: seats as u8, forfeit: Some(by as u8) }
    }

    /// The scores by seat; in a forfeited game they only tell the loser from the others.
    #[inline]
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.seats as usize]
    }

    /// The seat that failed, if the game ended so.
    #[inline]
    pub fn forfeit(&self) -> Option<usize> {
        self.forfeit.map(usize::from)
    }

    /// How many seats share the top score, and that score.
    #[inline]
    pub fn top(&self) -> (i32, usize) {
        let top = self.scores().iter().copied().max().unwrap_or(0);
        (top, self.scores().iter().filter(|&&score| score == top).count())
    }
}
