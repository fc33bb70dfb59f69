//! What bots do wrong, and what is done about it.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use kosti_engine::Seat;
use thiserror::Error;

use crate::protocol::FaultCode;

/// What is done about a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnFault {
    /// The run stops.
    #[default]
    Abort,
    /// The bot loses the game, which ends at once.
    Forfeit,
    /// A random legal action is played for the bot.
    Random,
    /// An illegal move may be taken back once; anything else stops the run.
    Retry,
}

impl OnFault {
    /// Every policy, the default first.
    pub const ALL: [Self; 4] = [Self::Abort, Self::Forfeit, Self::Random, Self::Retry];

    /// The policy as it is written.
    pub const fn name(self) -> &'static str {
        ["abort", "forfeit", "random", "retry"][self as usize]
    }

    /// Whether a run goes on after a crash.
    pub(super) const fn goes_on(self) -> bool {
        matches!(self, Self::Forfeit | Self::Random)
    }
}

impl fmt::Display for OnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Where a fault happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultPlace {
    /// The rules of the game, in full.
    pub game: String,
    /// Which game of the run, in the words of the caller.
    pub key: String,
    /// The seat of the bot.
    pub seat: Seat,
}

impl fmt::Display for FaultPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {} of {}, game {}", self.seat, self.game, self.key)
    }
}

/// A fault that stopped a run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{code}: bot '{bot}'{}: {what}{last_words}", place.as_ref().map_or(String::new(), |at| format!(" in {at}")))]
pub struct Fault {
    /// The bot.
    pub bot: String,
    /// Where it happened; nothing if no move was awaited.
    pub place: Option<FaultPlace>,
    /// What kind of fault it is.
    pub code: FaultCode,
    /// What happened.
    pub what: String,
    /// What the bot wrote to standard error before.
    pub last_words: LastWords,
}

/// The last lines that a bot wrote to standard error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LastWords(pub String);

impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.trim().is_empty() {
            return f.write_str("; it wrote nothing to standard error");
        }
        f.write_str("; its last words on standard error:")?;
        self.0.lines().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// Why a program cannot play.
#[derive(Clone, Debug, Error)]
pub enum StartError {
    /// The operating system did not start it.
    #[error("bot '{bot}': cannot start '{program}': {reason}")]
    NotStarted {
        /// The bot.
        bot: String,
        /// The program.
        program: String,
        /// Why.
        reason: Arc<io::Error>,
    },
    /// It said nothing.
    #[error("bot '{bot}': no \"hello\" within {seconds} s{last_words}")]
    NoHello {
        /// The bot.
        bot: String,
        /// How long it had.
        seconds: f64,
        /// What it wrote to standard error.
        last_words: LastWords,
    },
    /// It ended or talked rubbish instead.
    #[error("bot '{bot}': expected a \"hello\", but {what}{last_words}")]
    BadHello {
        /// The bot.
        bot: String,
        /// What it did.
        what: String,
        /// What it wrote to standard error.
        last_words: LastWords,
    },
    /// It does not play a game of this run.
    #[error("bot '{bot}' does not play {game}; the games in its \"hello\" are {}", names(plays))]
    WrongGame {
        /// The bot.
        bot: String,
        /// The game.
        game: String,
        /// What it plays.
        plays: Vec<String>,
    },
    /// Its standard error cannot be kept.
    #[error("cannot write {}: {reason}", path.display())]
    NoLog {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: Arc<io::Error>,
    },
}

fn names(plays: &[String]) -> String {
    if plays.is_empty() { "none".into() } else { plays.join(", ") }
}

/// Why a run with programs outside stopped.
#[derive(Clone, Debug, Error)]
pub enum HostError {
    /// A bot did something wrong, and the policy is to stop.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
    /// A program could not be started again.
    #[error(transparent)]
    Start(#[from] StartError),
}
