//! From tallies to the stages that ratings are made of.

use std::collections::HashMap;

use crate::stats::rating::{Ratings, Stage, StageCounts, rate};
use crate::stats::tally::{Order, Shape, Tallies};

/// Collects what ratings need, group of blocks by group of blocks.
#[derive(Clone, Default, Debug)]
pub struct RatingData {
    stages: Vec<Stage>,
    numbers: HashMap<Stage, u32>,
    groups: Vec<StageCounts>,
    /// How many groups of blocks were put together to one here.
    together: usize,
    /// How many of those the last one holds.
    in_last: usize,
}

/// More groups say nothing more about scatter, and cost memory and time.
const MOST_GROUPS: usize = 4096;

impl RatingData {
    /// Adds a group of blocks; `tables` are the shapes by the number of the table.
    ///
    /// # Panics
    /// If a table has no shape.
    pub fn add(&mut self, tables: &[Shape], group: &Tallies) {
        let mut counts: HashMap<u32, u64> = HashMap::new();
        for (&table, tally) in group {
            let shape = &tables[table as usize];
            for (order, &count) in &tally.orders {
                for stage in stages(shape, order) {
                    let next = self.stages.len() as u32;
                    let number = *self.numbers.entry(stage).or_insert_with_key(|stage| {
                        self.stages.push(stage.clone());
                        next
                    });
                    *counts.entry(number).or_default() += count;
                }
            }
        }
        let together = self.together.max(1);
        if (1..together).contains(&self.in_last) {
            let last = self.groups.pop().unwrap_or_default();
            last.into_iter().for_each(|(stage, count)| *counts.entry(stage).or_default() += count);
            self.in_last += 1;
        } else {
            self.in_last = 1;
        }
        self.groups.push(sorted(counts));
        if self.groups.len() == MOST_GROUPS && self.in_last == together {
            let pairs = self.groups.chunks(2).map(|pair| {
                let mut counts: HashMap<u32, u64> = HashMap::new();
                pair.iter().flatten().for_each(|&(stage, count)| *counts.entry(stage).or_default() += count);
                sorted(counts)
            });
            self.groups = pairs.collect();
            (self.together, self.in_last) = (2 * together, 2 * together);
        }
    }

    /// The ratings of all entrants.
    pub fn rate(&self, entrants: usize) -> Ratings {
        rate(entrants, &self.stages, &self.groups)
    }
}

fn sorted(counts: HashMap<u32, u64>) -> StageCounts {
    let mut counts: StageCounts = counts.into_iter().collect();
    counts.sort_unstable();
    counts
}

/// The stages of one order: who came first, who came first of the others, and so on.
fn stages(shape: &Shape, order: &Order) -> Vec<Stage> {
    let mut remaining: Vec<(usize, u8)> =
        shape.places().iter().enumerate().map(|(place, &entrant)| (order.rank(place), entrant)).collect();
    remaining.sort_unstable();
    let mut stages = Vec::new();
    while remaining.len() > 1 {
        let rank = remaining[0].0;
        let chosen = remaining.partition_point(|&(other, _)| other == rank);
        let mut entrants = remaining.iter().map(|&(_, entrant)| entrant);
        let chosen_entrants: Vec<u8> = entrants.by_ref().take(chosen).collect();
        let mut others: Vec<u8> = entrants.collect();
        others.sort_unstable();
        stages.push(Stage { chosen: chosen_entrants, others });
        if !order.is_full() {
            // Only the winners are known.
            break;
        }
        remaining.drain(..chosen);
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tally::{BlockTally, GameResult};

    #[test]
    fn many_groups_are_put_together_without_a_loss() {
        let shape = Shape::new(vec![0, 1]);
        let mut data = RatingData::default();
        let mut seen = Vec::new();
        for game in 0..30_000 {
            let mut tally = BlockTally::new(&shape, 1);
            tally.add(&[0, 1], &GameResult::new(&[game % 7, game % 3]));
            data.add(std::slice::from_ref(&shape), &Tallies::from([(0, tally.finish())]));
            assert!(data.groups.len() <= MOST_GROUPS);
            seen.push(data.groups.len());
        }
        let all: u64 = data.groups.iter().flatten().map(|&(_, count)| count).sum();
        assert_eq!((all, data.together, seen[4094], seen[4095]), (30_000, 8, 4095, 2048));
        let sizes: Vec<u64> = data.groups.iter().map(|group| group.iter().map(|&(_, count)| count).sum()).collect();
        assert!(sizes[..sizes.len() - 1].iter().all(|&size| size == 8), "{sizes:?}");
    }

    #[test]
    fn an_order_is_read_from_the_top() {
        let shape = Shape::new(vec![0, 1, 2, 3]);
        let stage = |chosen: &[u8], others: &[u8]| Stage { chosen: chosen.into(), others: others.into() };
        assert_eq!(stages(&shape, &Order::new(&[2, 0, 0, 3])), [stage(&[1, 2], &[0, 3]), stage(&[0], &[3])]);
        assert_eq!(stages(&shape, &Order::new(&[0, 0, 0, 0])), [stage(&[0, 1, 2, 3], &[])]);
        let large = Shape::new((0..7).collect());
        assert_eq!(stages(&large, &Order::new(&[6, 5, 4, 3, 2, 1, 0])), [stage(&[6], &[0, 1, 2, 3, 4, 5])]);
        let mixed = Shape::new(vec![0, 0, 1]);
        assert_eq!(stages(&mixed, &Order::new(&[0, 2, 1])), [stage(&[0], &[0, 1]), stage(&[1], &[0])]);
    }
}
