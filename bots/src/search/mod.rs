//! Bots that search: they imagine what they cannot see, try what they may do, and take what works out best.

mod aim;
mod game;

pub use aim::Aim;
pub use game::{SearchGame, Values};
