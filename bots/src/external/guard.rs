//! A process that ends the bots when the host is killed and cannot do it.
//!
//! The guard hears the process groups of the bots through a pipe: each launcher tells its own before it becomes the bot, and the
//! host tells which it has ended. When the pipe closes, the host and all launchers are gone, and the guard ends the groups that
//! the host has not ended itself.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::group;

/// How to start the processes that guard bots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuardCommand {
    /// The program, mostly the one that is running.
    pub program: PathBuf,
    /// What makes it call [`stand_guard`] with its standard input.
    pub args: Vec<OsString>,
    /// What makes it call [`launch`](super::launch) with the words that follow: a bot and its arguments.
    pub launch: Vec<OsString>,
}

/// Ends the process groups that are named on this pipe, once the pipe closes.
pub fn stand_guard(pipe: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in pipe.lines().map_while(Result::ok) {
        if let Some(group) = line.strip_prefix('+').and_then(|number| number.parse::<u32>().ok()) {
            groups.insert(group);
        } else if let Some(group) = line.strip_prefix('-').and_then(|number| number.parse().ok()) {
            groups.remove(&group);
        }
    }
    groups.into_iter().for_each(group::kill_group);
}

/// The guard as the host sees it. It leaves when this is dropped. Where there are no process groups, it ends nothing.
#[derive(Debug)]
pub struct Guard {
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has launchers"))]
    command: GuardCommand,
    pipe: Mutex<Option<ChildStdin>>,
    child: Mutex<Child>,
}

impl Guard {
    /// Starts a process that calls [`stand_guard`] with its standard input.
    ///
    /// # Errors
    /// If the operating system does not start it, or has no processes.
    pub fn start(command: &GuardCommand) -> io::Result<Self> {
        let mut guard = Command::new(&command.program);
        guard.args(&command.args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = group::spawn(&mut guard)?;
        Ok(Self { command: command.clone(), pipe: Mutex::new(child.stdin.take()), child: Mutex::new(child) })
    }

    /// How launchers are started.
    #[cfg(unix)]
    pub(super) fn command(&self) -> &GuardCommand {
        &self.command
    }

    /// Does something with our end of the guard's pipe, if it is open.
    #[cfg(unix)]
    pub(super) fn with_pipe<T>(&self, act: impl FnOnce(std::os::fd::BorrowedFd<'_>) -> T) -> Option<T> {
        use std::os::fd::AsFd;
        let pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        pipe.as_ref().map(|pipe| act(pipe.as_fd()))
    }

    /// Tells the guard a group that was started without a launcher.
    pub(super) fn watch(&self, group: u32) {
        self.tell(&format!("+{group}\n"));
    }

    /// Tells the guard that the host has ended a group.
    pub(super) fn forget(&self, group: u32) {
        self.tell(&format!("-{group}\n"));
    }

    fn tell(&self, line: &str) {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        // Without its guard the host still ends the bots, as long as nobody kills it.
        if let Some(pipe) = pipe.as_mut() {
            _ = pipe.write_all(line.as_bytes());
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.pipe.lock().unwrap_or_else(PoisonError::into_inner).take();
        _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).wait();
    }
}
