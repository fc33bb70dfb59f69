//! The one loop over blocks: on all cores, stoppable by a flag, with results handed over in order.
//!
//! Everything that plays many games goes through [`run`]: tournaments, paired games, surveys. [`play_pieces`] is the short
//! form for work that needs no more than a function.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kosti_bots::Facility;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

/// What a worker made of some blocks that follow each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece<T> {
    /// The blocks.
    pub blocks: Range<u64>,
    /// What came of them.
    pub value: T,
}

/// The blocks that are still to be played. Workers take them in order, so that the first ones are done first.
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

    /// The next blocks, at most this many and all of one batch.
    pub fn take(&self, most: u64) -> Option<Range<u64>> {
        if self.is_closed() {
            return None;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let first = *next;
        let end = first.saturating_add(most).min(batch_of(first, self.batch).end).min(self.end);
        *next = end;
        (first < end).then_some(first..end)
    }

    /// Whether every worker should stop at once.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// What turns true when every worker should stop.
    pub fn closed(&self) -> &AtomicBool {
        &self.closed
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

/// The blocks of the batch that a block belongs to.
pub(crate) fn batch_of(block: u64, batch: u64) -> Range<u64> {
    let first = block / batch * batch;
    first..first.saturating_add(batch)
}

/// Plays blocks on one thread: takes them from the cursor and sends what came of them, until there are none.
pub trait Worker<T, E>: Sync {
    /// Works until no blocks are left, or the cursor is closed.
    ///
    /// # Errors
    /// If it cannot go on; all other workers stop then.
    fn work(&self, cursor: &Cursor, results: &Sender<Piece<T>>) -> Result<(), E>;
}

/// Takes what came of the blocks.
pub trait Sink<T, E> {
    /// Takes the next piece: pieces come in the order of their blocks, and none is left out.
    ///
    /// # Errors
    /// If it cannot be taken; the run ends then.
    fn take(&mut self, piece: Piece<T>) -> Result<ControlFlow<()>, E>;

    /// This many blocks have been played, taken or not.
    fn played(&mut self, blocks: u64) {
        let _ = blocks;
    }
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All blocks were played.
    Complete,
    /// The sink had enough.
    Enough,
    /// It was told to stop.
    Interrupted,
}

/// Which threads play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threads {
    /// As many as the current pool of rayon has: one for each core, unless it was set up otherwise.
    #[default]
    All,
    /// This many threads of their own. On a system without threads this can only be one, which is the caller's.
    Exactly(usize),
}

impl Threads {
    /// No more threads than there are blocks to play.
    pub(crate) fn at_most(self, blocks: u64) -> Self {
        match self {
            Self::All => Self::All,
            Self::Exactly(threads) => Self::Exactly(threads.min(usize::try_from(blocks).unwrap_or(threads)).max(1)),
        }
    }

    /// How many that are.
    pub fn count(self) -> usize {
        match self {
            Self::All => rayon::current_num_threads(),
            Self::Exactly(threads) => threads,
        }
    }

    /// The threads; nothing for those of the current pool.
    ///
    /// # Errors
    /// If the system does not give them.
    pub(crate) fn pool(self) -> Result<Option<ThreadPool>, ThreadPoolBuildError> {
        match self {
            Self::All => Ok(None),
            Self::Exactly(1) if !Facility::Threads.is_here() => Ok(None),
            Self::Exactly(count) => ThreadPoolBuilder::new().num_threads(count).build().map(Some),
        }
    }
}

/// Why blocks could not be played.
#[derive(Debug, Error)]
pub enum BlocksError<E> {
    /// The system gives no threads.
    #[error("cannot start threads")]
    NoThreads(#[source] ThreadPoolBuildError),
    /// All workers stopped without an error while there were blocks left.
    #[error("all workers stopped before block {0} was played")]
    Unplayed(u64),
    /// A worker or the sink failed.
    #[error(transparent)]
    Failed(#[from] E),
}

/// How often the stop flag is looked at when nothing else happens.
const TICK: Duration = Duration::from_millis(50);

/// Plays blocks on all threads. Pieces are handed over in order; what is in hand when it ends is lost. No piece crosses a
/// multiple of `batch`.
///
/// # Errors
/// If a worker fails, or the sink does; all pieces handed over before stay so.
pub fn run<T: Send, E: Send>(
    worker: &dyn Worker<T, E>,
    blocks: Range<u64>,
    batch: u64,
    threads: Threads,
    stop: &AtomicBool,
    sink: &mut dyn Sink<T, E>,
) -> Result<Ended, BlocksError<E>> {
    let pool = threads.pool().map_err(BlocksError::NoThreads)?;
    let cursor = Cursor::new(&blocks, batch);
    let failure: Mutex<Option<E>> = Mutex::new(None);
    let crew = Crew { worker, cursor: &cursor, failure: &failure, count: threads.count() };
    let ended = match &pool {
        None => rayon::in_place_scope(|scope| crew.play(scope, &blocks, stop, sink)),
        Some(pool) => pool.in_place_scope(|scope| crew.play(scope, &blocks, stop, sink)),
    };
    // Blocks beyond the end of a run do not count, and neither do their failures.
    match (ended, failure.into_inner().unwrap_or_else(PoisonError::into_inner)) {
        (Ok(Ended::Interrupted) | Err(_), Some(failure)) => Err(BlocksError::Failed(failure)),
        (ended, _) => ended,
    }
}

/// The workers of a run.
struct Crew<'s, T, E> {
    worker: &'s dyn Worker<T, E>,
    cursor: &'s Cursor,
    failure: &'s Mutex<Option<E>>,
    count: usize,
}

impl<'s, T: Send + 's, E: Send> Crew<'s, T, E> {
    fn play(
        &self,
        scope: &rayon::Scope<'s>,
        blocks: &Range<u64>,
        stop: &AtomicBool,
        sink: &mut dyn Sink<T, E>,
    ) -> Result<Ended, BlocksError<E>> {
        let Self { worker, cursor, failure, count } = *self;
        let (sender, receiver) = channel();
        for _ in 0..count {
            let sender = sender.clone();
            scope.spawn(move |_| {
                if let Err(error) = worker.work(cursor, &sender) {
                    cursor.close();
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            });
        }
        drop(sender);
        let ended = collect(&receiver, blocks, stop, sink);
        cursor.close();
        ended
    }
}

/// Puts pieces in order and hands them over.
fn collect<T, E>(
    results: &Receiver<Piece<T>>,
    blocks: &Range<u64>,
    stop: &AtomicBool,
    sink: &mut dyn Sink<T, E>,
) -> Result<Ended, BlocksError<E>> {
    let mut early: BTreeMap<u64, Piece<T>> = BTreeMap::new();
    let (mut next, mut played) = (blocks.start, 0);
    while next < blocks.end {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Interrupted);
        }
        if rayon::current_thread_index().is_some() {
            // A thread of the pool that only waited would be missing among the workers.
            rayon::yield_now();
        }
        match next_piece(results) {
            Ok(piece) => {
                played += piece.blocks.end - piece.blocks.start;
                early.insert(piece.blocks.start, piece);
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Err(BlocksError::Unplayed(next)),
        }
        while let Some(piece) = early.remove(&next) {
            next = piece.blocks.end;
            if sink.take(piece)?.is_break() {
                return Ok(Ended::Enough);
            }
        }
        sink.played(played);
    }
    Ok(Ended::Complete)
}

/// Waits a moment for the next piece.
fn next_piece<T>(results: &Receiver<Piece<T>>) -> Result<Piece<T>, RecvTimeoutError> {
    // Without a clock there are no threads either: waiting would be for nothing, and cannot be timed.
    match results.try_recv() {
        Ok(piece) => Ok(piece),
        Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
        Err(TryRecvError::Empty) if Facility::Clock.is_here() => results.recv_timeout(TICK),
        Err(TryRecvError::Empty) => Err(RecvTimeoutError::Timeout),
    }
}

/// The caller wanted an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("stopped")]
pub struct Stopped;

/// Plays blocks in pieces of `at_once`, on the current pool, and merges what came of them in the order of the blocks, so that
/// not even sums of floating-point numbers depend on the threads. `make` makes what each thread works with.
///
/// # Errors
/// If the caller wants an end; what was merged before is not complete then.
pub fn play_pieces<S, T: Send>(
    blocks: Range<u64>,
    at_once: u64,
    stop: &AtomicBool,
    make: impl Fn() -> S + Sync,
    play: impl Fn(&mut S, Range<u64>) -> T + Sync,
    merge: impl FnMut(T),
) -> Result<(), Stopped> {
    let worker = PieceWorker { at_once, stop, make, play, made: PhantomData };
    let ended = run(&worker, blocks, at_once, Threads::All, stop, &mut Merge(merge));
    match ended {
        Ok(Ended::Complete) => Ok(()),
        // Workers that saw the flag first leave blocks unplayed.
        Ok(Ended::Interrupted) | Err(BlocksError::Unplayed(_)) => Err(Stopped),
        Ok(Ended::Enough) | Err(BlocksError::NoThreads(_) | BlocksError::Failed(_)) => {
            unreachable!("pieces are merged to the end, and neither side fails")
        }
    }
}

struct PieceWorker<'a, S, M, P> {
    at_once: u64,
    stop: &'a AtomicBool,
    make: M,
    play: P,
    made: PhantomData<fn() -> S>,
}

impl<S, T, M: Fn() -> S + Sync, P: Fn(&mut S, Range<u64>) -> T + Sync> Worker<T, Infallible>
    for PieceWorker<'_, S, M, P>
{
    fn work(&self, cursor: &Cursor, results: &Sender<Piece<T>>) -> Result<(), Infallible> {
        let mut state = (self.make)();
        // A thread of the pool that collects the pieces may be playing them as well, and then sees the flag only here.
        while !self.stop.load(Ordering::Relaxed)
            && let Some(blocks) = cursor.take(self.at_once)
        {
            let value = (self.play)(&mut state, blocks.clone());
            if results.send(Piece { blocks, value }).is_err() {
                break;
            }
        }
        Ok(())
    }
}

struct Merge<F>(F);

impl<T, F: FnMut(T)> Sink<T, Infallible> for Merge<F> {
    fn take(&mut self, piece: Piece<T>) -> Result<ControlFlow<()>, Infallible> {
        (self.0)(piece.value);
        Ok(ControlFlow::Continue(()))
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

    #[derive(Debug)]
    struct Failed;

    impl Worker<String, Failed> for Scribe {
        fn work(&self, cursor: &Cursor, results: &Sender<Piece<String>>) -> Result<(), Failed> {
            while let Some(blocks) = cursor.take(self.most) {
                if self.fails_at.is_some_and(|block| blocks.contains(&block)) {
                    return Err(Failed);
                }
                let value = blocks.clone().map(|block| format!("{block} ")).collect();
                _ = results.send(Piece { blocks, value });
            }
            Ok(())
        }
    }

    struct Pieces {
        seen: Vec<Piece<String>>,
        enough: usize,
    }

    impl Sink<String, Failed> for Pieces {
        fn take(&mut self, piece: Piece<String>) -> Result<ControlFlow<()>, Failed> {
            self.seen.push(piece);
            Ok(if self.seen.len() == self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        }
    }

    fn pieces(
        scribe: &Scribe,
        blocks: Range<u64>,
        threads: Threads,
        enough: usize,
    ) -> (Vec<Piece<String>>, Option<Ended>) {
        let mut sink = Pieces { seen: Vec::new(), enough };
        let ended = run(scribe, blocks, 10, threads, &AtomicBool::new(false), &mut sink);
        (sink.seen, ended.ok())
    }

    #[test]
    fn pieces_come_in_order_and_cross_no_batch() {
        for (most, threads) in
            [(1, Threads::Exactly(1)), (3, Threads::Exactly(2)), (7, Threads::Exactly(4)), (1000, Threads::All)]
        {
            let (seen, ended) = pieces(&Scribe { most, fails_at: None }, 7..33, threads, usize::MAX);
            let text: String = seen.iter().map(|piece| piece.value.as_str()).collect();
            assert_eq!(text, (7..33).map(|block| format!("{block} ")).collect::<String>());
            assert!(seen.iter().all(|piece| piece.blocks.start / 10 == (piece.blocks.end - 1) / 10));
            assert_eq!(ended, Some(Ended::Complete));
        }
    }

    #[test]
    fn a_sink_that_has_enough_gets_no_more() {
        let (seen, ended) = pieces(&Scribe { most: 2, fails_at: None }, 0..1000, Threads::Exactly(4), 3);
        assert_eq!((seen.len(), ended), (3, Some(Ended::Enough)));
    }

    #[test]
    fn a_failure_ends_the_run_and_keeps_what_was_handed_over() {
        let (seen, ended) = pieces(&Scribe { most: 5, fails_at: Some(25) }, 0..1000, Threads::Exactly(1), usize::MAX);
        assert!(seen.len() <= 5 && seen.iter().all(|piece| piece.blocks.end <= 25));
        assert_eq!(ended, None);
    }

    #[test]
    fn an_interrupted_run_ends_soon() {
        let mut sink = Pieces { seen: Vec::new(), enough: usize::MAX };
        let scribe = Scribe { most: 1, fails_at: None };
        let ended = run(&scribe, 0..1000, 10, Threads::Exactly(2), &AtomicBool::new(true), &mut sink);
        assert_eq!(ended.unwrap(), Ended::Interrupted);
    }

    #[test]
    fn pieces_are_merged_in_order_from_inside_a_pool_as_well() {
        let sum = || {
            let mut numbers = Vec::new();
            let play = |_: &mut (), blocks: Range<u64>| blocks.collect::<Vec<u64>>();
            play_pieces(3..50, 4, &AtomicBool::new(false), || (), play, |piece| numbers.extend(piece)).unwrap();
            numbers
        };
        let expected: Vec<u64> = (3..50).collect();
        assert_eq!(sum(), expected);
        let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(pool.install(sum), expected);
        let never = play_pieces(0..9, 1, &AtomicBool::new(true), || (), |_: &mut (), _| (), |()| ());
        assert_eq!(never, Err(Stopped));
    }
}
