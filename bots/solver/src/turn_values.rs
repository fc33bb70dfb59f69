//! What every decision of one turn is worth.

use std::marker::PhantomData;
use std::sync::Arc;

use kosti_engine::sheet::{ROLLS, Roll, Scoresheet, Sheet, SheetAction};
use kosti_engine::{Dice, Keep};

use crate::graph::{GRAPH, ROOM};
use crate::places::{named, placed, places};
use crate::program::{BEST_CROSSING, NOTHING};
use crate::space::{Outline, Space};
use crate::turn::Work;

/// What every decision of one turn is worth to the player with this sheet: the mean final score, or whatever else is
/// played for.
#[derive(Clone, Debug)]
pub struct TurnValues<S: Scoresheet> {
    table: TurnTable,
    sheets: PhantomData<fn() -> S>,
}

impl<S: Scoresheet> TurnValues<S> {
    pub(crate) fn new(table: TurnTable) -> Self {
        Self { table, sheets: PhantomData }
    }

    /// What the turn is worth before its first roll.
    pub fn worth(&self) -> f64 {
        self.table.worth
    }

    /// What an action is worth with these dice after this many rolls, from one to three.
    ///
    /// # Panics
    /// If the action is not legal.
    pub fn of(&self, dice: Dice, rolls: u8, action: SheetAction<S::Row>) -> f64 {
        self.table.of(dice, rolls, placed(action))
    }

    /// Every legal action with these dice after this many rolls, with what it is worth; the best one first, and of equals
    /// rows first, then keeps of more dice.
    pub fn ranked(&self, dice: Dice, rolls: u8) -> Vec<(SheetAction<S::Row>, f64)> {
        self.table.ranked(dice, rolls).into_iter().map(|(action, worth)| (named(action), worth)).collect()
    }

    /// The best action with these dice after this many rolls: the first one of [`TurnValues::ranked`].
    pub fn best(&self, dice: Dice, rolls: u8) -> SheetAction<S::Row> {
        named(self.table.best(dice, rolls))
    }
}

/// What every decision of one turn is worth, whatever the kind of sheet.
#[derive(Clone, Debug)]
pub(crate) struct TurnTable {
    space: Arc<Space>,
    sheet: Sheet,
    /// By number of the candidate.
    candidates: [f64; ROOM],
    /// By roll: what it is worth with no roll left, and with one.
    rolls: [Vec<f64>; 2],
    /// By keep of fewer than five dice: what it is worth if the rest is rolled, when that is the last roll, and when one
    /// more is left.
    keeps: [Vec<f64>; 2],
    worth: f64,
}

impl TurnTable {
    /// Works out a turn from what the sheets are worth that it can end with; `worth` gets the outline and the upper total
    /// of such a sheet, and the points that were booked.
    pub(crate) fn new(space: &Arc<Space>, sheet: Sheet, worth: &dyn Fn(Outline, i32, i16) -> f64) -> Self {
        let outline = space.outline(&sheet);
        let mut work = Work::<f64, 1>::new();
        let mut crossing = f64::MIN;
        for (number, candidate) in space.open_candidates(outline.filled) {
            let after = space.after(outline, candidate);
            if space.place(after).is_some() {
                let value = worth(after, sheet.upper() + i32::from(candidate.upper), candidate.points);
                work.candidates[number] = [value];
                crossing = if candidate.only_crosses() { crossing.max(value) } else { crossing };
            }
        }
        work.candidates[usize::from(BEST_CROSSING)] = [crossing];
        work.candidates[usize::from(NOTHING)] = [f64::MIN];
        let program = space.program(outline);
        let rolls_now = |work: &Work<f64, 1>| work.rolls[..Dice::COUNT].iter().map(|[value]| *value).collect();
        let keeps_now = |work: &Work<f64, 1>| work.keep_values().map(|[value]| value).collect();
        work.choose_rows(&program);
        let none_left = rolls_now(&work);
        work.expect();
        let last = keeps_now(&work);
        work.choose_keeps();
        let one_left = rolls_now(&work);
        work.expect();
        let first = keeps_now(&work);
        work.raise_keeps();
        let [worth] = work.mean_of_first(&program.first, &GRAPH.ways);
        let candidates = work.candidates.map(|[value]| value);
        Self { space: space.clone(), sheet, candidates, rolls: [none_left, one_left], keeps: [last, first], worth }
    }

    /// As [`TurnValues::of`].
    fn of(&self, dice: Dice, rolls: u8, action: SheetAction<usize>) -> f64 {
        match action {
            SheetAction::Row(row) => {
                let roll = if rolls == 1 { Roll::First } else { Roll::Later };
                self.candidates[usize::from(self.space.number(&self.sheet, dice, roll, row))]
            }
            SheetAction::Keep(keep) => {
                let left = usize::from(rolls == 1);
                match Dice::try_from(keep) {
                    Ok(dice) => self.rolls[left][dice.index()],
                    Err(keep) => self.keeps[left][keep.index()],
                }
            }
        }
    }

    /// As [`TurnValues::ranked`].
    fn ranked(&self, dice: Dice, rolls: u8) -> Vec<(SheetAction<usize>, f64)> {
        let rows = places(self.space.choices(&self.sheet, dice)).map(SheetAction::Row);
        let keeps: Vec<Keep> =
            if rolls < ROLLS { (0..dice.keep_count()).map(|n| dice.nth_keep(n)).collect() } else { vec![] };
        let actions = rows.chain(keeps.into_iter().rev().map(SheetAction::Keep));
        let mut ranked: Vec<_> = actions.map(|action| (action, self.of(dice, rolls, action))).collect();
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        ranked
    }

    /// As [`TurnValues::best`].
    fn best(&self, dice: Dice, rolls: u8) -> SheetAction<usize> {
        let rows = places(self.space.choices(&self.sheet, dice));
        let rows = rows.map(SheetAction::Row).map(|action| (action, self.of(dice, rolls, action)));
        let (row, value) = rows.reduce(better).expect("a row can always be chosen");
        if rolls == ROLLS {
            return row;
        }
        let keeps = (0..dice.keep_count()).rev().map(|number| SheetAction::Keep(dice.nth_keep(number)));
        keeps.map(|keep| (keep, self.of(dice, rolls, keep))).fold((row, value), better).0
    }
}

/// The better of two actions, the first of equals.
fn better<A>(one: (A, f64), other: (A, f64)) -> (A, f64) {
    if other.1 > one.1 { other } else { one }
}
