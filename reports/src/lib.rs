//! Results in; statistics, tables, plots and pages out. This crate knows no game and prints nothing: it gets results and
//! gives numbers and text.

pub mod findings;
pub mod html;
pub mod plain;
pub mod plot;
pub mod stats;
pub mod tournament;
pub mod tuning;

mod cell;
mod checksums;
mod column;
mod csv_file;
mod decimal;
mod escape;
mod guide;
mod layout;
mod number;
mod short_name;
mod table;
mod width;
mod wrap;

pub use checksums::CHECKSUMS;
pub use column::Column;
pub use csv_file::FileError;
pub use decimal::{Decimal, NotFinite};
pub use guide::{GuideError, fill_guide};
pub use number::{about, grouped};
pub use table::Table;
pub use width::Width;
pub use wrap::{facts, hanging, sentence};

/// The fingerprint of the sources of the statistics: others may count games otherwise.
pub const FINGERPRINT: &str = env!("KOSTI_FINGERPRINT");

/// The examples in the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
