//! What no tournament goes beyond.

/// More games would overflow some sums, and outlast us.
pub const MOST_GAMES: u64 = 1_000_000_000_000;
