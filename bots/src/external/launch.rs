//! Starting a program so that there is no moment at which the guard does not know of it.
//!
//! The host does not start the program but a launcher, and hands it a copy of the guard's pipe. The launcher tells the guard
//! its process group, closes the pipe and becomes the program. As long as one launcher has the pipe, the guard does not see
//! its end. So if the host is killed, the guard hears of every program before it ends them all.

use std::io::{self, PipeReader};
use std::process::{Child, Command, Stdio};

use super::group;
use super::guard::Guard;

#[cfg(unix)]
pub use unix::launch;

/// Starts a program in a group of its own, with pipes for its output and its errors.
///
/// # Errors
/// If the operating system does not start it.
pub(super) fn start(words: &[String], guard: Option<&Guard>, stdin: PipeReader) -> io::Result<Child> {
    #[cfg(unix)]
    if let Some(guard) = guard
        && let Some(started) = unix::through_launcher(words, guard, &stdin)
    {
        return started;
    }
    let (program, args) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(args).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = group::spawn(&mut command)?;
    if let Some(guard) = guard {
        guard.watch(child.id());
    }
    Ok(child)
}

/// Ends a child with all that it started, collects it, and has the guard forget it.
pub(super) fn end(child: &mut Child, guard: Option<&Guard>) {
    group::kill(child);
    // The guard has to forget the group while its number is still taken: afterwards it may be the number of another.
    group::await_end(child);
    if let Some(guard) = guard {
        guard.forget(child.id());
    }
    _ = child.wait();
}

/// Becomes a program. There are launchers on Unix only: see [`GuardCommand`](super::GuardCommand).
#[cfg(not(unix))]
pub fn launch(_words: &[std::ffi::OsString]) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::fs::File;
    use std::io::{self, IoSlice, IoSliceMut, PipeReader, Read, Write};
    use std::mem::MaybeUninit;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::os::unix::net::UnixStream;
    use std::os::unix::process::CommandExt;
    use std::process::{self, Child, Command, Stdio};

    use rustix::io::{FdFlags, fcntl_setfd};
    use rustix::net::{
        RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
        recvmsg, sendmsg,
    };

    use crate::external::group;
    use crate::external::guard::Guard;

    /// What a launcher is handed: the standard input of its program, and the guard's pipe.
    const HANDED: usize = 2;

    /// Starts a program through a launcher; nothing if the launcher cannot be started, because its file is gone or there is
    /// no guard any more. The program is worth starting all the same.
    pub(super) fn through_launcher(words: &[String], guard: &Guard, stdin: &PipeReader) -> Option<io::Result<Child>> {
        let (mut ours, theirs) = UnixStream::pair().ok()?;
        guard.with_pipe(|pipe| hand(&ours, [stdin.as_fd(), pipe]))?.ok()?;
        let command = guard.command();
        let mut launcher = Command::new(&command.program);
        launcher.args(&command.launch).args(words);
        launcher.stdin(OwnedFd::from(theirs)).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = group::spawn(&mut launcher).ok()?;
        // Our copy of the launcher's end goes with it: then the launcher's is the last, and closes when it is the program.
        drop(launcher);
        let mut told = String::new();
        _ = (&mut ours).take(32).read_to_string(&mut told);
        Some(match told.parse() {
            Ok(code) => {
                super::end(&mut child, Some(guard));
                Err(io::Error::from_raw_os_error(code))
            }
            Err(_) => Ok(child),
        })
    }

    fn hand(socket: &UnixStream, fds: [BorrowedFd<'_>; HANDED]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(HANDED))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&fds));
        sendmsg(socket, &[IoSlice::new(b"+")], &mut control, SendFlags::empty())?;
        Ok(())
    }

    fn take(socket: &UnixStream) -> io::Result<[OwnedFd; HANDED]> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(HANDED))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        recvmsg(socket, &mut [IoSliceMut::new(&mut [0])], &mut control, RecvFlags::empty())?;
        let mut fds = Vec::new();
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(handed) = message {
                fds.extend(handed);
            }
        }
        // No flag does this on every Unix; no other thread starts a process meanwhile.
        fds.iter().try_for_each(|fd| fcntl_setfd(fd, FdFlags::CLOEXEC))?;
        fds.try_into().map_err(|_| io::Error::other("the host did not hand over its pipes"))
    }

    /// Tells the guard the process group of this process, and becomes the program: see
    /// [`GuardCommand`](crate::external::GuardCommand). Returns only if that is not possible, with the reason, which the host
    /// hears as well.
    pub fn launch(words: &[OsString]) -> io::Error {
        match become_program(words) {
            Ok(never) => match never {},
            Err(error) => error,
        }
    }

    fn become_program(words: &[OsString]) -> io::Result<std::convert::Infallible> {
        let (program, args) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        // The standard input itself will be the program's, even if the program then cannot be started.
        let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
        let [stdin, guard] = take(&socket)?;
        // One write, so that no other line gets in between. Without a guard the host still ends the program.
        _ = File::from(guard).write_all(format!("+{}\n", process::id()).as_bytes());
        let error = Command::new(program).args(args).stdin(stdin).exec();
        if let Some(code) = error.raw_os_error() {
            _ = socket.write_all(code.to_string().as_bytes());
        }
        Err(error)
    }
}
