//! How a player of a dice game decides, as far as a distribution needs to know.

use std::ops::Range;

use crate::choices::{Choices, Chooser};
use crate::constraint::{Constrained, Limits};
use crate::dispatch::Kernel;
use crate::solution::Solved;
use crate::space::{Outline, Space};
use crate::table::Table;
use crate::turn::Sources;

/// How many states a player is asked about at once, at most.
pub const LANES: usize = 8;

/// A player whose decisions depend on nothing but the filled rows, the upper total, the mark of the game, the dice and the
/// roll.
pub(crate) trait Policy: Sync {
    /// The states among which it decides.
    fn space(&self) -> &Space;

    /// A decider for one thread.
    fn decider(&self) -> Box<dyn Decider + '_>;
}

/// A player as one thread asks it.
pub(crate) trait Decider {
    /// Writes down what the player does in the states from this lane on; only the first `count` are asked for.
    fn choices(&mut self, outline: Outline, lane: usize, count: usize, choices: &mut Choices<LANES>);
}

/// Best play for the mean, under a constraint or without.
pub(crate) struct BestMean<'a> {
    table: &'a Table,
    constrained: Option<Constrained<'a>>,
    kernel: Kernel,
}

impl<'a> BestMean<'a> {
    pub(crate) fn new(solved: &'a Solved, kernel: Kernel) -> Self {
        let Solved { table, constraint } = solved;
        let constrained = constraint.as_deref().map(|constraint| Constrained::new(&table.space, constraint));
        Self { table, constrained, kernel }
    }
}

/// What one thread needs to find the best play, of one player after the other only if none of them has a constraint.
pub(crate) struct MeanRoom {
    chooser: Chooser<f32, LANES>,
    sources: Sources<f32>,
    limits: Limits,
    /// The states that the limits were found for.
    limited: Option<(Outline, Range<usize>)>,
    /// What to do in some of the states.
    some: Box<Choices<LANES>>,
}

impl MeanRoom {
    pub(crate) fn new() -> Self {
        let chooser = Chooser::new();
        Self { chooser, sources: Sources::new(), limits: Limits::default(), limited: None, some: Choices::new() }
    }
}

impl Policy for BestMean<'_> {
    fn space(&self) -> &Space {
        &self.table.space
    }

    fn decider(&self) -> Box<dyn Decider + '_> {
        Box::new(MeanDecider { policy: self, room: MeanRoom::new() })
    }
}

/// Best play as one thread finds it.
struct MeanDecider<'a> {
    policy: &'a BestMean<'a>,
    room: MeanRoom,
}

impl Decider for MeanDecider<'_> {
    fn choices(&mut self, outline: Outline, lane: usize, count: usize, choices: &mut Choices<LANES>) {
        self.policy.choices(&mut self.room, outline, lane, count, choices);
    }
}

impl BestMean<'_> {
    /// As [`Decider::choices`].
    pub(crate) fn choices(
        &self,
        room: &mut MeanRoom,
        outline: Outline,
        lane: usize,
        count: usize,
        choices: &mut Choices<LANES>,
    ) {
        let MeanRoom { chooser, sources, limits, limited, some } = room;
        let values = &self.table.values;
        sources.set(self.table.sources(outline));
        sources.advance(lane);
        let program = self.space().program(outline);
        let Some(constrained) = &self.constrained else {
            return self.kernel.choose(chooser, sources, values, &program, limits, choices);
        };
        // States that the constraint treats alike together.
        let mut done = 0;
        while done < count {
            let from = lane + done;
            let alike = match limited {
                Some((known, lanes)) if *known == outline && lanes.contains(&from) => lanes.end - from,
                _ => {
                    let alike = constrained.limit(outline, from, &program, limits);
                    *limited = Some((outline, from..from + alike));
                    alike
                }
            };
            if alike >= count && done == 0 {
                return self.kernel.choose(chooser, sources, values, &program, limits, choices);
            }
            self.kernel.choose(chooser, sources, values, &program, limits, some);
            choices.take(some, done..(done + alike).min(LANES));
            done += alike;
        }
    }
}
