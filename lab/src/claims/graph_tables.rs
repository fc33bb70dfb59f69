//! Graph-poker: where habits are tested.

use kosti_engine::GraphPoker;

use super::habits::{Tables, at_tables};
use crate::error::LabError;
use crate::experiment::Measured;
use crate::lab::Lab;

/// Where habits are tested.
pub(super) const TABLES: Tables<'_> =
    Tables { players: &[2, 4], simple: 1000, strong_in_quick: Some((4, 50)), strong: &[(2, 60), (4, 60)] };

/// One habit of graph-poker.
pub(super) fn habit(lab: &Lab<'_>, name: &str, part: &str, tables: &Tables<'_>) -> Result<Measured, LabError> {
    at_tables::<GraphPoker>(lab, name, ("", part), tables)
}
