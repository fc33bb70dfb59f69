//! What the rest of a game brings if it is played for the mean: how it spreads, for all states, and how likely each sum is,
//! for those of the last turns.

mod spreads;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use crate::choices::Choices;
use crate::dispatch::Kernel;
use crate::flow::Flow;
use crate::pmf::Pmf;
use crate::policy::{BestMean, LANES, MeanRoom};
use crate::shared::shared;
use crate::solution::{Solution, Solved};
use crate::space::{Outline, Space};
pub(crate) use spreads::Spreads;

/// With at most this many open rows the sums that the rest can bring are weighed one by one.
pub(crate) const FEW_OPEN: usize = 4;
/// Sums that are less likely are left out at both ends.
const LEAST: f64 = 1e-12;
/// States whose sums are known at the same time, at most.
const MOST_KNOWN: usize = 1 << 14;

/// What the rest of a game brings, as far as it is known.
#[derive(Clone, Debug)]
pub(crate) enum Rest {
    /// The chance of each sum.
    Sums(Arc<Pmf>),
    /// How the sum spreads.
    Spread(Spread),
}

/// How a sum spreads around its mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) sd: f64,
    /// The mean cube of what is above the mean, by the cube of the standard deviation.
    pub(crate) skewness: f64,
}

/// The highest skewness that is taken at its word: beyond, the quantiles would not rise any more.
const MOST_SKEWED: f64 = 1.0;

impl Spread {
    /// The sum at a place of the standard normal distribution: the expansion of Cornish and Fisher, up to the skewness.
    #[inline]
    pub(crate) fn at(&self, normal: f64) -> f64 {
        let skewness = self.skewness.clamp(-MOST_SKEWED, MOST_SKEWED);
        self.mean + self.sd * (normal + skewness / 6.0 * (normal * normal - 1.0))
    }
}

/// Finds out what the rest of a game brings to a player who plays for the mean. It remembers the states that it has met.
pub(crate) struct Outlook {
    solved: Arc<Solved>,
    spreads: Arc<Spreads>,
    known: HashMap<(Outline, i32), Arc<Pmf>>,
    room: MeanRoom,
    choices: Box<Choices<LANES>>,
    flow: Flow<LANES>,
}

impl Outlook {
    pub(crate) fn new<S: Scoresheet>(game: &SheetGame<S>) -> Self {
        let solved = Solution::shared(game).solved().clone();
        let spreads = shared(game, "spreads", || Spreads::new(&solved));
        Self::of(solved, spreads)
    }

    fn of(solved: Arc<Solved>, spreads: Arc<Spreads>) -> Self {
        Self {
            solved,
            spreads,
            known: HashMap::new(),
            room: MeanRoom::new(),
            choices: Choices::new(),
            flow: Flow::new(),
        }
    }

    /// For the sheets that a solution knows.
    #[cfg(test)]
    pub(crate) fn within<S: Scoresheet>(solution: &Solution<S>) -> Self {
        let solved = solution.solved().clone();
        let spreads = Arc::new(Spreads::new(&solved));
        Self::of(solved, spreads)
    }

    /// The states of the game.
    pub(crate) fn space(&self) -> &Arc<Space> {
        &self.solved.table.space
    }

    /// The mean of what is still to come.
    pub(crate) fn mean(&self, outline: Outline, upper: i32) -> f64 {
        self.solved.table.value(outline, upper)
    }

    /// What is still to come on a sheet, with the points that stand there.
    pub(crate) fn of_sheet(&mut self, sheet: &Sheet) -> (Rest, i32) {
        let outline = self.space().outline(sheet);
        (self.rest(outline, sheet.upper()), sheet.upper() + sheet.lower())
    }

    /// What is still to come, with all that is added at the end.
    pub(crate) fn rest(&mut self, outline: Outline, upper: i32) -> Rest {
        if self.space().row_count() - outline.filled.len() > FEW_OPEN {
            return Rest::Spread(self.spreads.of(&self.solved.table, outline, upper));
        }
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        Rest::Sums(self.sums(outline, upper))
    }

    /// The chance of each sum that is still to come.
    fn sums(&mut self, outline: Outline, upper: i32) -> Arc<Pmf> {
        let upper = self.space().counted(upper);
        if let Some(known) = self.known.get(&(outline, upper)) {
            return known.clone();
        }
        let sums = Arc::new(self.work_out(outline, upper));
        self.known.insert((outline, upper), sums.clone());
        sums
    }

    fn work_out(&mut self, outline: Outline, upper: i32) -> Pmf {
        let space = self.space().clone();
        if outline.filled.len() == space.row_count() {
            return Pmf::new(space.closing(outline, upper), vec![1.0]);
        }
        let ways: Vec<(Arc<Pmf>, i32, f64)> = self
            .ways(&space, outline, upper)
            .into_iter()
            .map(|(number, chance)| {
                let candidate = space.candidate(number);
                let after = space.after(outline, candidate);
                (self.sums(after, upper + i32::from(candidate.upper)), i32::from(candidate.points), chance)
            })
            .collect();
        let ends = ways.iter().map(|(sums, points, _)| (sums.ends().0 + points, sums.ends().1 + points));
        let (low, high) =
            ends.reduce(|(low, high), (other, more)| (low.min(other), high.max(more))).expect("a row is always filled");
        let mut all = Pmf::impossible(low, high);
        ways.iter().for_each(|(sums, points, chance)| all.add_shifted(sums, *points, *chance));
        all.trim(LEAST);
        all
    }

    /// How often the next turn ends with each candidate.
    fn ways(&mut self, space: &Space, outline: Outline, upper: i32) -> Vec<(u8, f64)> {
        let lane = (upper - space.lanes_of(outline.filled).low) as usize;
        let Self { solved, room, choices, flow, .. } = self;
        let kernel = Kernel::best();
        BestMean::new(solved, kernel).choices(room, outline, lane, 1, choices);
        kernel.follow(flow, choices);
        let candidates = (0..=u8::MAX).zip(flow.candidates());
        candidates.map(|(number, chances)| (number, chances[0])).filter(|(_, chance)| *chance > 0.0).collect()
    }
}
