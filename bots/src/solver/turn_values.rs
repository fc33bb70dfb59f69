//! What every decision of one turn is worth.

use std::sync::Arc;

use kosti_engine::sheet::{ROLLS, Roll, Scoresheet, Sheet, SheetAction};
use kosti_engine::{Dice, Keep};

use super::graph::{GRAPH, ROOM};
use super::program::{BEST_CROSSING, NOTHING};
use super::space::Space;
use super::turn::Work;

/// What every decision of one turn is worth to the player with this sheet: the mean final score, or whatever else is
/// played for.
#[derive(Clone, Debug)]
pub struct TurnValues<S: Scoresheet> {
    space: Arc<Space<S>>,
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

impl<S: Scoresheet> TurnValues<S> {
    /// Works out a turn from what the sheets are worth that it can end with; `after` gets an outline of such a sheet and
    /// the points that were booked.
    pub(crate) fn new(space: &Arc<Space<S>>, sheet: Sheet, after: impl Fn(&Sheet, i16) -> f64) -> Self {
        let outline = space.outline(&sheet);
        let mut work = Work::<f64, 1>::new();
        let mut crossing = f64::MIN;
        for (number, candidate) in space.open_candidates(outline.filled) {
            if space.place(space.after(outline, candidate)).is_some() {
                let value = after(&space.filled_by(&sheet, candidate), candidate.points);
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

    /// What the turn is worth before its first roll.
    pub fn worth(&self) -> f64 {
        self.worth
    }

    /// What an action is worth with these dice after so many rolls, from one to three.
    ///
    /// # Panics
    /// If the action is not legal.
    pub fn of(&self, dice: Dice, rolls: u8, action: SheetAction<S::Row>) -> f64 {
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

    /// Every legal action with these dice after so many rolls, with what it is worth; the best one first, and of equals
    /// rows first, then keeps of more dice.
    pub fn ranked(&self, dice: Dice, rolls: u8) -> Vec<(SheetAction<S::Row>, f64)> {
        let rows = self.space.game().choices(&self.sheet, dice).iter().map(SheetAction::Row);
        let keeps: Vec<Keep> =
            if rolls < ROLLS { (0..dice.keep_count()).map(|n| dice.nth_keep(n)).collect() } else { vec![] };
        let actions = rows.chain(keeps.into_iter().rev().map(SheetAction::Keep));
        let mut ranked: Vec<_> = actions.map(|action| (action, self.of(dice, rolls, action))).collect();
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        ranked
    }

    /// The best action with these dice after so many rolls: the first one of [`TurnValues::ranked`].
    pub fn best(&self, dice: Dice, rolls: u8) -> SheetAction<S::Row> {
        let rows = self.space.game().choices(&self.sheet, dice);
        let rows = rows.iter().map(SheetAction::Row).map(|action| (action, self.of(dice, rolls, action)));
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
