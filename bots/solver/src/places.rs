//! Rows as places on the sheet: the solver counts them from the top and leaves their names to its callers.

use kosti_engine::sheet::{Row, RowSet, SheetAction};

/// The set of this row alone.
#[inline]
pub(crate) const fn only(row: usize) -> RowSet {
    RowSet::from_bits(1 << row)
}

/// Whether the row is in the set.
#[inline]
pub(crate) const fn contains(rows: RowSet, row: usize) -> bool {
    rows.bits() >> row & 1 == 1
}

/// The rows of a set from the top of the sheet down.
#[inline]
pub(crate) fn places(rows: RowSet) -> impl Iterator<Item = usize> + Clone {
    let mut rest = rows.bits();
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(first)
    })
}

/// The same action with the name of its row.
#[inline]
pub(crate) fn named<R: Row>(action: SheetAction<usize>) -> SheetAction<R> {
    match action {
        SheetAction::Keep(keep) => SheetAction::Keep(keep),
        SheetAction::Row(row) => SheetAction::Row(R::ALL[row]),
    }
}

/// The same action with the place of its row.
#[inline]
pub(crate) fn placed<R: Row>(action: SheetAction<R>) -> SheetAction<usize> {
    match action {
        SheetAction::Keep(keep) => SheetAction::Keep(keep),
        SheetAction::Row(row) => SheetAction::Row(row.index()),
    }
}
