//! A slot of the hash table that a board is.

/// A cell in the hash table: its key, and either its card or its place at the edge. The board gives the bits their meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot(pub(super) u32);
