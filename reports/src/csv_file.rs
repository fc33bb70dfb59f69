//! CSV files of known columns, read with an eye for damage.

use std::path::Path;
use std::{fs, io};

use csv::{ErrorKind, Reader, StringRecord, Writer};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why a file of rows cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read at all.
    #[error("cannot read {file}")]
    Read {
        /// Which file.
        file: String,
        /// Why not.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write {file}")]
    Write {
        /// Which file.
        file: String,
        /// Why not.
        source: io::Error,
    },
    /// Something in it is wrong.
    #[error("{file}, line {line}: {wrong}; expected {right}")]
    Damaged {
        /// Which file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        wrong: String,
        /// What would be right.
        right: String,
    },
}

/// What is wrong with a row, and what would be right.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    pub wrong: String,
    pub right: String,
}

impl Flaw {
    pub(crate) fn new(wrong: impl Into<String>, right: impl Into<String>) -> Self {
        Self { wrong: wrong.into(), right: right.into() }
    }

    pub(crate) fn at(self, file: &str, line: u64) -> FileError {
        FileError::Damaged { file: file.into(), line, wrong: self.wrong, right: self.right }
    }
}

/// What may stand in a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell {
    Text,
    /// A finite number.
    Number,
    /// A finite number or nothing.
    MaybeNumber,
    /// A whole number that is not negative.
    Count,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words or nothing.
    MaybeWord(&'static [&'static str]),
}

impl Cell {
    fn takes(self, text: &str) -> bool {
        let finite = |text: &str| text.parse().is_ok_and(f64::is_finite);
        match self {
            Self::Text => true,
            Self::Number => finite(text),
            Self::MaybeNumber => text.is_empty() || finite(text),
            Self::Count => text.parse::<u64>().is_ok(),
            Self::Word(words) => words.contains(&text),
            Self::MaybeWord(words) => text.is_empty() || words.contains(&text),
        }
    }

    fn expected(self) -> String {
        match self {
            Self::Text => "a text".into(),
            Self::Number => "a finite number".into(),
            Self::MaybeNumber => "a finite number or nothing".into(),
            Self::Count => "a whole number from 0 to 18446744073709551615".into(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
            Self::MaybeWord(words) => format!("nothing or one of {}", words.join(", ")),
        }
    }
}

/// The row of a file.
pub(crate) trait Row: Serialize + DeserializeOwned {
    /// Its columns, in their order.
    const COLUMNS: &'static [(&'static str, Cell)];

    /// What is wrong with it beyond single cells.
    fn check(&self) -> Result<(), Flaw> {
        Ok(())
    }
}

/// Both ends or none, and in order.
pub(crate) fn check_interval(low: Option<f64>, high: Option<f64>) -> Result<(), Flaw> {
    match (low, high) {
        (None, None) => Ok(()),
        (Some(low), Some(high)) if low <= high => Ok(()),
        (Some(low), Some(high)) => Err(Flaw::new(format!("low is {low} and high is {high}"), "low not above high")),
        (Some(_), None) => Err(Flaw::new("low is there without high", "both or neither")),
        (None, Some(_)) => Err(Flaw::new("high is there without low", "both or neither")),
    }
}

/// Reads all rows of a file, with their lines.
pub(crate) fn read<T: Row>(path: &Path) -> Result<Vec<(u64, T)>, FileError> {
    let file = path.display().to_string();
    let bytes = fs::read(path).map_err(|source| FileError::Read { file: file.clone(), source })?;
    parse(&file, &bytes)
}

/// Reads all rows of a text, with their lines.
pub(crate) fn parse<T: Row>(file: &str, bytes: &[u8]) -> Result<Vec<(u64, T)>, FileError> {
    let mut reader = Reader::from_reader(bytes);
    let headers = reader.headers().map_err(|error| damage::<T>(file, &error))?.clone();
    for (name, _) in T::COLUMNS {
        let found = headers.iter().filter(|header| header == name).count();
        if found != 1 {
            let wrong =
                if found == 0 { format!("there is no column '{name}'") } else { format!("two columns '{name}'") };
            return Err(Flaw::new(wrong, format!("the columns {}", names::<T>())).at(file, 1));
        }
    }
    let places: Vec<usize> =
        T::COLUMNS.iter().filter_map(|(name, _)| headers.iter().position(|header| header == *name)).collect();
    let (mut rows, mut record) = (Vec::new(), StringRecord::new());
    while reader.read_record(&mut record).map_err(|error| damage::<T>(file, &error))? {
        let line = record.position().map_or(0, csv::Position::line);
        for ((name, cell), &place) in T::COLUMNS.iter().zip(&places) {
            let text = &record[place];
            if !cell.takes(text) {
                let wrong = format!("{name} is '{text}'");
                return Err(Flaw::new(wrong, cell.expected()).at(file, line));
            }
        }
        let row: T = record.deserialize(Some(&headers)).map_err(|error| damage::<T>(file, &error))?;
        row.check().map_err(|flaw| flaw.at(file, line))?;
        rows.push((line, row));
    }
    Ok(rows)
}

fn names<T: Row>() -> String {
    T::COLUMNS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",")
}

fn damage<T: Row>(file: &str, error: &csv::Error) -> FileError {
    let line = error.position().map_or(1, csv::Position::line);
    let flaw = match error.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            Flaw::new(format!("there are {len} values"), format!("{expected_len}, as many as there are columns"))
        }
        ErrorKind::Utf8 { .. } => Flaw::new("this is no UTF-8", "text in UTF-8"),
        _ => Flaw::new(error.to_string(), format!("a row with {}", names::<T>())),
    };
    flaw.at(file, line)
}

/// Writes rows as a text. What could not be read again is refused.
pub(crate) fn text<T: Row>(file: &str, rows: &[T]) -> Result<Vec<u8>, FileError> {
    let refused = |line: u64, error: &csv::Error| Flaw::new(error.to_string(), "a row of plain values").at(file, line);
    let mut writer = Writer::from_writer(Vec::new());
    if rows.is_empty() {
        let header = T::COLUMNS.iter().map(|(name, _)| *name);
        writer.write_record(header).map_err(|error| refused(1, &error))?;
    }
    for row in rows {
        writer.serialize(row).map_err(|error| refused(0, &error))?;
    }
    let bytes =
        writer.into_inner().map_err(|error| FileError::Write { file: file.into(), source: error.into_error() })?;
    parse::<T>(file, &bytes)?;
    Ok(bytes)
}
