//! A conversation with one program, message by message.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use kosti_bots::external::{BotHello, Guard, Heard, Link, StreamEnd};
use kosti_bots::protocol::{BotMessage, HostMessage, PROTOCOL};

/// How to begin a talk.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// The program and its arguments.
    pub(super) words: Vec<String>,
    /// The rules that the bot hears of.
    pub(super) games: Vec<String>,
    /// How long the bot may take for its hello.
    pub(super) hello_timeout: Duration,
    /// How long it may take for everything else.
    pub(super) timeout: Duration,
    /// Ends the bot if this process is killed.
    pub(super) guard: Option<Arc<Guard>>,
}

/// A process that has been greeted.
#[derive(Debug)]
pub(super) struct Conversation {
    link: Link,
    heard: Receiver<Heard>,
    waiting: VecDeque<Result<BotMessage, String>>,
    timeout: Duration,
}

impl Conversation {
    /// Starts the program and exchanges hellos.
    ///
    /// # Errors
    /// If it does not start or does not say hello, in words.
    pub(super) fn begin(opening: &Opening) -> Result<(Self, BotHello), String> {
        let (tell, heard) = channel();
        let hear = move |heard| tell.send(heard).is_ok();
        let link = Link::start(&opening.words, opening.guard.clone(), None, hear)
            .map_err(|error| format!("cannot start '{}': {error}", opening.words[0]))?;
        let mut talk = Self { link, heard, waiting: VecDeque::new(), timeout: opening.hello_timeout };
        talk.say(&HostMessage::Hello { protocol: PROTOCOL, games: &opening.games });
        let hello = match talk.next("a \"hello\"")? {
            BotMessage::Hello { name, version, games } => BotHello { name, version, games },
            other => return Err(format!("expected a \"hello\", but it answered {other}")),
        };
        talk.timeout = opening.timeout;
        Ok((talk, hello))
    }

    /// Sends a message.
    pub(super) fn say(&self, message: &HostMessage<'_>) {
        self.send(message.line());
    }

    /// Sends lines as they stand.
    pub(super) fn send(&self, lines: Vec<u8>) {
        self.link.send(lines);
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// If none comes, or something that is none: what came of `expected`, in words.
    pub(super) fn next(&mut self, expected: &str) -> Result<BotMessage, String> {
        let deadline = Instant::now() + self.timeout;
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return line;
            }
            let told = match self.heard.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Heard::Lines(lines)) => {
                    self.waiting.extend(lines);
                    continue;
                }
                Ok(Heard::Ended(end)) => {
                    let told = self.describe(end);
                    return Err(format!("expected {expected}, but {told}{}", self.link.final_words()));
                }
                Err(RecvTimeoutError::Disconnected) => "it wrote nothing more".into(),
                Err(RecvTimeoutError::Timeout) => format!("nothing came within {} s", self.timeout.as_secs_f64()),
            };
            return Err(format!("expected {expected}, but {told}{}", self.link.last_words()));
        }
    }

    fn describe(&mut self, end: StreamEnd) -> String {
        let how = self.link.wait(Duration::from_millis(200));
        match end {
            StreamEnd::LongLine => "it wrote a line that is too long".into(),
            StreamEnd::HalfLine => how.unwrap_or_else(|| "it closed its standard output".into()) + " within a line",
            StreamEnd::Closed => how.unwrap_or_else(|| "it closed its standard output, but runs on".into()),
        }
    }

    /// Waits for a move.
    ///
    /// # Errors
    /// As [`Conversation::next`], or if another message comes.
    pub(super) fn next_move(&mut self) -> Result<(u64, u64, String), String> {
        match self.next("a \"move\"")? {
            BotMessage::Move { gid, id, action } => Ok((gid, id, action)),
            other => Err(format!("expected a \"move\", but it answered {other}")),
        }
    }

    /// Sees to it that nothing comes for a while.
    ///
    /// # Errors
    /// If something does, in words.
    pub(super) fn quiet(&mut self, time: Duration) -> Result<(), String> {
        let heard = self.heard.recv_timeout(time);
        if let Ok(Heard::Lines(lines)) = heard {
            self.waiting.extend(lines);
        } else if let Ok(Heard::Ended(end)) = heard {
            let told = self.describe(end);
            return Err(format!("nobody told it to quit, but {told}{}", self.link.final_words()));
        }
        match self.waiting.pop_front() {
            None => Ok(()),
            Some(Ok(message)) => Err(format!("nobody asked for {message}")),
            Some(Err(what)) => Err(format!("nobody asked for anything, but {what}")),
        }
    }

    /// Tells the bot to quit and waits for its end.
    ///
    /// # Errors
    /// If it does not end in time.
    pub(super) fn quit(mut self, patience: Duration) -> Result<(), String> {
        self.say(&HostMessage::Quit);
        match self.link.wait(patience) {
            Some(_) => Ok(()),
            None => Err(format!("it still runs {} s after \"quit\"", patience.as_secs_f64())),
        }
    }
}
