//! Dice-poker, pirate-poker, yatzy and yahtzee for bots.

pub(crate) mod expectimax;
pub(crate) mod greedy;

mod disciple;
mod events;
mod follow;
mod habits;
mod moment;
mod novice;
mod optimal;
mod roster;
mod rule;
mod search;
mod utility_bot;
mod win;
mod wire;

pub(crate) use expectimax::{EXPECTIMAX, SPREAD, check_spread};
pub(crate) use novice::{MISTAKE, check_mistake};
pub(crate) use optimal::OPTIMAL;
pub(crate) use utility_bot::{TARGET, TARGET_POINTS, check_target};
pub(crate) use win::WIN;

pub use events::SheetEvent;
pub use follow::{FollowedSheet, distribution_of_bot};
pub use novice::Mistake;
pub use optimal::Optimal;
pub use rule::DiceRule;
pub use utility_bot::UtilityBot;
pub use win::Win;
pub use wire::WireSheetView;
