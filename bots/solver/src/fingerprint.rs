//! What tells the code apart that works out tables.

use crc32fast::Hasher;

/// The sources that decide which values a table holds, and where they stand in it.
const SOURCES: &[&str] = &[
    include_str!("candidate.rs"),
    include_str!("checked.rs"),
    include_str!("choices.rs"),
    include_str!("dispatch.rs"),
    include_str!("distribution.rs"),
    include_str!("flow.rs"),
    include_str!("forward.rs"),
    include_str!("graph.rs"),
    include_str!("lanes.rs"),
    include_str!("places.rs"),
    include_str!("pmf.rs"),
    include_str!("policy.rs"),
    include_str!("program.rs"),
    include_str!("reach.rs"),
    include_str!("scoring.rs"),
    include_str!("scoring_sum.rs"),
    include_str!("space.rs"),
    include_str!("stored.rs"),
    include_str!("stored_utility.rs"),
    include_str!("table.rs"),
    include_str!("table_header.rs"),
    include_str!("turn.rs"),
    include_str!("upper_classes.rs"),
    include_str!("utility.rs"),
    include_str!("utility_table.rs"),
];

/// A text that changes with the code of the solver: tables of other code are not used.
pub(crate) fn fingerprint() -> String {
    let mut sum = Hasher::new();
    SOURCES.iter().for_each(|source| sum.update(source.as_bytes()));
    format!("{:08x}", sum.finalize())
}
