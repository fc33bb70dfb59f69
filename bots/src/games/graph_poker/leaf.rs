//! What prospects are worth in graph-poker: learned from games of players who search, and kept in small tables.

mod samples;
mod table;

pub use samples::{LeafSample, searcher, watch_game};
pub use table::{LeafOrigin, LeafRow, LeafTable, LeafTableError};

pub use crate::games::graph_poker::search::prospects::{Prospect, Prospects};
