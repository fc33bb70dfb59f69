//! What came of some blocks, and how pieces of it become batches.

use std::ops::Range;

use kosti_reports::stats::tally::{Tallies, merge};

use crate::batch::{Batch, FinishedBatch, Text};
use crate::blocks::{Piece, batch_of};

/// What came of some blocks.
#[derive(Default, Debug)]
pub(crate) struct Played {
    /// Their sums by table.
    pub(crate) tables: Tallies,
    /// Rows of `games.csv`.
    pub(crate) rows: Vec<u8>,
    /// Lines of `records.jsonl`.
    pub(crate) records: Vec<u8>,
}

/// Puts pieces that come in order together to batches.
pub(crate) struct Batches {
    end: u64,
    batch: u64,
    first: u64,
    open: Played,
}

impl Batches {
    /// Batches of so many blocks.
    pub(crate) fn new(blocks: &Range<u64>, batch: u64) -> Self {
        Self { end: blocks.end, batch, first: blocks.start, open: Played::default() }
    }

    /// Adds the next piece; a batch, if it is complete with it.
    pub(crate) fn add(&mut self, piece: Piece<Played>) -> Option<FinishedBatch> {
        let Piece { blocks, value } = piece;
        merge(&mut self.open.tables, &value.tables);
        self.open.rows.extend(value.rows);
        self.open.records.extend(value.records);
        let end = batch_of(self.first, self.batch).end.min(self.end);
        if blocks.end < end {
            return None;
        }
        let Played { tables, rows, records } = std::mem::take(&mut self.open);
        let blocks = self.first..end;
        self.first = end;
        let batch = Batch { tables, rows: Text::of(&rows), records: Text::of(&records), ..Batch::new(blocks) };
        Some(FinishedBatch { batch, rows, records })
    }
}
