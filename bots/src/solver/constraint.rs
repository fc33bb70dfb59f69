//! Best play under a habit: the player always does something, or never does.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use kosti_engine::sheet::{ROLLS, Roll, RowSet, Scoresheet, SheetAction};
use kosti_engine::{Dice, Keep};

use super::space::{Outline, Space};

/// The moment of a decision, as far as a constraint may look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The open rows, of those that the constraint looks at.
    pub open: RowSet,
    /// The upper total, or one that the constraint does not tell from it.
    pub upper: i32,
    /// The dice on the table.
    pub dice: Dice,
    /// The roll of the turn that brought them, from 1 to 3.
    pub rolls: u8,
}

/// What a player may do: a predicate on situations and actions.
///
/// Where nothing would be allowed, everything is.
pub trait Constraint<R>: Sync {
    /// The rows of which it matters whether they are open. The fewer, the faster.
    fn looks_at(&self) -> RowSet {
        RowSet::from_bits(u32::MAX)
    }

    /// Tells upper totals apart: those with the same answer are treated alike.
    fn class_of(&self, upper: i32) -> i32 {
        let _ = upper;
        0
    }

    /// Whether the action is allowed.
    fn allows(&self, situation: &Situation, action: SheetAction<R>) -> bool;
}

/// What a constraint allows with the same rows open and upper totals of the same class.
pub(crate) struct Allowed {
    /// By roll of the turn and dice: the rows.
    rows: [Vec<RowSet>; ROLLS as usize],
    /// By roll of the turn but the last, and dice: the keeps, by number among all of them, if not all are allowed.
    keeps: [Vec<Option<Vec<u16>>>; ROLLS as usize - 1],
    /// By roll of the turn: the dice with which not everything is allowed.
    limited: [Vec<Dice>; ROLLS as usize],
}

impl Allowed {
    fn new<S: Scoresheet>(space: &Space<S>, constraint: &dyn Constraint<S::Row>, open: RowSet, upper: i32) -> Self {
        let situation = |dice: Dice, after: usize| Situation { open, upper, dice, rolls: after as u8 + 1 };
        let rows: [Vec<RowSet>; ROLLS as usize] = std::array::from_fn(|after| {
            let allowed = |dice: Dice, row: &S::Row| constraint.allows(&situation(dice, after), SheetAction::Row(*row));
            let all = || space.game().rows().iter::<S::Row>();
            let of = |dice: Dice| all().filter(|row| allowed(dice, row)).fold(RowSet::EMPTY, RowSet::with);
            Dice::all().map(of).collect()
        });
        let keeps: [Vec<Option<Vec<u16>>>; ROLLS as usize - 1] = std::array::from_fn(|after| {
            let allowed = |dice: Dice, keep: Keep| constraint.allows(&situation(dice, after), SheetAction::Keep(keep));
            let of = |dice: Dice| {
                let all = (0..dice.keep_count()).map(|number| dice.nth_keep(number));
                let kept: Vec<u16> = all.filter(|&keep| allowed(dice, keep)).map(|keep| keep.index() as u16).collect();
                (kept.len() < dice.keep_count()).then_some(kept)
            };
            Dice::all().map(of).collect()
        });
        let limited = std::array::from_fn(|after| {
            let all_rows = |dice: &Dice| rows[after][dice.index()] == space.game().rows();
            let all_keeps = |dice: &Dice| keeps.get(after).is_none_or(|keeps| keeps[dice.index()].is_none());
            Dice::all().filter(|dice| !all_rows(dice) || !all_keeps(dice)).collect()
        });
        Self { rows, keeps, limited }
    }
}

/// A roll with which not everything is allowed.
pub(crate) struct Limit<'a> {
    /// The roll.
    pub(crate) roll: u8,
    /// The candidates that are allowed, if not all are.
    pub(crate) rows: Option<Vec<u8>>,
    /// The keeps that are allowed, if not all are.
    pub(crate) keeps: Option<&'a [u16]>,
}

/// The limits of an outline, by roll of the turn.
pub(crate) type Limits<'a> = [Vec<Limit<'a>>; ROLLS as usize];

/// A constraint on a space, with what was asked of it before.
pub(crate) struct Constrained<'a, S: Scoresheet> {
    space: &'a Space<S>,
    constraint: &'a dyn Constraint<S::Row>,
    known: RwLock<HashMap<(u32, i32), Arc<Allowed>>>,
}

impl<'a, S: Scoresheet> Constrained<'a, S> {
    pub(crate) fn new(space: &'a Space<S>, constraint: &'a dyn Constraint<S::Row>) -> Self {
        Self { space, constraint, known: RwLock::default() }
    }

    /// What is allowed in the states of an outline from this upper total on, and how many of them are treated alike.
    pub(crate) fn allowed(&self, outline: Outline, lane: usize) -> (Arc<Allowed>, usize) {
        let lanes = self.space.lanes_of(outline.filled);
        let class = |lane: usize| self.constraint.class_of(lanes.low + lane as i32);
        let alike = (lane..lanes.width).take_while(|&other| class(other) == class(lane)).count();
        let open = self.space.game().rows().without(outline.filled).and(self.constraint.looks_at());
        let key = (open.bits(), class(lane));
        if let Some(known) = self.known.read().expect("nobody fails while asking").get(&key) {
            return (known.clone(), alike);
        }
        let allowed = Arc::new(Allowed::new(self.space, self.constraint, open, lanes.low + lane as i32));
        self.known.write().expect("nobody fails while asking").insert(key, allowed.clone());
        (allowed, alike)
    }

    /// The limits of an outline.
    pub(crate) fn limits<'b>(&self, outline: Outline, allowed: &'b Allowed) -> Limits<'b> {
        let sheet = self.space.sheet(outline, 0);
        std::array::from_fn(|after| {
            let roll = if after == 0 { Roll::First } else { Roll::Later };
            let limit = |dice: Dice| {
                let choices = self.space.game().choices(&sheet, dice);
                let rows = choices.and(allowed.rows[after][dice.index()]);
                let keeps = allowed.keeps.get(after).map(|keeps| keeps[dice.index()].as_deref());
                let free = rows == choices && keeps.is_none_or(|keeps| keeps.is_none());
                // After the last roll nothing can be kept.
                let no_keep = keeps.is_none_or(|keeps| keeps.is_some_and(<[u16]>::is_empty));
                if free || rows.is_empty() && no_keep {
                    return None;
                }
                let numbers = || rows.iter().map(|row| self.space.number(&sheet, dice, roll, row)).collect();
                let rows = (rows != choices).then(numbers);
                Some(Limit { roll: dice.index() as u8, rows, keeps: keeps.flatten() })
            };
            allowed.limited[after].iter().copied().filter_map(limit).collect()
        })
    }
}
