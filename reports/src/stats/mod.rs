//! Statistics: pure functions from sums to figures. Nothing here reads, writes or formats.
//!
//! A block of games that share their luck is the unit of everything: [`tally`] keeps exact sums over whole blocks, and all
//! standard errors come from the scatter of blocks.

pub mod tally;

mod choice_model;
mod confidence_sequence;
mod elo;
mod estimate;
mod family;
mod holm;
mod rating;
mod ratio;
mod sample;
mod sprt;
mod standings;
mod verdict;

pub use choice_model::{ChoiceModel, Contest};
pub use confidence_sequence::{ConfidenceSequence, Sums};
pub use elo::{elo, expected_score};
pub use estimate::{CONFIDENCE, Estimate, Interval, StandardError, Stratum, student_quantile};
pub use family::{Corrected, Member, correct};
pub use holm::holm;
pub use rating::{Rating, RatingZero, Ratings};
pub use ratio::Ratio;
pub use sample::{chance_interval, mean_interval, share_interval};
pub use sprt::{BlockScores, EloScale, Sprt, SprtError, SprtVerdict, normalized_elo};
pub use standings::{Mean, Meeting, SeatStanding, Share, Standing, Standings};
pub use verdict::{PValues, Verdict};
