//! Where tables of values are kept from one program to the next.
//!
//! The solver itself knows no files: a program that has some says where its tables are kept, once, with [`keep_tables`].
//! Without a store every program works out its own. Results are the same either way.

use std::io::{self, Read, Write};
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use crate::table_error::TableError;
use crate::table_name::TableName;

/// Keeps tables.
pub trait TableStore: Send + Sync {
    /// Lets a table be read, if it is kept; otherwise lets it be made, and keeps it if that is possible.
    ///
    /// What goes wrong with the store is no reason to fail: then the table is made.
    fn provide(&self, name: &TableName, table: &mut dyn StoredTable);
}

/// A table as its store sees it.
pub trait StoredTable {
    /// Reads the table, all of it and nothing more.
    ///
    /// # Errors
    /// If this is not the table that was asked for, or it was changed or cut short.
    fn read(&mut self, from: &mut dyn Read) -> Result<(), TableError>;

    /// Works the table out.
    fn make(&mut self);

    /// Writes the table, which was read or made before, with the time that the store says, in seconds since 1970.
    ///
    /// # Errors
    /// If it cannot be written, or there is none yet.
    fn write(&mut self, made: u64, out: &mut dyn Write) -> io::Result<()>;
}

/// The store was chosen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("where tables are kept was said before, and cannot be changed while a program runs")]
pub struct StoreIsSet;

static STORE: OnceLock<Arc<dyn TableStore>> = OnceLock::new();

/// Says where all bots of this program find and keep their tables. To be called before the first of them is made.
///
/// # Errors
/// If it was said before.
pub fn keep_tables(store: Arc<dyn TableStore>) -> Result<(), StoreIsSet> {
    STORE.set(store).map_err(|_| StoreIsSet)
}

/// Where the tables of this program are kept, if [`keep_tables`] said so.
pub fn table_store() -> Option<&'static dyn TableStore> {
    STORE.get().map(|store| &**store)
}

/// What can be read, made and written as a table.
pub(crate) struct Wanted<T, R, M, W> {
    pub(crate) read: R,
    pub(crate) make: M,
    pub(crate) write: W,
    pub(crate) made: Option<T>,
}

impl<T, R, M, W> StoredTable for Wanted<T, R, M, W>
where
    R: FnMut(&mut dyn Read) -> Result<T, TableError>,
    M: FnMut() -> T,
    W: FnMut(&T, u64, &mut dyn Write) -> io::Result<()>,
{
    fn read(&mut self, from: &mut dyn Read) -> Result<(), TableError> {
        self.made = Some((self.read)(from)?);
        Ok(())
    }

    fn make(&mut self) {
        self.made = Some((self.make)());
    }

    fn write(&mut self, made: u64, out: &mut dyn Write) -> io::Result<()> {
        let table = self.made.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
        (self.write)(table, made, out)
    }
}

impl<T, R, M, W> Wanted<T, R, M, W>
where
    Self: StoredTable,
{
    /// The table, from a store if there is one.
    pub(crate) fn from(mut self, store: Option<&dyn TableStore>, name: impl FnOnce() -> TableName) -> T {
        if let Some(store) = store {
            store.provide(&name(), &mut self);
        }
        if self.made.is_none() {
            self.make();
        }
        self.made.expect("a table that was made")
    }
}
