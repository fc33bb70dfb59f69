//! The actions with the highest marks.

use kosti_engine::Card;
use kosti_engine::graph_poker::{Cell, GraphAction};

/// How many actions a search considers.
pub(super) const MAX_CANDIDATES: usize = 256;

/// The actions with the highest marks so far, best first; of equal ones the earlier.
pub(super) struct Ranking {
    ranked: [(i32, GraphAction); MAX_CANDIDATES],
    len: usize,
}

impl Ranking {
    pub(super) fn new() -> Self {
        let nothing = GraphAction { card: Card::from_index(0), at: Cell::ORIGIN };
        Self { ranked: [(0, nothing); MAX_CANDIDATES], len: 0 }
    }

    /// Ranks an action.
    #[inline]
    pub(super) fn add(&mut self, marks: i32, action: GraphAction) {
        if self.len == MAX_CANDIDATES {
            if marks <= self.ranked[MAX_CANDIDATES - 1].0 {
                return;
            }
            self.len -= 1;
        }
        let place = self.ranked[..self.len].partition_point(|&(other, _)| other >= marks);
        self.ranked.copy_within(place..self.len, place + 1);
        self.ranked[place] = (marks, action);
        self.len += 1;
    }

    /// The candidates.
    pub(super) fn best_first(&self) -> impl Iterator<Item = GraphAction> {
        self.ranked[..self.len].iter().map(|&(_, action)| action)
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::Rng;

    use super::*;

    #[test]
    fn the_best_come_first() {
        let mut rng = Rng::from_state(4);
        for count in [1, 10, MAX_CANDIDATES, 300] {
            let mut ranking = Ranking::new();
            let mut all: Vec<_> = (0..count)
                .map(|number| {
                    let action = GraphAction { card: Card::from_index(0), at: Cell::new(number as i16, 0) };
                    (rng.below(50) as i32, action)
                })
                .collect();
            all.iter().for_each(|&(marks, action)| ranking.add(marks, action));
            all.sort_by_key(|&(marks, _)| -marks);
            all.truncate(MAX_CANDIDATES);
            assert!(ranking.best_first().eq(all.iter().map(|&(_, action)| action)));
        }
    }
}
