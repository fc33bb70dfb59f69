//! Bots in any language: programs that read and write JSON, one message a line.
//!
//! [`Programs`] are the processes of a run. Each is looked after by a thread of its own, which knows what the process
//! owes, watches the clock and starts it again when the policy says so. Any number of workers call [`run`], which keeps
//! many games going at once and never waits for one of them.

mod command;
mod fault;
mod group;
mod guard;
mod host;
mod keeper;
mod launch;
mod lines;
mod link;
mod log;
mod programs;
mod tail;

pub use command::{MAX_PROCESSES, ProgramCommand};
pub use fault::{Fault, FaultPlace, HostError, LastWords, OnFault, StartError};
pub use guard::{Guard, GuardCommand, stand_guard};
pub use host::{FinishedGame, HostedBot, Job, run};
pub use launch::launch;
pub use lines::{Heard, LONGEST_LINE, StreamEnd};
pub use link::Link;
pub use log::LogFile;
pub use programs::{BotHello, Program, Programs, ProgramsError, Settings};
