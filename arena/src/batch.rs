//! The lines of a run: each holds the sums of one batch of blocks and a checksum.

use std::ops::Range;

use kosti_reports::stats::tally::{Tallies, WrongSums};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::plan::Plan;

/// The sums of some blocks that follow each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The first block.
    pub first: u64,
    /// The block after the last.
    pub end: u64,
    /// The sums by table.
    pub tables: Tallies,
    /// What was written to `games.csv`.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub rows: Text,
    /// What was written to `records.jsonl`.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub records: Text,
}

/// How long a text is, and its checksum.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Bytes.
    pub bytes: u64,
    /// The checksum.
    pub check: String,
}

impl Text {
    /// What is to be known of a text.
    pub fn of(text: &[u8]) -> Self {
        if text.is_empty() { Self::default() } else { Self { bytes: text.len() as u64, check: checksum(text) } }
    }

    fn is_empty(&self) -> bool {
        self.bytes == 0
    }
}

impl Batch {
    /// An empty batch for some blocks.
    pub fn new(blocks: Range<u64>) -> Self {
        Self {
            first: blocks.start,
            end: blocks.end,
            tables: Tallies::new(),
            rows: Text::default(),
            records: Text::default(),
        }
    }

    /// The blocks of the batch.
    pub fn blocks(&self) -> Range<u64> {
        self.first..self.end
    }

    /// Checks that these can be the sums of these blocks of a plan: nothing that is read later from them is out of range.
    ///
    /// # Errors
    /// If not.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), WrongSums> {
        let tables = plan.schedule.tables();
        if let Some(&table) = self.tables.keys().find(|table| **table as usize >= tables.len()) {
            return Err(WrongSums::NoSuchTable(table));
        }
        for (number, table) in tables.iter().enumerate() {
            let blocks = plan.schedule.blocks_of(number, &self.blocks());
            match self.tables.get(&(number as u32)) {
                Some(tally) => tally.check(&table.shape, table.games(), blocks)?,
                None if blocks > 0 => return Err(WrongSums::Blocks { there: 0, expected: blocks }),
                None => {}
            }
        }
        Ok(())
    }
}

/// A batch that is complete, with what was written of its games, in order.
#[derive(Clone, Debug)]
pub struct FinishedBatch {
    /// The sums.
    pub batch: Batch,
    /// Rows of `games.csv`.
    pub rows: Vec<u8>,
    /// Lines of `records.jsonl`.
    pub records: Vec<u8>,
}

impl FinishedBatch {
    /// What came of some blocks.
    pub(crate) fn new(blocks: Range<u64>, tables: Tallies, rows: Vec<u8>, records: Vec<u8>) -> Self {
        let batch = Batch { tables, rows: Text::of(&rows), records: Text::of(&records), ..Batch::new(blocks) };
        Self { batch, rows, records }
    }
}

/// What a line opens a run with: what belongs to what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always [`RUN_FORMAT`].
    pub format: String,
    /// The checksum of the manifest.
    pub manifest: String,
}

/// The name and version of the format of a run folder.
pub const RUN_FORMAT: &str = "kosti-run/2";

/// Why a line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// Not UTF-8.
    #[error("it is not text")]
    NotText,
    /// No checksum at its end.
    #[error("it does not end in a checksum")]
    NoChecksum,
    /// The checksum belongs to another text.
    #[error("its checksum does not fit: it was changed, or a line before it is missing")]
    WrongChecksum,
    /// Not what it should hold.
    #[error("it cannot be read: {0}")]
    NotReadable(String),
    /// Sums that no games of the plan can have.
    #[error("its sums are of no games of this plan: {0}")]
    WrongSums(#[from] WrongSums),
}

/// Writes or reads lines one after the other. Each checksum covers the line and the checksum before it, so that no line
/// can be changed, moved or left out unseen.
#[derive(Clone, Default, Debug)]
pub struct Chain {
    last: u32,
}

const MARK: &str = ",\"check\":\"";

/// The checksum of a text.
pub fn checksum(text: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(text))
}

impl Chain {
    fn next(&mut self, body: &str) -> String {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.last);
        hasher.update(body.as_bytes());
        self.last = hasher.finalize();
        format!("{:08x}", self.last)
    }

    /// The next line: an object with its checksum as the last item, and an end of line.
    ///
    /// # Panics
    /// If the value is not an object with items.
    pub fn write(&mut self, value: &impl Serialize) -> String {
        let text = serde_json::to_string(value).expect("sums can be written");
        let body = text.strip_suffix('}').filter(|body| body.len() > 1).expect("an object with items");
        let check = self.next(body);
        format!("{body}{MARK}{check}\"}}\n")
    }

    /// Reads the next line, without its end.
    ///
    /// # Errors
    /// If it is not the line that was written there.
    pub fn read<T: for<'de> Deserialize<'de>>(&mut self, line: &str) -> Result<T, LineError> {
        let (body, check) = line
            .strip_suffix("\"}")
            .and_then(|line| line.rsplit_once(MARK))
            .filter(|(_, check)| check.len() == 8)
            .ok_or(LineError::NoChecksum)?;
        if self.next(body) != check {
            return Err(LineError::WrongChecksum);
        }
        serde_json::from_str(&format!("{body}}}")).map_err(|error| LineError::NotReadable(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<String> {
        let mut chain = Chain::default();
        (0..3).map(|number| chain.write(&Batch::new(number..number + 1)).trim_end().to_string()).collect()
    }

    fn read(lines: &[String]) -> Result<Vec<Batch>, LineError> {
        let mut chain = Chain::default();
        lines.iter().map(|line| chain.read(line)).collect()
    }

    #[test]
    fn lines_come_back_as_they_were() {
        let batches = read(&lines()).unwrap();
        assert_eq!(batches.iter().map(Batch::blocks).collect::<Vec<_>>(), [0..1, 1..2, 2..3]);
    }

    #[test]
    fn changed_missing_and_moved_lines_are_noticed() {
        let good = lines();
        let changed = good[1].replace("\"end\":2", "\"end\":3");
        for bad in [
            vec![good[0].clone(), changed],
            vec![good[0].clone(), good[2].clone()],
            vec![good[1].clone(), good[0].clone()],
        ] {
            assert_eq!(read(&bad), Err(LineError::WrongChecksum));
        }
        assert_eq!(read(&[good[0][..20].into()]), Err(LineError::NoChecksum));
        assert_eq!(read(&["{}".into()]), Err(LineError::NoChecksum));
    }
}
