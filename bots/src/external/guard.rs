//! A process that ends the bots when the host is killed and cannot do it.
//!
//! The host tells the guard the process groups of its bots through a pipe. When the pipe closes, the host is gone, and
//! the guard ends all groups that the host has not ended itself.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::group;

/// How to start a process that calls [`stand_guard`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuardCommand {
    /// The program, mostly the one that is running.
    pub program: PathBuf,
    /// What makes it call [`stand_guard`].
    pub args: Vec<OsString>,
}

/// Ends the process groups that the host names on this pipe, once the pipe closes.
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
        Ok(Self { pipe: Mutex::new(child.stdin.take()), child: Mutex::new(child) })
    }

    pub(super) fn watch(&self, group: u32) {
        self.tell(&format!("+{group}\n"));
    }

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
