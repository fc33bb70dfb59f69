//! Rims for bots.

pub mod exploit;
pub mod habits;

mod events;
mod greedy;
mod roster;
mod search;
mod wire;

pub use events::RimsEvent;
pub use search::{Hope, MatchTable};
pub use wire::WireRimsView;
