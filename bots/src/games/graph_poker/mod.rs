//! Graph-poker for bots.

pub mod habits;
pub mod leaf;

mod disciple;
mod events;
mod fit;
mod greedy;
mod roster;
mod runs;
mod search;
mod wire;

pub use events::GraphEvent;
pub use wire::WireGraphView;
