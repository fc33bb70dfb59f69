//! The run folder: everything that was played, on the disk as it comes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::batch::{Chain, FinishedBatch, Header, RUN_FORMAT, checksum};
use crate::files::{create_new, write_file};
use crate::folder_error::{FolderError, MANIFEST};
use crate::lock::{FolderLock, LOCK};
use crate::plan::Plan;
use crate::read_folder::{BATCHES, CHECKPOINT, Lines, ReadFolder};
use crate::side::Side;

/// A power cut, or the end of the process, may cost no more than this.
const SYNC: Duration = Duration::from_secs(1);

/// A folder that a run writes to, and that no other process writes to meanwhile.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    batches: File,
    chain: Chain,
    sides: [Option<SideFile>; 2],
    synced: Instant,
    lock: FolderLock,
}

/// A file that grows with the batches.
#[derive(Debug)]
struct SideFile {
    file: File,
    /// How much of the batch that is being played stands in it already.
    written: usize,
}

/// What a folder holds before a run begins in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holds {
    /// Nothing, or what is left of a run that was killed before it began.
    Nothing,
    /// A run.
    Run,
}

/// Tells what a locked folder holds.
///
/// # Errors
/// If it holds anything else than a run, or cannot be read.
pub(crate) fn look(path: &Path) -> Result<Holds, FolderError> {
    let cannot_read = |source| FolderError::Read { path: path.into(), source };
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(cannot_read)?;
    let entries: Vec<_> = entries.into_iter().filter(|entry| entry.file_name() != LOCK).collect();
    if entries.is_empty() {
        return Ok(Holds::Nothing);
    }
    if is_plain(&path.join(MANIFEST)) && has_header(path) {
        return Ok(Holds::Run);
    }
    // The manifest is the last file that a beginning run writes, and the first line of the batches the first.
    let remains = |name: &str| match name {
        BATCHES => {
            fs::read(path.join(BATCHES)).is_ok_and(|text| text.is_empty() || has_header(path) && lines(&text) == 1)
        }
        name if Side::ALL.iter().any(|side| side.name() == name) => {
            has_header(path) && fs::read(path.join(name)).is_ok_and(|text| lines(&text) <= 1)
        }
        name => name.strip_suffix(".part") == Some(MANIFEST) && has_header(path),
    };
    let are_remains = entries.iter().all(|entry| {
        let small = entry.metadata().is_ok_and(|there| there.is_file() && there.len() < LARGEST_BEGINNING);
        small && entry.file_name().to_str().is_some_and(remains)
    });
    if are_remains { Ok(Holds::Nothing) } else { Err(FolderError::NotEmpty(path.into())) }
}

/// No file that a beginning run has written is larger.
const LARGEST_BEGINNING: u64 = 1 << 16;

fn is_plain(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

/// Whether the batches of a folder begin like those of a run.
fn has_header(path: &Path) -> bool {
    let header = || Lines::open(path).ok()?.next::<Header>().ok()?;
    is_plain(&path.join(BATCHES)) && header().is_some_and(|header| header.format.starts_with("kosti-run/"))
}

impl RunFolder {
    /// Begins a new run in a folder that was locked and holds nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(path: &Path, lock: FolderLock, plan: &Plan, blocks: &Range<u64>) -> Result<Self, FolderError> {
        let cannot_write = |source| FolderError::Write { path: path.into(), source };
        let manifest = plan.manifest(blocks);
        let mut batches = create_new(&path.join(BATCHES)).map_err(cannot_write)?;
        let mut chain = Chain::default();
        let header = Header { format: RUN_FORMAT.into(), manifest: checksum(manifest.as_bytes()) };
        // With this line the folder is ours: all other files of the run come after it.
        append(&mut batches, chain.write(&header).as_bytes()).map_err(cannot_write)?;
        let side = |side: Side| -> Result<Option<SideFile>, FolderError> {
            if !side.wanted(plan) {
                return Ok(None);
            }
            let mut file = create_new(&path.join(side.name())).map_err(cannot_write)?;
            append(&mut file, &side.header(plan)).map_err(cannot_write)?;
            Ok(Some(SideFile { file, written: 0 }))
        };
        let sides = [side(Side::Games)?, side(Side::Records)?];
        // The manifest comes last: with it the run can be resumed.
        write_file(&path.join(MANIFEST), manifest.as_bytes())?;
        let mut folder = Self { path: path.into(), batches, chain, sides, synced: Instant::now(), lock };
        folder.sync().map_err(cannot_write)?;
        Ok(folder)
    }

    /// Goes on in a folder behind what is kept of it; whatever stands behind that is cut off. The lock was taken before the
    /// folder was read.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn resume(read: &ReadFolder, lock: FolderLock) -> Result<Self, FolderError> {
        let path = &read.path;
        let open = |name: &str, end: u64| -> Result<File, FolderError> {
            let file = path.join(name);
            let opened = fs::symlink_metadata(&file).and_then(|there| {
                if !there.is_file() {
                    return Err(io::Error::other("it is no plain file"));
                }
                let opened = OpenOptions::new().read(true).write(true).open(&file)?;
                cut(&opened, end)?;
                Ok(opened)
            });
            opened.map_err(|source| FolderError::SideNotWritten { path: file, source })
        };
        let side = |side: Side, index: usize, kept: usize| -> Result<Option<SideFile>, FolderError> {
            let end = read.ends.sides[index] + kept as u64;
            side.wanted(&read.plan).then(|| Ok(SideFile { file: open(side.name(), end)?, written: kept })).transpose()
        };
        let kept = read.open.as_ref().map_or([0, 0], |open| [open.rows.len(), open.records.len()]);
        Ok(Self {
            path: path.clone(),
            batches: open(BATCHES, read.ends.batches)?,
            chain: read.chain.clone(),
            sides: [side(Side::Games, 0, kept[0])?, side(Side::Records, 1, kept[1])?],
            synced: Instant::now(),
            lock,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes down a finished batch. The line with its sums comes last: if that is there, all of it is.
    ///
    /// # Errors
    /// If it cannot be written; the batches before it are safe.
    pub fn write(&mut self, finished: &FinishedBatch) -> Result<(), FolderError> {
        let mut write = || {
            self.append_sides(finished)?;
            self.sides.iter_mut().flatten().for_each(|side| side.written = 0);
            let line = self.chain.write(&finished.batch);
            append(&mut self.batches, line.as_bytes())?;
            if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
        };
        write().map_err(|source| FolderError::BatchNotWritten { path: self.path.clone(), source })
    }

    /// Keeps what was played of a batch so far, if nothing was written for a while.
    ///
    /// # Errors
    /// If it cannot be written; the batches before it are safe.
    pub(crate) fn checkpoint(&mut self, open: impl FnOnce() -> FinishedBatch) -> Result<(), FolderError> {
        if self.synced.elapsed() < SYNC { Ok(()) } else { self.keep(&open()) }
    }

    /// Keeps what was played of a batch.
    ///
    /// # Errors
    /// If it cannot be written; the batches before it are safe.
    pub(crate) fn keep(&mut self, open: &FinishedBatch) -> Result<(), FolderError> {
        let kept = self.append_sides(open).and_then(|()| self.sync());
        kept.map_err(|source| FolderError::BatchNotWritten { path: self.path.clone(), source })?;
        // It follows the last line, so that it cannot be taken for a part of another batch.
        let line = self.chain.clone().write(&open.batch);
        Ok(write_file(&self.path.join(CHECKPOINT), line.as_bytes())?)
    }

    /// Appends what is not there yet of the rows and records of a batch.
    fn append_sides(&mut self, batch: &FinishedBatch) -> io::Result<()> {
        for (side, text) in self.sides.iter_mut().zip([&batch.rows, &batch.records]) {
            if let Some(SideFile { file, written }) = side {
                append(file, &text[*written..])?;
                *written = text.len();
            }
        }
        Ok(())
    }

    /// Makes sure that everything is on the disk.
    ///
    /// # Errors
    /// If it is not.
    pub fn sync(&mut self) -> io::Result<()> {
        self.sides.iter().flatten().try_for_each(|side| side.file.sync_data())?;
        self.batches.sync_data()?;
        self.synced = Instant::now();
        Ok(())
    }

    /// Moves the folder to another place, where nothing is yet.
    ///
    /// # Errors
    /// If it cannot be moved there.
    pub(crate) fn move_to(mut self, place: &Path) -> Result<(), FolderError> {
        let cannot_write = |source| FolderError::Write { path: place.into(), source };
        fs::rename(&self.path, place).map_err(cannot_write)?;
        self.lock.moved_to(place);
        self.path = place.into();
        Ok(())
    }

    /// Removes what is kept of an unfinished batch: all of it is in the batches now.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(crate) fn finish(&mut self) -> Result<(), FolderError> {
        let done = self.sync().and_then(|()| match fs::remove_file(self.path.join(CHECKPOINT)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        });
        done.map_err(|source| FolderError::Write { path: self.path.clone(), source })
    }
}

fn append(file: &mut File, text: &[u8]) -> io::Result<()> {
    if text.is_empty() { Ok(()) } else { file.write_all(text) }
}

fn cut(mut file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length))?;
    Ok(())
}
