//! Every state of a game followed forward, with something carried along.

use kosti_engine::Dice;
use kosti_engine::sheet::Sheet;
use rayon::prelude::*;

use crate::candidate::Candidate;
use crate::choices::{Choices, Code};
use crate::dispatch::Kernel;
use crate::flow::Flow;
use crate::places::{only, places};
use crate::policy::{Decider, LANES, Policy};
use crate::space::{Outline, Space};

/// What leads to a state: what is carried there, the way from the state before, and its chance.
pub(crate) struct Source<'a, C> {
    pub(crate) carried: &'a C,
    pub(crate) before: Outline,
    /// The lane of the state before.
    pub(crate) lane: usize,
    pub(crate) candidate: Candidate,
    pub(crate) chance: f64,
}

/// The states with the same filled rows and mark.
pub(crate) struct Stop<C> {
    pub(crate) outline: Outline,
    /// What is carried, by lane of the space; nothing where the state is not reached.
    lanes: Vec<Option<C>>,
}

impl<C> Stop<C> {
    /// The states of an outline, none of them reached yet.
    fn new(space: &Space, outline: Outline) -> Self {
        let width = space.lanes_of(outline.filled).width;
        Self { outline, lanes: (0..width).map(|_| None).collect() }
    }

    /// What is carried to a lane, if it is reached.
    pub(crate) fn at(&self, lane: usize) -> Option<&C> {
        self.lanes.get(lane)?.as_ref()
    }

    /// The lanes that are reached, with what is carried there.
    pub(crate) fn reached(&self) -> impl Iterator<Item = (usize, &C)> {
        self.lanes.iter().enumerate().filter_map(|(lane, carried)| Some((lane, carried.as_ref()?)))
    }
}

/// How a turn ends in some neighbouring states.
pub(crate) struct Outcome {
    /// The lane of the first state.
    pub(crate) first: usize,
    /// The candidates and their chances by state, none where it is not reached, in the order of their numbers.
    pub(crate) candidates: Vec<(u8, [f64; LANES])>,
    /// What is decided with the dice that are looked at.
    pub(crate) moments: Vec<Decided>,
    /// By state: how often something better was not allowed.
    pub(crate) bites: [f64; LANES],
}

/// What is decided with some dice after some roll of a turn, and how often that happens.
#[derive(Clone, Copy)]
pub(crate) struct Decided {
    /// The state.
    pub(crate) lane: usize,
    pub(crate) dice: Dice,
    /// The roll of the turn, from 1.
    pub(crate) rolls: u8,
    pub(crate) code: Code,
    pub(crate) chance: f64,
}

/// Follows a player from a sheet on, turn by turn.
///
/// `see` gets the states before every turn, and how that turn ends in each. `gather` puts together what is carried to a
/// state, and returns nothing if it is too unlikely to go on. Returns the full sheets.
pub(crate) fn follow<C: Send + Sync>(
    policy: &dyn Policy,
    from: &Sheet,
    carried: C,
    look_at: &[Dice],
    gather: impl Fn(&[Source<'_, C>]) -> Option<C> + Sync,
    mut see: impl FnMut(&Stop<C>, &[Outcome]),
) -> Vec<Stop<C>> {
    let space = policy.space();
    let mut start = Stop::new(space, space.outline(from));
    let lane = space.counted(from.upper()) - space.lanes_of(from.filled()).low;
    start.lanes[lane as usize] = Some(carried);
    let mut layer = vec![start];
    for filled in from.filled().len()..space.row_count() {
        let room = || (policy.decider(), Choices::new(), Flow::new());
        let outcomes: Vec<Vec<Outcome>> = layer
            .par_iter()
            .map_init(room, |(decider, choices, flow), stop| outcomes(decider.as_mut(), look_at, stop, choices, flow))
            .collect();
        layer.iter().zip(&outcomes).for_each(|(stop, outcomes)| see(stop, outcomes));
        layer = next_layer(space, filled + 1, &layer, &outcomes, &gather);
    }
    layer
}

/// How the next turn ends in the states that are reached.
fn outcomes<C>(
    decider: &mut dyn Decider,
    look_at: &[Dice],
    stop: &Stop<C>,
    choices: &mut Choices<LANES>,
    flow: &mut Flow<LANES>,
) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for first in (0..stop.lanes.len()).step_by(LANES) {
        let is_reached: [bool; LANES] = std::array::from_fn(|at| stop.at(first + at).is_some());
        let Some(last) = is_reached.iter().rposition(|&is_reached| is_reached) else { continue };
        decider.choices(stop.outline, first, last + 1, choices);
        Kernel::best().follow(flow, choices);
        let reached = |chances: &[f64; LANES]| {
            let chance = |at: usize| if is_reached[at] { chances[at] } else { 0.0 };
            std::array::from_fn(chance)
        };
        let candidates =
            flow.candidates().iter().map(reached).zip(0..=u8::MAX).map(|(chances, number)| (number, chances));
        let candidates = candidates.filter(|(_, chances)| *chances != [0.0; LANES]).collect();
        let lanes = (0..LANES).filter(|&at| is_reached[at]);
        let moments = lanes.flat_map(|at| moments(look_at, flow, choices, first, at)).collect();
        outcomes.push(Outcome { first, candidates, moments, bites: reached(&flow.bites) });
    }
    outcomes
}

/// What is decided with these dice in one of the states, where they come.
fn moments(
    look_at: &[Dice],
    flow: &Flow<LANES>,
    choices: &Choices<LANES>,
    first: usize,
    at: usize,
) -> impl Iterator<Item = Decided> {
    let by_roll = (1..).zip(flow.rolls.iter().zip(&choices.after));
    by_roll.flat_map(move |(rolls, (chances, after))| {
        let decided = move |dice: &Dice| {
            let (chance, code) = (chances[dice.index()][at], after[dice.index()][at]);
            (chance > 0.0).then_some(Decided { lane: first + at, dice: *dice, rolls, code, chance })
        };
        look_at.iter().filter_map(decided)
    })
}

/// The states after a turn.
fn next_layer<'a, C: Send + Sync>(
    space: &Space,
    filled: usize,
    layer: &'a [Stop<C>],
    outcomes: &[Vec<Outcome>],
    gather: &(impl Fn(&[Source<'_, C>]) -> Option<C> + Sync),
) -> Vec<Stop<C>> {
    let key = |outline: &Outline| (outline.filled.bits(), outline.marked);
    let find = |outline: Outline| layer.binary_search_by_key(&key(&outline), |stop| key(&stop.outline)).ok();
    let next = |sources: &mut Vec<Vec<Source<'a, C>>>, outline: Outline| -> Option<Stop<C>> {
        let mut stop = Stop::new(space, outline);
        let highest = stop.lanes.len() - 1;
        sources.resize_with(sources.len().max(stop.lanes.len()), Vec::new);
        for row in places(outline.filled) {
            let filled = outline.filled.without(only(row));
            let numbers = space.candidates_of(row);
            for before in [false, true].map(|marked| Outline { filled, marked }) {
                let Some(index) = find(before) else { continue };
                for Outcome { first, candidates, .. } in &outcomes[index] {
                    let start = candidates.partition_point(|(number, _)| usize::from(*number) < numbers.start);
                    let of_row =
                        candidates[start..].iter().take_while(|(number, _)| usize::from(*number) < numbers.end);
                    for (number, chances) in of_row {
                        let candidate = space.candidate(*number);
                        if space.after(before, candidate) != outline {
                            continue;
                        }
                        let shift = space.shift(before, outline, candidate);
                        for (lane, &chance) in (*first..).zip(chances).filter(|(_, chance)| **chance > 0.0) {
                            let carried = layer[index].at(lane).expect("chances are those of states that are reached");
                            // Totals beyond the last lane count as much as the last.
                            let to = (lane + shift).min(highest);
                            sources[to].push(Source { carried, before, lane, candidate, chance });
                        }
                    }
                }
            }
        }
        for (carried, sources) in stop.lanes.iter_mut().zip(sources).filter(|(_, sources)| !sources.is_empty()) {
            *carried = gather(sources);
            sources.clear();
        }
        stop.lanes.iter().any(Option::is_some).then_some(stop)
    };
    let layer = space.layer(filled).par_iter().copied().map_init(Vec::new, next);
    let mut layer: Vec<_> = layer.flatten().collect();
    layer.sort_by_key(|stop| key(&stop.outline));
    layer
}
