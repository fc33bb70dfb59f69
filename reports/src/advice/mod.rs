//! What a run of experiments on advice found, as rows.

mod rows;

pub use rows::{Claim, Finding, Lens, PlotKind, PlotPoint, Unit};
