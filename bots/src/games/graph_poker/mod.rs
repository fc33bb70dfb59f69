//! Graph-poker for bots.

pub mod habits;

mod events;
mod greedy;
mod roster;
mod search;
mod wire;

pub use events::GraphEvent;
pub use wire::WireGraphView;
