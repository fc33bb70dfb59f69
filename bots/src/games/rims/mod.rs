//! Rims for bots.

pub mod best_response;
pub mod blueprint;
pub mod exploit;
pub mod habits;

mod disciple;
mod events;
mod greedy;
mod roster;
mod search;
mod wire;

pub(crate) use blueprint::{TABLE, blueprint_of, check_table};
pub use events::RimsEvent;
pub(crate) use roster::BLUEPRINT;
pub use search::{Hope, MatchTable};
pub use wire::WireRimsView;
