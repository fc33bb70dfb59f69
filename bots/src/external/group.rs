//! Process groups: a program together with all that it started. Where there are no groups, only the program itself is ended.

use std::io;
use std::process::{Child, Command};

use crate::facility::Facility;

/// Starts a command in a group of its own.
///
/// # Errors
/// If the operating system does not start it, or has no processes.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    Facility::Processes.need()?;
    separate(command);
    command.spawn()
}

/// Puts a command into a process group of its own, so that it can be ended with all that it starts, and so that the
/// keyboard's interrupt is left to us.
#[cfg(unix)]
fn separate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn separate(_command: &mut Command) {}

/// Ends the group of a child that was started with [`spawn`] and has not been waited for.
#[cfg(unix)]
pub(super) fn kill(child: &mut Child) {
    kill_group(child.id());
}

#[cfg(not(unix))]
pub(super) fn kill(child: &mut Child) {
    _ = child.kill();
}

/// Ends the group with this number, if there is one.
#[cfg(unix)]
pub(super) fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Number 1 and our own group can only be slips.
    let Some(group) = i32::try_from(group).ok().filter(|&group| group > 1).and_then(Pid::from_raw) else { return };
    _ = kill_process_group(group, Signal::KILL);
}

#[cfg(not(unix))]
pub(super) fn kill_group(_group: u32) {}

/// How a child ended, if it has. It is not waited for, so its number stays taken and its group can still be ended.
#[cfg(unix)]
pub(super) fn ended(child: &mut Child) -> Option<String> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let pid = Pid::from_raw(i32::try_from(child.id()).ok()?)?;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(pid), options).ok()??;
    Some(match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("it exited with status {code}"),
        (None, Some(signal)) => format!("it was ended by signal {signal}"),
        (None, None) => "it ended".into(),
    })
}

#[cfg(not(unix))]
pub(super) fn ended(child: &mut Child) -> Option<String> {
    child.try_wait().ok()?.map(|status| format!("it ended: {status}"))
}
