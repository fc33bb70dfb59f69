//! Parameters of a bot, tuned by games.

mod hypercube;
mod race;
mod range;
mod space;
mod surface;
mod tuning;

pub use range::{RangeError, TuneRange};
pub use space::SpaceError;
pub use tuning::{TUNING, Tune, TuneError, TuneProgress};
