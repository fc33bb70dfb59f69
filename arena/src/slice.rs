//! Parts of a plan that are played apart from each other.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Reads a range of blocks, `A..B`.
///
/// # Errors
/// If it is none.
pub fn parse_blocks(text: &str) -> Result<Range<u64>, String> {
    text.split_once("..")
        .and_then(|(first, end)| Some(first.trim().parse().ok()?..end.trim().parse().ok()?))
        .filter(|blocks: &Range<u64>| blocks.start < blocks.end)
        .ok_or_else(|| "expected the first block and the one after the last, such as 0..500".into())
}

/// One of several parts of a plan, as equal as they can be: `I/N` with I from 1 to N.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// More parts than this have no plan.
    pub const MOST: u64 = 1_000_000;

    /// Which part it is, from 1 on.
    pub fn number(self) -> u64 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// The blocks of this part of some blocks; nothing if there are more parts than blocks and this one has none.
    ///
    /// Parts begin at multiples of the batch where there are enough batches, so that merging them joins no batch.
    pub fn blocks(self, blocks: u64, batch: u64) -> Option<Range<u64>> {
        let batches = blocks.div_ceil(batch);
        let (pieces, piece) = if batches >= self.of { (batches, batch) } else { (blocks, 1) };
        let start =
            |number: u64| ((u128::from(pieces) * u128::from(number) / u128::from(self.of)) as u64 * piece).min(blocks);
        let range = start(self.number - 1)..start(self.number);
        (range.start < range.end).then_some(range)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once('/')
            .and_then(|(number, of)| Some(Self { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? }))
            .filter(|shard| (1..=shard.of).contains(&shard.number) && shard.of <= Self::MOST)
            .ok_or_else(|| {
                "expected the number of the part and how many there are, such as 3/100; parts count from 1".into()
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_a_whole_without_gaps() {
        for (blocks, batch) in [(1, 1), (7, 2), (100, 7), (1000, 1), (65_536, 64), (333, 1000), (1 << 50, 1 << 16)] {
            for of in [1, 2, 3, 7, 100, 999] {
                let shards = (1..=of).map(|number| Shard { number, of });
                let mut next = 0;
                for range in shards.filter_map(|shard| shard.blocks(blocks, batch)) {
                    assert_eq!(range.start, next, "{blocks} blocks in batches of {batch}, {of} parts");
                    assert!(blocks.div_ceil(batch) < of || range.start.is_multiple_of(batch));
                    next = range.end;
                }
                assert_eq!(next, blocks);
            }
        }
    }

    #[test]
    fn shards_are_as_equal_as_can_be() {
        let sizes = |blocks, batch, of| -> Vec<u64> {
            let range = |number| Shard { number, of }.blocks(blocks, batch);
            (1..=of).map(|number| range(number).map_or(0, |range| range.end - range.start)).collect()
        };
        assert_eq!(sizes(10, 1, 3), [3, 3, 4]);
        assert_eq!(sizes(100, 10, 3), [30, 30, 40]);
        assert_eq!(sizes(2, 1, 3), [0, 1, 1]);
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/1000001", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("3/100".parse::<Shard>().unwrap().to_string(), "3/100");
    }
}
