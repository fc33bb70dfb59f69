//! A run folder as it is read: checked from end to end.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::batch::{Batch, Chain, FinishedBatch, Header, LineError, RUN_FORMAT, Text, checksum};
use crate::fingerprint::fingerprint;
use crate::folder_error::{FolderError, MANIFEST};
use crate::plan::Plan;
use crate::plan_file::PlanFile;
use crate::side::{Side, SideReader};
use crate::slice::parse_blocks;

/// The file with the sums of the finished batches.
pub(crate) const BATCHES: &str = "batches.jsonl";
/// The file with the sums of the batch that is being played.
pub(crate) const CHECKPOINT: &str = "checkpoint.json";

/// Whether a folder may come from another build of kosti, whose games may differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Builds {
    /// It must come from this one.
    #[default]
    Same,
    /// It may come from any build of this version.
    Any,
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
    /// The build of kosti that plays them, if the manifest says.
    pub build: Option<String>,
    next: u64,
    /// Where the good part of each file ends, and the checksum of the last good line.
    pub(crate) ends: Ends,
    pub(crate) chain: Chain,
    /// The part of the next batch that was played already.
    pub(crate) open: Option<FinishedBatch>,
}

/// Where the finished batches end in each file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ends {
    pub(crate) batches: u64,
    pub(crate) sides: [u64; 2],
}

impl ReadFolder {
    /// The first block of which no finished batch tells.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Whether all its blocks are played.
    pub fn is_finished(&self) -> bool {
        self.next == self.blocks.end
    }

    /// Reads a folder and checks all of it. What follows the last batch that is whole is passed over:
    /// it was being written when the run ended.
    ///
    /// # Errors
    /// If it is no run folder, comes from another version or build, or was changed.
    pub fn read(path: &Path, builds: Builds) -> Result<Self, FolderError> {
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
        let build = made.build;
        if builds == Builds::Same && build.as_ref() != Some(&fingerprint()) {
            return Err(FolderError::OtherBuild { path: path.into(), build });
        }
        let plan =
            Plan::new(&file).map_err(|source| FolderError::Unplayable { path: manifest_path.clone(), source })?;
        let blocks = parse_blocks(&made.blocks)
            .ok()
            .filter(|blocks| blocks.end <= plan.blocks && made.plan == plan.blocks)
            .ok_or(FolderError::WrongBlocks(manifest_path))?;
        let (next, ends, chain) = (blocks.start, Ends::default(), Chain::default());
        let mut folder = Self { path: path.into(), plan, blocks, build, next, ends, chain, open: None };
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
        let mut sides = self.sides()?;
        self.ends.sides =
            Side::ALL.map(|side| if side.wanted(&self.plan) { side.header(&self.plan).len() as u64 } else { 0 });
        (self.ends.batches, self.chain) = (lines.end, lines.chain.clone());
        while let Some(batch) = lines.next::<Batch>()? {
            if batch.first != self.next || batch.end <= batch.first || batch.end > self.blocks.end {
                let (path, number) = (lines.path, lines.number);
                return Err(FolderError::Gap { path, number, first: batch.first, end: batch.end });
            }
            batch.check(&self.plan).map_err(|source| FolderError::Line {
                path: lines.path.clone(),
                number: lines.number,
                source: LineError::WrongSums(source),
            })?;
            if self.read_sides(&mut sides, &batch)?.is_none() {
                return Ok(());
            }
            for (end, side) in self.ends.sides.iter_mut().zip(Side::ALL) {
                *end += side.of(&batch).bytes;
            }
            self.next = batch.end;
            (self.ends.batches, self.chain) = (lines.end, lines.chain.clone());
        }
        self.open = self.checkpoint(&mut sides)?;
        Ok(())
    }

    /// The files beside the batches, behind their headers.
    ///
    /// # Errors
    /// If one cannot be read, or is another file.
    pub(crate) fn sides(&self) -> Result<[Option<SideReader>; 2], FolderError> {
        let open =
            |side: Side| side.wanted(&self.plan).then(|| SideReader::open(&self.path, side, &self.plan)).transpose();
        Ok([open(Side::Games)?, open(Side::Records)?])
    }

    /// What the other files hold of the next batch; nothing if it is not all there.
    ///
    /// # Errors
    /// If it cannot be read or was changed.
    pub(crate) fn read_sides(
        &self,
        sides: &mut [Option<SideReader>; 2],
        batch: &Batch,
    ) -> Result<Option<[Vec<u8>; 2]>, FolderError> {
        let mut texts = [Vec::new(), Vec::new()];
        for ((reader, side), text) in sides.iter_mut().zip(Side::ALL).zip(&mut texts) {
            let Some(reader) = reader else { continue };
            let (path, expected) = (|| self.path.join(side.name()), side.of(batch));
            let read = reader.read(expected.bytes).map_err(|source| FolderError::Read { path: path(), source })?;
            let Some(read) = read else { return Ok(None) };
            if Text::of(&read) != *expected {
                return Err(FolderError::SideChanged { path: path(), blocks: batch.blocks() });
            }
            *text = read;
        }
        Ok(Some(texts))
    }

    /// The part of the next batch that was played when the run ended; nothing if none was kept, or if it is not whole: it is
    /// played again then.
    fn checkpoint(&self, sides: &mut [Option<SideReader>; 2]) -> Result<Option<FinishedBatch>, FolderError> {
        let path = self.path.join(CHECKPOINT);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(FolderError::Read { path, source }),
        };
        let Ok(batch) = self.chain.clone().read::<Batch>(text.trim_end()) else { return Ok(None) };
        let follows = batch.first == self.next && batch.end > batch.first && batch.end < self.blocks.end;
        if !follows || batch.check(&self.plan).is_err() {
            return Ok(None);
        }
        match self.read_sides(sides, &batch) {
            Ok(Some([rows, records])) => Ok(Some(FinishedBatch { batch, rows, records })),
            Ok(None) | Err(FolderError::SideChanged { .. }) => Ok(None),
            Err(error) => Err(error),
        }
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
}

/// The lines of the batches.
pub(crate) struct Lines {
    path: PathBuf,
    input: BufReader<File>,
    chain: Chain,
    number: u64,
    /// Where the last line ended.
    end: u64,
}

impl Lines {
    pub(crate) fn open(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join(BATCHES);
        let file = File::open(&path).map_err(|source| FolderError::Read { path: path.clone(), source })?;
        Ok(Self { path, input: BufReader::new(file), chain: Chain::default(), number: 0, end: 0 })
    }

    /// The next line; none at the end, or where the file was cut off in the middle of a line.
    pub(crate) fn next<T: for<'de> serde::Deserialize<'de>>(&mut self) -> Result<Option<T>, FolderError> {
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

#[cfg(test)]
mod tests {
    use kosti_engine::AnyRules;

    use super::*;
    use crate::scratch::Scratch;
    use crate::tournament::Tournament;

    #[test]
    fn a_folder_of_an_earlier_format_is_refused_and_says_what_to_do() {
        let scratch = Scratch::new("format");
        let tournament = Tournament::new(AnyRules::parse("rims:players=2").unwrap());
        tournament.enter_spec("random").unwrap().games(4).folder(&scratch.0).run().unwrap();
        ReadFolder::read(&scratch.0, Builds::Same).unwrap();
        let manifest = fs::read_to_string(scratch.0.join(MANIFEST)).unwrap();
        let header = Header { format: "kosti-run/1".into(), manifest: checksum(manifest.as_bytes()) };
        fs::write(scratch.0.join(BATCHES), Chain::default().write(&header)).unwrap();
        let error = ReadFolder::read(&scratch.0, Builds::Same).unwrap_err().to_string();
        let told =
            "the format is 'kosti-run/1', expected 'kosti-run/2': another version of kosti wrote it; start a new run";
        assert!(error.contains(told), "{error}");
    }
}
