//! Which cells are taken, and which may be taken next.

use crate::graph_poker::cell::Cell;

/// The cells of a game in progress, without what lies on them.
///
/// The cells that are taken, and those that touch them, are in a hash table that is never deleted from. It holds
/// `CARDS` of the first kind and at most twice as many, and two, of the second: a new card takes one such cell and
/// touches at most three new ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<const CARDS: usize, const SLOTS: usize, const EDGE: usize> {
    slots: [Slot; SLOTS],
    /// Slots of the cells at the edge; 0 behind the last.
    edge: [u16; EDGE],
    /// Slots of the taken cells, in the order in which they were; 0 behind the last.
    laid: [u16; CARDS],
    edge_len: u16,
    laid_len: u16,
}

/// What is at a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A card, with the number of cards laid before it.
    Laid(usize),
    /// No card, but one may be laid there.
    Edge,
    /// No card, and none beside it.
    Far,
}

/// A direction in which cards make runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    Across,
    Down,
}

/// A cell as the hash table knows it: equal steps on the table are equal differences of both numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key<const SLOTS: usize> {
    /// Row and column, where a [`Slot`] has them. Never 0 for a cell that a game can reach.
    bits: u32,
    /// The slot from which on the cell is looked for, if one counts round and round.
    home: u32,
}

impl<const SLOTS: usize> Key<SLOTS> {
    /// How far apart the homes of neighbouring rows are. In a square of so many cells all have different ones.
    const STRIDE: u32 = 1 << SLOTS.ilog2().div_ceil(2);

    /// Bits of a coordinate. Eight decks reach 416 cells from the origin in every direction.
    const BITS: u32 = 10;
    const BIAS: i16 = 1 << (Self::BITS - 1);
    const MASK: u32 = (1 << Self::BITS) - 1;

    const COLUMN: u32 = 32 - 2 * Self::BITS;
    const ROW: u32 = 32 - Self::BITS;

    #[inline]
    const fn new(cell: Cell) -> Option<Self> {
        let (x, y) = (cell.x.wrapping_add(Self::BIAS) as u16 as u32, cell.y.wrapping_add(Self::BIAS) as u16 as u32);
        if (x | y) > Self::MASK { None } else { Some(Self::at(x, y)) }
    }

    #[inline]
    const fn at(x: u32, y: u32) -> Self {
        Self { bits: y << Self::ROW | x << Self::COLUMN, home: x + y * Self::STRIDE }
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
            bits: self.bits.wrapping_add(steps as u32 * bits),
            home: self.home.wrapping_add((steps as u32).wrapping_mul(home)),
        }
    }
}

/// A cell in the table: its key, whether it is taken, and its place among the taken ones or at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot(u32);

impl Slot {
    const TAKEN: u32 = 1 << 11;
    const PLACE: u32 = Self::TAKEN - 1;
    const UNUSED: Self = Self(0);

    #[inline]
    const fn taken<const SLOTS: usize>(key: Key<SLOTS>, place: u16) -> Self {
        Self(key.bits | Self::TAKEN | place as u32)
    }

    #[inline]
    const fn edge<const SLOTS: usize>(key: Key<SLOTS>, place: u16) -> Self {
        Self(key.bits | place as u32)
    }

    #[inline]
    const fn moved(self, place: u16) -> Self {
        Self(self.0 & !Self::PLACE | place as u32)
    }

    #[inline]
    const fn is_unused(self) -> bool {
        self.0 == Self::UNUSED.0
    }

    #[inline]
    const fn is_taken(self) -> bool {
        self.0 & Self::TAKEN != 0
    }

    #[inline]
    const fn place(self) -> usize {
        (self.0 & Self::PLACE) as usize
    }

    /// Whether another cell is here. In one comparison, since which other case it is nobody can foresee.
    #[inline]
    fn is_of_other<const SLOTS: usize>(self, key: Key<SLOTS>) -> bool {
        self.0.min(self.0 ^ key.bits) > Self::TAKEN | Self::PLACE
    }
}

impl<const CARDS: usize, const SLOTS: usize, const EDGE: usize> Board<CARDS, SLOTS, EDGE> {
    /// The table before the first card.
    pub(super) fn new() -> Self {
        const {
            assert!(CARDS < Key::<SLOTS>::BIAS as usize, "a line of cards must not leave the keys");
            assert!(SLOTS.is_power_of_two() && SLOTS > CARDS + 2 * CARDS + 2, "a search must find an unused slot");
            assert!(EDGE == 2 * CARDS + 3, "the edge, and one place to write to when it is full");
        }
        let mut board =
            Self { slots: [Slot::UNUSED; SLOTS], edge: [0; EDGE], laid: [0; CARDS], edge_len: 0, laid_len: 0 };
        board.edge_len = board.touch(Key::at(Key::<SLOTS>::BIAS as u32, Key::<SLOTS>::BIAS as u32), 0);
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

    /// How many cells may be taken next.
    #[inline]
    pub fn edge_len(&self) -> usize {
        usize::from(self.edge_len)
    }

    /// One of the cells that may be taken next.
    ///
    /// # Panics
    /// It may panic, or give some cell, if there are not so many.
    #[inline]
    pub fn edge_cell(&self, number: usize) -> Cell {
        Key::<SLOTS>::of(self.slot(self.edge[number])).cell()
    }

    /// The cells that may be taken next: the origin, later all that touch a card.
    #[inline]
    pub fn edge(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.edge[..self.edge_len()].iter().map(|&slot| Key::<SLOTS>::of(self.slot(slot)).cell())
    }

    /// What is at a cell, wherever that is.
    #[inline]
    pub fn spot(&self, cell: Cell) -> Spot {
        let Some(key) = Key::new(cell) else { return Spot::Far };
        let slot = self.slot(self.find(key));
        if slot.is_unused() {
            Spot::Far
        } else if slot.is_taken() {
            Spot::Laid(slot.place())
        } else {
            Spot::Edge
        }
    }

    #[inline]
    pub(super) fn key(&self, number: usize) -> Key<SLOTS> {
        Key::of(self.slot(self.laid[number]))
    }

    /// The number of the card at a cell, or a number above that of any card.
    #[inline]
    pub(super) fn number_at(&self, key: Key<SLOTS>) -> usize {
        (self.slot(self.find(key)).0 ^ Slot::taken(key, 0).0) as usize
    }

    /// Takes a cell at the edge and gives it the next number.
    ///
    /// # Panics
    /// If the cell is not at the edge.
    #[inline]
    pub(super) fn lay(&mut self, cell: Cell) -> usize {
        let key = Key::new(cell).expect("a cell within reach");
        let at = self.find(key);
        let slot = self.slot(at);
        assert!(!slot.is_unused() && !slot.is_taken(), "a cell at the edge");
        let number = self.laid_len;
        self.laid[usize::from(number)] = at;
        self.laid_len = number + 1;
        let mut edge_len = self.edge_len - 1;
        self.fill_edge(slot.place(), edge_len);
        self.slots[usize::from(at) % SLOTS] = Slot::taken(key, number);
        for (axis, steps) in [(Axis::Across, -1), (Axis::Across, 1), (Axis::Down, -1), (Axis::Down, 1)] {
            edge_len = self.touch(key.plus(axis, steps), edge_len);
        }
        self.edge_len = edge_len;
        usize::from(number)
    }

    /// Moves the cell at the last place of the edge to another.
    #[inline]
    fn fill_edge(&mut self, place: usize, last: u16) {
        let at = self.edge[usize::from(last)];
        self.edge[place] = at;
        self.edge[usize::from(last)] = 0;
        self.slots[usize::from(at) % SLOTS] = self.slot(at).moved(place as u16);
    }

    /// Adds a cell to an edge of this length unless it is known, and gives the new length.
    ///
    /// Whether it is known nobody can foresee, so there is no branch.
    #[inline]
    fn touch(&mut self, key: Key<SLOTS>, edge_len: u16) -> u16 {
        let at = self.find(key);
        let slot = self.slot(at);
        let new = slot.is_unused();
        self.slots[usize::from(at) % SLOTS] = if new { Slot::edge(key, edge_len) } else { slot };
        self.edge[usize::from(edge_len)] = if new { at } else { 0 };
        edge_len + u16::from(new)
    }

    #[inline]
    fn slot(&self, number: u16) -> Slot {
        self.slots[usize::from(number) % SLOTS]
    }

    /// The slot of a cell, or the unused one where it belongs.
    #[inline]
    fn find(&self, key: Key<SLOTS>) -> u16 {
        let mut number = key.home as usize % SLOTS;
        while self.slots[number].is_of_other(key) {
            number = (number + 1) % SLOTS;
        }
        number as u16
    }
}
