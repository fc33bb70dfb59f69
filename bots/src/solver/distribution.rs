//! Exact distributions of whole games: every state is followed forward, nothing is sampled.

use kosti_engine::sheet::{Row, RowSet, Scoresheet, SheetGame};
use rayon::prelude::*;

use super::choices::Choices;
use super::dispatch::Kernel;
use super::flow::Flow;
use super::pmf::Pmf;
use super::policy::{BestMean, ByBot, LANES, Policy};
use super::solution::Solution;
use super::space::{Outline, Space};
use crate::bot::Bot;

/// What becomes of a game for one player when it is played in a certain way.
#[derive(Clone, Debug)]
pub struct Distribution<R> {
    /// The final score.
    pub score: Pmf,
    /// The total of the upper part as it is booked.
    pub upper: Pmf,
    /// The rows from the top of the sheet down.
    pub rows: Vec<RowDistribution<R>>,
    /// By turn, from 0: how often on average the constraint that the player keeps to forbids something better.
    pub bites: Vec<f64>,
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
        distribution(&BestMean::new(self, Kernel::best()))
    }
}

/// What becomes of a game that is played by a bot. It must always decide alike, and by nothing but the filled rows, the
/// upper total and whatever else the rest of the game depends on.
pub fn distribution_of<S: Scoresheet, B: Bot<SheetGame<S>>>(
    game: &SheetGame<S>,
    make: impl Fn() -> B + Sync,
) -> Distribution<S::Row> {
    let space = Space::new(game, LANES);
    distribution(&ByBot { space: &space, game: game.clone(), make })
}

/// States that are less likely are left out: all of them together do not add up to a thousand millionth.
const LEAST: f64 = 1e-13;
/// Points that are less likely are left out at both ends.
const LEAST_POINTS: f64 = 1e-19;

/// The chances of the points outside the upper part, by upper total; together with the chance of being there at all.
type ByUpper = Vec<Pmf>;

/// Where the turn of an outline leads: for each lane of the space the candidates and their chances.
type Outcomes = Vec<Outcome>;

/// The same for one lane.
#[derive(Clone, Default)]
struct Outcome {
    candidates: Vec<(u8, f64)>,
    bites: f64,
}

fn distribution<S: Scoresheet, P: Policy<S>>(policy: &P) -> Distribution<S::Row> {
    let space = policy.space();
    let uppers = Uppers::new(space);
    let rows = space.rows();
    let mut result = Distribution {
        score: Pmf::default(),
        upper: Pmf::default(),
        rows: space
            .game()
            .rows()
            .iter::<S::Row>()
            .map(|row| RowDistribution {
                row,
                points: Pmf::default(),
                filled: vec![0.0; rows],
                crossed: vec![0.0; rows],
            })
            .collect(),
        bites: vec![0.0; rows],
    };
    let mut layer: Vec<(Outline, ByUpper)> =
        vec![(Outline { filled: RowSet::EMPTY, marked: false }, vec![Pmf::new(0, vec![1.0])])];
    for turn in 0..rows {
        let outcomes: Vec<Outcomes> = layer
            .par_iter()
            .map_init(
                || (policy.room(), Choices::new(), Flow::new()),
                |(room, choices, flow), (outline, by_upper)| {
                    outcomes(policy, &uppers, *outline, by_upper, room, choices, flow)
                },
            )
            .collect();
        for ((outline, by_upper), outcomes) in layer.iter().zip(&outcomes) {
            for (upper, pmf) in uppers.of(*outline, by_upper) {
                let chance = pmf.total();
                let outcome = &outcomes[uppers.lane(space, *outline, upper)];
                result.bites[turn] += chance * outcome.bites;
                for &(number, share) in &outcome.candidates {
                    let candidate = space.candidate(number);
                    let row = &mut result.rows[usize::from(candidate.row)];
                    let by_turn = if candidate.crossed { &mut row.crossed } else { &mut row.filled };
                    by_turn[turn] += chance * share;
                    row.points.add(i32::from(candidate.points), chance * share);
                }
            }
        }
        layer = next_layer(space, &uppers, turn + 1, &layer, &outcomes);
    }
    for (outline, by_upper) in &layer {
        for (upper, pmf) in uppers.of(*outline, by_upper) {
            result.upper.add(upper, pmf.total());
            let total = space.game().total(&space.sheet(*outline, upper));
            pmf.iter().for_each(|(lower, chance)| result.score.add(total + lower, chance));
        }
    }
    result
}

/// The candidates that end the next turn of an outline, for the lanes that are reached.
fn outcomes<S: Scoresheet, P: Policy<S>>(
    policy: &P,
    uppers: &Uppers,
    outline: Outline,
    by_upper: &ByUpper,
    room: &mut P::Room,
    choices: &mut Choices<LANES>,
    flow: &mut Flow<LANES>,
) -> Outcomes {
    let space = policy.space();
    let width = space.lanes_of(outline.filled).width;
    let mut reached = vec![false; width];
    for (upper, _) in uppers.of(outline, by_upper) {
        reached[uppers.lane(space, outline, upper)] = true;
    }
    let mut outcomes = vec![Outcome::default(); width];
    for lane in (0..width).step_by(LANES) {
        let count = LANES.min(width - lane);
        if !reached[lane..lane + count].contains(&true) {
            continue;
        }
        policy.choices(room, outline, lane, count, choices);
        Kernel::best().follow(flow, choices);
        for at in (0..count).filter(|at| reached[lane + at]) {
            let chances = flow.candidates.iter().zip(0..=u8::MAX).map(|(chances, number)| (number, chances[at]));
            let candidates = chances.filter(|(_, chance)| *chance > 0.0).collect();
            outcomes[lane + at] = Outcome { candidates, bites: flow.bites[at] };
        }
    }
    outcomes
}

/// The states after a turn.
fn next_layer<S: Scoresheet>(
    space: &Space<S>,
    uppers: &Uppers,
    filled: usize,
    layer: &[(Outline, ByUpper)],
    outcomes: &[Outcomes],
) -> Vec<(Outline, ByUpper)> {
    let find = |outline: Outline| {
        let key = |outline: &Outline| (outline.filled.bits(), outline.marked);
        layer.binary_search_by_key(&key(&outline), |(other, _)| key(other)).ok()
    };
    let next = |outline: Outline| -> Option<(Outline, ByUpper)> {
        // All that leads here, by upper total: the points before, what is added to them, and how often.
        let (low, width) = uppers.range(outline);
        let mut sources: Vec<Vec<(&Pmf, i32, f64)>> = vec![Vec::new(); width];
        for row in outline.filled.iter::<S::Row>() {
            let before = outline.filled.without(RowSet::EMPTY.with(row));
            for marked in [false, true] {
                let before = Outline { filled: before, marked };
                let Some(index) = find(before) else { continue };
                for (upper, pmf) in uppers.of(before, &layer[index].1) {
                    for &(number, chance) in &outcomes[index][uppers.lane(space, before, upper)].candidates {
                        let candidate = space.candidate(number);
                        if usize::from(candidate.row) != row.index() || space.after(before, candidate) != outline {
                            continue;
                        }
                        let lane = (upper + i32::from(candidate.upper) - low) as usize;
                        sources[lane].push((pmf, i32::from(candidate.points - candidate.upper), chance));
                    }
                }
            }
        }
        let by_upper: ByUpper = sources.iter().map(|sources| gathered(sources)).collect();
        by_upper.iter().any(|pmf| !pmf.is_empty()).then_some((outline, by_upper))
    };
    let mut layer: Vec<_> = space.layer(filled).par_iter().copied().filter_map(next).collect();
    layer.sort_by_key(|(outline, _)| (outline.filled.bits(), outline.marked));
    layer
}

fn gathered(sources: &[(&Pmf, i32, f64)]) -> Pmf {
    let ends = sources.iter().map(|(pmf, by, _)| (pmf.ends().0 + by, pmf.ends().1 + by));
    let Some((low, high)) = ends.reduce(|(low, high), (other, more)| (low.min(other), high.max(more))) else {
        return Pmf::default();
    };
    let mut sum = Pmf::impossible(low, high);
    sources.iter().for_each(|(pmf, by, chance)| sum.add_shifted(pmf, *by, *chance));
    if sum.total() < LEAST {
        return Pmf::default();
    }
    sum.trim(LEAST_POINTS);
    sum
}

/// The upper totals as they are booked, whether or not the rest of the game depends on them.
struct Uppers {
    /// By the filled rows of the upper part: the lowest total, and how many from there to the highest.
    ranges: Vec<(i32, usize)>,
    mask: u32,
}

impl Uppers {
    fn new<S: Scoresheet>(space: &Space<S>) -> Self {
        let mask = S::UPPER.bits();
        let steps: Vec<(i32, i32)> = S::UPPER
            .iter::<S::Row>()
            .map(|row| {
                let all = RowSet::EMPTY.with(row);
                let open = space.open_candidates(space.game().rows().without(all));
                let steps = open.map(|(_, candidate)| i32::from(candidate.upper));
                steps.fold((i32::MAX, i32::MIN), |(low, high), step| (low.min(step), high.max(step)))
            })
            .collect();
        let range = |filled: u32| {
            let rows = steps.iter().enumerate().filter(|(row, _)| filled >> row & 1 == 1);
            let (low, high) = rows.fold((0, 0), |(low, high), (_, step)| (low + step.0, high + step.1));
            (low, (high - low + 1) as usize)
        };
        Self { ranges: (0..=mask).map(range).collect(), mask }
    }

    fn range(&self, outline: Outline) -> (i32, usize) {
        self.ranges[(outline.filled.bits() & self.mask) as usize]
    }

    /// The upper totals that are reached.
    fn of<'a>(&self, outline: Outline, by_upper: &'a ByUpper) -> impl Iterator<Item = (i32, &'a Pmf)> {
        let (low, _) = self.range(outline);
        (low..).zip(by_upper).filter(|(_, pmf)| !pmf.is_empty())
    }

    /// The lane of the space that stands for an upper total.
    fn lane<S: Scoresheet>(&self, space: &Space<S>, outline: Outline, upper: i32) -> usize {
        (space.counted(upper) - space.lanes_of(outline.filled).low) as usize
    }
}
