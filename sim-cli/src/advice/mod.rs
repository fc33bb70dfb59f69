//! The advice laboratory: what the documents claim, tested.
//!
//! Every claim is an [`Experiment`] that is fixed before anything runs: what is claimed, under which rules, how it is
//! tested, and what counts as a difference. A [`Lab`] runs them: exact where a game can be solved, in pairs of games that
//! differ in one habit alone where it cannot.

pub mod claims;

mod budget;
mod dice;
mod experiment;
mod field;
mod figures;
mod house_pirate;
mod lab;
mod paired;
mod ratio;
mod run_folder;
mod survey;
mod trial;
mod verdicts;

pub use budget::LabBudget;
pub use experiment::{Experiment, Measured, Source, Told};
pub use lab::Lab;
pub use paired::{Judged, PairedGames, PairedResult};
pub use run_folder::{FolderError, Found, PAGE_TITLE, RunFolder, RunPlan};
pub use verdicts::correct;
