//! What came of some blocks, and how pieces of it become batches.

use std::ops::Range;

use kosti_reports::stats::tally::{Tallies, merge};

use crate::batch::FinishedBatch;
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
    next: u64,
    open: Played,
}

impl Batches {
    /// Batches of `batch` blocks each; `open` is the part of the first that was played before.
    pub(crate) fn new(blocks: &Range<u64>, batch: u64, open: Option<FinishedBatch>) -> Self {
        let (first, next, open) = match open {
            None => (blocks.start, blocks.start, Played::default()),
            Some(FinishedBatch { batch, rows, records }) => {
                (batch.first, batch.end, Played { tables: batch.tables, rows, records })
            }
        };
        Self { end: blocks.end, batch, first, next, open }
    }

    /// The first block that is still to be played.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// What there is of the batch that is not complete.
    pub(crate) fn open(&self) -> FinishedBatch {
        let Played { tables, rows, records } = &self.open;
        let (tables, rows, records) = (tables.clone(), rows.clone(), records.clone());
        FinishedBatch::new(self.first..self.next, tables, rows, records)
    }

    /// Adds the next piece; a batch, if it is complete with it.
    pub(crate) fn add(&mut self, piece: Piece<Played>) -> Option<FinishedBatch> {
        let Piece { blocks, value } = piece;
        merge(&mut self.open.tables, &value.tables);
        self.open.rows.extend(value.rows);
        self.open.records.extend(value.records);
        self.next = blocks.end;
        let end = batch_of(self.first, self.batch).end.min(self.end);
        if blocks.end < end {
            return None;
        }
        let Played { tables, rows, records } = std::mem::take(&mut self.open);
        let blocks = self.first..end;
        self.first = end;
        Some(FinishedBatch::new(blocks, tables, rows, records))
    }
}
