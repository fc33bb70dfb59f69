//! Runs of four cards and what they are worth.

use core::array;
use core::fmt;
use core::ops::Range;

use crate::card::{CARDS as DECK, Card, Rank, SUITS};
use crate::graph_poker::board::{Axis, Board, Code, Key};
use crate::graph_poker::cell::Cell;
use crate::graph_poker::rules::Ace;
use crate::graph_poker::size::GraphSize;
use crate::seat::Seat;

/// Cards in a run.
pub const RUN: usize = 4;

/// What a run of four may be, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum ComboKind {
    /// `royal-flush`: ace, king, queen, jack of one suit, in this order or the reverse.
    RoyalFlush,
    /// `straight-flush`: a straight of one suit.
    StraightFlush,
    /// `four`: one rank.
    Four,
    /// `flush`: one suit.
    Flush,
    /// `straight`: ranks that rise or fall by one from card to card.
    Straight,
}

impl ComboKind {
    /// Every kind, the best first.
    pub const ALL: [Self; 5] = [Self::RoyalFlush, Self::StraightFlush, Self::Four, Self::Flush, Self::Straight];

    /// The best kind that these cards in line are.
    #[inline]
    pub fn of(cards: [Card; RUN], ace: Ace) -> Option<Self> {
        Cards(u32::from_le_bytes(cards.map(|card| card.index() as u8))).kind(ace)
    }

    /// What its owner gets.
    #[inline]
    pub const fn points(self) -> u8 {
        5 - self as u8
    }

    /// The name, as it is printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoyalFlush => "royal-flush",
            Self::StraightFlush => "straight-flush",
            Self::Four => "four",
            Self::Flush => "flush",
            Self::Straight => "straight",
        }
    }
}

impl fmt::Display for ComboKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A run that scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combo {
    /// The best kind it is.
    pub kind: ComboKind,
    /// Its cells in line order.
    pub cells: [Cell; RUN],
    /// Who gets its points.
    pub owner: Seat,
}

impl Combo {
    /// What its owner gets.
    #[inline]
    pub const fn points(&self) -> u8 {
        self.kind.points()
    }
}

/// The numbers of four cards in line, a byte each, the first the lowest. Suits are the two lowest bits.
#[derive(Clone, Copy)]
struct Cards(u32);

impl Cards {
    const EACH: u32 = 0x0101_0101;
    const EACH_SUIT: u32 = 0x0303_0303;
    const EACH_RANK: u32 = 0xFCFC_FCFC;
    const STEPS: u32 = 0x0302_0100;
    const JACK_TO_ACE: u32 = 0x0C0B_0A09;
    const ACE_TO_FOUR: u32 = 0x0201_000C;

    #[inline]
    fn ranks(self) -> u32 {
        (self.0 & Self::EACH_RANK) >> 2
    }

    #[inline]
    fn is_flush(self) -> bool {
        (self.0 ^ self.0.rotate_left(8)) & Self::EACH_SUIT == 0
    }

    #[inline]
    fn is_four(self) -> bool {
        (self.0 ^ self.0.rotate_left(8)) & Self::EACH_RANK == 0
    }

    #[inline]
    fn is_royal(self) -> bool {
        self.ranks() == Self::JACK_TO_ACE || self.ranks().swap_bytes() == Self::JACK_TO_ACE
    }

    #[inline]
    fn has_low_ace(self, ace: Ace) -> bool {
        ace == Ace::Both && (self.ranks() == Self::ACE_TO_FOUR || self.ranks().swap_bytes() == Self::ACE_TO_FOUR)
    }

    #[inline]
    fn is_straight(self, ace: Ace) -> bool {
        let ranks = self.ranks();
        // Where the first rank is too low to fall three times, some byte becomes larger than any rank.
        let level = (ranks & 0xFF) * Self::EACH;
        ranks == level + Self::STEPS || ranks == level.wrapping_sub(Self::STEPS) || self.has_low_ace(ace)
    }

    fn kind(self, ace: Ace) -> Option<ComboKind> {
        match (self.is_flush(), self.is_straight(ace)) {
            (true, true) if self.is_royal() => Some(ComboKind::RoyalFlush),
            (true, true) => Some(ComboKind::StraightFlush),
            _ if self.is_four() => Some(ComboKind::Four),
            (true, false) => Some(ComboKind::Flush),
            (false, true) => Some(ComboKind::Straight),
            (false, false) => None,
        }
    }
}

/// What two neighbours in line can be part of, by their codes: bit 0 a flush, bit 1 a four, bit 2 a straight with the
/// ace on either end. A run that scores has a bit in common for all its neighbours, and few others have.
static SHARED: [u8; Code::COUNT * Code::COUNT] = {
    let mut table = [0; Code::COUNT * Code::COUNT];
    let mut first = 0;
    while first < DECK {
        let mut second = 0;
        while second < DECK {
            let step = (first / SUITS).abs_diff(second / SUITS);
            let flush = first % SUITS == second % SUITS;
            let straight = step == 1 || step == Rank::ACE.index();
            table[first * Code::COUNT + second] = flush as u8 + 2 * (step == 0) as u8 + 4 * straight as u8;
            second += 1;
        }
        first += 1;
    }
    table
};

/// A round to be scored.
pub(super) struct Round<'a, Z: GraphSize> {
    pub(super) board: &'a Board<Z>,
    /// The numbers of its cards.
    pub(super) new: Range<usize>,
    /// Who laid the first of them.
    pub(super) starter: Seat,
    pub(super) ace: Ace,
}

impl<Z: GraphSize> Round<'_, Z> {
    /// How many cells a run reaches from one end to the other.
    const REACH: usize = RUN - 1;

    /// Shows every run that scores, once.
    #[inline]
    pub(super) fn visit(&self, mut visitor: impl FnMut(Combo)) {
        if self.board.is_crowded() {
            self.visit_crowded(&mut visitor);
        } else {
            self.visit_with(|key| self.board.code_uncrowded(key), &mut visitor);
        }
    }

    /// As [`visit`](Self::visit), for tables that are stretched so far that cells are hard to find.
    #[inline(never)]
    fn visit_crowded(&self, visitor: &mut impl FnMut(Combo)) {
        self.visit_with(|key| self.board.code_at(key), visitor);
    }

    #[inline(always)]
    fn visit_with(&self, code_at: impl Fn(Key<Z>) -> Code + Copy, visitor: &mut impl FnMut(Combo)) {
        for number in self.new.clone() {
            self.visit_line(number, Axis::Across, code_at, visitor);
            self.visit_line(number, Axis::Down, code_at, visitor);
        }
    }

    /// Shows the runs in line with a card in which it was laid last. How far a line goes cannot be foreseen, so all
    /// of it is looked at.
    #[inline(always)]
    fn visit_line(&self, number: usize, axis: Axis, code_at: impl Fn(Key<Z>) -> Code, visitor: &mut impl FnMut(Combo)) {
        let key = self.board.key(number);
        let start = |place: usize| key.plus(axis, place as i32 - Self::REACH as i32);
        let line: [Code; 2 * RUN - 1] = array::from_fn(|place| code_at(start(place)));
        let shared: [u8; 2 * RUN - 2] =
            array::from_fn(|place| SHARED[line[place].index() * Code::COUNT + line[place + 1].index()]);
        let runs: [u8; RUN] = array::from_fn(|place| shared[place] & shared[place + 1] & shared[place + 2]);
        if runs != [0; RUN] {
            for place in (0..RUN).filter(|&place| runs[place] != 0) {
                if let Some(combo) = self.combo(number, start(place), axis) {
                    visitor(combo);
                }
            }
        }
    }

    /// The run of cells from the first one on, if it scores and this is its last card.
    #[cold]
    fn combo(&self, last: usize, first: Key<Z>, axis: Axis) -> Option<Combo> {
        let keys: [Key<Z>; RUN] = array::from_fn(|place| first.plus(axis, place as i32));
        let cards = keys.map(|key| self.board.code_at(key).index() as u8);
        if cards.iter().any(|&card| usize::from(card) >= DECK) {
            return None;
        }
        let run = Cards(u32::from_le_bytes(cards));
        let kind = run.kind(self.ace)?;
        let height = |number| match self.board.card(number)?.rank() {
            Rank::ACE if run.has_low_ace(self.ace) => Some(0),
            rank => Some(rank.index() + 1),
        };
        let new = self.new.clone().filter(|&number| keys.contains(&self.board.key(number)));
        if new.clone().next_back() != Some(last) {
            return None;
        }
        // The cards of a four are equally high: so it goes to the last of them, as it should.
        let owner = new.max_by_key(|&number| (height(number), number))?;
        Some(Combo {
            kind,
            cells: keys.map(Key::cell),
            owner: self.starter.plus(owner - self.new.start, self.new.len() as u8),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_something_in_every_run_that_scores() {
        for index in 0..DECK.pow(4) {
            let numbers: [usize; RUN] = array::from_fn(|place| index / DECK.pow(place as u32) % DECK);
            if ComboKind::of(numbers.map(Card::from_index), Ace::Both).is_some() {
                let shared = numbers.windows(2).map(|pair| SHARED[pair[0] * Code::COUNT + pair[1]]);
                assert_ne!(shared.fold(0xFF, |all, one| all & one), 0, "{numbers:?}");
            }
        }
    }
}
