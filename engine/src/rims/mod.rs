//! Rims: four cards each, a fight for trump by showing cards, then tricks with what is left.

mod action;
mod game;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod trick;

pub use action::{RimsAction, RimsLegal};
pub use game::Rims;
pub use rules::{Lead, RimsRules};
pub use state::{RimsDeal, RimsPhase, RimsRequest, RimsState, RimsTable, RimsView};
pub use trick::beats;

/// The largest table: thirteen hands of four are a whole deck.
pub const MAX_PLAYERS: usize = 13;
/// Cards in a hand.
pub const HAND: usize = 4;
/// The most circles in which trump is fought for.
pub const MAX_CIRCLES: u8 = 3;
