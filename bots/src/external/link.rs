//! One process of a program: its pipes, the threads that serve them, and its end.

use std::io::{self, PipeWriter, Write};
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::LastWords;
use super::group;
use super::guard::Guard;
use super::launch;
use super::lines::{Heard, read_lines};
use super::log::{LogFile, LogQueue};
use super::tail::Tail;

/// A running process, with threads for its three pipes, so that nothing it does or leaves undone can make us wait.
///
/// When the link is dropped, the process and all that it started are ended; off Unix, only the process.
#[derive(Debug)]
pub struct Link {
    child: Child,
    /// Whatever is to be written; nothing once its input is closed.
    input: Option<Sender<Vec<u8>>>,
    tail: Tail,
    /// Closed when standard error has been read to its end.
    tail_read: Receiver<()>,
    log: Option<Logging>,
    guard: Option<Arc<Guard>>,
}

/// The log of what the process writes to standard error.
#[derive(Debug)]
struct Logging {
    queue: LogQueue,
    /// Closed when all is written.
    written: Receiver<()>,
}

/// How often an ending process is looked at.
const GLANCE: Duration = Duration::from_millis(2);
/// How long the rest of its standard error may take: a process that has left its group may hold the pipe open for ever.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How long the disk may take for the rest of its log.
const LAST_WRITE: Duration = Duration::from_secs(2);

impl Link {
    /// Starts a process. What it writes is handed to the listener on another thread, until that returns false; what it
    /// writes to standard error goes to the log.
    ///
    /// # Errors
    /// If the operating system does not start it, or has no processes.
    pub fn start(
        words: &[String],
        guard: Option<Arc<Guard>>,
        log: Option<LogFile>,
        hear: impl FnMut(Heard) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (their_input, stdin) = io::pipe()?;
        let mut child = launch::start(words, guard.as_deref(), their_input)?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (input, to_write) = channel();
        let (reading, tail_read) = channel();
        let tail = Tail::default();
        // From here on a failure must end the child: the link does that when it is dropped.
        let mut link = Self { child, input: Some(input), tail: tail.clone(), tail_read, log: None, guard };
        let missing = || io::Error::other("a pipe is missing");
        let (stdout, stderr) = (stdout.ok_or_else(missing)?, stderr.ok_or_else(missing)?);
        spawn("bot input", move || write_all(stdin, &to_write))?;
        spawn("bot output", move || read_lines(stdout, hear))?;
        let queue = log.as_ref().map(LogQueue::new);
        if let (Some(log), Some(queue)) = (log, queue.clone()) {
            let (writing, written) = channel::<()>();
            link.log = Some(Logging { queue: queue.clone(), written });
            spawn("bot log", move || {
                queue.write_to(log);
                drop(writing);
            })?;
        }
        spawn("bot errors", move || {
            tail.follow(stderr, queue.as_ref());
            drop(reading);
        })?;
        Ok(link)
    }

    /// Has this written, as soon as the process reads.
    pub fn send(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // If nobody writes any more, the process is gone, and its reader tells.
            _ = input.send(bytes);
        }
    }

    /// Closes the process's standard input once all is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// How the process ended, if it has.
    pub fn ended(&mut self) -> Option<String> {
        group::ended(&mut self.child)
    }

    /// Waits for the process to end, at most this long.
    pub fn wait(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.ended() {
                None if Instant::now() < deadline => thread::sleep(GLANCE),
                ended => return ended,
            }
        }
    }

    pub(super) fn tail(&self) -> Tail {
        self.tail.clone()
    }

    /// The last lines it has written to standard error so far.
    pub fn last_words(&self) -> LastWords {
        self.tail.last_words()
    }

    /// Ends the process and all that it started, and gives what it last wrote to standard error.
    pub fn kill(mut self) -> LastWords {
        group::kill(&mut self.child);
        self.final_words()
    }

    /// The last lines that it wrote to standard error, when it has ended.
    pub fn final_words(&self) -> LastWords {
        _ = self.tail_read.recv_timeout(LAST_WORDS);
        self.tail.last_words()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        launch::end(&mut self.child, self.guard.as_deref());
        if let Some(log) = &self.log {
            _ = self.tail_read.recv_timeout(LAST_WORDS);
            log.queue.close();
            _ = log.written.recv_timeout(LAST_WRITE);
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).stack_size(256 << 10).spawn(work).map(|_| ())
}

/// Writes what comes, several messages at once if they wait.
fn write_all(mut stdin: PipeWriter, to_write: &Receiver<Vec<u8>>) {
    while let Ok(mut bytes) = to_write.recv() {
        while let Ok(more) = to_write.try_recv() {
            bytes.extend_from_slice(&more);
        }
        if stdin.write_all(&bytes).is_err() {
            return;
        }
    }
}
