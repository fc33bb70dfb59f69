//! What a run of experiments on advice found, as rows.

mod columns;
mod folder;
mod rows;
mod ruling_tone;
#[cfg(test)]
mod tests;

pub use folder::{Advice, CLAIMS, FINDINGS, PLOTS, RUN};
pub use rows::{Claim, Fact, Finding, Lens, PlotKind, PlotPoint, Unit};
pub use ruling_tone::RulingTone;
