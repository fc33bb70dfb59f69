//! The runs of four cells through a cell.

use kosti_engine::graph_poker::{Cell, RUN};

/// Shows the eight runs through a cell: the place of the cell in each, and all its cells.
pub(crate) fn visit_runs(cell: Cell, mut visitor: impl FnMut(usize, [Cell; RUN])) {
    for (columns, rows) in [(1, 0), (0, 1)] {
        for place in 0..RUN {
            visitor(
                place,
                std::array::from_fn(|other| {
                    let steps = other as i16 - place as i16;
                    cell.plus(columns * steps, rows * steps)
                }),
            );
        }
    }
}
