//! What a run of four can still become.

use kosti_engine::graph_poker::{Ace, ComboKind, RUN};
use kosti_engine::{CARDS, CardSet, SUITS, Suit};

/// The combos that the known cards of a run leave possible, one bit for each straight, suit and rank.
#[derive(Clone, Copy)]
pub(crate) struct Fit(u64);

/// Straights without a low ace: as many rise as fall.
const HIGH_STRAIGHTS: usize = 20;
const RISING: usize = HIGH_STRAIGHTS / 2;
const ALL_STRAIGHTS: usize = HIGH_STRAIGHTS + 2;
const FIRST_SUIT: usize = 24;
const FIRST_RANK: usize = 32;
const RANKS: usize = CARDS / SUITS;

const STRAIGHT_BITS: u64 = (1 << ALL_STRAIGHTS) - 1;
const LOW_ACE_BITS: u64 = STRAIGHT_BITS & !((1 << HIGH_STRAIGHTS) - 1);
const ROYAL_BITS: u64 = 1 << (RISING - 1) | 1 << (HIGH_STRAIGHTS - 1);
const SUIT_BITS: u64 = ((1 << SUITS) - 1) << FIRST_SUIT;
const RANK_BITS: u64 = ((1 << RANKS) - 1) << FIRST_RANK;

/// The rank that a straight has at a place.
const fn rank_in_straight(straight: usize, place: usize) -> usize {
    let falling = RUN - 1 - place;
    match straight {
        0..RISING => straight + place,
        RISING..HIGH_STRAIGHTS => straight - RISING + falling,
        HIGH_STRAIGHTS => (RANKS - 1 + place) % RANKS,
        _ => (RANKS - 1 + falling) % RANKS,
    }
}

/// What a card leaves possible, by its place in the run and its number. Other numbers leave everything possible.
static FITS: [[u64; 64]; RUN] = {
    let mut fits = [[!0; 64]; RUN];
    let mut place = 0;
    while place < RUN {
        let mut card = 0;
        while card < CARDS {
            let rank = card / SUITS;
            let mut fit = 1 << (FIRST_SUIT + card % SUITS) | 1 << (FIRST_RANK + rank);
            let mut straight = 0;
            while straight < ALL_STRAIGHTS {
                if rank_in_straight(straight, place) == rank {
                    fit |= 1 << straight;
                }
                straight += 1;
            }
            fits[place][card] = fit;
            card += 1;
        }
        place += 1;
    }
    fits
};

impl Fit {
    /// The number of no card.
    pub(crate) const NO_CARD: u8 = CARDS as u8;

    /// What a run can be before any of its cards is known.
    #[inline]
    pub(crate) fn anything(ace: Ace) -> Self {
        Self(if ace == Ace::Both { !0 } else { !LOW_ACE_BITS })
    }

    /// What is left with the card of this number, or [`Fit::NO_CARD`], at a place.
    #[inline]
    pub(crate) fn with(self, place: usize, card: u8) -> Self {
        Self(self.0 & FITS[place % RUN][usize::from(card % 64)])
    }

    /// Whether the run can still score.
    #[inline]
    pub(crate) fn is_possible(self) -> bool {
        self.0 != 0
    }

    /// The cards that may stand at a place. At least two cards of the run must be known: they leave one straight.
    #[inline]
    pub(crate) fn cards(self, place: usize) -> CardSet {
        self.flush().or(self.four()).or(self.straight(place))
    }

    /// The points of the run if the best of these cards comes to its last free place.
    #[inline]
    pub(crate) fn points(self, place: usize, cards: CardSet) -> i32 {
        let kind = if !self.flush().and(self.straight(place)).and(cards).is_empty() {
            if self.0 & ROYAL_BITS != 0 { ComboKind::RoyalFlush } else { ComboKind::StraightFlush }
        } else if !self.four().and(cards).is_empty() {
            ComboKind::Four
        } else if !self.flush().and(cards).is_empty() {
            ComboKind::Flush
        } else if !self.straight(place).and(cards).is_empty() {
            ComboKind::Straight
        } else {
            return 0;
        };
        i32::from(kind.points())
    }

    /// The points of the run if all its cards are known.
    #[inline]
    pub(crate) fn whole(self) -> i32 {
        let flush = self.0 & SUIT_BITS != 0;
        let straight = self.0 & STRAIGHT_BITS != 0;
        let kind = if flush && straight {
            if self.0 & ROYAL_BITS != 0 { ComboKind::RoyalFlush } else { ComboKind::StraightFlush }
        } else if self.0 & RANK_BITS != 0 {
            ComboKind::Four
        } else if flush {
            ComboKind::Flush
        } else if straight {
            ComboKind::Straight
        } else {
            return 0;
        };
        i32::from(kind.points())
    }

    /// Whether the run is a straight with the ace below the two.
    #[inline]
    pub(crate) fn has_low_ace(self) -> bool {
        self.0 & LOW_ACE_BITS != 0
    }

    /// The cards of the suit that all known cards have.
    #[inline]
    pub(crate) fn flush(self) -> CardSet {
        self.suit().map_or(CardSet::EMPTY, CardSet::suit)
    }

    /// The suit that all known cards have.
    #[inline]
    pub(crate) fn suit(self) -> Option<Suit> {
        match self.0 & SUIT_BITS {
            0 => None,
            bits => Some(Suit::ALL[(bits.trailing_zeros() as usize - FIRST_SUIT) % SUITS]),
        }
    }

    /// The cards of the rank that all known cards have.
    #[inline]
    pub(crate) fn four(self) -> CardSet {
        match self.0 & RANK_BITS {
            0 => CardSet::EMPTY,
            bits => of_rank(bits.trailing_zeros() as usize - FIRST_RANK),
        }
    }

    /// The cards that continue the straight of at least two known cards.
    #[inline]
    pub(crate) fn straight(self, place: usize) -> CardSet {
        match self.0 & STRAIGHT_BITS {
            0 => CardSet::EMPTY,
            bits => of_rank(rank_in_straight(bits.trailing_zeros() as usize, place)),
        }
    }
}

#[inline]
fn of_rank(rank: usize) -> CardSet {
    const RANK: u64 = (1 << SUITS) - 1;
    CardSet::from_bits(RANK << (rank * SUITS))
}

#[cfg(test)]
mod tests {
    use kosti_engine::Card;

    use super::*;

    #[test]
    fn points_are_those_of_the_engine() {
        for ace in [Ace::High, Ace::Both] {
            for index in 0..CARDS.pow(4) {
                let cards: [Card; RUN] =
                    std::array::from_fn(|place| Card::from_index(index / CARDS.pow(place as u32) % CARDS));
                let free = index % RUN;
                let others = (0..RUN).filter(|&place| place != free);
                let fit = others.fold(Fit::anything(ace), |fit, place| fit.with(place, cards[place].index() as u8));
                let points = ComboKind::of(cards, ace).map_or(0, |kind| i32::from(kind.points()));
                assert_eq!(fit.points(free, CardSet::of(cards[free])), points, "{cards:?}");
                assert_eq!(fit.cards(free).contains(cards[free]), points > 0, "{cards:?}");
                assert!(fit.is_possible() || points == 0, "{cards:?}");
                assert_eq!(fit.with(free, cards[free].index() as u8).whole(), points, "{cards:?}");
            }
        }
    }
}
