//! A folder that keeps the tables of solved dice games for all programs of a user.
//!
//! | file | what |
//! |---|---|
//! | `NAME.table` | a table, as [`kosti_solver`] writes it; when it was last changed is when it was last used |
//! | `NAME.lock` | locked by the process that makes the table |
//! | `NAME.PID.part` | a table that is being written |
//! | `limit` | how many bytes all tables may take, if not [`TableFolder::DEFAULT_LIMIT`] |
//!
//! A table is made by one process. Others that need it wait, and when they have the lock they look again: if the table is
//! still not there, the first process has died or could not write it, and they make it themselves.
//!
//! A process that holds a lock never waits for another one, so that no two can wait for each other: it rather makes the
//! table for itself.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use kosti_solver::{StoredTable, TableError, TableHeader, TableName, TableStore};
use thiserror::Error;

use crate::files::write_file;

#[cfg(test)]
mod tests;

const TABLE: &str = "table";
const LOCK: &str = "lock";
const PART: &str = "part";
const LIMIT: &str = "limit";

/// How often a process that waits looks whether the lock is free.
const PAUSE: Duration = Duration::from_millis(20);
/// What was not written to for so long is the rest of a process that has died.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// What cannot be done with a folder of tables.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableFolderError {
    /// It cannot be made, or it is no folder.
    #[error("cannot keep tables in {}", .path.display())]
    Open {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Its files cannot be listed.
    #[error("cannot read {}", .path.display())]
    Read {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be removed.
    #[error("cannot remove {}", .path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The limit cannot be written down.
    #[error("cannot write {}", .path.display())]
    Limit {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// A table in a folder.
#[derive(Debug)]
#[non_exhaustive]
pub struct KeptTable {
    /// Its file.
    pub path: PathBuf,
    /// How large it is.
    pub bytes: u64,
    /// When it was last used.
    pub used: SystemTime,
    /// What it holds; an error if that cannot be told, as with tables of another format.
    pub header: Result<TableHeader, TableError>,
}

/// Keeps tables in a folder.
#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
    here: Mutex<Here>,
}

/// What the threads of this program are at.
#[derive(Default, Debug)]
struct Here {
    /// The tables that are being provided.
    claimed: HashSet<String>,
    /// How many locks are held.
    held: usize,
}

/// A table that this thread provides.
struct Claim<'a> {
    folder: &'a TableFolder,
    name: String,
}

/// The lock on a table; gone when the process is.
struct Lock<'a> {
    folder: &'a TableFolder,
    _file: File,
}

impl TableFolder {
    /// The bytes that all tables may take, if the folder does not say otherwise.
    pub const DEFAULT_LIMIT: u64 = 4 << 30;

    /// A folder, made if there is none.
    ///
    /// # Errors
    /// If it cannot be made, or there is something else.
    pub fn open(path: &Path) -> Result<Self, TableFolderError> {
        let opened = fs::create_dir_all(path).and_then(|()| fs::read_dir(path).map(|_| ()));
        opened.map_err(|source| TableFolderError::Open { path: path.to_owned(), source })?;
        Ok(Self::at(path))
    }

    /// A folder that is made when the first table is to be kept there. If that is not possible, none is kept.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), here: Mutex::default() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All tables, the one that was used last first.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn tables(&self) -> Result<Vec<KeptTable>, TableFolderError> {
        let mut tables = Vec::new();
        for (path, metadata) in self.files(TABLE)? {
            let header = File::open(&path).map_err(TableError::from).and_then(TableHeader::read_from);
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            tables.push(KeptTable { path, bytes: metadata.len(), used, header });
        }
        tables.sort_by(|one, other| other.used.cmp(&one.used).then_with(|| one.path.cmp(&other.path)));
        Ok(tables)
    }

    /// Removes the tables that are chosen, and returns them.
    ///
    /// # Errors
    /// If one of them cannot be removed.
    pub fn remove(&self, chosen: impl Fn(&KeptTable) -> bool) -> Result<Vec<KeptTable>, TableFolderError> {
        let removed: Vec<KeptTable> = self.tables()?.into_iter().filter(|table| chosen(table)).collect();
        for KeptTable { path, .. } in &removed {
            remove(path)?;
            // Who waits for the lock at this moment makes the table twice at worst.
            let lock = path.with_extension(LOCK);
            if File::open(&lock).is_ok_and(|file| file.try_lock().is_ok()) {
                remove(&lock)?;
            }
        }
        self.remove_abandoned(None);
        Ok(removed)
    }

    /// The bytes that all tables may take.
    pub fn limit(&self) -> u64 {
        let text = fs::read_to_string(self.path.join(LIMIT)).unwrap_or_default();
        text.trim().parse().unwrap_or(Self::DEFAULT_LIMIT)
    }

    /// Says how many bytes all tables may take, to all programs that use the folder. What was not used for longest is
    /// removed if there is more.
    ///
    /// # Errors
    /// If the limit cannot be written down, or a table cannot be removed.
    pub fn set_limit(&self, bytes: u64) -> Result<(), TableFolderError> {
        let path = self.path.join(LIMIT);
        fs::create_dir_all(&self.path).map_err(|source| TableFolderError::Open { path: self.path.clone(), source })?;
        write_file(&path, format!("{bytes}\n").as_bytes())
            .map_err(|error| TableFolderError::Limit { path, source: error.source })?;
        self.shrink_to(bytes)
    }

    /// Removes what was not used for longest, until all tables together have at most this many bytes.
    fn shrink_to(&self, bytes: u64) -> Result<(), TableFolderError> {
        let mut all = 0u64;
        for KeptTable { path, bytes: more, .. } in self.tables()? {
            all = all.saturating_add(more);
            if all > bytes {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// The files that end like this.
    fn files(&self, ending: &str) -> Result<Vec<(PathBuf, fs::Metadata)>, TableFolderError> {
        let cannot_read = |source| TableFolderError::Read { path: self.path.clone(), source };
        let mut files = Vec::new();
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(files),
            entries => entries.map_err(cannot_read)?,
        };
        for entry in entries {
            let path = entry.map_err(cannot_read)?.path();
            // What another process removes meanwhile is not there.
            if path.extension().is_some_and(|found| found == ending)
                && let Ok(metadata) = fs::metadata(&path)
                && metadata.is_file()
            {
                files.push((path, metadata));
            }
        }
        Ok(files)
    }

    /// Removes what processes that have died were writing: what is old, and all that belongs to a table whose lock this
    /// process holds.
    fn remove_abandoned(&self, locked: Option<&str>) {
        for (path, metadata) in self.files(PART).unwrap_or_default() {
            let is_old = metadata.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED));
            let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_ours = locked.is_some_and(|name| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')));
            if is_old || is_ours {
                _ = fs::remove_file(path);
            }
        }
    }

    fn here(&self) -> MutexGuard<'_, Here> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no other thread of this program provides this table now: it cannot be waited for, since it may be waiting
    /// for this thread.
    fn claim(&self, name: String) -> Option<Claim<'_>> {
        let is_free = self.here().claimed.insert(name.clone());
        is_free.then(|| Claim { folder: self, name })
    }

    /// The lock on a table, when it is free; nothing if there are no locks here or this process may not wait.
    fn lock(&self, name: &str) -> Option<Lock<'_>> {
        let path = self.path.join(format!("{name}.{LOCK}"));
        fs::create_dir_all(&self.path).ok()?;
        let file = File::options().create(true).append(true).open(path).ok()?;
        loop {
            let mut here = self.here();
            match file.try_lock() {
                Ok(()) => {
                    here.held += 1;
                    return Some(Lock { folder: self, _file: file });
                }
                Err(TryLockError::WouldBlock) if here.held == 0 => {}
                Err(_) => return None,
            }
            drop(here);
            thread::sleep(PAUSE);
        }
    }

    /// Reads a table if it is there, and notes that it was used.
    fn read(&self, path: &Path, table: &mut dyn StoredTable) -> Result<(), TableError> {
        let mut file = File::options().read(true).write(true).open(path).or_else(|_| File::open(path))?;
        table.read(&mut file)?;
        // Who may not say so only loses it sooner.
        _ = file.set_modified(SystemTime::now());
        Ok(())
    }

    /// Writes a table, all of it or nothing; the lock is held.
    fn write(&self, path: &Path, table: &mut dyn StoredTable) -> Result<(), TableFolderError> {
        self.remove_abandoned(path.file_stem().and_then(|name| name.to_str()));
        let part = path.with_extension(format!("{}.{PART}", process::id()));
        let written = self.write_part(&part, table).and_then(|bytes| {
            let limit = self.limit();
            if bytes > limit {
                return Err(io::ErrorKind::QuotaExceeded.into());
            }
            self.shrink_to(limit - bytes).map_err(io::Error::other)?;
            fs::rename(&part, path)
        });
        written.map_err(|source| {
            _ = fs::remove_file(&part);
            TableFolderError::Open { path: self.path.clone(), source }
        })
    }

    fn write_part(&self, part: &Path, table: &mut dyn StoredTable) -> io::Result<u64> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let mut file = File::create(part)?;
        table.write(now, &mut file)?;
        file.sync_data()?;
        Ok(file.metadata()?.len())
    }
}

impl TableStore for TableFolder {
    fn provide(&self, name: &TableName, table: &mut dyn StoredTable) {
        let name = name.short();
        let path = self.path.join(format!("{name}.{TABLE}"));
        if self.read(&path, table).is_ok() {
            return;
        }
        let claim = self.claim(name);
        let Some(_lock) = claim.as_ref().and_then(|claim| self.lock(&claim.name)) else {
            return table.make();
        };
        match self.read(&path, table) {
            Ok(()) => return,
            // It may be there, but not for this process, or not now.
            Err(TableError::Read(_)) => {}
            Err(_) => _ = fs::remove_file(&path),
        }
        table.make();
        // There is the table, even if it cannot be kept.
        _ = self.write(&path, table);
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.folder.here().claimed.remove(&self.name);
    }
}

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        self.folder.here().held -= 1;
    }
}

fn remove(path: &Path) -> Result<(), TableFolderError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(TableFolderError::Remove { path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}
