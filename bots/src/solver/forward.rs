//! Every state of a game followed forward, with whatever is carried along.

use kosti_engine::Dice;
use kosti_engine::sheet::{Row, RowSet, Scoresheet, Sheet};
use rayon::prelude::*;

use super::choices::{Choices, Code};
use super::dispatch::Kernel;
use super::flow::Flow;
use super::policy::{LANES, Policy};
use super::space::{Candidate, Outline, Space};

/// What leads to a state: what is carried there, the way from the state before, and its chance.
pub(crate) struct Source<'a, C> {
    pub(crate) carried: &'a C,
    pub(crate) before: Outline,
    pub(crate) candidate: Candidate,
    pub(crate) chance: f64,
}

/// The states with the same filled rows and mark.
pub(crate) struct Stop<C> {
    pub(crate) outline: Outline,
    /// The lowest upper total there is room for.
    low: i32,
    /// What is carried, by upper total as it was booked; nothing where the state is not reached.
    by_upper: Vec<Option<C>>,
}

impl<C> Stop<C> {
    /// The upper totals that are reached, with what is carried there.
    pub(crate) fn reached(&self) -> impl Iterator<Item = (i32, &C)> {
        (self.low..).zip(&self.by_upper).filter_map(|(upper, carried)| Some((upper, carried.as_ref()?)))
    }
}

/// How a turn ends in one state.
#[derive(Clone, Default)]
pub(crate) struct Outcome {
    /// The candidates and their chances, in the order of their numbers.
    pub(crate) candidates: Vec<(u8, f64)>,
    /// What is decided with the dice that are looked at.
    pub(crate) moments: Vec<Decided>,
    /// How often something better was not allowed.
    pub(crate) bites: f64,
}

/// What is decided with some dice after some roll of a turn, and how often that happens.
#[derive(Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) dice: Dice,
    /// The roll of the turn, from 1.
    pub(crate) rolls: u8,
    pub(crate) code: Code,
    pub(crate) chance: f64,
}

/// How the next turn ends in the states of a stop, by lane of the space.
pub(crate) struct Outcomes(Vec<Outcome>);

impl Outcomes {
    /// How it ends with this upper total.
    pub(crate) fn of<S: Scoresheet, C>(&self, space: &Space<S>, stop: &Stop<C>, upper: i32) -> &Outcome {
        &self.0[lane(space, stop.outline, upper)]
    }
}

/// The lane of the space that stands for an upper total.
fn lane<S: Scoresheet>(space: &Space<S>, outline: Outline, upper: i32) -> usize {
    (space.counted(upper) - space.lanes_of(outline.filled).low) as usize
}

/// Follows a player from a sheet on, turn by turn.
///
/// `see` is shown the states before every turn, and how that turn ends in each. `gather` puts together what is carried to a
/// state, and gives nothing if it is too unlikely to go on. Returns the full sheets.
pub(crate) fn follow<S: Scoresheet, P: Policy<S>, C: Send + Sync>(
    policy: &P,
    from: &Sheet,
    carried: C,
    look_at: &[Dice],
    gather: impl Fn(&[Source<'_, C>]) -> Option<C> + Sync,
    mut see: impl FnMut(&Stop<C>, &Outcomes),
) -> Vec<Stop<C>> {
    let space = policy.space();
    let uppers = Uppers::new(space);
    let mut start = uppers.stop(space.outline(from));
    let place = (from.upper() - start.low) as usize;
    start.by_upper[place] = Some(carried);
    let mut layer = vec![start];
    for filled in from.filled().len()..space.rows() {
        let room = || (policy.room(), Choices::new(), Flow::new());
        let outcomes: Vec<Outcomes> = layer
            .par_iter()
            .map_init(room, |(room, choices, flow), stop| outcomes(policy, look_at, stop, room, choices, flow))
            .collect();
        layer.iter().zip(&outcomes).for_each(|(stop, outcomes)| see(stop, outcomes));
        layer = next_layer(space, &uppers, filled + 1, &layer, &outcomes, &gather);
    }
    layer
}

/// How the next turn ends in the states that are reached.
fn outcomes<S: Scoresheet, P: Policy<S>, C>(
    policy: &P,
    look_at: &[Dice],
    stop: &Stop<C>,
    room: &mut P::Room,
    choices: &mut Choices<LANES>,
    flow: &mut Flow<LANES>,
) -> Outcomes {
    let space = policy.space();
    let width = space.lanes_of(stop.outline.filled).width;
    let mut reached = vec![false; width];
    for (upper, _) in stop.reached() {
        reached[lane(space, stop.outline, upper)] = true;
    }
    let mut outcomes = vec![Outcome::default(); width];
    for lane in (0..width).step_by(LANES) {
        let count = LANES.min(width - lane);
        if !reached[lane..lane + count].contains(&true) {
            continue;
        }
        policy.choices(room, stop.outline, lane, count, choices);
        Kernel::best().follow(flow, choices);
        for at in (0..count).filter(|at| reached[lane + at]) {
            let chances = flow.candidates.iter().zip(0..=u8::MAX).map(|(chances, number)| (number, chances[at]));
            let candidates = chances.filter(|(_, chance)| *chance > 0.0).collect();
            let moments = moments(look_at, flow, choices, at).collect();
            outcomes[lane + at] = Outcome { candidates, moments, bites: flow.bites[at] };
        }
    }
    Outcomes(outcomes)
}

/// What is decided in one lane with these dice, where they come.
fn moments(look_at: &[Dice], flow: &Flow<LANES>, choices: &Choices<LANES>, at: usize) -> impl Iterator<Item = Decided> {
    let by_roll = (1..).zip(flow.rolls.iter().zip(&choices.after));
    by_roll.flat_map(move |(rolls, (chances, after))| {
        let decided = move |dice: &Dice| {
            let (chance, code) = (chances[dice.index()][at], after[dice.index()][at]);
            (chance > 0.0).then_some(Decided { dice: *dice, rolls, code, chance })
        };
        look_at.iter().filter_map(decided)
    })
}

/// The states after a turn.
fn next_layer<S: Scoresheet, C: Send + Sync>(
    space: &Space<S>,
    uppers: &Uppers,
    filled: usize,
    layer: &[Stop<C>],
    outcomes: &[Outcomes],
    gather: &(impl Fn(&[Source<'_, C>]) -> Option<C> + Sync),
) -> Vec<Stop<C>> {
    let key = |outline: &Outline| (outline.filled.bits(), outline.marked);
    let find = |outline: Outline| layer.binary_search_by_key(&key(&outline), |stop| key(&stop.outline)).ok();
    let next = |outline: Outline| -> Option<Stop<C>> {
        let mut stop = uppers.stop(outline);
        let mut sources: Vec<Vec<Source<'_, C>>> = stop.by_upper.iter().map(|_| Vec::new()).collect();
        for row in outline.filled.iter::<S::Row>() {
            let filled = outline.filled.without(RowSet::EMPTY.with(row));
            let numbers = space.candidates_of(row.index());
            for before in [false, true].map(|marked| Outline { filled, marked }) {
                let Some(index) = find(before) else { continue };
                for (upper, carried) in layer[index].reached() {
                    let ends = &outcomes[index].of(space, &layer[index], upper).candidates;
                    let first = ends.partition_point(|(number, _)| usize::from(*number) < numbers.start);
                    let of_row = ends[first..].iter().take_while(|(number, _)| usize::from(*number) < numbers.end);
                    for &(number, chance) in of_row {
                        let candidate = space.candidate(number);
                        if space.after(before, candidate) == outline {
                            let place = (upper + i32::from(candidate.upper) - stop.low) as usize;
                            sources[place].push(Source { carried, before, candidate, chance });
                        }
                    }
                }
            }
        }
        for (carried, sources) in stop.by_upper.iter_mut().zip(&sources).filter(|(_, sources)| !sources.is_empty()) {
            *carried = gather(sources);
        }
        stop.by_upper.iter().any(Option::is_some).then_some(stop)
    };
    let mut layer: Vec<_> = space.layer(filled).par_iter().copied().filter_map(next).collect();
    layer.sort_by_key(|stop| key(&stop.outline));
    layer
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

    /// The states of an outline, none of them reached yet.
    fn stop<C>(&self, outline: Outline) -> Stop<C> {
        let (low, width) = self.ranges[(outline.filled.bits() & self.mask) as usize];
        Stop { outline, low, by_upper: (0..width).map(|_| None).collect() }
    }
}
