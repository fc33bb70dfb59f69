//! Folders that one process alone writes to.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use thiserror::Error;

/// The file whose lock says that a process writes to the folder. It is removed when the process is done.
pub const LOCK: &str = ".lock";

/// The right to write to a folder. It ends when this is dropped, or with the process, however that ends.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    /// Holds the lock of the system as long as it is open.
    _file: File,
}

/// Why a folder cannot be locked.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process writes to it.
    #[error("another kosti{} is working in {} right now", told(holder), folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
        /// Which process, and on which machine, if that is known.
        holder: Option<String>,
    },
    /// The lock cannot be made.
    #[error("cannot lock {}", folder.display())]
    Refused {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

fn told(holder: &Option<String>) -> String {
    holder.as_ref().map_or_else(String::new, |holder| format!(" ({holder})"))
}

impl FolderLock {
    /// Takes the lock of a folder that exists. Nothing else may be written to the folder before.
    ///
    /// # Errors
    /// If another process has it, or the folder cannot be written.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        let refused = |source| LockError::Refused { folder: folder.into(), source };
        let path = folder.join(LOCK);
        loop {
            if fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file()) {
                return Err(refused(io::Error::other(format!("{LOCK} is no plain file"))));
            }
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = opened.map_err(refused)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut holder = String::new();
                    _ = file.take(1 << 10).read_to_string(&mut holder);
                    let holder = Some(holder.trim().to_string()).filter(|holder| !holder.is_empty());
                    return Err(LockError::Busy { folder: folder.into(), holder });
                }
                Err(TryLockError::Error(source)) => return Err(refused(source)),
            }
            // The process before may have removed the file after it was opened here: then its lock guards nothing.
            let (here, there) = (file.metadata().map_err(refused)?, fs::symlink_metadata(&path));
            if there.is_ok_and(|there| is_same(&here, &there)) {
                file.set_len(0).and_then(|()| writeln!(file, "{}", this_process())).map_err(refused)?;
                return Ok(Self { path, _file: file });
            }
        }
    }
}

impl FolderLock {
    /// The folder was moved.
    pub(crate) fn moved_to(&mut self, folder: &Path) {
        self.path = folder.join(LOCK);
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // This process still holds the lock, so the file is its own and not that of the next process.
        _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

fn this_process() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { String::new() } else { format!(" on {}", host.trim()) };
    format!("process {}{host}", process::id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_folder_is_locked_for_others_until_it_is_let_go() {
        let folder = Scratch::new("lock");
        let lock = FolderLock::take(&folder.0).unwrap();
        let error = FolderLock::take(&folder.0).unwrap_err().to_string();
        let own = format!("another kosti (process {}", process::id());
        assert!(error.starts_with(&own) && error.contains("is working in"), "{error}");
        drop(lock);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left behind");
        FolderLock::take(&folder.0).unwrap();
    }

    #[test]
    fn of_many_who_want_a_folder_one_gets_it_at_a_time() {
        let folder = Scratch::new("locks");
        let inside = std::sync::atomic::AtomicU32::new(0);
        let entered = std::sync::atomic::AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(_lock) = FolderLock::take(&folder.0) {
                            use std::sync::atomic::Ordering::SeqCst;
                            assert_eq!(inside.fetch_add(1, SeqCst), 0);
                            entered.fetch_add(1, SeqCst);
                            assert_eq!(inside.fetch_sub(1, SeqCst), 1);
                        }
                    }
                });
            }
        });
        assert!(entered.into_inner() > 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_leads_elsewhere_is_refused() {
        let (folder, elsewhere) = (Scratch::new("lock-link"), Scratch::new("lock-elsewhere"));
        std::os::unix::fs::symlink(elsewhere.0.join("file"), folder.0.join(LOCK)).unwrap();
        assert!(matches!(FolderLock::take(&folder.0), Err(LockError::Refused { .. })));
        assert!(!elsewhere.0.join("file").exists());
    }
}
