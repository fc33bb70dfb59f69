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

/// The part of its best prize that counts for a seat when all take theirs in turn.
pub(super) const IN_TURN: f32 = 0.2;

impl<Z: GraphSize> Playground<Z> {
    /// Adds to the points of each seat what it may make of the table.
    #[inline]
    pub(super) fn add_prospects(&mut self, points: &mut [f32; MAX_SEATS]) {
        self.add_suits(points);
        self.add_prizes_in_turn(points);
    }

    /// Adds what each seat finds when all take their best prize in turn, from the seat that starts the round on.
    #[inline]
    pub(super) fn add_prizes_in_turn(&mut self, points: &mut [f32; MAX_SEATS]) {
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        offers.extend(self.prizes.iter().filter(|prize| self.is_free(prize.at)).map(|prize| prize.gains));
        for place in 0..self.players {
            let seat = self.around(self.starter + place);
            let hand = self.hands[seat].distinct();
            let (mut most, mut best) = (0, None);
            for (offer, gains) in offers.iter().enumerate() {
                let (gain, _) = gains.best(hand);
                if gain > most {
                    (most, best) = (gain, Some(offer));
                }
            }
            if let Some(offer) = best {
                offers.swap_remove(offer);
                points[seat] += IN_TURN * most as f32;
            }
        }
        self.offers = offers;
    }

    /// Adds what suits are worth: each seat gets as much of that as it holds of the cards of the suit.
    #[inline]
    fn add_suits(&self, points: &mut [f32; MAX_SEATS]) {
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
