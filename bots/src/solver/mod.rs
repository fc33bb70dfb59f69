//! Exact play for the dice games.

mod arena;
mod choices;
mod constraint;
mod dispatch;
mod distribution;
mod ending;
mod flow;
mod forward;
mod graph;
mod keep_plan;
mod limited;
mod pmf;
mod policy;
mod policy_table;
mod program;
mod reach;
mod shared;
mod solution;
mod space;
mod stored;
mod turn;
mod turn_values;
mod upper_classes;
mod utility;
mod utility_solution;
mod watcher;

pub(crate) use choices::{Best, ROW};
pub use constraint::{Constraint, Situation};
pub use dispatch::Vectors;
pub(crate) use dispatch::fetch_soon;
pub use distribution::{Distribution, GreedySheet, RowDistribution, distribution_of};
pub use ending::{Ending, EndingError, MAX_OPEN};
pub use pmf::Pmf;
pub use policy_table::PolicyTable;
pub(crate) use policy_table::TurnCodes;
pub use solution::Solution;
pub use stored::TableError;
pub use turn_values::TurnValues;
pub use utility::Utility;
pub use utility_solution::{Cost, UtilitySolution};
pub use watcher::{End, Fill, MEMORIES, Moment, Start, Watcher};

pub(crate) use graph::{KEEPS, share};
pub(crate) use space::Space;
pub(crate) use turn::Work;
