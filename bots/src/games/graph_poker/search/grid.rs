//! A table as a plain square of cells.

use std::marker::PhantomData;

use kosti_engine::graph_poker::{Cell, GraphSize, RUN};
use kosti_engine::{CARDS as DECK, Card};

/// How far a run reaches from one end to the other.
pub(super) const REACH: usize = RUN - 1;
/// The cells of a line that share a run with the one in its middle, and that one.
pub(super) const LINE: usize = 2 * REACH + 1;

/// A cell by its number.
pub(super) type At = u32;

/// What is at a cell: the number of an open card, or one of two behind those.
pub(super) type Code = u8;

/// A card that is not turned over yet.
pub(super) const FACE_DOWN: Code = 62;
/// No card.
pub(super) const FREE: Code = 63;

/// Whether an open card is there.
#[inline]
pub(super) const fn is_open(code: Code) -> bool {
    (code as usize) < DECK
}

/// A direction in which cards make runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    Across,
    Down,
}

impl Axis {
    /// Both.
    pub(super) const BOTH: [Self; 2] = [Self::Across, Self::Down];
}

/// The cells of a table for as many cards as a game of the size has. Its edges are joined: this many cards that touch each
/// other never get round.
pub(super) struct Grid<Z: GraphSize> {
    codes: Box<[Code]>,
    size: PhantomData<Z>,
}

impl<Z: GraphSize> Default for Grid<Z> {
    fn default() -> Self {
        Self { codes: vec![FREE; Self::CELLS].into(), size: PhantomData }
    }
}

impl<Z: GraphSize> Grid<Z> {
    const SIDE: usize = (Z::CARDS + 2 * REACH).next_power_of_two();
    /// How many cells there are.
    pub(super) const CELLS: usize = Self::SIDE * Self::SIDE;

    /// The number of a cell.
    #[inline]
    pub(super) const fn at(cell: Cell) -> At {
        let (x, y) = (cell.x as u16 as usize % Self::SIDE, cell.y as u16 as usize % Self::SIDE);
        (y * Self::SIDE + x) as At
    }

    /// The cell that many steps further.
    #[inline]
    pub(super) const fn plus(at: At, axis: Axis, steps: i32) -> At {
        const fn wrapped(number: At, modulus: usize) -> At {
            number & (modulus as At - 1)
        }
        match axis {
            Axis::Across => at - wrapped(at, Self::SIDE) + wrapped(at.wrapping_add_signed(steps), Self::SIDE),
            Axis::Down => wrapped(at.wrapping_add_signed(steps * Self::SIDE as i32), Self::CELLS),
        }
    }

    /// What is there.
    #[inline]
    pub(super) fn code(&self, at: At) -> Code {
        self.codes[at as usize % Self::CELLS]
    }

    /// Puts something there.
    #[inline]
    pub(super) fn set(&mut self, at: At, code: Code) {
        self.codes[at as usize % Self::CELLS] = code;
    }

    /// Lays an open card.
    #[inline]
    pub(super) fn open(&mut self, at: At, card: Card) {
        self.set(at, card.index() as Code);
    }

    /// What is around a cell in line.
    #[inline]
    pub(super) fn line(&self, at: At, axis: Axis) -> [Code; LINE] {
        std::array::from_fn(|place| self.code(Self::plus(at, axis, place as i32 - REACH as i32)))
    }
}
