//! How a watcher gets to see all games of a player.

use kosti_engine::Keep;
use kosti_engine::sheet::{Sheet, SheetAction};

use crate::choices::ROW;
use crate::forward::{Outcome, Source, Stop, follow};
use crate::policy::{LANES, Policy};
use crate::space::{Outline, Space};
use crate::watcher::{End, Fill, MEMORIES, MemoryRule, Moment, Start, Watched, Watcher};

/// How likely a state is, with each memory.
pub(crate) type Memories = [f64; MEMORIES];

/// How likely the start is.
pub(crate) const START: Memories = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// A state that is not reached.
const NOWHERE: Memories = [0.0; MEMORIES];

/// States that are less likely are left out: all of them together do not add up to a thousand millionth.
pub(crate) const LEAST: f64 = 1e-13;

/// Follows a player from a sheet on while the watcher sees its games.
pub(crate) fn watch(policy: &dyn Policy, from: &Sheet, watched: Watched<'_>) {
    let Watched { watcher, memory } = watched;
    let space = policy.space();
    let gather = |sources: &[Source<'_, Memories>]| {
        let sum = remembered(memory, sources, |memories| memories);
        (sum.iter().sum::<f64>() >= LEAST).then_some(sum)
    };
    let dice = watcher.dice();
    let ends = follow(policy, from, START, &dice, gather, |stop, outcomes| {
        show_turn(space, stop, |memories| memories, outcomes, watcher);
    });
    ends.iter().for_each(|stop| show_end(space, stop, |memories| memories, watcher));
}

/// What is remembered on all ways to a state.
pub(crate) fn remembered<C>(
    memory: Option<&MemoryRule>,
    sources: &[Source<'_, C>],
    memories: impl Fn(&C) -> &Memories,
) -> Memories {
    let mut sum = Memories::default();
    let Some(rule) = memory else {
        for source in sources {
            for (memory, chance) in likely(memories(source.carried)) {
                sum[usize::from(memory)] += chance * source.chance;
            }
        }
        return sum;
    };
    // The rule is asked once for neighbours that fill the same row alike.
    let (mut last, mut known) = (None, [None; MEMORIES]);
    for source in sources {
        let (before, row, crossed) =
            (source.before.filled, usize::from(source.candidate.row), source.candidate.crossed);
        if last != Some((before, row, crossed)) {
            (last, known) = (Some((before, row, crossed)), [None; MEMORIES]);
        }
        for (memory, chance) in likely(memories(source.carried)) {
            let ask = || rule(&Fill { before, memory, row, crossed });
            let after = *known[usize::from(memory)].get_or_insert_with(ask);
            sum[usize::from(after)] += chance * source.chance;
        }
    }
    sum
}

/// Shows what happens in a turn.
pub(crate) fn show_turn<C>(
    space: &Space,
    stop: &Stop<C>,
    memories: impl Fn(&C) -> &Memories,
    outcomes: &[Outcome],
    watcher: &mut dyn Watcher<usize>,
) {
    show_start(space, stop, &memories, watcher);
    // By row, and whether it is crossed.
    let mut fills = vec![[Memories::default(); 2]; space.row_count()];
    let mut bites = 0.0;
    let before = stop.outline.filled;
    for outcome in outcomes {
        let lanes: [&Memories; LANES] =
            std::array::from_fn(|at| stop.at(outcome.first + at).map_or(&NOWHERE, &memories));
        for (memories, times) in lanes.iter().zip(outcome.bites) {
            bites += memories.iter().sum::<f64>() * times;
        }
        for (number, chances) in &outcome.candidates {
            let candidate = space.candidate(*number);
            let sums = &mut fills[usize::from(candidate.row)][usize::from(candidate.crossed)];
            for (memories, share) in lanes.iter().zip(chances) {
                sums.iter_mut().zip(*memories).for_each(|(sum, chance)| *sum += chance * share);
            }
        }
        for decided in &outcome.moments {
            let action = match decided.code.checked_sub(ROW) {
                Some(number) => SheetAction::Row(usize::from(space.candidate(number as u8).row)),
                None => SheetAction::Keep(Keep::from_index(usize::from(decided.code))),
            };
            for (memory, chance) in likely(lanes[decided.lane - outcome.first]) {
                let moment = Moment { before, memory, dice: decided.dice, rolls: decided.rolls, action };
                watcher.decided(&moment, chance * decided.chance);
            }
        }
    }
    watcher.bitten(before, bites);
    for (row, by_crossed) in fills.iter().enumerate() {
        for (crossed, memories) in [false, true].into_iter().zip(by_crossed) {
            for (memory, chance) in likely(memories) {
                watcher.filled(&Fill { before, memory, row, crossed }, chance);
            }
        }
    }
}

/// Shows the states before a turn.
fn show_start<C>(space: &Space, stop: &Stop<C>, memories: impl Fn(&C) -> &Memories, watcher: &mut dyn Watcher<usize>) {
    let Outline { filled, marked } = stop.outline;
    let low = space.lanes_of(filled).low;
    for (lane, carried) in stop.reached() {
        for (memory, chance) in likely(memories(carried)) {
            watcher.began(&Start { filled, memory, upper: low + lane as i32, marked }, chance);
        }
    }
}

/// Shows how games end.
pub(crate) fn show_end<C>(
    space: &Space,
    stop: &Stop<C>,
    memories: impl Fn(&C) -> &Memories,
    watcher: &mut dyn Watcher<usize>,
) {
    let low = space.lanes_of(stop.outline.filled).low;
    for (lane, carried) in stop.reached() {
        for (memory, chance) in likely(memories(carried)) {
            watcher.ended(&End { memory, upper: low + lane as i32, marked: stop.outline.marked }, chance);
        }
    }
}

fn likely(memories: &Memories) -> impl Iterator<Item = (u8, f64)> {
    (0..).zip(memories.iter().copied()).filter(|(_, chance)| *chance > 0.0)
}
