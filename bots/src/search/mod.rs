//! Bots that search: they imagine worlds that fit what they see, try what they may do there, and take what works out
//! best.

mod aim;
mod budget;
mod game;
mod halving;
mod ismcts;
mod kept_actions;
mod ladder;
mod mc;
mod params;
mod policy;
mod race;
mod rollout;
mod tree;
#[cfg(test)]
mod with_habit;

pub use aim::Aim;
pub use budget::Budget;
pub(crate) use game::can_be_searched;
pub use game::{SearchGame, Values};
pub use ismcts::{Ismcts, IsmctsSettings};
pub use mc::{McSettings, MonteCarlo};
pub use policy::Policy;
pub use race::ActionStats;
pub use rollout::Endings;

pub(crate) use ladder::{HIDDEN_LADDER, TAUGHT_HIDDEN_LADDER};
pub(crate) use params::{ISMCTS, ISMCTS_PARAMS, MC, MC_PARAMS, check, is_timed, searcher, tree_bytes};
