//! The run folder: everything that was played, on the disk as it comes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::tournament::batch::{Batch, Chain, Header, RUN_FORMAT, checksum};
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

/// A folder that was read.
#[derive(Debug)]
pub struct ReadFolder {
    /// Where it is.
    pub path: PathBuf,
    /// What is played in it.
    pub plan: Plan,
    /// The blocks that are played in it.
    pub blocks: Range<u64>,
    /// What has been played.
    pub batches: Vec<Batch>,
    /// Where the good lines of the batches end, and their checksums.
    good: (u64, Chain),
    /// Whether the file goes on behind them with a line that was never finished.
    torn: bool,
}

impl ReadFolder {
    /// The first block that is still to be played.
    pub fn next(&self) -> u64 {
        self.batches.last().map_or(self.blocks.start, |batch| batch.end)
    }

    /// Whether a line was cut off when the run ended.
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Reads a folder and checks all of it.
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
        let mut folder =
            Self { path: path.into(), plan, blocks, batches: Vec::new(), good: (0, Chain::default()), torn: false };
        folder.read_batches(&manifest)?;
        Ok(folder)
    }

    fn read_batches(&mut self, manifest: &str) -> anyhow::Result<()> {
        let path = self.path.join(BATCHES);
        let told = || format!("cannot read {}", path.display());
        let mut input = BufReader::new(File::open(&path).with_context(told)?);
        let (mut good, mut chain) = (0, Chain::default());
        for number in 1.. {
            let mut line = Vec::new();
            let length = input.read_until(b'\n', &mut line).with_context(told)?;
            if length == 0 || line.pop_if(|last| *last == b'\n').is_none() {
                // Only a finished line ends in a line end: this one was cut off.
                self.torn = length > 0;
                break;
            }
            let broken = || format!("{}, line {number}", path.display());
            let line = String::from_utf8(line).map_err(|_| anyhow::anyhow!("it is not text")).with_context(broken)?;
            if number == 1 {
                let header: Header = chain.read(&line).with_context(broken)?;
                if header.format != RUN_FORMAT {
                    bail!("{}: the format is '{}', expected '{RUN_FORMAT}'", broken(), header.format);
                }
                if header.manifest != checksum(manifest.as_bytes()) {
                    bail!(
                        "{} was changed since the run began; put it back, or start a new run with --plan",
                        self.path.join(MANIFEST).display()
                    );
                }
            } else {
                let batch: Batch = chain.read(&line).with_context(broken)?;
                if batch.first != self.next() || batch.end <= batch.first || batch.end > self.blocks.end {
                    bail!("{}: blocks {}..{} do not follow", broken(), batch.first, batch.end);
                }
                self.batches.push(batch);
            }
            good += length as u64;
        }
        if good == 0 {
            bail!("{} holds no finished line; the run had not begun: start it anew", path.display());
        }
        self.good = (good, chain);
        Ok(())
    }

    /// The lines of a file that grows with the batches, without its header.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self, kind: Text) -> anyhow::Result<impl BufRead + use<>> {
        let path = self.path.join(kind.name());
        let mut file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let (start, end) = self.span(&file, kind).with_context(|| format!("{} was changed", path.display()))?;
        file.seek(SeekFrom::Start(start))?;
        Ok(BufReader::new(file.take(end - start)))
    }

    /// Where the lines of the batches that were played begin and end in a file.
    fn span(&self, file: &File, kind: Text) -> anyhow::Result<(u64, u64)> {
        let header = kind.header(&self.plan)?;
        let mut input = BufReader::new(file);
        let mut start = vec![0; header.len()];
        input.read_exact(&mut start).context("it is too short")?;
        if start != header {
            bail!("its first line is not the header of {}", kind.name());
        }
        let (mut end, mut lines) = (header.len() as u64, 0);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = input.read_until(b'\n', &mut line)?;
            // What was written of a batch that was never finished stands at the end.
            if !line.ends_with(b"\n") || kind.block(&line).is_none_or(|block| block >= self.next()) {
                break;
            }
            end += length as u64;
            lines += 1;
        }
        let expected = kind.lines(&self.plan, self.blocks.start..self.next());
        if expected.is_some_and(|expected| expected != lines) {
            bail!("it has {lines} lines of finished batches, expected {}", expected.unwrap_or(0));
        }
        Ok((header.len() as u64, end))
    }

    /// Opens the folder again to go on behind the last finished batch; whatever stands behind it is cut off.
    ///
    /// # Errors
    /// If a file cannot be written, or lost lines of finished batches.
    pub fn resume(&self) -> anyhow::Result<RunFolder> {
        let (good, chain) = &self.good;
        let batches = open_locked(&self.path, BATCHES)?;
        cut(&batches, *good).with_context(|| format!("cannot write {}", self.path.join(BATCHES).display()))?;
        let text = |kind: Text| -> anyhow::Result<Option<File>> {
            if !kind.wanted(&self.plan) {
                return Ok(None);
            }
            let path = self.path.join(kind.name());
            let told = || format!("cannot go on with {}", path.display());
            let file = OpenOptions::new().read(true).write(true).open(&path).with_context(told)?;
            let (_, end) = self.span(&file, kind).with_context(told)?;
            cut(&file, end).with_context(told)?;
            Ok(Some(file))
        };
        Ok(RunFolder {
            path: self.path.clone(),
            batches,
            chain: chain.clone(),
            rows: text(Text::Games)?,
            records: text(Text::Records)?,
            synced: Instant::now(),
        })
    }
}

/// A file that grows with the batches and has no checksums of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// One row a game.
    Games,
    /// One line for each recorded game.
    Records,
}

impl Text {
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

    /// How many lines some blocks make, if that is certain: a forfeited game has no record.
    fn lines(self, plan: &Plan, blocks: Range<u64>) -> Option<u64> {
        match self {
            Self::Games => Some(plan.schedule.games_before(blocks.end) - plan.schedule.games_before(blocks.start)),
            Self::Records => None,
        }
    }

    /// The block that a line belongs to.
    pub fn block(self, line: &[u8]) -> Option<u64> {
        let line = str::from_utf8(line).ok()?;
        let number = match self {
            Self::Games => line,
            Self::Records => line.split_once("\"block\":")?.1,
        };
        let end = number.find(|digit: char| !digit.is_ascii_digit())?;
        number[..end].parse().ok()
    }
}

impl RunFolder {
    /// Makes a folder for a new run. It may exist, but must be empty.
    ///
    /// # Errors
    /// If it holds anything, or cannot be written.
    pub fn create(path: &Path, plan: &Plan, blocks: &Range<u64>) -> anyhow::Result<Self> {
        let told = || format!("cannot write to {}", path.display());
        fs::create_dir_all(path).with_context(told)?;
        if fs::read_dir(path).with_context(told)?.next().is_some() {
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
        let batches = open_locked(path, BATCHES)?;
        let mut chain = Chain::default();
        let header = Header { format: RUN_FORMAT.into(), manifest: checksum(manifest.as_bytes()) };
        let mut folder = Self {
            path: path.into(),
            batches,
            rows: None,
            records: None,
            synced: Instant::now(),
            chain: Chain::default(),
        };
        append(&mut folder.batches, chain.write(&header).as_bytes()).with_context(told)?;
        folder.chain = chain;
        let text = |kind: Text| -> anyhow::Result<Option<File>> {
            if !kind.wanted(plan) {
                return Ok(None);
            }
            let mut file = File::create_new(path.join(kind.name())).with_context(told)?;
            append(&mut file, &kind.header(plan)?).with_context(told)?;
            Ok(Some(file))
        };
        folder.rows = text(Text::Games)?;
        folder.records = text(Text::Records)?;
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
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
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
