//! Runs of four cards and what they are worth.

use core::fmt;
use core::ops::Range;

use crate::card::{Card, Rank};
use crate::graph_poker::board::{Axis, Board, Key};
use crate::graph_poker::cell::Cell;
use crate::graph_poker::rules::Ace;
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

/// Four card numbers in line, a byte each, the first the lowest.
#[derive(Clone, Copy)]
struct Cards(u32);

impl Cards {
    const EACH: u32 = 0x0101_0101;
    const STEPS: u32 = 0x0302_0100;
    const JACK_TO_ACE: u32 = 0x0C0B_0A09;
    const ACE_TO_FOUR: u32 = 0x0201_000C;

    #[inline]
    fn ranks(self) -> u32 {
        self.0 >> 2 & Self::EACH * 0x3F
    }

    #[inline]
    fn is_flush(self) -> bool {
        (self.0 ^ self.0.rotate_left(8)) & Self::EACH * 0x03 == 0
    }

    #[inline]
    fn is_four(self) -> bool {
        (self.0 ^ self.0.rotate_left(8)) & Self::EACH * 0xFC == 0
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

/// Seven card numbers in line, a byte each, the first the lowest; the high bit marks a place without a card.
#[derive(Clone, Copy)]
struct Line(u64);

impl Line {
    /// The place of the card whose runs are looked for: all four runs that can be here go through it.
    const MIDDLE: usize = RUN - 1;
    const EACH: u64 = 0x0101_0101_0101_0101;
    const NO_CARD: u64 = 0x80;
    const RUN_STARTS: u64 = 0x8080_8080;

    /// The places from which on a run may score, as the high bits of bytes. Where none does, it hardly ever says so:
    /// few lines come through, and those are looked at closely.
    ///
    /// All places are tested at once, without a branch: the high bit of a byte stays clear if the test holds between
    /// this place and the next, and a run needs that three times.
    #[inline]
    fn candidates(self, ace: Ace) -> u64 {
        let all = |byte: u64| Self::EACH * byte;
        let nonzero = |bytes: u64| bytes + all(0x7F);
        let thrice = |fails: u64| fails | fails >> 8 | fails >> 16;
        let differ = self.0 ^ self.0 >> 8;
        let suits = nonzero(differ & all(0x03));
        let ranks = nonzero(differ & all(0x7C));
        // A rise or a fall by one gives 0x42 or 0x40.
        let rank = self.0 >> 2 & all(0x0F);
        let rise = (rank >> 8) + all(0x41) - rank;
        let mut steps = nonzero((rise ^ all(0x40)) & all(0x7D));
        if ace == Ace::Both {
            // Between ace and two it gives 0x35 or 0x4D.
            steps &= nonzero((rise ^ all(0x05)) & all(0x07));
        }
        let gaps = self.0 | self.0 >> 8 | self.0 >> 16 | self.0 >> 24;
        !(gaps | thrice(suits) & thrice(ranks) & thrice(steps)) & Self::RUN_STARTS
    }

    #[inline]
    fn run(self, start: usize) -> Cards {
        Cards((self.0 >> (8 * start)) as u32)
    }
}

/// One round that is scored: the numbers of its cards, everything that lies there, and where the ace stands.
pub(super) struct Round<'a, const CARDS: usize, const SLOTS: usize, const EDGE: usize> {
    pub(super) board: &'a Board<CARDS, SLOTS, EDGE>,
    pub(super) cards: &'a [Card; CARDS],
    pub(super) new: Range<usize>,
    pub(super) ace: Ace,
}

impl<const CARDS: usize, const SLOTS: usize, const EDGE: usize> Round<'_, CARDS, SLOTS, EDGE> {
    /// Shows every run that scores, once.
    #[inline]
    pub(super) fn visit(&self, mut visitor: impl FnMut(Combo)) {
        for number in self.new.clone() {
            let key = self.board.key(number);
            self.visit_line(number, key, Axis::Across, &mut visitor);
            self.visit_line(number, key, Axis::Down, &mut visitor);
        }
    }

    /// Shows the runs of which a card is the last.
    #[inline(always)]
    fn visit_line(&self, number: usize, key: Key<SLOTS>, axis: Axis, visitor: &mut impl FnMut(Combo)) {
        let line = self.line(number, key, axis);
        let mut candidates = line.candidates(self.ace);
        while candidates != 0 {
            let start = candidates.trailing_zeros() as usize / 8;
            candidates &= candidates - 1;
            let first = key.plus(axis, start as i32 - Line::MIDDLE as i32);
            if let Some(combo) = self.combo(line.run(start), first, axis) {
                visitor(combo);
            }
        }
    }

    /// The line through a card in which all later cards are left out: the runs through one of those are its.
    #[inline(always)]
    fn line(&self, number: usize, key: Key<SLOTS>, axis: Axis) -> Line {
        let mut line = (self.cards[number].index() as u64) << (8 * Line::MIDDLE);
        for place in [0, 1, 2, 4, 5, 6] {
            let other = self.board.number_at(key.plus(axis, place as i32 - Line::MIDDLE as i32));
            let gap = if other < number { 0 } else { Line::NO_CARD };
            line |= (self.cards[other.min(number)].index() as u64 | gap) << (8 * place);
        }
        Line(line)
    }

    #[cold]
    fn combo(&self, run: Cards, first: Key<SLOTS>, axis: Axis) -> Option<Combo> {
        let kind = run.kind(self.ace)?;
        let keys: [Key<SLOTS>; RUN] = core::array::from_fn(|place| first.plus(axis, place as i32));
        let low_ace = kind != ComboKind::Flush && run.has_low_ace(self.ace);
        let height = |number: usize| match self.cards[number].rank() {
            _ if kind == ComboKind::Four => 0,
            Rank::ACE if low_ace => 0,
            rank => rank.index() + 1,
        };
        let new = keys.into_iter().map(|key| self.board.number_at(key)).filter(|&number| number >= self.new.start);
        let owner = new.max_by_key(|&number| (height(number), number))?;
        Some(Combo { kind, cells: keys.map(Key::cell), owner: Seat::new(owner - self.new.start) })
    }
}
