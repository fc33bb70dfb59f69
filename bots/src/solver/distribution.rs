//! Exact distributions of whole games: every state is followed forward, nothing is sampled.

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use super::dispatch::Kernel;
use super::forward::{Outcome, Source, follow};
use super::pmf::Pmf;
use super::policy::{BestMean, ByBot, ByGreedy, LANES, Policy};
use super::solution::Solution;
use super::space::Space;
use super::watcher::{LEAST, Memories, START, Watcher, remember, show_end, show_turn, watch};
use crate::bot::Bot;
use crate::greedy::Greedy;
use crate::greedy::sheet::Habits;

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

impl<S: Scoresheet> Solution<S> {
    /// What becomes of a game that is played for the highest mean.
    pub fn distribution(&self) -> Distribution<S::Row> {
        self.distribution_watched(&mut ())
    }

    /// The same while somebody watches.
    pub fn distribution_watched(&self, watcher: &mut impl Watcher<S::Row>) -> Distribution<S::Row> {
        distribution(&BestMean::new(self, Kernel::best()), watcher)
    }

    /// Lets somebody watch all games from a sheet on that are played for the highest mean.
    pub fn watched(&self, from: &Sheet, watcher: &mut impl Watcher<S::Row>) {
        watch(&BestMean::new(self, Kernel::best()), from, watcher);
    }
}

/// What becomes of a game that is played by a bot while somebody watches. It must always decide alike, and by nothing but the
/// filled rows, the upper total and whatever else the rest of the game depends on.
pub fn distribution_of<S: Scoresheet, B: Bot<SheetGame<S>>>(
    game: &SheetGame<S>,
    make: impl Fn() -> B + Sync,
    watcher: &mut impl Watcher<S::Row>,
) -> Distribution<S::Row> {
    let space = Space::new(game, LANES);
    distribution(&ByBot { space: &space, game: game.clone(), make }, watcher)
}

/// A kind of scoresheet on which the sensible beginner can be followed.
pub trait GreedySheet: Scoresheet {
    /// What becomes of a game that greedy plays while somebody watches.
    fn greedy_distribution<W: Watcher<Self::Row>>(game: &SheetGame<Self>, watcher: &mut W) -> Distribution<Self::Row>;
}

impl<S: Habits> GreedySheet for S {
    fn greedy_distribution<W: Watcher<S::Row>>(game: &SheetGame<S>, watcher: &mut W) -> Distribution<S::Row> {
        if S::JOKERS {
            return distribution_of(game, || Greedy, watcher);
        }
        distribution(&ByGreedy { space: &Space::new(game, LANES) }, watcher)
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

fn distribution<S: Scoresheet, W: Watcher<S::Row>>(policy: &impl Policy<S>, watcher: &mut W) -> Distribution<S::Row> {
    let space = policy.space();
    let turns = space.rows();
    let rows = space.game().rows().iter::<S::Row>().map(|row| RowDistribution {
        row,
        points: Pmf::default(),
        filled: vec![0.0; turns],
        crossed: vec![0.0; turns],
    });
    let mut result = Distribution { score: Pmf::default(), upper: Pmf::default(), rows: rows.collect() };
    let nothing = || Pmf::new(0, vec![1.0]);
    let start = Carried { points: nothing(), beyond: nothing(), memories: START };
    let dice = watcher.dice();
    let gather = |sources: &[Source<'_, Carried>]| gathered::<S, W>(space, sources);
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
fn gathered<S: Scoresheet, W: Watcher<S::Row>>(space: &Space<S>, sources: &[Source<'_, Carried>]) -> Option<Carried> {
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
    for source in sources {
        remember::<S, W>(&mut carried.memories, source, &source.carried.memories);
    }
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
