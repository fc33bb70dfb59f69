//! Exact answers about all games of a player: how often something happens, and what is done then.

use kosti_engine::sheet::{Row, RowSet, Scoresheet, Sheet, SheetAction};
use kosti_engine::{Dice, Keep};

use super::choices::ROW;
use super::forward::{Outcome, Source, Stop, follow};
use super::policy::{LANES, Policy};
use super::space::{Outline, Space};

/// How many things a watcher can remember of the turns before: numbers below this.
pub const MEMORIES: usize = 8;

/// Somebody who watches all games of a player at once.
///
/// Nothing is sampled: what is seen comes with its chance. What the rest of a game does not depend on is forgotten, but for one
/// small number that the watcher may change with every row that is filled; it is 0 at the start.
pub trait Watcher<R: Row> {
    /// What to remember once a row is filled.
    fn remember(fill: &Fill<R>) -> u8 {
        fill.memory
    }

    /// A turn begins.
    fn began(&mut self, start: &Start, chance: f64) {
        let _ = (start, chance);
    }

    /// The dice whose moments are to be shown.
    fn dice(&self) -> Vec<Dice> {
        Vec::new()
    }

    /// Somebody decides with such dice.
    fn decided(&mut self, moment: &Moment<R>, chance: f64) {
        let _ = (moment, chance);
    }

    /// A row is filled.
    fn filled(&mut self, fill: &Fill<R>, chance: f64) {
        let _ = (fill, chance);
    }

    /// The constraint that the player keeps to forbids something better, in a turn that begins with these rows filled.
    fn bitten(&mut self, before: RowSet, times: f64) {
        let _ = (before, times);
    }

    /// A game is over.
    fn ended(&mut self, end: &End, chance: f64) {
        let _ = (end, chance);
    }
}

/// Nobody watches.
impl<R: Row> Watcher<R> for () {}

/// Two watch the same games, since to follow them twice would take twice as long. The first one chooses what is remembered and
/// which dice are shown; the second one sees the same.
impl<R: Row, A: Watcher<R>, B: Watcher<R>> Watcher<R> for (&mut A, &mut B) {
    fn remember(fill: &Fill<R>) -> u8 {
        A::remember(fill)
    }

    fn began(&mut self, start: &Start, chance: f64) {
        self.0.began(start, chance);
        self.1.began(start, chance);
    }

    fn dice(&self) -> Vec<Dice> {
        self.0.dice()
    }

    fn decided(&mut self, moment: &Moment<R>, chance: f64) {
        self.0.decided(moment, chance);
        self.1.decided(moment, chance);
    }

    fn filled(&mut self, fill: &Fill<R>, chance: f64) {
        self.0.filled(fill, chance);
        self.1.filled(fill, chance);
    }

    fn bitten(&mut self, before: RowSet, times: f64) {
        self.0.bitten(before, times);
        self.1.bitten(before, times);
    }

    fn ended(&mut self, end: &End, chance: f64) {
        self.0.ended(end, chance);
        self.1.ended(end, chance);
    }
}

/// The state before a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The rows that are filled.
    pub filled: RowSet,
    /// What was remembered.
    pub memory: u8,
    /// The upper total, as far as it counts.
    pub upper: i32,
    /// Whether the sheet bears the mark of the game.
    pub marked: bool,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment<R> {
    /// The rows that are filled.
    pub before: RowSet,
    /// What was remembered.
    pub memory: u8,
    /// The dice on the table.
    pub dice: Dice,
    /// The roll of the turn that brought them, from 1 to 3.
    pub rolls: u8,
    /// What is decided.
    pub action: SheetAction<R>,
}

/// A row that is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill<R> {
    /// The rows that were filled before.
    pub before: RowSet,
    /// What was remembered before.
    pub memory: u8,
    /// The row.
    pub row: R,
    /// Whether it is crossed.
    pub crossed: bool,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// What was remembered.
    pub memory: u8,
    /// The upper total, as far as it counts.
    pub upper: i32,
    /// Whether the sheet bears the mark of the game.
    pub marked: bool,
}

/// How likely a state is, with each memory.
pub(crate) type Memories = [f64; MEMORIES];

/// How likely the start is.
pub(crate) const START: Memories = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// A state that is not reached.
const NOWHERE: Memories = [0.0; MEMORIES];

/// States that are less likely are left out: all of them together do not add up to a thousand millionth.
pub(crate) const LEAST: f64 = 1e-13;

/// Follows a player from a sheet on while somebody watches.
pub(crate) fn watch<S: Scoresheet, W: Watcher<S::Row>>(policy: &impl Policy<S>, from: &Sheet, watcher: &mut W) {
    let space = policy.space();
    let gather = |sources: &[Source<'_, Memories>]| {
        let mut sum = Memories::default();
        sources.iter().for_each(|source| remember::<S, W>(&mut sum, source, source.carried));
        (sum.iter().sum::<f64>() >= LEAST).then_some(sum)
    };
    let dice = watcher.dice();
    let ends = follow(policy, from, START, &dice, gather, |stop, outcomes| {
        show_turn(space, stop, |memories| memories, outcomes, watcher);
    });
    ends.iter().for_each(|stop| show_end(space, stop, |memories| memories, watcher));
}

/// Adds what is remembered on a way to a state.
pub(crate) fn remember<S: Scoresheet, W: Watcher<S::Row>>(
    sum: &mut Memories,
    source: &Source<'_, impl Sized>,
    memories: &Memories,
) {
    for (memory, chance) in likely(memories) {
        let fill = Fill {
            before: source.before.filled,
            memory,
            row: S::Row::ALL[usize::from(source.candidate.row)],
            crossed: source.candidate.crossed,
        };
        sum[usize::from(W::remember(&fill))] += chance * source.chance;
    }
}

/// Shows what happens in a turn.
pub(crate) fn show_turn<S: Scoresheet, C>(
    space: &Space<S>,
    stop: &Stop<C>,
    memories: impl Fn(&C) -> &Memories,
    outcomes: &[Outcome],
    watcher: &mut impl Watcher<S::Row>,
) {
    show_start(space, stop, &memories, watcher);
    // By row, and whether it is crossed.
    let mut fills = vec![[Memories::default(); 2]; space.rows()];
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
                Some(number) => SheetAction::Row(S::Row::ALL[usize::from(space.candidate(number as u8).row)]),
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
                watcher.filled(&Fill { before, memory, row: S::Row::ALL[row], crossed }, chance);
            }
        }
    }
}

/// Shows the states before a turn.
fn show_start<S: Scoresheet, C>(
    space: &Space<S>,
    stop: &Stop<C>,
    memories: impl Fn(&C) -> &Memories,
    watcher: &mut impl Watcher<S::Row>,
) {
    let Outline { filled, marked } = stop.outline;
    let low = space.lanes_of(filled).low;
    for (lane, carried) in stop.reached() {
        for (memory, chance) in likely(memories(carried)) {
            watcher.began(&Start { filled, memory, upper: low + lane as i32, marked }, chance);
        }
    }
}

/// Shows how games end.
pub(crate) fn show_end<S: Scoresheet, C>(
    space: &Space<S>,
    stop: &Stop<C>,
    memories: impl Fn(&C) -> &Memories,
    watcher: &mut impl Watcher<S::Row>,
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
