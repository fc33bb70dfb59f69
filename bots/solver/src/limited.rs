//! The value of a turn in which not everything is allowed.

use kosti_engine::Dice;

use crate::constraint::{Limits, RowLists};
use crate::graph::{GRAPH, KEEPS, ROOM, share};
use crate::keep_plan::KeepPlan;
use crate::program::{Lists, Program};
use crate::turn::{Number, Work, add_times, larger};

/// Room for such a turn, besides that for any.
pub(crate) struct LimitedWork<T, const L: usize> {
    pub(crate) work: Box<Work<T, L>>,
    /// By number: what keeps and sets of keeps are worth.
    sets: Vec<[T; L]>,
    /// What the exceptions of a plan are worth.
    exceptions: Vec<[T; L]>,
}

/// After the first, the second and the third roll of a turn.
const FIRST: usize = 0;
const SECOND: usize = 1;
const THIRD: usize = 2;

impl<T: Number, const L: usize> LimitedWork<T, L> {
    pub(crate) fn new() -> Self {
        Self { work: Work::new(), sets: Vec::new(), exceptions: vec![[T::LOWEST; L]; ROOM] }
    }

    /// The value of a turn, as [`Work::turn`].
    #[inline(always)]
    pub(crate) fn turn(&mut self, program: &Program<'_>, limits: &Limits) -> [f64; L] {
        self.work.choose_rows(program);
        for (roll, _) in limits.rows[THIRD].iter() {
            self.work.rolls[roll] = [T::LOWEST; L];
        }
        self.offer(&limits.rows[THIRD]);
        self.work.expect();
        match limits.plan(SECOND) {
            None => self.work.choose_keeps(),
            Some(plan) => self.choose_keeps(plan, &limits.freed[SECOND]),
        }
        self.offer(&limits.second);
        self.work.expect();
        let rows = limits.first.as_ref().unwrap_or(&program.first);
        match limits.plan(FIRST) {
            None => {
                self.work.raise_keeps();
                self.work.mean_of_first(rows, &GRAPH.ways)
            }
            Some(plan) => self.mean_of_first(plan, &limits.freed[FIRST], rows),
        }
    }

    /// Lets rolls fill these rows too.
    #[inline(always)]
    fn offer(&mut self, lists: &RowLists) {
        for (roll, list) in lists.iter() {
            let mut value = self.work.rolls[roll];
            for &candidate in list {
                larger(&mut value, &self.work.candidates[candidate as usize]);
            }
            self.work.rolls[roll] = value;
        }
    }

    /// What each roll is worth if the best of what is allowed is kept.
    #[inline(always)]
    fn choose_keeps(&mut self, plan: &KeepPlan, freed: &[u8]) {
        self.choose_exceptions(plan, freed);
        if plan.others.is_some() {
            self.work.choose_keeps();
        }
        for (&roll, worth) in plan.exceptions.rolls.iter().zip(&self.exceptions) {
            self.work.rolls[usize::from(roll)] = *worth;
        }
    }

    /// The mean over the first roll of a turn if the best of what is allowed is kept, or one of these rows is filled.
    #[inline(always)]
    fn mean_of_first(&mut self, plan: &KeepPlan, freed: &[u8], rows: &Lists) -> [f64; L] {
        self.choose_exceptions(plan, freed);
        let mut mean = [0.0; L];
        match &plan.others {
            Some(ways) => {
                self.work.raise_keeps();
                mean = self.work.mean_of_first(rows, ways);
            }
            None => self.work.choose_from_lists(rows),
        }
        let mut sum = [T::default(); L];
        for (&roll, worth) in plan.exceptions.rolls.iter().zip(&self.exceptions) {
            let mut value = *worth;
            larger(&mut value, self.work.best_of_list(rows, usize::from(roll)));
            add_times(&mut sum, &value, T::from(GRAPH.ways[usize::from(roll)]));
        }
        for lane in 0..L {
            mean[lane] += sum[lane].wide() / 7776.0;
        }
        mean
    }

    /// Finds what the exceptions of a plan are worth, and makes all else ready for choosing what to keep as ever.
    #[inline(always)]
    fn choose_exceptions(&mut self, plan: &KeepPlan, freed: &[u8]) {
        for &roll in &plan.not_all {
            let value = if freed.contains(&roll) { self.best_of_all(roll) } else { [T::LOWEST; L] };
            self.work.rolls[usize::from(roll)] = value;
        }
        plan.exceptions.choose(&self.work.rolls, &self.work.keeps, &mut self.sets, &mut self.exceptions);
        plan.never.iter().for_each(|keep| self.work.keeps[usize::from(*keep)] = [T::LOWEST; L]);
    }

    /// What a roll is worth if everything may be kept.
    #[inline(always)]
    fn best_of_all(&self, roll: u8) -> [T; L] {
        let dice = Dice::from_index(usize::from(roll));
        let mut best = self.work.rolls[usize::from(roll)];
        for keep in (0..dice.keep_count()).map(|number| dice.nth_keep(number)).filter(|keep| keep.index() < KEEPS) {
            let mut value = self.work.keeps[keep.index()];
            value.iter_mut().for_each(|value| *value = value.times(T::near(share(keep.len()))));
            larger(&mut best, &value);
        }
        best
    }
}
