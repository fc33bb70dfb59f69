//! What the rules of thumb need to know about a kind of scoresheet.

use kosti_engine::DICE;
use kosti_engine::sheet::{MAX_ROWS, RowSet, Scoresheet, Sheet, SheetGame};

use super::odds::Road;
use super::pars::Pars;

/// How a sensible beginner sees a kind of scoresheet: which rows a plan can fill, and what they usually bring.
pub(crate) trait SheetHeuristics: Scoresheet {
    /// Rows for equal dice, by how many it takes.
    const EQUAL: [RowSet; DICE + 1];
    /// Whether more equal dice than a row asks for spoil it.
    const EXACT: bool = false;
    /// Rows for two groups of equal dice.
    const GROUPS: RowSet;
    /// Rows that count all dice, whatever they show.
    const SUMS: RowSet;
    /// Roads worth trying, and the rows that they fill.
    const ROADS: &'static [(Road, RowSet)];
    /// The prize for a sheet without a crossed row.
    const UNCROSSED: f32 = 0.0;
    /// How often each row is made rather than crossed, where there is such a prize.
    const MADE: [f32; MAX_ROWS] = [1.0; MAX_ROWS];

    /// What the rows usually bring.
    fn pars(&self) -> &'static Pars;

    /// What the upper part is worth in the end, if its total is expected at `end` and may stray from there by
    /// `spread` either way.
    fn upper_worth(&self, end: f32, spread: f32) -> f32;

    /// The rows that this turn may fill, if the dice allow.
    #[inline]
    fn in_reach(game: &SheetGame<Self>, sheet: &Sheet) -> RowSet {
        game.open(sheet)
    }

    /// Rows for even or odd dice, if there are any.
    #[inline]
    fn parity(&self) -> Option<Parity> {
        None
    }
}

/// Rows for dice of one parity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parity {
    /// The row for even dice.
    pub(super) even: RowSet,
    /// The row for odd dice.
    pub(super) odd: RowSet,
    /// Whether all five dice must be of that parity.
    pub(super) strict: bool,
}

/// A spread so small that a total without open rows counts as certain.
const CERTAIN: f32 = 1e-3;

/// The chance that a total ends below zero; all values within the spread count as equally likely.
#[inline]
pub(super) fn chance_below_zero(end: f32, spread: f32) -> f32 {
    (0.5 - 0.5 * end / spread.max(CERTAIN)).clamp(0.0, 1.0)
}

/// How far such a total falls below zero on average.
#[inline]
pub(super) fn mean_below_zero(end: f32, spread: f32) -> f32 {
    let partly = (spread - end).clamp(0.0, 2.0 * spread);
    0.25 * partly * partly / spread.max(CERTAIN) + (-end - spread).max(0.0)
}

/// The set of rows with these places on the sheet.
pub(super) const fn rows(places: &[usize]) -> RowSet {
    let (mut bits, mut i) = (0, 0);
    while i < places.len() {
        bits |= 1 << places[i];
        i += 1;
    }
    RowSet::from_bits(bits)
}
