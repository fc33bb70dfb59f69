//! The run folder: everything that was played, on the disk as it comes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::tournament::batch::{Batch, Chain, Header, RUN_FORMAT, Text, checksum};
use crate::tournament::plan::{Plan, PlanArgs};
use crate::tournament::rows::Rows;
use crate::tournament::runner::Finished;

/// The file that says what is played.
pub const MANIFEST: &str = "manifest.toml";
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
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let manifest_path = path.join(MANIFEST);
        let manifest = match fs::read_to_string(&manifest_path) {
            Ok(manifest) => manifest,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                bail!("{} is no run folder: there is no {MANIFEST} in it", path.display())
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", manifest_path.display())),
        };
        let args = PlanArgs::parse(&manifest).with_context(|| format!("{} cannot be read", manifest_path.display()))?;
        let Some(made) = args.made.clone() else {
            bail!("{} is no manifest: it does not say which version made it", manifest_path.display());
        };
        let version = env!("CARGO_PKG_VERSION");
        if made.kosti != version {
            bail!(
                "{} was made by kosti {}, this is {version}, whose games may differ; finish it with that version, or \
                 start a new run with --plan {}",
                path.display(),
                made.kosti,
                manifest_path.display()
            );
        }
        let plan = Plan::new(&args).with_context(|| format!("{} cannot be played", manifest_path.display()))?;
        let blocks = parse_blocks(&made.blocks)
            .ok()
            .filter(|blocks| blocks.end <= plan.blocks && made.plan == plan.blocks)
            .with_context(|| format!("{} was changed: its blocks do not fit its plan", manifest_path.display()))?;
        let next = blocks.start;
        let mut folder =
            Self { path: path.into(), plan, blocks, next, batches_end: 0, side_ends: [0; 2], chain: Chain::default() };
        folder.check(&manifest)?;
        Ok(folder)
    }

    fn check(&mut self, manifest: &str) -> anyhow::Result<()> {
        let mut lines = Lines::open(&self.path)?;
        let Some(header) = lines.next::<Header>()? else {
            bail!("{} holds no finished line; the run had not begun: start it anew", lines.path.display());
        };
        if header.format != RUN_FORMAT {
            bail!("{}: the format is '{}', expected '{RUN_FORMAT}'", lines.path.display(), header.format);
        }
        if header.manifest != checksum(manifest.as_bytes()) {
            bail!(
                "{} was changed since the run began; put it back, or start a new run with --plan",
                self.path.join(MANIFEST).display()
            );
        }
        let open = |side: Side| side.wanted(&self.plan).then(|| self.side(side)).transpose();
        let mut sides = [open(Side::Games)?, open(Side::Records)?];
        self.side_ends = sides.each_ref().map(|side| side.as_ref().map_or(0, |side| side.header));
        (self.batches_end, self.chain) = (lines.end, lines.chain.clone());
        while let Some(batch) = lines.next::<Batch>()? {
            if batch.first != self.next || batch.end <= batch.first || batch.end > self.blocks.end {
                bail!("{}: blocks {}..{} do not follow", lines.place(), batch.first, batch.end);
            }
            for (side, kind) in sides.iter_mut().zip(Side::ALL) {
                if let Some(side) = side {
                    let expected = kind.of(&batch);
                    let Some(text) = side.read(expected.bytes)? else { return Ok(()) };
                    if Text::of(&text) != *expected {
                        let Batch { first, end, .. } = batch;
                        bail!(
                            "{} was changed: its part for blocks {first}..{end}",
                            self.path.join(kind.name()).display()
                        );
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
    pub fn batches(&self) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Batch>> + use<>> {
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
    pub fn side(&self, side: Side) -> anyhow::Result<SideReader> {
        let path = self.path.join(side.name());
        let file = File::open(&path).with_context(|| format!("cannot go on without {}", path.display()))?;
        let mut reader = SideReader { input: BufReader::new(file), header: 0 };
        let header = side.header(&self.plan)?;
        if reader.read(header.len() as u64)?.as_ref() != Some(&header) {
            bail!("cannot go on with {}: its first line is not the header", path.display());
        }
        reader.header = header.len() as u64;
        Ok(reader)
    }

    /// Opens the folder again to go on behind the last finished batch; whatever stands behind it is cut off.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn resume(&self) -> anyhow::Result<RunFolder> {
        let batches = open_locked(&self.path, BATCHES)?;
        cut(&batches, self.batches_end)
            .with_context(|| format!("cannot write {}", self.path.join(BATCHES).display()))?;
        let side = |side: Side, end: u64| -> anyhow::Result<Option<File>> {
            if !side.wanted(&self.plan) {
                return Ok(None);
            }
            let path = self.path.join(side.name());
            let told = || format!("cannot go on with {}", path.display());
            let file = OpenOptions::new().read(true).write(true).open(&path).with_context(told)?;
            cut(&file, end).with_context(told)?;
            Ok(Some(file))
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
    fn open(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(BATCHES);
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { path, input: BufReader::new(file), chain: Chain::default(), number: 0, end: 0 })
    }

    fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.number)
    }

    /// The next line; none at the end, or where the file was cut off in the middle of a line.
    fn next<T: for<'de> serde::Deserialize<'de>>(&mut self) -> anyhow::Result<Option<T>> {
        let mut line = Vec::new();
        let length =
            self.input.read_until(b'\n', &mut line).with_context(|| format!("cannot read {}", self.path.display()))?;
        if line.pop_if(|last| *last == b'\n').is_none() {
            return Ok(None);
        }
        self.number += 1;
        let line = String::from_utf8(line).ok().with_context(|| format!("{}: it is not text", self.place()))?;
        let value = self.chain.read(&line).with_context(|| self.place())?;
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

    fn header(self, plan: &Plan) -> anyhow::Result<Vec<u8>> {
        match self {
            Self::Games => Rows::header(plan),
            Self::Records => Ok(Vec::new()),
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
    pub fn create(path: &Path, plan: &Plan, blocks: &Range<u64>) -> anyhow::Result<Self> {
        let told = || format!("cannot write to {}", path.display());
        fs::create_dir_all(path).with_context(told)?;
        if !is_unbegun(path).with_context(told)? {
            if path.join(MANIFEST).exists() {
                bail!(
                    "{} holds a run already; go on with it: kosti tournament --resume {}, or choose another folder",
                    path.display(),
                    quoted(path)
                );
            }
            bail!("{} is not empty; choose a new folder", path.display());
        }
        let manifest = plan.manifest(blocks);
        write_whole(&path.join(MANIFEST), manifest.as_bytes())?;
        let side = |side: Side| -> anyhow::Result<Option<File>> {
            if !side.wanted(plan) {
                return Ok(None);
            }
            let mut file = File::create(path.join(side.name())).with_context(told)?;
            append(&mut file, &side.header(plan)?).with_context(told)?;
            Ok(Some(file))
        };
        let (rows, records) = (side(Side::Games)?, side(Side::Records)?);
        let mut batches = open_locked(path, BATCHES)?;
        cut(&batches, 0).with_context(told)?;
        let mut chain = Chain::default();
        let header = Header { format: RUN_FORMAT.into(), manifest: checksum(manifest.as_bytes()) };
        // With its first line the run has begun: everything else must be there before.
        append(&mut batches, chain.write(&header).as_bytes()).with_context(told)?;
        let mut folder = Self { path: path.into(), batches, chain, rows, records, synced: Instant::now() };
        folder.sync().with_context(told)?;
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
    pub fn write(&mut self, finished: &Finished) -> anyhow::Result<()> {
        let path = self.path.clone();
        let told = || {
            format!(
                "cannot write to {}; all finished batches are safe, and when the cause is mended, this goes on: kosti \
                 tournament --resume {}",
                path.display(),
                quoted(&path)
            )
        };
        if let Some(file) = &mut self.rows {
            append(file, &finished.rows).with_context(told)?;
        }
        if let Some(file) = &mut self.records {
            append(file, &finished.records).with_context(told)?;
        }
        let line = self.chain.write(&finished.batch);
        append(&mut self.batches, line.as_bytes()).with_context(told)?;
        if self.synced.elapsed() >= SYNC {
            self.sync().with_context(told)?;
        }
        Ok(())
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

fn open_locked(folder: &Path, name: &str) -> anyhow::Result<File> {
    let path = folder.join(name);
    let told = || format!("cannot write {}", path.display());
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).with_context(told)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another kosti is playing in {} right now", folder.display()),
        Err(TryLockError::Error(error)) => Err(error).with_context(told),
    }
}

/// Writes a file such that there is either all of it or nothing new.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    let told = || format!("cannot write {}", path.display());
    let part = part_of(path);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(text)?;
        file.sync_data()
    });
    if let Err(error) = written.and_then(|()| fs::rename(&part, path)) {
        _ = fs::remove_file(&part);
        return Err(error).with_context(told);
    }
    Ok(())
}

/// Where a file is written before it takes its place.
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// A path as it can be typed into a shell.
pub fn quoted(path: &Path) -> String {
    shell_words::quote(&path.display().to_string()).into_owned()
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
