//! How a player of a dice game decides, as far as a distribution needs to know.

use std::ops::Range;

use kosti_engine::sheet::{ROLLS, Roll, Row, Scoresheet, Sheet, SheetAction, SheetGame};
use kosti_engine::{Chance, Dice, Label, Seat};

use super::choices::{Choices, Chooser, ROW};
use super::constraint::{Constrained, Limits};
use super::dispatch::Kernel;
use super::solution::{Solution, Table};
use super::space::{Outline, Space};
use super::turn::Sources;
use crate::bot::{Bot, Decision};
use crate::greedy::sheet::{Habits, WholeTurn};

/// States that are looked at together.
pub(crate) const LANES: usize = 8;

/// A player whose decisions depend on nothing but the filled rows, the upper total, the mark of the game, the dice and the
/// roll.
pub(crate) trait Policy<S: Scoresheet>: Sync {
    /// What one thread needs to ask it.
    type Room: Send;

    /// The states among which it decides.
    fn space(&self) -> &Space<S>;

    /// Makes such a room.
    fn room(&self) -> Self::Room;

    /// Tells what it does in the states from this lane on; only the first `count` are asked for.
    fn choices(&self, room: &mut Self::Room, outline: Outline, lane: usize, count: usize, choices: &mut Choices<LANES>);
}

/// Best play for the mean, under a constraint or without.
pub(crate) struct BestMean<'a, S: Scoresheet> {
    table: &'a Table<S, f32>,
    constrained: Option<Constrained<'a, S>>,
    kernel: Kernel,
}

impl<'a, S: Scoresheet> BestMean<'a, S> {
    pub(crate) fn new(solution: &'a Solution<S>, kernel: Kernel) -> Self {
        let table = solution.table();
        let constrained = solution.constraint().map(|constraint| Constrained::new(&table.space, constraint));
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

impl<S: Scoresheet> Policy<S> for BestMean<'_, S> {
    type Room = MeanRoom;

    fn space(&self) -> &Space<S> {
        &self.table.space
    }

    fn room(&self) -> MeanRoom {
        MeanRoom::new()
    }

    fn choices(&self, room: &mut MeanRoom, outline: Outline, lane: usize, count: usize, choices: &mut Choices<LANES>) {
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

/// Any bot that always decides alike.
pub(crate) struct ByBot<'a, S: Scoresheet, F> {
    pub(crate) space: &'a Space<S>,
    /// The game for one player.
    pub(crate) game: SheetGame<S>,
    pub(crate) make: F,
}

impl<S: Scoresheet, B: Bot<SheetGame<S>>, F: Fn() -> B + Sync> Policy<S> for ByBot<'_, S, F> {
    type Room = B;

    fn space(&self) -> &Space<S> {
        self.space
    }

    fn room(&self) -> B {
        (self.make)()
    }

    fn choices(&self, bot: &mut B, outline: Outline, lane: usize, count: usize, choices: &mut Choices<LANES>) {
        let low = self.space.lanes_of(outline.filled).low;
        // A bot that always decides alike does not ask for random numbers.
        let mut rng = Chance::new(0, 0).stream(Label::deal(0));
        for at in 0..count {
            let sheet = self.space.sheet(outline, low + (lane + at) as i32);
            for (rolls, after) in (1..=ROLLS).zip(&mut choices.after) {
                let roll = if rolls == 1 { Roll::First } else { Roll::Later };
                for dice in Dice::all() {
                    let state = self.game.position(&sheet, dice, rolls);
                    let decision = Decision::new(&self.game, &state, Seat::new(0), &mut rng);
                    after[dice.index()][at] = match bot.act(decision) {
                        SheetAction::Keep(keep) => keep.index() as u16,
                        SheetAction::Row(row) => ROW + u16::from(self.space.number(&sheet, dice, roll, row)),
                    };
                }
            }
        }
    }
}

/// The sensible beginner, asked for whole turns at once.
pub(crate) struct ByGreedy<'a, S: Habits> {
    pub(crate) space: &'a Space<S>,
}

impl<'a, S: Habits> Policy<S> for ByGreedy<'a, S> {
    /// The turn of the outline that was asked about last.
    type Room = Option<(Outline, WholeTurn<'a, S>)>;

    fn space(&self) -> &Space<S> {
        self.space
    }

    fn room(&self) -> Self::Room {
        None
    }

    fn choices(
        &self,
        room: &mut Self::Room,
        outline: Outline,
        lane: usize,
        count: usize,
        choices: &mut Choices<LANES>,
    ) {
        let low = self.space.lanes_of(outline.filled).low;
        if room.as_ref().is_none_or(|(known, _)| *known != outline) {
            *room = Some((outline, WholeTurn::new(self.space.game(), &self.space.sheet(outline, low))));
        }
        let (_, turn) = room.as_ref().expect("it was made just now");
        let sheets: Vec<Sheet> = (0..count).map(|at| self.space.sheet(outline, low + (lane + at) as i32)).collect();
        turn.decide(&sheets, |after, dice, decided: &[u32; LANES]| {
            let roll = if after == 0 { Roll::First } else { Roll::Later };
            // What a roll books in a row is the same on all sheets.
            choices.after[after][dice.index()] = decided.map(|code| match (code as u16).checked_sub(ROW) {
                None => code as u16,
                Some(row) => {
                    let row = S::Row::ALL[usize::from(row)];
                    ROW + u16::from(self.space.number(&sheets[0], dice, roll, row))
                }
            });
        });
    }
}
