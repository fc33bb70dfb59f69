//! Reading what a program writes, with bounded memory.

use std::io::{ErrorKind, Read};

use crate::protocol::BotMessage;

/// The longest line that is read.
pub const LONGEST_LINE: usize = 1 << 20;

/// What was heard from a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Messages, or what is wrong with the lines that are none.
    Lines(Vec<Result<BotMessage, String>>),
    /// Nothing more will come.
    Ended(StreamEnd),
}

/// Why nothing more comes from a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamEnd {
    /// It closed its standard output, or is gone.
    Closed,
    /// The same, in the middle of a line.
    HalfLine,
    /// A line is so long that it is read no further.
    LongLine,
}

/// Reads lines until the stream ends or the listener has heard enough.
pub(super) fn read_lines(mut stream: impl Read, mut hear: impl FnMut(Heard) -> bool) {
    let mut chunk = vec![0; 1 << 16];
    let mut pending: Vec<u8> = Vec::new();
    loop {
        let count = match stream.read(&mut chunk) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        if count == 0 {
            hear(Heard::Ended(if pending.is_empty() { StreamEnd::Closed } else { StreamEnd::HalfLine }));
            return;
        }
        let fresh = &chunk[..count];
        let Some(end) = fresh.iter().rposition(|&byte| byte == b'\n') else {
            pending.extend_from_slice(fresh);
            if pending.len() > LONGEST_LINE {
                hear(Heard::Ended(StreamEnd::LongLine));
                return;
            }
            continue;
        };
        pending.extend_from_slice(&fresh[..end]);
        let too_long = pending.split(|&byte| byte == b'\n').any(|line| line.len() > LONGEST_LINE);
        if too_long {
            hear(Heard::Ended(StreamEnd::LongLine));
            return;
        }
        let lines = pending.split(|&byte| byte == b'\n').map(BotMessage::read).collect();
        pending.clear();
        pending.extend_from_slice(&fresh[end + 1..]);
        if !hear(Heard::Lines(lines)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out a few bytes at a time.
    struct Dribble<'a>(&'a [u8], usize);

    impl Read for Dribble<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn hear(bytes: &[u8], step: usize) -> (usize, Option<StreamEnd>) {
        let (mut lines, mut end) = (0, None);
        read_lines(Dribble(bytes, step), |heard| {
            match heard {
                Heard::Lines(batch) => {
                    assert!(batch.iter().all(|line| *line == Ok(BotMessage::Ping)), "{batch:?}");
                    lines += batch.len();
                }
                Heard::Ended(why) => end = Some(why),
            }
            true
        });
        (lines, end)
    }

    #[test]
    fn lines_are_put_together_from_any_pieces() {
        let text = "{\"type\":\"ping\"}\n".repeat(50);
        for step in [1, 3, 15, 16, 17, 100, 1 << 20] {
            assert_eq!(hear(text.as_bytes(), step), (50, Some(StreamEnd::Closed)));
            assert_eq!(hear(&text.as_bytes()[..text.len() - 1], step), (49, Some(StreamEnd::HalfLine)));
        }
    }

    #[test]
    fn long_lines_end_it_with_or_without_their_end() {
        let long = vec![b'x'; LONGEST_LINE + 1];
        assert_eq!(hear(&long, 5000), (0, Some(StreamEnd::LongLine)));
        assert_eq!(hear(&[&long[..], b"\n"].concat(), 1 << 16), (0, Some(StreamEnd::LongLine)));
    }
}
