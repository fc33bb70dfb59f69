//! What may come of the table where a rollout stops.

use std::iter;

use kosti_engine::graph_poker::{GraphSize, Pile};
use kosti_engine::{CardSet, MAX_SEATS, SUITS, Suit};

use crate::games::graph_poker::search::playground::Playground;
use crate::games::graph_poker::search::rollout_policy::count_of;

/// What two of a suit in line with room for two more are worth to those who hold that suit.
const PAIR: f32 = 0.2;
/// The part of the points at a cell that counts for those who hold the suit of the card that brings them.
const PRIZE: f32 = 0.2;

impl<Z: GraphSize> Playground<Z> {
    /// Adds to the points of each seat what it may make of the table: every suit is worth something, and each seat gets
    /// as much of that as it holds of the suit's cards.
    #[inline]
    pub(super) fn add_prospects(&self, points: &mut [f32; MAX_SEATS]) {
        let closed = self.closed.distinct();
        let mut worth: [f32; SUITS] = std::array::from_fn(|suit| {
            let live = self.pairs[suit].iter().filter(|&&pair| self.is_live(pair));
            live.count() as f32 * PAIR
        });
        for prize in self.prizes.iter().filter(|prize| self.is_free(prize.at)) {
            for suit in Suit::ALL {
                let (points, _) = prize.gains.best(closed.and(CardSet::suit(suit)));
                worth[suit as usize] += points as f32 * PRIZE;
            }
        }
        let hands = &self.hands[..self.players];
        for suit in Suit::ALL {
            let held = |hand: &Pile<Z>| count_of(hand.distinct(), suit);
            let all: u32 = hands.iter().map(held).sum();
            if all > 0 {
                let each = worth[suit as usize] / all as f32;
                iter::zip(points.iter_mut(), hands).for_each(|(points, hand)| *points += each * held(hand) as f32);
            }
        }
    }
}
