//! Dice-poker, pirate-poker, yatzy and yahtzee for bots.

pub(crate) mod expectimax;
pub(crate) mod greedy;

mod events;
mod follow;
mod optimal;
mod roster;
mod rule;
mod search;
mod utility_bot;
mod wire;

pub(crate) use expectimax::{EXPECTIMAX, SPREAD, check_spread};
pub(crate) use optimal::OPTIMAL;
pub(crate) use utility_bot::{TARGET, TARGET_POINTS, WIN, check_target};

pub use events::SheetEvent;
pub use follow::{FollowedSheet, distribution_of_bot};
pub use optimal::Optimal;
pub use rule::DiceRule;
pub use utility_bot::UtilityBot;
pub use wire::WireSheetView;
