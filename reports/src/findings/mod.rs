//! What a run of experiments on advice found, as rows.

mod columns;
mod correction;
mod folder;
mod rows;
mod ruling;
#[cfg(test)]
mod tests;

pub use correction::correct_verdicts;
pub use folder::{CLAIMS, FINDINGS, Findings, PLOTS, RUN};
pub use rows::{Claim, Fact, Finding, Lens, PlotKind, PlotPoint, Unit};
pub use ruling::{NoRuling, Ruling, RulingTone};
