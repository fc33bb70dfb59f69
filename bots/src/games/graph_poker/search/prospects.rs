//! What a seat has where a rollout stops: its points, and what may bring it more of them.

use std::iter;

use kosti_engine::graph_poker::{GraphSize, Pile};
use kosti_engine::{CARDS, CardSet, MAX_SEATS, SUITS, Suit};

use crate::games::graph_poker::search::playground::Playground;
use crate::games::graph_poker::search::rollout_policy::{count_of, marks};

/// Something that a seat has at the beginning of a round. What it is worth was learned: see
/// [`LeafTable`](crate::games::graph_poker::leaf::LeafTable).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prospect {
    /// Its points.
    Points,
    /// Lines of two of a suit with room for two more, each shared out by how many cards of the suit the seats hold.
    Pairs,
    /// The same lines, each counted whole for every seat with two cards of the suit.
    OwnPairs,
    /// The most that each suit brings at each free cell, shared out in the same way.
    Prizes,
    /// The part of it beyond an equal share.
    MorePrizes,
    /// What the seat takes if all in turn do with the prizes what the rollout policy does.
    Turn,
    /// The mean rank of its hand, from 0.
    Rank,
    /// How many suits it holds.
    Suits,
    /// Its place in the turn order of the round, from 0; always 0 where the start rotates.
    Place,
}

impl Prospect {
    /// All of them, in the order of [`Prospects`].
    pub const ALL: [Self; 9] = [
        Self::Points,
        Self::Pairs,
        Self::OwnPairs,
        Self::Prizes,
        Self::MorePrizes,
        Self::Turn,
        Self::Rank,
        Self::Suits,
        Self::Place,
    ];

    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Pairs => "pairs",
            Self::OwnPairs => "own-pairs",
            Self::Prizes => "prizes",
            Self::MorePrizes => "more-prizes",
            Self::Turn => "turn",
            Self::Rank => "rank",
            Self::Suits => "suits",
            Self::Place => "place",
        }
    }
}

/// A number for each [`Prospect`].
pub type Prospects = [f32; Prospect::ALL.len()];

impl<Z: GraphSize> Playground<Z> {
    /// What each seat has. A round is about to begin.
    #[inline]
    pub(crate) fn prospects(&mut self) -> [Prospects; MAX_SEATS] {
        let mut all = [[0.0; _]; MAX_SEATS];
        for (seat, prospects) in all[..self.players].iter_mut().enumerate() {
            let hand = self.hands[seat].distinct();
            prospects[Prospect::Points as usize] = self.points[seat] as f32;
            prospects[Prospect::Rank as usize] = mean_rank(hand);
            prospects[Prospect::Suits as usize] =
                Suit::ALL.iter().filter(|&&suit| count_of(hand, suit) > 0).count() as f32;
        }
        self.share_suits(&mut all);
        self.take_in_turn(&mut all);
        all
    }

    /// Prizes as the seats take or spoil them in turn, from the seat that starts the round on.
    #[inline]
    fn take_in_turn(&mut self, all: &mut [Prospects; MAX_SEATS]) {
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        offers.extend(self.prizes.iter().filter(|prize| self.is_free(prize.at)).map(|prize| prize.gains));
        for place in 0..self.players {
            let seat = self.around(self.starter + place);
            if self.next_starter() == self.starter {
                all[seat][Prospect::Place as usize] = place as f32;
            }
            let hand = self.hands[seat].distinct();
            let unseen = self.unseen(hand);
            let (mut most, mut best) = (0, None);
            for (offer, gains) in offers.iter().enumerate() {
                let (gain, _) = gains.best(hand);
                let (threat, _) = gains.best(unseen);
                let marks = marks(gain, threat);
                if marks > most {
                    (most, best) = (marks, Some((offer, gain)));
                }
            }
            if let Some((offer, gain)) = best {
                offers.swap_remove(offer);
                all[seat][Prospect::Turn as usize] = gain as f32;
            }
        }
        self.offers = offers;
    }

    /// Shares out what suits promise: each seat gets as much of it as it holds of the cards of the suit.
    #[inline]
    fn share_suits(&self, all: &mut [Prospects; MAX_SEATS]) {
        let closed = self.closed.distinct();
        let mut prizes = [0.0; SUITS];
        for prize in self.prizes.iter().filter(|prize| self.is_free(prize.at)) {
            for suit in Suit::ALL {
                let (points, _) = prize.gains.best(closed.and(CardSet::suit(suit)));
                prizes[suit as usize] += points as f32;
            }
        }
        let hands = &self.hands[..self.players];
        let equal = 1.0 / self.players as f32;
        for suit in Suit::ALL {
            let held = |hand: &Pile<Z>| count_of(hand.distinct(), suit);
            let total: u32 = hands.iter().map(held).sum();
            if total == 0 {
                continue;
            }
            let pairs = self.pairs[suit as usize].iter().filter(|&&pair| self.is_live(pair)).count() as f32;
            for (prospects, hand) in iter::zip(all.iter_mut(), hands) {
                let held = held(hand);
                let part = held as f32 / total as f32;
                prospects[Prospect::Pairs as usize] += pairs * part;
                prospects[Prospect::OwnPairs as usize] += if held >= 2 { pairs } else { 0.0 };
                prospects[Prospect::Prizes as usize] += prizes[suit as usize] * part;
                prospects[Prospect::MorePrizes as usize] += prizes[suit as usize] * (part - equal).max(0.0);
            }
        }
    }
}

/// The mean rank of some cards, from 0; 0 if there are none.
#[inline]
fn mean_rank(cards: CardSet) -> f32 {
    const BITS: usize = 4;
    /// For each bit of a rank the cards whose rank has it.
    const WITH_BIT: [u64; BITS] = {
        let mut sets = [0; BITS];
        let mut card = 0;
        while card < CARDS {
            let mut bit = 0;
            while bit < BITS {
                sets[bit] |= ((card / SUITS) as u64 >> bit & 1) << card;
                bit += 1;
            }
            card += 1;
        }
        sets
    };
    let sum: u32 = (0..BITS).map(|bit| (cards.bits() & WITH_BIT[bit]).count_ones() << bit).sum();
    sum as f32 / cards.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use kosti_engine::Rng;

    use super::*;

    #[test]
    fn mean_ranks_are_those_of_the_cards() {
        let mut rng = Rng::from_state(9);
        for cards in (0..300).map(|_| CardSet::from_bits(rng.word() & rng.word())).chain([CardSet::DECK]) {
            let sum: usize = cards.iter().map(|card| card.rank().index()).sum();
            assert_eq!(mean_rank(cards), sum as f32 / cards.len().max(1) as f32);
        }
        assert_eq!(mean_rank(CardSet::EMPTY), 0.0);
    }
}
