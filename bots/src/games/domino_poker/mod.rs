//! Domino-poker for bots.

pub mod habits;

mod events;
mod greedy;
mod roster;
mod search;
mod wire;

pub use events::DominoEvent;
pub use search::{ByPips, DealSolver, Equilibrium, LastStage, OpenDeal, PIP_COUNTS, Payoffs, Taken};
pub use wire::WireDominoView;
