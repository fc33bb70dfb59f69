//! The cards on the table and the cells where the next may be laid.

use core::marker::PhantomData;

use crate::card::Card;
use crate::graph_poker::cell::Cell;
use crate::graph_poker::size::{Array, GraphSize};
use crate::graph_poker::slot::Slot;

/// What lies on the table, as far as an observer knows it.
///
/// The taken cells, and those that touch them, are in a hash table from which nothing is ever deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<Z: GraphSize> {
    slots: Z::Slots,
    /// Slots of the cells at the edge; 0 behind the last.
    edge: Z::Edge,
    /// Slots of the taken cells, in the order in which they were; 0 behind the last.
    laid: Z::Laid,
    edge_len: u16,
    laid_len: u16,
    /// Whether some cell is not in the first slot where it would be looked for.
    crowded: bool,
}

/// What is at a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// This card.
    Card(Card),
    /// A card that is not known.
    FaceDown,
    /// No card, but one may be laid there.
    Edge,
    /// No card, and none beside it.
    Far,
}

/// A card as a number of six bits: its own, or one of two behind those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u8);

impl Code {
    /// How many numbers there are, with room to spare.
    pub(super) const COUNT: usize = 64;
    const FACE_DOWN: Self = Self(62);
    const NO_CARD: Self = Self(63);

    #[inline]
    pub(super) const fn of(card: Card) -> Self {
        Self(card.index() as u8)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    #[inline]
    const fn card(self) -> Option<Card> {
        if self.0 < Self::FACE_DOWN.0 { Some(Card::from_index(self.0 as usize)) } else { None }
    }
}

/// A direction in which cards make runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    Across,
    Down,
}

/// A cell as the hash table knows it: equal steps on the table are equal differences of both numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key<Z: GraphSize> {
    /// Row and column, where a [`Slot`] has them. Never 0 for a cell that a game can reach.
    bits: u32,
    /// The slot from which on the cell is looked for, if one counts round and round.
    home: u32,
    size: PhantomData<Z>,
}

impl<Z: GraphSize> Key<Z> {
    /// How far apart the homes of neighbouring rows are. The cells of about a square all have different ones.
    const STRIDE: u32 = 1 << Z::SLOTS.ilog2().div_ceil(2);

    /// Bits of a coordinate. Eight decks reach 416 cells from the origin in every direction.
    const BITS: u32 = 10;
    const BIAS: i16 = 1 << (Self::BITS - 1);
    const MASK: u32 = (1 << Self::BITS) - 1;

    const ORIGIN: Self = Self::at(Self::BIAS as u32, Self::BIAS as u32);

    const COLUMN: u32 = 32 - 2 * Self::BITS;
    const ROW: u32 = 32 - Self::BITS;

    #[inline]
    const fn new(cell: Cell) -> Option<Self> {
        let (x, y) = (cell.x.wrapping_add(Self::BIAS) as u16 as u32, cell.y.wrapping_add(Self::BIAS) as u16 as u32);
        if (x | y) > Self::MASK { None } else { Some(Self::at(x, y)) }
    }

    #[inline]
    const fn at(x: u32, y: u32) -> Self {
        Self { bits: y << Self::ROW | x << Self::COLUMN, home: x + y * Self::STRIDE, size: PhantomData }
    }

    #[inline]
    const fn of(slot: Slot) -> Self {
        Self::at(slot.0 >> Self::COLUMN & Self::MASK, slot.0 >> Self::ROW)
    }

    #[inline]
    pub(super) const fn cell(self) -> Cell {
        let (x, y) = (self.bits >> Self::COLUMN & Self::MASK, self.bits >> Self::ROW);
        Cell::new(x as i16 - Self::BIAS, y as i16 - Self::BIAS)
    }

    #[inline]
    pub(super) const fn plus(self, axis: Axis, steps: i32) -> Self {
        let (bits, home) = match axis {
            Axis::Across => (1 << Self::COLUMN, 1),
            Axis::Down => (1 << Self::ROW, Self::STRIDE),
        };
        Self {
            bits: self.bits.wrapping_add((steps as u32).wrapping_mul(bits)),
            home: self.home.wrapping_add((steps as u32).wrapping_mul(home)),
            size: PhantomData,
        }
    }
}

impl Slot {
    const TAKEN: u32 = 1 << 11;
    const REST: u32 = Self::TAKEN - 1;
    const UNUSED: Self = Self(0);

    #[inline]
    const fn taken<Z: GraphSize>(key: Key<Z>, code: Code) -> Self {
        Self(key.bits | Self::TAKEN | code.0 as u32)
    }

    #[inline]
    const fn edge<Z: GraphSize>(key: Key<Z>, place: u16) -> Self {
        Self(key.bits | place as u32)
    }

    #[inline]
    const fn is_unused(self) -> bool {
        self.0 == Self::UNUSED.0
    }

    #[inline]
    const fn is_taken(self) -> bool {
        self.0 & Self::TAKEN != 0
    }

    /// Whether another cell is here. In one comparison, since whether the cell is here or none is cannot be foreseen.
    #[inline]
    fn is_of_other<Z: GraphSize>(self, key: Key<Z>) -> bool {
        self.0.min(self.0 ^ key.bits) > Self::TAKEN | Self::REST
    }

    /// The place of a cell at the edge.
    #[inline]
    const fn place(self) -> usize {
        (self.0 & Self::REST) as usize
    }

    /// The card on a taken cell.
    #[inline]
    const fn code(self) -> Code {
        Code((self.0 & Self::REST) as u8)
    }

    /// The card, or none if the slot is not that of a taken cell with this key.
    #[inline]
    fn code_for<Z: GraphSize>(self, key: Key<Z>) -> Code {
        let differ = self.0 ^ (key.bits + Self::TAKEN);
        Code(differ.min(u32::from(Code::NO_CARD.0)) as u8)
    }

    #[inline]
    const fn with(self, rest: u32) -> Self {
        Self(self.0 & !Self::REST | rest)
    }
}

impl<Z: GraphSize> Board<Z> {
    /// The table before the first card.
    pub(super) fn new() -> Self {
        const { assert!(Z::CARDS < Key::<Z>::BIAS as usize, "a line of cards must not leave the keys") };
        let mut board = Self {
            slots: Z::Slots::filled_with(Slot::UNUSED),
            edge: Z::Edge::filled_with(0),
            laid: Z::Laid::filled_with(0),
            edge_len: 0,
            laid_len: 0,
            crowded: false,
        };
        board.edge_len = board.touch(Key::ORIGIN, 0);
        board
    }

    /// How many cards are laid.
    #[inline]
    pub fn laid(&self) -> usize {
        usize::from(self.laid_len)
    }

    /// Where the card lies before which that many were laid.
    ///
    /// # Panics
    /// It may panic, or give some cell, if there is no such card.
    #[inline]
    pub fn cell(&self, number: usize) -> Cell {
        self.key(number).cell()
    }

    /// The card before which that many were laid, if it is known.
    ///
    /// # Panics
    /// It may panic, or give some card, if there is no such card.
    #[inline]
    pub fn card(&self, number: usize) -> Option<Card> {
        self.slot(self.laid[number]).code().card()
    }

    /// The cards in the order in which they were laid; nothing in place of one that is not known.
    #[inline]
    pub fn cards(&self) -> impl ExactSizeIterator<Item = Option<Card>> {
        (0..self.laid()).map(|number| self.card(number))
    }

    /// How many cells may be taken next.
    #[inline]
    pub fn edge_len(&self) -> usize {
        usize::from(self.edge_len)
    }

    /// One of the cells that may be taken next.
    ///
    /// # Panics
    /// It may panic, or give some cell, if there are not that many.
    #[inline]
    pub fn edge_cell(&self, number: usize) -> Cell {
        self.key_in(self.edge[number]).cell()
    }

    /// The cells that may be taken next: the origin, later all that touch a card.
    #[inline]
    pub fn edge(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.edge.as_ref()[..self.edge_len()].iter().map(|&slot| self.key_in(slot).cell())
    }

    /// What is at a cell, wherever that is.
    #[inline]
    pub fn spot(&self, cell: Cell) -> Spot {
        let Some(key) = Key::new(cell) else { return Spot::Far };
        let slot = self.slot(self.find(key));
        if slot.is_unused() {
            Spot::Far
        } else if slot.is_taken() {
            slot.code().card().map_or(Spot::FaceDown, Spot::Card)
        } else {
            Spot::Edge
        }
    }

    /// The card at a cell, if there is one and it is known.
    #[inline]
    pub fn card_at(&self, cell: Cell) -> Option<Card> {
        let key = Key::new(cell)?;
        self.slot(self.find(key)).code_for(key).card()
    }

    #[inline]
    pub(super) fn key(&self, number: usize) -> Key<Z> {
        self.key_in(self.laid[number])
    }

    /// Changes what is known of a card that was laid.
    #[inline]
    pub(super) fn set_card(&mut self, number: usize, card: Option<Card>) {
        let slot = usize::from(self.laid[number]) % Z::SLOTS;
        let code = card.map_or(Code::FACE_DOWN, Code::of);
        self.slots[slot] = self.slots[slot].with(u32::from(code.0));
    }

    /// Whether [`code_uncrowded`](Self::code_uncrowded) may be wrong.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        self.crowded
    }

    /// What is at a cell.
    #[inline]
    pub(super) fn code_at(&self, key: Key<Z>) -> Code {
        self.slot(self.find(key)).code_for(key)
    }

    /// What is at a cell, if no cell was ever in the way of another.
    #[inline]
    pub(super) fn code_uncrowded(&self, key: Key<Z>) -> Code {
        self.slots[key.home as usize % Z::SLOTS].code_for(key)
    }

    /// Lays a card on a cell at the edge.
    ///
    /// # Panics
    /// If the cell is not at the edge.
    #[inline]
    pub(super) fn lay(&mut self, card: Card, cell: Cell) {
        let key = Key::new(cell).expect("a cell within reach");
        let at = self.find(key);
        let slot = self.slot(at);
        assert!(!slot.is_unused() && !slot.is_taken(), "a cell at the edge");
        self.laid[usize::from(self.laid_len)] = at;
        self.laid_len += 1;
        let mut edge_len = self.edge_len - 1;
        self.fill_edge(slot.place(), edge_len);
        self.slots[usize::from(at) % Z::SLOTS] = Slot::taken(key, Code::of(card));
        edge_len = self.touch(key.plus(Axis::Across, -1), edge_len);
        edge_len = self.touch(key.plus(Axis::Across, 1), edge_len);
        edge_len = self.touch(key.plus(Axis::Down, -1), edge_len);
        self.edge_len = self.touch(key.plus(Axis::Down, 1), edge_len);
    }

    /// Moves the cell at the last place of the edge to another.
    #[inline]
    fn fill_edge(&mut self, place: usize, last: u16) {
        let at = self.edge[usize::from(last)];
        self.edge[place] = at;
        self.edge[usize::from(last)] = 0;
        self.slots[usize::from(at) % Z::SLOTS] = self.slot(at).with(place as u32);
    }

    /// Adds a cell to an edge of this length unless it is known, and gives the new length.
    ///
    /// Whether it is known cannot be foreseen, so there is no branch.
    #[inline]
    fn touch(&mut self, key: Key<Z>, edge_len: u16) -> u16 {
        let mut at = key.home as usize % Z::SLOTS;
        if self.slots[at].is_of_other(key) {
            at = usize::from(self.find(key));
            self.crowded = true;
        }
        let slot = self.slots[at];
        let new = u32::from(slot.is_unused());
        // An unused slot is 0: what is there, and what is added, are never both something.
        self.slots[at] = Slot(slot.0 | Slot::edge(key, edge_len).0 & new.wrapping_neg());
        self.edge[usize::from(edge_len)] = at as u16 & (new as u16).wrapping_neg();
        edge_len + new as u16
    }

    #[inline]
    fn slot(&self, number: u16) -> Slot {
        self.slots[usize::from(number) % Z::SLOTS]
    }

    #[inline]
    fn key_in(&self, slot: u16) -> Key<Z> {
        Key::of(self.slot(slot))
    }

    /// The slot of a cell, or the unused one where it belongs.
    #[inline]
    fn find(&self, key: Key<Z>) -> u16 {
        let mut number = key.home as usize % Z::SLOTS;
        while self.slots[number].is_of_other(key) {
            number = (number + 1) % Z::SLOTS;
        }
        number as u16
    }
}
