//! One process of a program: its pipes, the threads that serve them, and its end.

use std::fs::File;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::LastWords;
use super::group;
use super::guard::Guard;
use super::lines::{Heard, read_lines};
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
    guard: Option<Arc<Guard>>,
}

/// How often an ending process is looked at.
const GLANCE: Duration = Duration::from_millis(2);

impl Link {
    /// Starts a process. What it writes is handed to the listener on another thread, until that returns false; what it
    /// writes to standard error goes to the log.
    ///
    /// # Errors
    /// If the operating system does not start it, or has no processes.
    pub fn start(
        words: &[String],
        guard: Option<Arc<Guard>>,
        log: Option<File>,
        hear: impl FnMut(Heard) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (program, args) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = group::spawn(&mut command)?;
        if let Some(guard) = &guard {
            guard.watch(child.id());
        }
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, to_write) = channel();
        let (reading, tail_read) = channel();
        let tail = Tail::default();
        // From here on a failure must end the child: the link does that when it is dropped.
        let link = Self { child, input: Some(input), tail: tail.clone(), tail_read, guard };
        let missing = || io::Error::other("a pipe is missing");
        let (stdin, stdout, stderr) =
            (stdin.ok_or_else(missing)?, stdout.ok_or_else(missing)?, stderr.ok_or_else(missing)?);
        spawn("bot input", move || write_all(stdin, &to_write))?;
        spawn("bot output", move || read_lines(stdout, hear))?;
        spawn("bot errors", move || {
            tail.follow(stderr, log);
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
        // A process that has left its group may hold the pipe open for ever.
        _ = self.tail_read.recv_timeout(Duration::from_millis(200));
        self.tail.last_words()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        group::kill(&mut self.child);
        _ = self.child.wait();
        if let Some(guard) = &self.guard {
            guard.forget(self.child.id());
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).stack_size(256 << 10).spawn(work).map(|_| ())
}

/// Writes what comes, several messages at once if they wait.
fn write_all(mut stdin: ChildStdin, to_write: &Receiver<Vec<u8>>) {
    while let Ok(mut bytes) = to_write.recv() {
        while let Ok(more) = to_write.try_recv() {
            bytes.extend_from_slice(&more);
        }
        if stdin.write_all(&bytes).is_err() {
            return;
        }
    }
}
