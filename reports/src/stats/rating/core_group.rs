//! Whose ratings the results bound.

use super::wins::Wins;

/// The largest group of players of whom each has won something from each other, if need be through a chain of others. Their ratings
/// are bounded; the mean of these is the zero of the scale. Without such a group of at least two all players are in it.
#[derive(Debug)]
pub(super) struct CoreGroup {
    /// Whether there is a chain of wins from one player to the other, row by row.
    above: Vec<bool>,
    /// Whether each player belongs to the group.
    inside: Vec<bool>,
    /// Whether the results bound the ratings of the group.
    is_bounded: bool,
}

impl CoreGroup {
    /// Finds the group.
    pub(super) fn new(wins: &Wins) -> Self {
        let rated = wins.rated.len();
        let mut above = vec![false; rated * rated];
        for table in &wins.tables {
            for (&player, &won) in table.players.iter().zip(&table.won) {
                for &other in table.players.iter().filter(|_| won > 0.0) {
                    above[player * rated + other] = true;
                }
            }
        }
        (0..rated).for_each(|player| above[player * rated + player] = true);
        // Warshall's closure.
        for through in 0..rated {
            for from in 0..rated {
                if above[from * rated + through] {
                    for to in 0..rated {
                        above[from * rated + to] |= above[through * rated + to];
                    }
                }
            }
        }
        let group_of = |player: usize| -> Vec<bool> {
            (0..rated).map(|other| above[player * rated + other] && above[other * rated + player]).collect()
        };
        let size = |group: &[bool]| group.iter().filter(|&&inside| inside).count();
        // Of groups of the same size the first.
        let largest = (0..rated).map(group_of).reduce(|best, next| if size(&next) > size(&best) { next } else { best });
        let largest = largest.filter(|group| size(group) > 1 || rated == 1);
        let is_bounded = largest.is_some();
        Self { above, inside: largest.unwrap_or_else(|| vec![true; rated]), is_bounded }
    }

    /// Whether the group holds all players.
    pub(super) fn is_all(&self) -> bool {
        self.inside.iter().all(|&inside| inside)
    }

    /// The players whose ratings the results do not bound.
    pub(super) fn unbounded(&self) -> impl Iterator<Item = usize> {
        (0..self.inside.len()).filter(|&player| !(self.inside[player] && self.is_bounded))
    }

    /// How a rating follows from the logarithms of all worths: the weight of each.
    pub(super) fn weights(&self, player: usize) -> Vec<f64> {
        let size = self.inside.iter().filter(|&&inside| inside).count() as f64;
        let weight =
            |other: usize| f64::from(u8::from(other == player)) - f64::from(u8::from(self.inside[other])) / size;
        (0..self.inside.len()).map(weight).collect()
    }

    /// By how much the logarithm of a worth is above the zero of the scale.
    pub(super) fn above_zero(&self, worths: &[f64], player: usize) -> f64 {
        self.weights(player).iter().zip(worths).map(|(weight, worth)| weight * worth).sum()
    }

    /// Whether the results bound the rating of a player from below, and from above.
    pub(super) fn bounds(&self, player: usize) -> [bool; 2] {
        let rated = self.inside.len();
        let group = || (0..rated).filter(|&other| self.inside[other] && other != player);
        [
            group().all(|other| self.above[player * rated + other]),
            group().all(|other| self.above[other * rated + player]),
        ]
    }
}
