//! Results in; statistics, tables, plots and pages out. This crate knows no game and prints nothing: it gets results and
//! gives numbers and text.

pub mod advice;
pub mod html;
pub mod plot;
pub mod tally;
pub mod tournament;

mod confidence_sequence;
mod csv_file;
mod elo;
mod estimate;
mod guide;
mod holm;
mod number;
mod rating;
mod rating_data;
mod sprt;
mod standings;
mod table;
mod verdict;

pub use confidence_sequence::{ConfidenceSequence, Sums};
pub use csv_file::FileError;
pub use elo::{elo, expected_score};
pub use estimate::{CONFIDENCE, Estimate, Interval, StandardError, Stratum, student_quantile};
pub use guide::{GuideError, fill_guide};
pub use holm::holm;
pub use number::{grouped, unbroken};
pub use rating::{Rating, Ratings, Stage, StageCounts, TieWeight, rate};
pub use rating_data::RatingData;
pub use sprt::{EloScale, Sprt, SprtError, SprtVerdict, normalized_elo};
pub use standings::{Mean, Meeting, SeatStanding, Share, Standing, Standings};
pub use table::{Align, Table};
pub use verdict::Verdict;
