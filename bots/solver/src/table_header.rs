//! The header before the values of a table.

use std::io::{self, Read};

use crate::checked::{CheckedReader, CheckedWriter};
use crate::table_error::TableError;
use crate::table_name::{FORMAT, TableName, VERSION};

/// What every table begins with.
const MAGIC: [u8; 8] = *b"KOSTIVAL";

/// What a table is, without its values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TableHeader {
    /// Whose values they are.
    pub name: TableName,
    /// When it was made, in seconds since 1970, by the clock of the store that keeps it; 0 if it is not kept in a store.
    pub made: u64,
    /// How many values it has.
    pub values: u64,
}

impl TableHeader {
    /// Reads the header alone.
    ///
    /// # Errors
    /// If it is no header, one of another format, or was changed or cut short.
    pub fn read_from(mut from: impl Read) -> Result<Self, TableError> {
        Self::read(&mut CheckedReader::new(&mut from))
    }

    pub(crate) fn read(from: &mut CheckedReader<'_>) -> Result<Self, TableError> {
        match from.read() {
            Ok(MAGIC) => {}
            Ok(_) | Err(TableError::Truncated) => return Err(TableError::NotATable),
            Err(error) => return Err(error),
        }
        let format = u32::from_le_bytes(from.read()?);
        if format != FORMAT {
            return Err(TableError::Format { found: format });
        }
        let (version, fingerprint, rules, objective) =
            (from.read_text()?, from.read_text()?, from.read_text()?, from.read_text()?);
        let scoring = u32::from_le_bytes(from.read()?);
        let (made, values) = (u64::from_le_bytes(from.read()?), u64::from_le_bytes(from.read()?));
        from.check_sum()?;
        let objective = objective.parse().map_err(|_| TableError::Damaged)?;
        Ok(Self { name: TableName { version, fingerprint, rules, scoring, objective }, made, values })
    }

    /// Reads a header and holds it against the table that is wanted.
    pub(crate) fn read_for(from: &mut CheckedReader<'_>, wanted: &TableName) -> Result<Self, TableError> {
        let header = Self::read(from)?;
        let found = &header.name;
        if found.version != VERSION {
            return Err(TableError::Version { found: found.version.clone() });
        }
        if found.rules != wanted.rules {
            return Err(TableError::Rules { found: found.rules.clone(), wanted: wanted.rules.clone() });
        }
        if found.objective != wanted.objective {
            return Err(TableError::Objective { found: found.objective, wanted: wanted.objective });
        }
        if found != wanted {
            return Err(TableError::Build);
        }
        Ok(header)
    }

    pub(crate) fn write(&self, out: &mut CheckedWriter<'_>) -> io::Result<()> {
        let TableName { version, fingerprint, rules, scoring, objective } = &self.name;
        out.write(&MAGIC)?;
        out.write(&FORMAT.to_le_bytes())?;
        for text in [version, fingerprint, rules, &objective.to_string()] {
            out.write_text(text)?;
        }
        out.write(&scoring.to_le_bytes())?;
        out.write(&self.made.to_le_bytes())?;
        out.write(&self.values.to_le_bytes())?;
        out.write_sum()
    }
}
