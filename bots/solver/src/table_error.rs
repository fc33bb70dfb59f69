//! What can be wrong with a table of values.

use std::io;

use thiserror::Error;

use crate::objective::Objective;
use crate::table_name::{FORMAT, VERSION};

/// Why something is not the table of values that was asked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// Something else altogether.
    #[error("this is no table of values")]
    NotATable,
    /// Written in a form that this version does not read.
    #[error("the table has format {found}, and this version reads format {FORMAT}; solve the game and save it again")]
    Format {
        /// The form.
        found: u32,
    },
    /// Written by another version.
    #[error("the table was saved by version {found}, and this is version {VERSION}; solve the game and save it again")]
    Version {
        /// The version.
        found: String,
    },
    /// Written by the same version with other code, or for a scoresheet that scores otherwise.
    #[error("the table was saved by another build, which may work out other values; solve the game and save it again")]
    Build,
    /// Values of another game, or of the same under other rules.
    #[error("the table is for {found}, not for {wanted}")]
    Rules {
        /// The rules it is for.
        found: String,
        /// The rules asked for.
        wanted: String,
    },
    /// Values for another objective.
    #[error("the table is for the objective {found}, not for {wanted}")]
    Objective {
        /// The objective it is for.
        found: Objective,
        /// The objective asked for.
        wanted: Objective,
    },
    /// Not as many values as the game has states.
    #[error("the table holds {found} values, and {wanted} are needed; solve the game and save it again")]
    Count {
        /// How many there are.
        found: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// The end is missing.
    #[error("the table is cut short; solve the game and save it again")]
    Truncated,
    /// Something was changed.
    #[error("the table is damaged: its checksum is wrong; solve the game and save it again")]
    Damaged,
    /// More than a table.
    #[error("the table is damaged: something follows its end; solve the game and save it again")]
    Trailing,
}
