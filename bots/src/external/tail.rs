//! The end of what a program writes to standard error.

use std::io::{ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::fault::LastWords;
use super::log::LogQueue;
use crate::printable::printable;

/// The last lines, as long as they are not too long.
#[derive(Default, Debug)]
struct Bytes(Vec<u8>);

impl Bytes {
    const LINES: usize = 20;
    const LEN: usize = 4096;

    fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        if self.0.len() > 2 * Self::LEN {
            self.0.drain(..self.0.len() - Self::LEN);
        }
    }

    fn last_words(&self) -> LastWords {
        let start = self.0.len().saturating_sub(Self::LEN);
        let text = printable(&String::from_utf8_lossy(&self.0[start..]));
        let lines: Vec<&str> = text.lines().collect();
        LastWords(lines[lines.len().saturating_sub(Self::LINES)..].join("\n"))
    }
}

/// The end of a stream that another thread reads.
#[derive(Clone, Default, Debug)]
pub(super) struct Tail(Arc<Mutex<Bytes>>);

impl Tail {
    /// Reads a stream to its end, keeps the last of it, and hands all of it to the log.
    pub(super) fn follow(&self, mut stream: impl Read, log: Option<&LogQueue>) {
        let mut chunk = vec![0; 1 << 16];
        loop {
            match stream.read(&mut chunk) {
                Ok(0) => return,
                Ok(count) => {
                    self.0.lock().unwrap_or_else(PoisonError::into_inner).push(&chunk[..count]);
                    if let Some(log) = log {
                        log.push(&chunk[..count]);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    pub(super) fn last_words(&self) -> LastWords {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).last_words()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept() {
        let tail = Tail::default();
        let text: String = (0..10_000).map(|line| format!("line {line}\n")).collect();
        tail.follow(text.as_bytes(), None);
        let words = tail.last_words().0;
        assert_eq!(words.lines().count(), 20);
        assert!(words.starts_with("line 9980\n") && words.ends_with("line 9999"));
        tail.follow(&vec![b'x'; 1 << 20][..], None);
        assert_eq!(tail.last_words().0.len(), 4096);
    }

    #[test]
    fn last_words_are_fit_for_a_terminal() {
        let tail = Tail::default();
        tail.follow(&b"\x1b[2J\x1b[31mred\x1b[0m\r\nbad \xff byte\x07\n"[..], None);
        assert_eq!(tail.last_words().0, "red\nbad \u{FFFD} byte\u{FFFD}");
    }
}
