//! The runs of four cells through a cell.

use kosti_engine::graph_poker::{Cell, RUN};

/// Shows the eight runs through a cell: the place of the cell in each, and all its cells.
#[inline]
pub(crate) fn visit_runs(cell: Cell, mut visitor: impl FnMut(usize, [Cell; RUN])) {
    for (columns, rows) in [(1, 0), (0, 1)] {
        for place in 0..RUN {
            let mut cells = [cell; RUN];
            for (steps, other) in (-(place as i16)..).zip(&mut cells) {
                *other = cell.plus(columns * steps, rows * steps);
            }
            visitor(place, cells);
        }
    }
}
