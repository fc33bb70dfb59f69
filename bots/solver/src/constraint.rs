//! Best play under a habit: the player always does something, or never does.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, RwLock};

use kosti_engine::sheet::{ROLLS, Roll, Row, RowSet, Sheet, SheetAction};
use kosti_engine::{Dice, Keep};

use crate::graph::ROOM;
use crate::keep_plan::KeepPlan;
use crate::places::{contains, named, only, places};
use crate::program::{Column, Lists, Program};
use crate::space::{Outline, Space};

/// The moment of a decision, as far as a constraint may look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The open rows, or some that stand for them: see [`Constraint::alike`].
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

    /// A set of open rows that stands for this one and all others that are treated alike: those of them that matter,
    /// unless the constraint knows better. The fewer there are, the faster.
    fn alike(&self, open: RowSet) -> RowSet {
        open.and(self.looks_at())
    }

    /// Tells upper totals apart: those with the same answer are treated alike.
    fn class_of(&self, upper: i32) -> i32 {
        let _ = upper;
        0
    }

    /// Whether the action is allowed.
    fn allows(&self, situation: &Situation, action: SheetAction<R>) -> bool;
}

/// A constraint, asked by the places of rows.
pub(crate) struct ByPlace<C, R> {
    constraint: C,
    rows: PhantomData<fn() -> R>,
}

impl<C, R> ByPlace<C, R> {
    pub(crate) fn new(constraint: C) -> Self {
        Self { constraint, rows: PhantomData }
    }
}

impl<R: Row, C: Constraint<R>> Constraint<usize> for ByPlace<C, R> {
    fn looks_at(&self) -> RowSet {
        self.constraint.looks_at()
    }

    fn alike(&self, open: RowSet) -> RowSet {
        self.constraint.alike(open)
    }

    fn class_of(&self, upper: i32) -> i32 {
        self.constraint.class_of(upper)
    }

    fn allows(&self, situation: &Situation, action: SheetAction<usize>) -> bool {
        self.constraint.allows(situation, named(action))
    }
}

/// What a constraint allows with the same rows open and upper totals of the same class.
#[derive(Debug)]
pub(crate) struct Allowed {
    /// By roll of the turn and dice: the rows.
    rows: [Vec<RowSet>; ROLLS as usize],
    /// By roll of the turn but the last.
    keeps: [KeepLimits; ROLLS as usize - 1],
    /// The dice with which at some time of the turn not all rows are allowed, or not all five dice may be kept.
    limited: Vec<Dice>,
}

/// The keeps that are allowed after a roll.
#[derive(Debug)]
struct KeepLimits {
    /// By dice: the keeps, by number among all of them, if not all are allowed.
    lists: Vec<Option<Vec<u16>>>,
    /// How to find the best one, if not all are allowed.
    plan: Option<KeepPlan>,
    /// By dice: whether all five may be kept.
    keeps_all: [bool; ROOM],
}

impl KeepLimits {
    fn new(lists: Vec<Option<Vec<u16>>>) -> Self {
        let plan = KeepPlan::new(&lists);
        let mut keeps_all = [true; ROOM];
        plan.iter().flat_map(|plan| &plan.not_all).for_each(|&roll| keeps_all[usize::from(roll)] = false);
        Self { lists, plan, keeps_all }
    }

    /// Whether nothing may be kept, not even no dice.
    fn keeps_none(&self, dice: Dice) -> bool {
        self.lists[dice.index()].as_ref().is_some_and(Vec::is_empty)
    }
}

impl Allowed {
    fn new(space: &Space, constraint: &dyn Constraint<usize>, open: RowSet, upper: i32) -> Self {
        let situation = |dice: Dice, after: usize| Situation { open, upper, dice, rolls: after as u8 + 1 };
        let rows: [Vec<RowSet>; ROLLS as usize] = std::array::from_fn(|after| {
            let allowed = |dice: Dice, row: usize| constraint.allows(&situation(dice, after), SheetAction::Row(row));
            let all = || places(space.rows());
            let of = |dice: Dice| all().filter(|&row| allowed(dice, row)).map(only).fold(RowSet::EMPTY, RowSet::or);
            Dice::all().map(of).collect()
        });
        let keeps: [KeepLimits; ROLLS as usize - 1] = std::array::from_fn(|after| {
            let allowed = |dice: Dice, keep: Keep| constraint.allows(&situation(dice, after), SheetAction::Keep(keep));
            let of = |dice: Dice| {
                let all = (0..dice.keep_count()).map(|number| dice.nth_keep(number));
                let kept: Vec<u16> = all.filter(|&keep| allowed(dice, keep)).map(|keep| keep.index() as u16).collect();
                (kept.len() < dice.keep_count()).then_some(kept)
            };
            KeepLimits::new(Dice::all().map(of).collect())
        });
        let limited = |dice: &Dice| {
            rows.iter().any(|rows| rows[dice.index()] != space.rows())
                || keeps.iter().any(|keeps| !keeps.keeps_all[dice.index()])
        };
        Self { limited: Dice::all().filter(limited).collect(), rows, keeps }
    }
}

/// Candidates of some rolls.
#[derive(Debug)]
pub(crate) struct RowLists {
    /// By roll: the number of its list, from one on; none if it has no list.
    of_roll: Column,
    rolls: Vec<u8>,
    candidates: Vec<u8>,
    ends: Vec<usize>,
}

impl Default for RowLists {
    fn default() -> Self {
        Self { of_roll: [0; ROOM], rolls: Vec::new(), candidates: Vec::new(), ends: vec![0] }
    }
}

impl RowLists {
    fn clear(&mut self) {
        if !self.is_empty() {
            self.of_roll = [0; ROOM];
            self.rolls.clear();
            self.candidates.clear();
            self.ends.truncate(1);
        }
    }

    fn push(&mut self, dice: Dice, candidates: impl Iterator<Item = u8>) {
        self.of_roll[dice.index()] = self.ends.len() as u8;
        self.rolls.push(dice.index() as u8);
        self.candidates.extend(candidates);
        self.ends.push(self.candidates.len());
    }

    fn is_empty(&self) -> bool {
        self.rolls.is_empty()
    }

    /// The list of a roll, if it has one.
    pub(crate) fn of(&self, roll: usize) -> Option<&[u8]> {
        let list = usize::from(self.of_roll[roll]);
        (list > 0).then(|| &self.candidates[self.ends[list - 1]..self.ends[list]])
    }

    /// All rolls that have a list.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let ends = self.ends.windows(2);
        self.rolls.iter().zip(ends).map(|(roll, ends)| (usize::from(*roll), &self.candidates[ends[0]..ends[1]]))
    }
}

/// What is allowed in some states of an outline.
#[derive(Default, Debug)]
pub(crate) struct Limits {
    allowed: Option<Arc<Allowed>>,
    /// By roll of the turn: the candidates that are allowed, where not all are.
    pub(crate) rows: [RowLists; ROLLS as usize],
    /// By roll of the turn but the last: rolls with which everything is allowed because nothing would be.
    pub(crate) freed: [Vec<u8>; ROLLS as usize - 1],
    /// What may be filled after the second roll, beyond what may be if all dice are kept once more.
    pub(crate) second: RowLists,
    /// The same after the first roll, if that is not what it is without limits.
    pub(crate) first: Option<Lists>,
}

impl Limits {
    /// How the best keep is found after a roll of the turn, if not all are allowed.
    #[inline(always)]
    pub(crate) fn plan(&self, after: usize) -> Option<&KeepPlan> {
        self.allowed.as_ref()?.keeps[after].plan.as_ref()
    }

    /// Whether everything is allowed after a roll of the turn.
    pub(crate) fn allow_all(&self, after: usize) -> bool {
        let keeps = |allowed: &Arc<Allowed>| allowed.keeps.get(after).is_none_or(|keeps| keeps.plan.is_none());
        self.rows[after].is_empty() && self.allowed.as_ref().is_none_or(keeps)
    }

    /// The keeps that are allowed after a roll of the turn, if not all are.
    pub(crate) fn keeps(&self, after: usize, roll: usize) -> Option<&[u16]> {
        let keeps = self.allowed.as_ref()?.keeps.get(after)?.lists[roll].as_deref();
        keeps.filter(|_| !self.freed[after].contains(&(roll as u8)))
    }
}

/// A constraint on a space, with its answers so far.
pub(crate) struct Constrained<'a> {
    space: &'a Space,
    constraint: &'a dyn Constraint<usize>,
    known: RwLock<HashMap<(u32, i32), Arc<Allowed>>>,
}

impl<'a> Constrained<'a> {
    pub(crate) fn new(space: &'a Space, constraint: &'a dyn Constraint<usize>) -> Self {
        Self { space, constraint, known: RwLock::default() }
    }

    /// Finds out what is allowed in the states of an outline from this lane on, and in how many of them.
    pub(crate) fn limit(&self, outline: Outline, lane: usize, program: &Program<'_>, limits: &mut Limits) -> usize {
        let lanes = self.space.lanes_of(outline.filled);
        let class = |lane: usize| self.constraint.class_of(lanes.low + lane as i32);
        let alike = (lane..lanes.width).take_while(|&other| class(other) == class(lane)).count();
        let open = self.constraint.alike(self.space.rows().without(outline.filled));
        let allowed = self.allowed(open, class(lane), lanes.low + lane as i32);
        limits.rows.iter_mut().for_each(RowLists::clear);
        limits.freed.iter_mut().for_each(Vec::clear);
        limits.second.clear();
        let sheet = self.space.sheet(outline, 0);
        let mut first = Vec::new();
        for &dice in &allowed.limited {
            let offered = self.limit_roll(&sheet, dice, &allowed, limits);
            if offered != program.first.of(dice.index()) {
                first.push((dice, offered));
            }
        }
        limits.first = (!first.is_empty()).then(|| program.first.with(first));
        limits.allowed = Some(allowed);
        alike
    }

    /// Finds out what is allowed with these dice; returns what may be filled after the first roll beyond what may be if
    /// all dice are kept.
    fn limit_roll(&self, sheet: &Sheet, dice: Dice, allowed: &Allowed, limits: &mut Limits) -> Vec<u8> {
        let choices = self.space.choices(sheet, dice);
        let number = |roll: Roll, row: usize| self.space.number(sheet, dice, roll, row);
        let mut keeps_all = [true; ROLLS as usize - 1];
        let rows: [RowSet; ROLLS as usize] = std::array::from_fn(|after| {
            let rows = choices.and(allowed.rows[after][dice.index()]);
            // After the last roll nothing can be kept.
            let keeps = allowed.keeps.get(after);
            if let Some(keeps) = keeps {
                keeps_all[after] = keeps.keeps_all[dice.index()];
            }
            if rows.is_empty() && keeps.is_none_or(|keeps| keeps.keeps_none(dice)) {
                if keeps.is_some() {
                    limits.freed[after].push(dice.index() as u8);
                    keeps_all[after] = true;
                }
                return choices;
            }
            if rows != choices {
                let roll = if after == 0 { Roll::First } else { Roll::Later };
                limits.rows[after].push(dice, places(rows).map(|row| number(roll, row)));
            }
            rows
        });
        let later = |after: usize| if keeps_all[after] { rows[after + 1] } else { RowSet::EMPTY };
        let beyond = rows[1].without(later(1));
        if !beyond.is_empty() {
            limits.second.push(dice, places(beyond).map(|row| number(Roll::Later, row)));
        }
        let again = |row: usize| contains(later(0), row) && number(Roll::First, row) == number(Roll::Later, row);
        places(rows[0]).filter(|&row| !again(row)).map(|row| number(Roll::First, row)).collect()
    }

    /// What is allowed with these open rows, of those that the constraint looks at, and totals of this class.
    fn allowed(&self, open: RowSet, class: i32, upper: i32) -> Arc<Allowed> {
        let key = (open.bits(), class);
        if let Some(known) = self.known.read().expect("no thread panics with the lock").get(&key) {
            return known.clone();
        }
        let allowed = Arc::new(Allowed::new(self.space, self.constraint, open, upper));
        self.known.write().expect("no thread panics with the lock").insert(key, allowed.clone());
        allowed
    }
}
