//! Domino-poker: bids and tricks with dominoes, in four stages and an optional last one.

mod action;
mod game;
mod knowledge;
mod last;
mod points;
mod rules;
mod stage;
mod state;
#[cfg(test)]
mod tests;

pub use action::{Direction, DominoAction, DominoLegal};
pub use game::DominoPoker;
pub use last::{LAST_PRIZE, last_points, place_of};
pub use points::deal_points;
pub use rules::{DominoPokerRules, Last};
pub use stage::{Deal, Stage};
pub use state::{DominoDeal, DominoPhase, DominoState, DominoTable, DominoView};

/// The largest table.
pub const MAX_PLAYERS: usize = 6;
/// The largest hand.
pub const MAX_HAND: usize = 7;
/// The longest game: hands of one to six, twelve of seven, six to one, six deals each of three stages, the last stage.
pub const MAX_DEALS: usize = 6 + 12 + 6 + 3 * 6 + 1;
