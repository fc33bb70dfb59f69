//! What each game brings along for bots, one folder a game: a sensible beginner, search, habits, the wire form of its
//! views and the events of its records.

pub mod dice;
pub mod domino_poker;
pub mod graph_poker;
pub mod rims;
