//! Files that grow with the batches beside their sums.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::batch::{Batch, Text};
use crate::folder_error::FolderError;
use crate::plan::Plan;
use crate::rows::Rows;

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

    /// The name of the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Games => "games.csv",
            Self::Records => "records.jsonl",
        }
    }

    /// Whether the plan wants it.
    pub fn wanted(self, plan: &Plan) -> bool {
        match self {
            Self::Games => plan.games_csv,
            Self::Records => plan.record_every.is_some(),
        }
    }

    /// What the file begins with.
    pub(crate) fn header(self, plan: &Plan) -> Vec<u8> {
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

/// Reads a file that grows with the batches, part by part.
#[derive(Debug)]
pub struct SideReader {
    input: BufReader<File>,
}

impl SideReader {
    /// Opens the file in a folder and reads its header.
    ///
    /// # Errors
    /// If it cannot be read, or is another file.
    pub(crate) fn open(folder: &Path, side: Side, plan: &Plan) -> Result<Self, FolderError> {
        let path = folder.join(side.name());
        let file = File::open(&path).map_err(|source| FolderError::SideMissing { path: path.clone(), source })?;
        let mut reader = Self { input: BufReader::new(file) };
        let header = side.header(plan);
        let start =
            reader.read(header.len() as u64).map_err(|source| FolderError::Read { path: path.clone(), source })?;
        if start.as_ref() != Some(&header) {
            return Err(FolderError::OtherSide(path));
        }
        Ok(reader)
    }

    /// The next `bytes` bytes; none if there are fewer.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&mut self, bytes: u64) -> io::Result<Option<Vec<u8>>> {
        let mut text = Vec::new();
        self.input.by_ref().take(bytes).read_to_end(&mut text)?;
        Ok((text.len() as u64 == bytes).then_some(text))
    }
}
