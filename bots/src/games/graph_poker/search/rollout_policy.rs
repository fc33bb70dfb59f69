//! The rollout policy: quick moves on the playground.
//!
//! A seat takes the most points that it can have at once, and of equal ones those that others could have had. If there is
//! nothing to take, it spoils what others could take. Otherwise the seat that starts the next round makes three in line of two
//! of its longest suit, since the first choice of what the round leaves is its own. The others would only make presents to
//! it: they lay a card of their longest suit anywhere.

use kosti_engine::graph_poker::GraphSize;
use kosti_engine::{Card, CardSet, Rng, Suit};

use crate::games::graph_poker::search::grid::{At, FREE};
use crate::games::graph_poker::search::playground::{Pair, Playground};

/// Marks for each point that a card brings.
const TAKE: i32 = 100;
/// Marks for each point that somebody else could have made.
const SPOIL: i32 = 20;
/// How many lines, or cells, are looked at before the next best thing is done.
const TRIES: usize = 8;

impl<Z: GraphSize> Playground<Z> {
    /// Plays a quick move for the seat whose turn it is. It looks at open cards and at its own hand alone.
    #[inline]
    pub(super) fn play_rollout_move(&mut self, rng: &mut Rng) {
        let (at, card) = self.rollout_move(rng);
        self.hands[self.seat].remove(card);
        self.lay(at, card);
    }

    #[inline]
    pub(super) fn rollout_move(&self, rng: &mut Rng) -> (At, Card) {
        let hand = self.hands[self.seat].distinct();
        let unseen = self.unseen(hand);
        let (mut most, mut best) = (0, None);
        for prize in self.prizes.iter().filter(|prize| self.is_free(prize.at)) {
            let (gain, cards) = prize.gains.best(hand);
            let (threat, _) = prize.gains.best(unseen);
            let marks = marks(gain, threat);
            if marks > most {
                most = marks;
                best = Some((prize.at, if gain > 0 { cards } else { CardSet::EMPTY }));
            }
        }
        // High cards are kept: they own what several seats finish together.
        if let Some((at, cards)) = best
            && let Some(card) = cards.lowest()
        {
            return (at, card);
        }
        let suit = longest_suit(hand);
        let card = hand.and(CardSet::suit(suit)).lowest().expect("a hand with a card");
        let spoilt = best.map(|(at, _)| at);
        let builds = spoilt.is_none() && self.seat == self.next_starter();
        let built = if builds { self.third_in_line(suit, rng) } else { None };
        (spoilt.or(built).unwrap_or_else(|| self.free_cell(rng)), card)
    }

    /// The cards that the seat has not seen; with several decks, also those of which it holds a copy.
    #[inline]
    pub(super) fn unseen(&self, hand: CardSet) -> CardSet {
        let closed = self.closed.distinct();
        if Z::DECKS == 1 { closed.without(hand) } else { closed }
    }

    /// A cell in line with two cards of a suit, with room for a fourth, if one is soon found.
    #[inline]
    fn third_in_line(&self, suit: Suit, rng: &mut Rng) -> Option<At> {
        let pairs = &self.pairs[suit as usize];
        if pairs.is_empty() {
            return None;
        }
        let mut tried = (0..TRIES).map(|_| pairs[rng.below(pairs.len() as u32) as usize]);
        tried.find(|&pair| self.is_live(pair)).map(|pair| pair.near)
    }

    /// Some cell where a card may be laid.
    #[inline]
    fn free_cell(&self, rng: &mut Rng) -> At {
        let mut tried = (0..TRIES).map(|_| self.edge[rng.below(self.edge.len() as u32) as usize]);
        let found = tried.find(|&at| self.is_free(at));
        // The cells beside the last card come last.
        found.or_else(|| self.edge.iter().rev().copied().find(|&at| self.is_free(at))).expect("a free cell at the edge")
    }

    /// Whether a card may still be laid at a cell of the edge.
    #[inline]
    pub(super) fn is_free(&self, at: At) -> bool {
        self.grid.code(at) == FREE
    }

    /// Whether both cells are still free.
    #[inline]
    pub(super) fn is_live(&self, pair: Pair) -> bool {
        self.is_free(pair.near) && self.is_free(pair.far)
    }
}

/// What a free cell is worth to a seat that makes these points there, where others could make those.
#[inline]
pub(super) fn marks(gain: i32, threat: i32) -> i32 {
    TAKE * gain + SPOIL * threat
}

/// How many cards of a suit there are.
#[inline]
pub(super) fn count_of(cards: CardSet, suit: Suit) -> u32 {
    // One bit in four is of the suit. The product adds them all up in its highest four bits.
    const EACH: u64 = 0x1111_1111_1111_1111;
    ((cards.bits() >> suit as u32 & EACH).wrapping_mul(EACH) >> (u64::BITS - 4)) as u32
}

/// The suit of which there are most cards; of several the first.
#[inline]
fn longest_suit(cards: CardSet) -> Suit {
    let mut most = (0, Suit::Spades);
    for suit in Suit::ALL {
        let count = count_of(cards, suit);
        if count > most.0 {
            most = (count, suit);
        }
    }
    most.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_are_counted() {
        let mut rng = Rng::from_state(8);
        for cards in (0..300).map(|_| CardSet::from_bits(rng.word())).chain([CardSet::DECK, CardSet::EMPTY]) {
            let counts = Suit::ALL.map(|suit| cards.iter().filter(|card| card.suit() == suit).count() as u32);
            assert_eq!(Suit::ALL.map(|suit| count_of(cards, suit)), counts);
            let longest = longest_suit(cards);
            assert!(counts.iter().all(|&count| count <= counts[longest as usize]));
        }
    }
}
