//! The run folder: everything that was played, on the disk as it comes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::batch::{Batch, Chain, FinishedBatch, Header, LineError, RUN_FORMAT, Text, checksum};
use crate::files::write_whole;
use crate::folder_error::{FolderError, MANIFEST};
use crate::plan::Plan;
use crate::plan_file::PlanFile;
use crate::rows::Rows;

const BATCHES: &str = "batches.jsonl";
const GAMES: &str = "games.csv";
const RECORDS: &str = "records.jsonl";

/// A power cut may cost no more than this.
const SYNC: Duration = Duration::from_secs(1);

/// A folder that a run writes to.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    batches: File,
    chain: Chain,
    rows: Option<File>,
    records: Option<File>,
    synced: Instant,
}

/// A folder that was read and found in order.
#[derive(Debug)]
pub struct ReadFolder {
    /// Where it is.
    pub path: PathBuf,
    /// What is played in it.
    pub plan: Plan,
    /// The blocks that are played in it.
    pub blocks: Range<u64>,
    next: u64,
    /// Where the good part of each file ends, and the checksum of the last good line.
    batches_end: u64,
    side_ends: [u64; 2],
    chain: Chain,
}

impl ReadFolder {
    /// The first block that is still to be played.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Reads a folder and checks all of it. What stands behind the last batch of which everything is there is passed over:
    /// it was being written when the run ended.
    ///
    /// # Errors
    /// If it is no run folder, comes from another version, or was changed.
    pub fn read(path: &Path) -> Result<Self, FolderError> {
        let manifest_path = path.join(MANIFEST);
        let manifest = fs::read_to_string(&manifest_path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => FolderError::NoManifest(path.into()),
            _ => FolderError::Read { path: manifest_path.clone(), source },
        })?;
        let file = PlanFile::parse(&manifest)
            .map_err(|source| FolderError::BadManifest { path: manifest_path.clone(), source })?;
        let Some(made) = file.made.clone() else { return Err(FolderError::NoVersion(manifest_path)) };
        if made.kosti != env!("CARGO_PKG_VERSION") {
            return Err(FolderError::OtherVersion { path: path.into(), made_by: made.kosti });
        }
        let plan =
            Plan::new(&file).map_err(|source| FolderError::Unplayable { path: manifest_path.clone(), source })?;
        let blocks = parse_blocks(&made.blocks)
            .ok()
            .filter(|blocks| blocks.end <= plan.blocks && made.plan == plan.blocks)
            .ok_or(FolderError::WrongBlocks(manifest_path))?;
        let next = blocks.start;
        let mut folder =
            Self { path: path.into(), plan, blocks, next, batches_end: 0, side_ends: [0; 2], chain: Chain::default() };
        folder.check(&manifest)?;
        Ok(folder)
    }

    fn check(&mut self, manifest: &str) -> Result<(), FolderError> {
        let mut lines = Lines::open(&self.path)?;
        let Some(header) = lines.next::<Header>()? else { return Err(FolderError::NotBegun(lines.path)) };
        if header.format != RUN_FORMAT {
            return Err(FolderError::Format { path: lines.path, format: header.format });
        }
        if header.manifest != checksum(manifest.as_bytes()) {
            return Err(FolderError::ManifestChanged(self.path.join(MANIFEST)));
        }
        let open = |side: Side| side.wanted(&self.plan).then(|| self.side(side)).transpose();
        let mut sides = [open(Side::Games)?, open(Side::Records)?];
        self.side_ends = sides.each_ref().map(|side| side.as_ref().map_or(0, |side| side.header));
        (self.batches_end, self.chain) = (lines.end, lines.chain.clone());
        while let Some(batch) = lines.next::<Batch>()? {
            if batch.first != self.next || batch.end <= batch.first || batch.end > self.blocks.end {
                let (path, number) = (lines.path, lines.number);
                return Err(FolderError::Gap { path, number, first: batch.first, end: batch.end });
            }
            for (side, kind) in sides.iter_mut().zip(Side::ALL) {
                if let Some(side) = side {
                    let expected = kind.of(&batch);
                    let path = || self.path.join(kind.name());
                    let text =
                        side.read(expected.bytes).map_err(|source| FolderError::Read { path: path(), source })?;
                    let Some(text) = text else { return Ok(()) };
                    if Text::of(&text) != *expected {
                        return Err(FolderError::SideChanged { path: path(), blocks: batch.blocks() });
                    }
                }
            }
            for (end, kind) in self.side_ends.iter_mut().zip(Side::ALL) {
                *end += kind.of(&batch).bytes;
            }
            self.next = batch.end;
            (self.batches_end, self.chain) = (lines.end, lines.chain.clone());
        }
        Ok(())
    }

    /// All finished batches, in order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn batches(&self) -> Result<impl Iterator<Item = Result<Batch, FolderError>> + use<>, FolderError> {
        let mut lines = Lines::open(&self.path)?;
        lines.next::<Header>()?;
        let end = self.next;
        let mut done = end == self.blocks.start;
        Ok(std::iter::from_fn(move || {
            if done {
                return None;
            }
            let batch = lines.next::<Batch>().transpose()?;
            done = batch.as_ref().map_or(true, |batch| batch.end >= end);
            Some(batch)
        }))
    }

    /// A file that grows with the batches, behind its header.
    ///
    /// # Errors
    /// If it cannot be read, or is another file.
    pub fn side(&self, side: Side) -> Result<SideReader, FolderError> {
        let path = self.path.join(side.name());
        let file = File::open(&path).map_err(|source| FolderError::SideMissing { path: path.clone(), source })?;
        let mut reader = SideReader { input: BufReader::new(file), header: 0 };
        let header = side.header(&self.plan);
        let start =
            reader.read(header.len() as u64).map_err(|source| FolderError::Read { path: path.clone(), source })?;
        if start.as_ref() != Some(&header) {
            return Err(FolderError::OtherSide(path));
        }
        reader.header = header.len() as u64;
        Ok(reader)
    }

    /// Opens the folder again to go on behind the last finished batch; whatever stands behind it is cut off.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn resume(&self) -> Result<RunFolder, FolderError> {
        let batches = open_locked(&self.path, BATCHES)?;
        cut(&batches, self.batches_end)
            .map_err(|source| FolderError::Write { path: self.path.join(BATCHES), source })?;
        let side = |side: Side, end: u64| -> Result<Option<File>, FolderError> {
            if !side.wanted(&self.plan) {
                return Ok(None);
            }
            let path = self.path.join(side.name());
            let opened = OpenOptions::new().read(true).write(true).open(&path);
            let file = opened.and_then(|file| cut(&file, end).map(|()| file));
            file.map(Some).map_err(|source| FolderError::SideNotWritten { path, source })
        };
        let [rows_end, records_end] = self.side_ends;
        Ok(RunFolder {
            path: self.path.clone(),
            batches,
            chain: self.chain.clone(),
            rows: side(Side::Games, rows_end)?,
            records: side(Side::Records, records_end)?,
            synced: Instant::now(),
        })
    }
}

/// The lines of the batches.
struct Lines {
    path: PathBuf,
    input: BufReader<File>,
    chain: Chain,
    number: u64,
    /// Where the last line ended.
    end: u64,
}

impl Lines {
    fn open(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join(BATCHES);
        let file = File::open(&path).map_err(|source| FolderError::Read { path: path.clone(), source })?;
        Ok(Self { path, input: BufReader::new(file), chain: Chain::default(), number: 0, end: 0 })
    }

    /// The next line; none at the end, or where the file was cut off in the middle of a line.
    fn next<T: for<'de> serde::Deserialize<'de>>(&mut self) -> Result<Option<T>, FolderError> {
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        let length = read.map_err(|source| FolderError::Read { path: self.path.clone(), source })?;
        if line.pop_if(|last| *last == b'\n').is_none() {
            return Ok(None);
        }
        self.number += 1;
        let line = String::from_utf8(line).map_err(|_| LineError::NotText);
        let value = line.and_then(|line| self.chain.read(&line)).map_err(|source| FolderError::Line {
            path: self.path.clone(),
            number: self.number,
            source,
        })?;
        self.end += length as u64;
        Ok(Some(value))
    }
}

/// Reads a file that grows with the batches, part by part.
#[derive(Debug)]
pub struct SideReader {
    input: BufReader<File>,
    header: u64,
}

impl SideReader {
    /// The next so many bytes; none if there are fewer.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&mut self, bytes: u64) -> io::Result<Option<Vec<u8>>> {
        let mut text = Vec::new();
        self.input.by_ref().take(bytes).read_to_end(&mut text)?;
        Ok((text.len() as u64 == bytes).then_some(text))
    }
}

/// A file that grows with the batches beside their sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// One row a game.
    Games,
    /// One line for each recorded game.
    Records,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Games, Self::Records];

    fn name(self) -> &'static str {
        match self {
            Self::Games => GAMES,
            Self::Records => RECORDS,
        }
    }

    /// Whether the plan wants it.
    pub fn wanted(self, plan: &Plan) -> bool {
        match self {
            Self::Games => plan.games_csv,
            Self::Records => plan.record_every.is_some(),
        }
    }

    fn header(self, plan: &Plan) -> Vec<u8> {
        match self {
            Self::Games => Rows::header(plan),
            Self::Records => Vec::new(),
        }
    }

    /// What a batch says of it.
    pub fn of(self, batch: &Batch) -> &Text {
        match self {
            Self::Games => &batch.rows,
            Self::Records => &batch.records,
        }
    }
}

/// Whether a run has begun in a folder: its first line is there.
pub fn has_begun(path: &Path) -> bool {
    fs::read(path.join(BATCHES)).is_ok_and(|text| text.contains(&b'\n'))
}

/// Whether a folder holds nothing but what is left of a run that never began.
fn is_unbegun(path: &Path) -> io::Result<bool> {
    let part = format!("{MANIFEST}.part");
    let known = [MANIFEST, &part, BATCHES, GAMES, RECORDS];
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        if !known.iter().any(|known| name.to_str() == Some(known)) {
            return Ok(false);
        }
    }
    Ok(!has_begun(path))
}

impl RunFolder {
    /// Makes a folder for a new run. It may exist, but must be empty.
    ///
    /// # Errors
    /// If it holds anything, or cannot be written.
    pub fn create(path: &Path, plan: &Plan, blocks: &Range<u64>) -> Result<Self, FolderError> {
        if let Some(own) = plan.entrants.iter().find(|entrant| entrant.bot.spec().is_none()) {
            return Err(FolderError::OwnBot(own.name.clone()));
        }
        let cannot_write = |source| FolderError::Write { path: path.into(), source };
        fs::create_dir_all(path).map_err(cannot_write)?;
        if !is_unbegun(path).map_err(cannot_write)? {
            let holds_run = path.join(MANIFEST).exists();
            return Err(if holds_run {
                FolderError::HoldsRun(path.into())
            } else {
                FolderError::NotEmpty(path.into())
            });
        }
        let manifest = plan.manifest(blocks);
        write_whole(&path.join(MANIFEST), manifest.as_bytes())?;
        let side = |side: Side| -> Result<Option<File>, FolderError> {
            if !side.wanted(plan) {
                return Ok(None);
            }
            let mut file = File::create(path.join(side.name())).map_err(cannot_write)?;
            append(&mut file, &side.header(plan)).map_err(cannot_write)?;
            Ok(Some(file))
        };
        let (rows, records) = (side(Side::Games)?, side(Side::Records)?);
        let mut batches = open_locked(path, BATCHES)?;
        cut(&batches, 0).map_err(cannot_write)?;
        let mut chain = Chain::default();
        let header = Header { format: RUN_FORMAT.into(), manifest: checksum(manifest.as_bytes()) };
        // With its first line the run has begun: everything else must be there before.
        append(&mut batches, chain.write(&header).as_bytes()).map_err(cannot_write)?;
        let mut folder = Self { path: path.into(), batches, chain, rows, records, synced: Instant::now() };
        folder.sync().map_err(cannot_write)?;
        Ok(folder)
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
        self.append(finished).map_err(|source| FolderError::BatchNotWritten { path: self.path.clone(), source })
    }

    fn append(&mut self, finished: &FinishedBatch) -> io::Result<()> {
        if let Some(file) = &mut self.rows {
            append(file, &finished.rows)?;
        }
        if let Some(file) = &mut self.records {
            append(file, &finished.records)?;
        }
        let line = self.chain.write(&finished.batch);
        append(&mut self.batches, line.as_bytes())?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Sees to it that even a power cut loses nothing that was written.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn sync(&mut self) -> io::Result<()> {
        for file in [&self.rows, &self.records].into_iter().flatten() {
            file.sync_data()?;
        }
        self.batches.sync_data()?;
        self.synced = Instant::now();
        Ok(())
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

fn open_locked(folder: &Path, name: &str) -> Result<File, FolderError> {
    let path = folder.join(name);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let cannot_write = |source| FolderError::Write { path: path.clone(), source };
    let file = file.map_err(cannot_write)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FolderError::Busy(folder.into())),
        Err(TryLockError::Error(error)) => Err(cannot_write(error)),
    }
}

/// Reads a range of blocks, `A..B`.
///
/// # Errors
/// If it is none.
pub fn parse_blocks(text: &str) -> Result<Range<u64>, String> {
    text.split_once("..")
        .and_then(|(first, end)| Some(first.trim().parse().ok()?..end.trim().parse().ok()?))
        .filter(|blocks: &Range<u64>| blocks.start < blocks.end)
        .ok_or_else(|| "expected the first block and the one after the last, such as 0..500".into())
}
