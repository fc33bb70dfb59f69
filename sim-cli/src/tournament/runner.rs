//! Plays the blocks of a plan on all cores and hands them over in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::Context;
use kosti_reports::tally::{Tallies, merge};

use crate::tournament::batch::{Batch, Text};

/// What a worker made of some blocks of one batch.
#[derive(Debug)]
pub struct Piece {
    /// The blocks.
    pub blocks: Range<u64>,
    /// Their sums.
    pub tables: Tallies,
    /// Rows of `games.csv`.
    pub rows: Vec<u8>,
    /// Lines of `records.jsonl`.
    pub records: Vec<u8>,
}

/// A batch that is complete, with what was written of its games, in order.
pub struct Finished {
    /// The sums.
    pub batch: Batch,
    /// Rows of `games.csv`.
    pub rows: Vec<u8>,
    /// Lines of `records.jsonl`.
    pub records: Vec<u8>,
}

/// What the owner of a run hears of it.
pub enum News {
    /// So many blocks have been played, finished batches or not.
    Played(u64),
    /// The next batch is complete.
    Batch(Finished),
}

/// The blocks that are still to be played. Workers take them in order, so that the batch in hand is done first.
#[derive(Debug)]
pub struct Cursor {
    next: Mutex<u64>,
    end: u64,
    batch: u64,
    closed: AtomicBool,
}

impl Cursor {
    fn new(blocks: &Range<u64>, batch: u64) -> Self {
        Self { next: Mutex::new(blocks.start), end: blocks.end, batch, closed: AtomicBool::new(false) }
    }

    /// The next blocks, at most so many and all of one batch.
    pub fn take(&self, most: u64) -> Option<Range<u64>> {
        if self.is_closed() {
            return None;
        }
        let mut next = self.next.lock().expect("nobody panics with the cursor");
        let first = *next;
        let end = first.saturating_add(most).min(batch_of(first, self.batch).end).min(self.end);
        *next = end;
        (first < end).then_some(first..end)
    }

    /// Whether everybody should stop at once.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// What turns true when everybody should stop.
    pub fn closed(&self) -> &AtomicBool {
        &self.closed
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

/// The blocks of the batch that a block belongs to.
fn batch_of(block: u64, batch: u64) -> Range<u64> {
    let first = block / batch * batch;
    first..first.saturating_add(batch)
}

/// Somebody who plays blocks: takes them from the cursor and sends what came of them, until there are none.
pub trait Worker: Sync {
    /// Works until no blocks are left.
    ///
    /// # Errors
    /// If a bot fails; all others stop then.
    fn work(&self, cursor: &Cursor, results: &Sender<Piece>) -> anyhow::Result<()>;
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All blocks were played.
    Complete,
    /// Whoever takes the batches had enough.
    Enough,
    /// It was interrupted.
    Interrupted,
}

/// How often the owner of the run is asked whether to go on, when nothing else happens.
const TICK: Duration = Duration::from_millis(50);

/// Plays blocks on so many threads. Complete batches are handed over in order; what is in hand when it ends is lost.
///
/// # Errors
/// If a worker fails, or a batch cannot be taken; all batches handed over before stay so.
pub fn run(
    worker: &impl Worker,
    blocks: Range<u64>,
    batch: u64,
    threads: usize,
    interrupted: &AtomicBool,
    mut hear: impl FnMut(News) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<Ended> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let cursor = Cursor::new(&blocks, batch);
    let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    let ended = pool.in_place_scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads {
            let (sender, cursor, failure) = (sender.clone(), &cursor, &failure);
            scope.spawn(move |_| {
                if let Err(error) = worker.work(cursor, &sender) {
                    cursor.close();
                    failure.lock().expect("nobody panics with the failure").get_or_insert(error);
                }
            });
        }
        drop(sender);
        let ended = collect(&receiver, &blocks, batch, interrupted, &mut hear);
        cursor.close();
        ended
    });
    // Games beyond the end of a run do not count, and neither do their failures.
    match (ended, failure.into_inner().expect("nobody panics with the failure")) {
        (Ok(Ended::Interrupted) | Err(_), Some(failure)) => Err(failure),
        (ended, _) => ended,
    }
}

/// Puts pieces together to batches and hands these over in order.
fn collect(
    results: &Receiver<Piece>,
    blocks: &Range<u64>,
    batch: u64,
    interrupted: &AtomicBool,
    hear: &mut impl FnMut(News) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<Ended> {
    let mut open: BTreeMap<u64, OpenBatch> = BTreeMap::new();
    let (mut next, mut played) = (blocks.start, 0);
    while next < blocks.end {
        if interrupted.load(Ordering::Relaxed) {
            return Ok(Ended::Interrupted);
        }
        match results.recv_timeout(TICK) {
            Ok(piece) => {
                played += piece.blocks.end - piece.blocks.start;
                open.entry(batch_of(piece.blocks.start, batch).start).or_default().add(piece);
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("all workers stopped before block {next} was played"),
        }
        while next < blocks.end {
            let whole = batch_of(next, batch);
            let end = whole.end.min(blocks.end);
            match open.first_entry() {
                Some(entry) if *entry.key() == whole.start && entry.get().blocks == end - next => {
                    let finished = entry.remove().finish(next..end);
                    next = end;
                    if hear(News::Batch(finished))?.is_break() {
                        return Ok(Ended::Enough);
                    }
                }
                _ => break,
            }
        }
        if hear(News::Played(played))?.is_break() {
            return Ok(Ended::Enough);
        }
    }
    Ok(Ended::Complete)
}

/// A batch of which some blocks have come in.
#[derive(Default)]
struct OpenBatch {
    blocks: u64,
    tables: Tallies,
    /// What was written, by first block.
    texts: BTreeMap<u64, (Vec<u8>, Vec<u8>)>,
}

impl OpenBatch {
    fn add(&mut self, piece: Piece) {
        self.blocks += piece.blocks.end - piece.blocks.start;
        merge(&mut self.tables, &piece.tables);
        if !piece.rows.is_empty() || !piece.records.is_empty() {
            self.texts.insert(piece.blocks.start, (piece.rows, piece.records));
        }
    }

    fn finish(self, blocks: Range<u64>) -> Finished {
        let (mut rows, mut records) = (Vec::new(), Vec::new());
        for (more_rows, more_records) in self.texts.into_values() {
            rows.extend(more_rows);
            records.extend(more_records);
        }
        let batch =
            Batch { tables: self.tables, rows: Text::of(&rows), records: Text::of(&records), ..Batch::new(blocks) };
        Finished { batch, rows, records }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes blocks in pieces of its own size; sends them with their numbers as text.
    struct Scribe {
        most: u64,
        fails_at: Option<u64>,
    }

    impl Worker for Scribe {
        fn work(&self, cursor: &Cursor, results: &Sender<Piece>) -> anyhow::Result<()> {
            while let Some(blocks) = cursor.take(self.most) {
                if self.fails_at.is_some_and(|block| blocks.contains(&block)) {
                    anyhow::bail!("failed");
                }
                let rows = blocks.clone().flat_map(|block| format!("{block} ").into_bytes()).collect();
                _ = results.send(Piece { blocks, tables: Tallies::new(), rows, records: Vec::new() });
            }
            Ok(())
        }
    }

    fn batches(scribe: &Scribe, blocks: Range<u64>, threads: usize, enough: usize) -> (Vec<String>, Option<Ended>) {
        let mut seen = Vec::new();
        let ended = run(scribe, blocks, 10, threads, &AtomicBool::new(false), |news| {
            let News::Batch(finished) = news else { return Ok(ControlFlow::Continue(())) };
            let Range { start, end } = finished.batch.blocks();
            seen.push(format!("{start}..{end}: {}", String::from_utf8(finished.rows).unwrap()));
            Ok(if seen.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        (seen, ended.ok())
    }

    #[test]
    fn batches_come_whole_and_in_order() {
        for (most, threads) in [(1, 1), (3, 2), (7, 4), (1000, 8)] {
            let scribe = Scribe { most, fails_at: None };
            let (seen, ended) = batches(&scribe, 7..33, threads, usize::MAX);
            let texts = [7..10, 10..20, 20..30, 30..33].map(|Range { start, end }| {
                let numbers: Vec<String> = (start..end).map(|block| block.to_string()).collect();
                format!("{start}..{end}: {} ", numbers.join(" "))
            });
            assert_eq!(seen, texts);
            assert_eq!(ended, Some(Ended::Complete));
        }
    }

    #[test]
    fn whoever_has_enough_gets_no_more() {
        let (seen, ended) = batches(&Scribe { most: 2, fails_at: None }, 0..1000, 4, 3);
        assert_eq!((seen.len(), ended), (3, Some(Ended::Enough)));
    }

    #[test]
    fn a_failure_ends_the_run_and_keeps_what_was_handed_over() {
        let (seen, ended) = batches(&Scribe { most: 5, fails_at: Some(25) }, 0..1000, 1, usize::MAX);
        assert!(seen.len() <= 2 && seen.iter().zip(["0..", "10..2"]).all(|(seen, start)| seen.starts_with(start)));
        assert_eq!(ended, None);
    }

    #[test]
    fn an_interrupted_run_ends_soon() {
        let scribe = Scribe { most: 1, fails_at: None };
        let ended = run(&scribe, 0..1000, 10, 2, &AtomicBool::new(true), |_| Ok(ControlFlow::Continue(())));
        assert_eq!(ended.unwrap(), Ended::Interrupted);
    }
}
