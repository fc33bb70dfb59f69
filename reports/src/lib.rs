//! Results in; statistics and tables out. This crate knows no game and prints nothing: it gets results and gives numbers
//! and text.

pub mod advice;
pub mod tally;

mod confidence_sequence;
mod elo;
mod estimate;
mod holm;
mod rating;
mod rating_data;
mod sprt;
mod standings;
mod table;
mod verdict;

pub use confidence_sequence::{ConfidenceSequence, Sums};
pub use elo::{elo, expected_score};
pub use estimate::{CONFIDENCE, Estimate, Interval, StandardError, Stratum, student_quantile};
pub use holm::holm;
pub use rating::{Rating, Ratings, Stage, StageCounts, TieWeight, rate};
pub use rating_data::RatingData;
pub use sprt::{EloScale, Sprt, SprtError, SprtVerdict, normalized_elo};
pub use standings::{Mean, Meeting, SeatStanding, Share, Standing, Standings};
pub use table::{Align, Table};
pub use verdict::Verdict;
