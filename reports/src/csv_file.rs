//! CSV files of known columns, read with an eye for damage.

use std::path::Path;
use std::{fs, io};

use csv::{ErrorKind, Reader, StringRecord, Writer};

use crate::cell::Cell;

/// Why a file of results cannot be used.
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
    /// It is not the file that was written.
    #[error("{file} was changed or damaged since it was written: its checksum does not fit")]
    Changed {
        /// Which file.
        file: String,
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

/// The columns of a file, as [`rows`] makes them of the fields of a row.
pub(crate) trait Columns: Sized {
    /// Their names, in their order.
    const NAMES: &'static [&'static str];

    /// Their content.
    fn cells(&self) -> Vec<String>;

    /// The row of these cells, which are as many as there are columns.
    fn of_cells(cells: &[&str]) -> Result<Self, Flaw>;
}

/// The row of a file.
pub(crate) trait Row: Columns {
    /// What is wrong with it beyond single cells.
    fn check(&self) -> Result<(), Flaw> {
        Ok(())
    }
}

/// Makes rows of files. Each field is a column: its name is that of the field, and its type says what may stand there and
/// with how many decimals. What is known of a row and stands elsewhere comes in `beside`.
macro_rules! rows {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident: $kind:ty,)*
        }
        $(beside {
            $($(#[$beside_meta:meta])* pub $beside:ident: $beside_kind:ty,)*
        })?
    )*) => {$(
        $(#[$meta])*
        pub struct $name {
            $($(#[$field_meta])* pub $field: $kind,)*
            $($($(#[$beside_meta])* pub $beside: $beside_kind,)*)?
        }

        impl $crate::csv_file::Columns for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn cells(&self) -> Vec<String> {
                vec![$($crate::cell::Cell::text(&self.$field)),*]
            }

            fn of_cells(cells: &[&str]) -> Result<Self, $crate::csv_file::Flaw> {
                let mut cells = cells.iter();
                Ok(Self {
                    $($field: $crate::csv_file::value(stringify!($field), cells.next())?,)*
                    $($($beside: Default::default(),)*)?
                })
            }
        }
    )*};
}
pub(crate) use rows;

/// The value of a cell.
pub(crate) fn value<C: Cell>(name: &str, text: Option<&&str>) -> Result<C, Flaw> {
    let text = text.copied().unwrap_or_default();
    C::parse(text).ok_or_else(|| Flaw::new(format!("{name} is '{text}'"), C::expected()))
}

/// Both ends or none, and in order.
pub(crate) fn check_interval(low: Option<impl Into<f64>>, high: Option<impl Into<f64>>) -> Result<(), Flaw> {
    let (low, high): (Option<f64>, Option<f64>) = (low.map(Into::into), high.map(Into::into));
    match (low, high) {
        (None, None) => Ok(()),
        (Some(low), Some(high)) if low <= high => Ok(()),
        (Some(low), Some(high)) => Err(Flaw::new(format!("low is {low} and high is {high}"), "low not above high")),
        (Some(_), None) => Err(Flaw::new("low is there without high", "both or neither")),
        (None, Some(_)) => Err(Flaw::new("high is there without low", "both or neither")),
    }
}

/// Reads a file.
pub(crate) fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), FileError> {
    let file = path.display().to_string();
    match fs::read(path) {
        Ok(bytes) => Ok((file, bytes)),
        Err(source) => Err(FileError::Read { file, source }),
    }
}

/// Reads all rows of a file, with their lines.
pub(crate) fn read<T: Row>(path: &Path) -> Result<Vec<(u64, T)>, FileError> {
    let (file, bytes) = read_bytes(path)?;
    parse(&file, &bytes)
}

/// Reads all rows of a text, with their lines.
pub(crate) fn parse<T: Row>(file: &str, bytes: &[u8]) -> Result<Vec<(u64, T)>, FileError> {
    let mut reader = Reader::from_reader(bytes);
    let headers = reader.headers().map_err(|error| damage::<T>(file, &error))?.clone();
    let mut places = Vec::with_capacity(T::NAMES.len());
    for name in T::NAMES {
        let mut found = headers.iter().enumerate().filter(|(_, header)| header == name).map(|(place, _)| place);
        let wrong = match (found.next(), found.next()) {
            (Some(place), None) => {
                places.push(place);
                continue;
            }
            (None, _) => format!("there is no column '{name}'"),
            (Some(_), Some(_)) => format!("two columns '{name}'"),
        };
        return Err(Flaw::new(wrong, format!("the columns {}", T::NAMES.join(","))).at(file, 1));
    }
    let (mut rows, mut record) = (Vec::new(), StringRecord::new());
    while reader.read_record(&mut record).map_err(|error| damage::<T>(file, &error))? {
        let line = record.position().map_or(0, csv::Position::line);
        let cells: Vec<&str> = places.iter().map(|&place| &record[place]).collect();
        let row = T::of_cells(&cells).map_err(|flaw| flaw.at(file, line))?;
        row.check().map_err(|flaw| flaw.at(file, line))?;
        rows.push((line, row));
    }
    Ok(rows)
}

fn damage<T: Row>(file: &str, error: &csv::Error) -> FileError {
    let line = error.position().map_or(1, csv::Position::line);
    let flaw = match error.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            Flaw::new(format!("there are {len} values"), format!("{expected_len}, as many as there are columns"))
        }
        ErrorKind::Utf8 { .. } => Flaw::new("this is no UTF-8", "text in UTF-8"),
        _ => Flaw::new(error.to_string(), format!("a row with {}", T::NAMES.join(","))),
    };
    flaw.at(file, line)
}

/// Writes rows as a text. What could not be read again is refused.
pub(crate) fn text<T: Row>(file: &str, rows: &[T]) -> Result<Vec<u8>, FileError> {
    let bytes = table(file, T::NAMES, rows.iter().map(Columns::cells))?;
    parse::<T>(file, &bytes)?;
    Ok(bytes)
}

/// Writes a header and lines of cells as a text. All are to be of the same length.
pub(crate) fn table<S: AsRef<[u8]>>(
    file: &str,
    header: &[S],
    lines: impl IntoIterator<Item = Vec<String>>,
) -> Result<Vec<u8>, FileError> {
    let mut writer = Writer::from_writer(Vec::new());
    let refused = |line: u64, error: &csv::Error| Flaw::new(error.to_string(), "a row of plain values").at(file, line);
    writer.write_record(header).map_err(|error| refused(1, &error))?;
    for (line, cells) in (2..).zip(lines) {
        writer.write_record(cells).map_err(|error| refused(line, &error))?;
    }
    writer.into_inner().map_err(|error| FileError::Write { file: file.into(), source: error.into_error() })
}
