//! The points that each card would bring at once.

use kosti_engine::CardSet;

use crate::games::graph_poker::fit::Fit;

/// How many bits the points of a card have.
const BITS: usize = 4;

/// The points that each card of a deck would bring at a cell, at most 15: bit k of all of them together is a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Gains([u64; BITS]);

impl Gains {
    /// Adds what each card brings that finishes a run, of which only this place is free.
    #[inline]
    pub(super) fn add_run(&mut self, fit: Fit, place: usize) {
        let (flush, four, straight) = (fit.flush(), fit.four(), fit.straight(place));
        let both = flush.and(straight);
        if !both.is_empty() {
            self.add(fit.points(place, both), both);
        }
        self.add(3, four);
        self.add(2, flush.without(both).without(four));
        self.add(1, straight.without(both));
    }

    /// Adds points to each of these cards.
    #[inline]
    fn add(&mut self, points: i32, cards: CardSet) {
        let mut beyond = 0;
        for bit in 0..BITS {
            let mut carry = cards.bits() & (points as u64 >> bit & 1).wrapping_neg();
            for sum in &mut self.0[bit..] {
                let both = *sum & carry;
                *sum ^= carry;
                carry = both;
            }
            beyond |= carry;
        }
        for sum in &mut self.0 {
            *sum |= beyond;
        }
    }

    /// Whether no card brings anything.
    #[inline]
    pub(super) fn is_nothing(&self) -> bool {
        self.0 == [0; BITS]
    }

    /// The most points that one of these cards brings, and the cards that bring them.
    #[inline]
    pub(super) fn best(&self, cards: CardSet) -> (i32, CardSet) {
        let mut best = cards.bits();
        let mut points = 0;
        for bit in (0..BITS).rev() {
            let with = best & self.0[bit];
            let found = i32::from(with != 0);
            points |= found << bit;
            best = if with != 0 { with } else { best };
        }
        (points, CardSet::from_bits(best))
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::{Card, Rng};

    use super::*;

    #[test]
    fn sums_are_those_of_whole_numbers() {
        let mut rng = Rng::from_state(3);
        for _ in 0..300 {
            let mut gains = Gains::default();
            let mut slow = [0; kosti_engine::CARDS];
            for _ in 0..rng.below(9) {
                let (points, cards) = (1 + rng.below(5) as i32, CardSet::from_bits(rng.word() & rng.word()));
                gains.add(points, cards);
                cards.iter().for_each(|card| slow[card.index()] = (slow[card.index()] + points).min(15));
            }
            assert_eq!(gains.is_nothing(), slow.iter().all(|&points| points == 0));
            let hand = CardSet::from_bits(rng.word() & rng.word());
            let most = hand.iter().map(|card| slow[card.index()]).max().unwrap_or(0);
            let (points, best) = gains.best(hand);
            assert_eq!(points, most);
            let slow_best: CardSet = hand.iter().filter(|card: &Card| slow[card.index()] == most).collect();
            assert_eq!(best, slow_best);
        }
    }
}
