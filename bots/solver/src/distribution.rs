//! Exact distributions of whole games: every state is followed forward, nothing is sampled.

use kosti_engine::sheet::{Row, Scoresheet, Sheet};

use crate::dispatch::Kernel;
use crate::forward::{Outcome, Source, follow};
use crate::places::places;
use crate::pmf::Pmf;
use crate::policy::{BestMean, LANES, Policy};
use crate::solution::{Solution, Solved};
use crate::space::Space;
use crate::watcher::{MemoryRule, Watched, Watcher, by_place};
use crate::watching::{LEAST, Memories, START, remembered, show_end, show_turn, watch};

/// What becomes of a game for one player when it is played in a certain way.
#[derive(Clone, Debug)]
pub struct Distribution<R> {
    /// The final score.
    pub score: Pmf,
    /// The total of the upper part as it is booked.
    pub upper: Pmf,
    /// The rows from the top of the sheet down.
    pub rows: Vec<RowDistribution<R>>,
}

/// What becomes of a row.
#[derive(Clone, Debug)]
pub struct RowDistribution<R> {
    /// The row.
    pub row: R,
    /// The points booked there.
    pub points: Pmf,
    /// By turn, from 0: the chance that it is filled then with its combination.
    pub filled: Vec<f64>,
    /// By turn, from 0: the chance that it is crossed then.
    pub crossed: Vec<f64>,
}

impl Distribution<usize> {
    /// The same with the names of the rows.
    pub(crate) fn named<R: Row>(self) -> Distribution<R> {
        let named = |row: RowDistribution<usize>| {
            let RowDistribution { row, points, filled, crossed } = row;
            RowDistribution { row: R::ALL[row], points, filled, crossed }
        };
        Distribution { score: self.score, upper: self.upper, rows: self.rows.into_iter().map(named).collect() }
    }
}

impl Solved {
    fn distribution(&self, watched: Watched<'_>) -> Distribution<usize> {
        distribution(&BestMean::new(self, Kernel::best()), watched)
    }

    fn watch(&self, from: &Sheet, watched: Watched<'_>) {
        watch(&BestMean::new(self, Kernel::best()), from, watched);
    }
}

impl<S: Scoresheet> Solution<S> {
    /// What becomes of a game that is played for the highest mean.
    pub fn distribution(&self) -> Distribution<S::Row> {
        self.distribution_watched(&mut ())
    }

    /// The same while the watcher sees all games.
    pub fn distribution_watched(&self, watcher: &mut dyn Watcher<S::Row>) -> Distribution<S::Row> {
        by_place(watcher, |watched| self.solved().distribution(watched)).named()
    }

    /// Shows the watcher all games from a sheet on that are played for the highest mean.
    pub fn watched(&self, from: &Sheet, watcher: &mut dyn Watcher<S::Row>) {
        by_place(watcher, |watched| self.solved().watch(from, watched));
    }
}

/// Points that are less likely are left out at both ends.
const LEAST_POINTS: f64 = 1e-19;

/// How likely a state is.
struct Carried {
    /// By the points that were booked.
    points: Pmf,
    /// By how much more was booked in the upper part than counts.
    beyond: Pmf,
    /// By what is remembered.
    memories: Memories,
}

/// What becomes of a game that this player plays.
pub(crate) fn distribution(policy: &dyn Policy, watched: Watched<'_>) -> Distribution<usize> {
    let Watched { watcher, memory } = watched;
    let space = policy.space();
    let turns = space.row_count();
    let rows = places(space.rows()).map(|row| RowDistribution {
        row,
        points: Pmf::default(),
        filled: vec![0.0; turns],
        crossed: vec![0.0; turns],
    });
    let mut result = Distribution { score: Pmf::default(), upper: Pmf::default(), rows: rows.collect() };
    let nothing = || Pmf::new(0, vec![1.0]);
    let start = Carried { points: nothing(), beyond: nothing(), memories: START };
    let dice = watcher.dice();
    let gather = |sources: &[Source<'_, Carried>]| gathered(space, memory, sources);
    let ends = follow(policy, &Sheet::default(), start, &dice, gather, |stop, outcomes| {
        let turn = stop.outline.filled.len();
        for Outcome { first, candidates, .. } in outcomes {
            let reached: [f64; LANES] =
                std::array::from_fn(|at| stop.at(first + at).map_or(0.0, |carried| carried.points.total()));
            for (number, chances) in candidates {
                let chance: f64 = reached.iter().zip(chances).map(|(reached, share)| reached * share).sum();
                let candidate = space.candidate(*number);
                let row = &mut result.rows[usize::from(candidate.row)];
                let by_turn = if candidate.crossed { &mut row.crossed } else { &mut row.filled };
                by_turn[turn] += chance;
                row.points.add(i32::from(candidate.points), chance);
            }
        }
        show_turn(space, stop, |carried| &carried.memories, outcomes, watcher);
    });
    for stop in &ends {
        let low = space.lanes_of(stop.outline.filled).low;
        for (lane, carried) in stop.reached() {
            let upper = low + lane as i32;
            let closing = space.closing(stop.outline, upper);
            carried.points.iter().for_each(|(points, chance)| result.score.add(points + closing, chance));
            carried.beyond.iter().for_each(|(beyond, chance)| result.upper.add(upper + beyond, chance));
        }
        show_end(space, stop, |carried| &carried.memories, watcher);
    }
    result
}

/// All that leads to a state, put together.
fn gathered(space: &Space, memory: Option<&MemoryRule>, sources: &[Source<'_, Carried>]) -> Option<Carried> {
    let points = |source: &Source<'_, Carried>| i32::from(source.candidate.points);
    let beyond = |source: &Source<'_, Carried>| {
        let upper = space.lanes_of(source.before.filled).low + source.lane as i32 + i32::from(source.candidate.upper);
        upper - space.counted(upper)
    };
    let mut carried = Carried {
        points: sum_of(sources, |carried| &carried.points, points),
        beyond: sum_of(sources, |carried| &carried.beyond, beyond),
        memories: Memories::default(),
    };
    if carried.points.total() < LEAST {
        return None;
    }
    carried.points.trim(LEAST_POINTS);
    carried.memories = remembered(memory, sources, |carried| &carried.memories);
    Some(carried)
}

/// The chances that lead to a state, all numbers moved up on the way.
fn sum_of(
    sources: &[Source<'_, Carried>],
    of: impl Fn(&Carried) -> &Pmf,
    by: impl Fn(&Source<'_, Carried>) -> i32,
) -> Pmf {
    let ends = sources.iter().map(|source| {
        let (low, high) = of(source.carried).ends();
        (low + by(source), high + by(source))
    });
    let Some((low, high)) = ends.reduce(|(low, high), (other, more)| (low.min(other), high.max(more))) else {
        return Pmf::default();
    };
    let mut sum = Pmf::impossible(low, high);
    sources.iter().for_each(|source| sum.add_shifted(of(source.carried), by(source), source.chance));
    sum
}
