//! Solutions in files.
//!
//! A header says whose values they are and has a checksum of its own, so that a damaged header is not taken for one of
//! other rules; the values follow, and a checksum of all of it. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `KOSTIVAL` |
//! | 4 | the format |
//! | 2 and that many | the version of the program |
//! | 2 and that many | the fingerprint of the solver's code |
//! | 2 and that many | the rules, without the number of players |
//! | 2 and that many | the objective |
//! | 4 | the checksum of the scoring |
//! | 8 | when it was made, in seconds since 1970, or 0 |
//! | 8 | the number of values |
//! | 4 | CRC-32 of all before |
//! | 4 each | the values, `f32` |
//! | 4 | CRC-32 of all before |
//!
//! In tables of chances, two numbers for each class of upper totals stand before the values: the points of the first value,
//! 4 bytes, and how many values there are, 4 bytes.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use crate::checked::{CheckedReader, CheckedWriter};
use crate::objective::Objective;
use crate::scoring::{Scoring, scoring_of};
use crate::solution::{Solution, Solved};
use crate::space::Space;
use crate::table::{LANES, Table};
use crate::table_error::TableError;
use crate::table_header::TableHeader;
use crate::table_name::TableName;

impl<S: Scoresheet> Solution<S> {
    /// Writes the values of all states, for [`Solution::read_from`].
    ///
    /// # Errors
    /// If they cannot be written; and what was solved under a constraint, or not from the start of the game, is not
    /// written.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        self.solved().write_to(TableName::new(self.game(), Objective::Mean), 0, &mut out)
    }

    /// Reads what [`Solution::write_to`] has written for the same rules; the number of players makes no difference.
    ///
    /// # Errors
    /// Anything else, and whatever was changed or cut short.
    pub fn read_from(game: &SheetGame<S>, mut from: impl Read) -> Result<Self, TableError> {
        let table = Table::read_from(scoring_of(game), &TableName::new(game, Objective::Mean), &mut from)?;
        Ok(Self::from_table(game, table))
    }
}

impl Solved {
    pub(crate) fn write_to(&self, name: TableName, made: u64, out: &mut dyn Write) -> io::Result<()> {
        let Table { space, values, .. } = &self.table;
        if self.constraint.is_some() || space.place(space.outline(&Sheet::default())).is_none() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "only the solution of a whole game can be stored"));
        }
        let mut out = CheckedWriter::new(out);
        TableHeader { name, made, values: values.len() as u64 }.write(&mut out)?;
        out.write_values(values)?;
        out.write_sum()?;
        out.finish()
    }
}

impl Table {
    pub(crate) fn read_from(
        scoring: Arc<dyn Scoring>,
        wanted: &TableName,
        from: &mut dyn Read,
    ) -> Result<Self, TableError> {
        let mut from = CheckedReader::new(from);
        let count = TableHeader::read_for(&mut from, wanted)?.values;
        let space = Arc::new(Space::new(scoring, LANES));
        let stored = space.stored();
        if count != stored as u64 {
            return Err(TableError::Count { found: count, wanted: stored as u64 });
        }
        let mut values = Vec::with_capacity(stored);
        from.read_values(stored, &mut values)?;
        from.check_sum()?;
        from.finish()?;
        Ok(Self::with_values(space, values))
    }
}

#[cfg(test)]
mod tests;
