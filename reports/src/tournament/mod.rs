//! The result of a tournament: one value, and its exporters.
//!
//! [`TournamentResult`] holds all that any form shows. The forms are one file each: CSV and JSON in the folder of a run,
//! text for a terminal, Markdown, and a page ([`crate::html::tournament_page`]).

mod csv;
mod folder;
mod json;
mod live;
#[cfg(test)]
pub(crate) mod made_up;
mod markdown;
mod notes;
mod result;
mod rows;
mod run_facts;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod times;

pub use csv::{PAIRS, SEATS, STANDINGS, SWEEP};
#[cfg(feature = "schema")]
pub use json::summary_schema;
pub use json::{EntrantSummary, SUMMARY, Summary};
pub use live::live_table;
pub use result::{Clock, Decision, SprtFigures, TournamentResult};
pub use rows::{PairRow, SeatRow, StandingRow};
pub use run_facts::{Entrant, RunFacts, SprtState};
pub use sweep::{SweepCell, SweepResult};
pub(crate) use tables::rank_decimals;
pub use times::{TIMES, TimesRow};
