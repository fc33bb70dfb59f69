//! How many blocks make a piece of work of the right length.

use std::time::Duration;

use kosti_bots::now;

/// A piece should take about so long: long enough that handing it over costs nothing, short enough that all threads end
/// together.
const PIECE: Duration = Duration::from_millis(10);
/// No piece has more blocks.
const MOST_BLOCKS: u64 = 1 << 16;

/// Fits the number of blocks of a piece to the time that they take. Without a clock a piece is one block.
pub(crate) struct PieceClock {
    blocks: u64,
}

impl Default for PieceClock {
    fn default() -> Self {
        Self { blocks: 1 }
    }
}

impl PieceClock {
    /// How many blocks the next piece should have.
    pub(crate) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Plays a piece, and judges by it how large the next one should be.
    pub(crate) fn time<T>(&mut self, play: impl FnOnce() -> T) -> T {
        let begin = now();
        let played = play();
        let Some(elapsed) = begin.map(|begin| begin.elapsed()) else { return played };
        if elapsed < PIECE / 2 {
            self.blocks = (self.blocks * 2).min(MOST_BLOCKS);
        } else if elapsed > PIECE * 2 {
            self.blocks = (self.blocks / 2).max(1);
        }
        played
    }
}
