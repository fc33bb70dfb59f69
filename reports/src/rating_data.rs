//! From tallies to the stages that ratings are made of.

use std::collections::HashMap;

use crate::rating::{Ratings, Stage, StageCounts, rate};
use crate::tally::{Order, Shape, Tallies};

/// Collects what ratings need, group of blocks by group of blocks.
#[derive(Clone, Default, Debug)]
pub struct RatingData {
    stages: Vec<Stage>,
    numbers: HashMap<Stage, u32>,
    groups: Vec<StageCounts>,
}

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
        let mut counts: StageCounts = counts.into_iter().collect();
        counts.sort_unstable();
        self.groups.push(counts);
    }

    /// The ratings of all entrants.
    pub fn rate(&self, entrants: usize) -> Ratings {
        rate(entrants, &self.stages, &self.groups)
    }
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
