//! A blueprint for rims for two: an equilibrium of single deals, learned on an abstraction.

mod bot;
mod deal;
mod info_set;
mod shipped;
mod table;
#[cfg(test)]
mod tests;
mod trained;
mod training;

pub use bot::BlueprintBot;
pub use deal::RimsDealGame;
pub use info_set::moment;
pub use shipped::shipped;
pub use table::{ABSTRACTION, Blueprint, BlueprintError, MOST_SETS, Mixed, Origin};
pub use trained::{ReadFile, ReaderIsSet, read_blueprints_with};
pub use training::Training;

pub(crate) use trained::{TABLE, blueprint_of, check_table};
