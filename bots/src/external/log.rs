//! What a process writes to standard error, kept in a file that does not grow without end.
//!
//! The thread that reads the process's standard error only puts it into bounded memory, and another writes it to the disk: a slow
//! disk costs part of the log, and never makes the process wait.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The first bytes of a log, which are always kept.
const HEAD: usize = 256 << 10;
/// The last bytes of a log, of which no fewer are kept.
const TAIL: usize = 256 << 10;
/// The line that stands for what was left out is around a number.
const NOTICE: [&str; 2] = ["\n[kosti left out ", " bytes here]\n"];

/// A log on the disk: its first 256 KiB, and its last 256 to 512 KiB. A line in between says how much was left out.
#[derive(Debug)]
pub struct LogFile {
    file: File,
    /// How long the head is so far.
    head: usize,
    /// What is kept behind the head and the notice.
    tail: Vec<u8>,
    /// How many bytes were left out.
    cut: u64,
}

impl LogFile {
    /// Opens a log to go on with it, or a new one.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let len = file.seek(SeekFrom::End(0))?;
        let mut log = Self { file, head: len.min(HEAD as u64) as usize, tail: Vec::new(), cut: 0 };
        let behind = len - log.head as u64;
        if behind > 0 {
            // Only a file that this program did not write is longer.
            let most = (2 * TAIL + 100) as u64;
            let skipped = behind.saturating_sub(most);
            log.file.seek(SeekFrom::Start(HEAD as u64 + skipped))?;
            (&mut log.file).take(most).read_to_end(&mut log.tail)?;
            log.cut = skipped;
            if let Some((cut, notice)) = notice_in(&log.tail) {
                log.cut += cut;
                log.tail.drain(..notice);
            }
            if skipped > 0 {
                log.shorten(TAIL)?;
            }
        }
        Ok(log)
    }

    /// How much of the head is still to come.
    fn room(&self) -> usize {
        HEAD - self.head
    }

    /// Writes what comes next. `cut` bytes between `first`, which belongs to the head, and `last` were lost.
    fn write(&mut self, first: &[u8], cut: u64, last: &[u8]) -> io::Result<()> {
        self.file.write_all(first)?;
        self.head += first.len();
        if cut > 0 {
            // What stood here is no longer next to what comes.
            self.cut += cut + self.tail.len() as u64;
            self.tail.clear();
            self.tail.extend_from_slice(last);
            return self.shorten(2 * TAIL);
        }
        self.tail.extend_from_slice(last);
        if self.tail.len() > 2 * TAIL { self.shorten(TAIL) } else { self.file.write_all(last) }
    }

    /// Writes everything behind the head again, with a tail that is no longer than that.
    fn shorten(&mut self, most: usize) -> io::Result<()> {
        let over = self.tail.len().saturating_sub(most);
        self.tail.drain(..over);
        self.cut += over as u64;
        self.file.set_len(self.head as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        let [before, after] = NOTICE;
        self.file.write_all(format!("{before}{}{after}", self.cut).as_bytes())?;
        self.file.write_all(&self.tail)
    }
}

/// The number in the notice at the beginning of this, and the length of the notice.
fn notice_in(bytes: &[u8]) -> Option<(u64, usize)> {
    let [before, after] = NOTICE.map(str::as_bytes);
    let rest = bytes.strip_prefix(before)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    rest[digits..].starts_with(after).then_some(())?;
    let cut = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    Some((cut, before.len() + digits + after.len()))
}

/// What has been read and not written yet.
#[derive(Debug, Default)]
struct Pending {
    /// How much may still go to the head.
    room: usize,
    first: Vec<u8>,
    cut: u64,
    last: VecDeque<u8>,
    closed: bool,
}

/// The way of bytes from the thread that reads them to the one that writes them.
#[derive(Clone, Debug)]
pub(super) struct LogQueue(Arc<(Mutex<Pending>, Condvar)>);

impl LogQueue {
    /// A queue for this log.
    pub(super) fn new(log: &LogFile) -> Self {
        Self(Arc::new((Mutex::new(Pending { room: log.room(), ..Pending::default() }), Condvar::new())))
    }

    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has this written, in bounded memory and without waiting.
    pub(super) fn push(&self, bytes: &[u8]) {
        let mut pending = self.lock();
        if pending.closed {
            return;
        }
        let (first, last) = bytes.split_at(pending.room.min(bytes.len()));
        pending.room -= first.len();
        pending.first.extend_from_slice(first);
        pending.last.extend(last);
        let over = pending.last.len().saturating_sub(TAIL);
        pending.last.drain(..over);
        pending.cut += over as u64;
        self.0.1.notify_one();
    }

    /// Nothing more will come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.0.1.notify_one();
    }

    /// Writes all that comes, until the queue is closed.
    pub(super) fn write_to(&self, mut log: LogFile) {
        loop {
            let idle = |pending: &mut Pending| !pending.closed && pending.first.is_empty() && pending.last.is_empty();
            let mut pending = self.0.1.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
            let (first, cut) = (std::mem::take(&mut pending.first), std::mem::take(&mut pending.cut));
            let last = Vec::from(std::mem::take(&mut pending.last));
            let closed = pending.closed;
            drop(pending);
            // A full disk must not stop the games; what counts of the log is at hand as last words.
            if log.write(&first, cut, &last).is_err() || closed {
                return self.close();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    /// A file that goes away with the test.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("kosti-log-{}-{name}", std::process::id()));
            _ = fs::remove_file(&path);
            Self(path)
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            _ = fs::remove_file(&self.0);
        }
    }

    /// Bytes that are different everywhere.
    fn numbered(count: usize) -> Vec<u8> {
        (0..count / 8).flat_map(|line| format!("{line:07}\n").into_bytes()).collect()
    }

    fn assert_is_cut(path: &Path, all: &[u8]) {
        let kept = fs::read(path).unwrap();
        assert!(kept.len() < HEAD + 2 * TAIL + 100, "{}", kept.len());
        assert_eq!(kept[..HEAD], all[..HEAD]);
        let (cut, notice) = notice_in(&kept[HEAD..]).expect("a notice behind the head");
        let tail = &kept[HEAD + notice..];
        assert!(tail.len() >= TAIL, "{}", tail.len());
        assert!(all.ends_with(tail));
        assert_eq!(HEAD as u64 + cut + tail.len() as u64, all.len() as u64);
    }

    #[test]
    fn short_logs_are_whole_and_go_on_where_they_ended() {
        let place = Place::new("short");
        let all = numbered(HEAD + TAIL);
        let (one, other) = all.split_at(1000);
        for part in [one, &other[..HEAD - 500], &other[HEAD - 500..]] {
            let log = LogFile::open(&place.0).unwrap();
            let queue = LogQueue::new(&log);
            queue.push(part);
            queue.close();
            queue.write_to(log);
        }
        assert!(fs::read(&place.0).unwrap() == all);
    }

    #[test]
    fn long_logs_keep_their_beginning_and_their_end() {
        let place = Place::new("long");
        let all = numbered(5 << 20);
        let mut log = LogFile::open(&place.0).unwrap();
        // A disk that keeps up: nothing is lost on the way.
        for chunk in all.chunks(5000) {
            let first = chunk.len().min(log.room());
            log.write(&chunk[..first], 0, &chunk[first..]).unwrap();
        }
        assert_is_cut(&place.0, &all);
        // The next life of the process goes on with the file.
        let more = [all.clone(), numbered(3 << 20)].concat();
        let mut log = LogFile::open(&place.0).unwrap();
        assert_eq!(log.room(), 0);
        more[all.len()..].chunks(5000).for_each(|chunk| log.write(&[], 0, chunk).unwrap());
        assert_is_cut(&place.0, &more);
    }

    #[test]
    fn a_slow_disk_costs_the_middle() {
        let place = Place::new("slow");
        let all = numbered(5 << 20);
        let log = LogFile::open(&place.0).unwrap();
        let queue = LogQueue::new(&log);
        // Nothing is written before all has come.
        all.chunks(4096).for_each(|chunk| queue.push(chunk));
        let pending = queue.lock();
        assert_eq!((pending.first.len(), pending.last.len()), (HEAD, TAIL));
        drop(pending);
        queue.close();
        queue.push(b"too late");
        queue.write_to(log);
        assert_is_cut(&place.0, &all);
    }

    #[test]
    fn a_long_file_from_elsewhere_is_shortened() {
        let place = Place::new("elsewhere");
        let all = numbered(5 << 20);
        fs::write(&place.0, &all).unwrap();
        drop(LogFile::open(&place.0).unwrap());
        assert_is_cut(&place.0, &all);
    }
}
