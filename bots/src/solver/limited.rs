//! The value of a turn in which not everything is allowed.

use kosti_engine::Keep;

use super::constraint::{Limit, Limits};
use super::graph::{KEEPS, ROOM, share};
use super::program::Program;
use super::turn::{Number, Work, larger};

/// Room for such a turn, besides that for any. Only rolls that are limited use it.
pub(crate) struct LimitedWork<T, const L: usize> {
    pub(crate) work: Box<Work<T, L>>,
    /// By roll: the best row if all are allowed.
    free: Vec<[T; L]>,
    /// By roll: the best of the keeps that are allowed.
    kept: Vec<[T; L]>,
    /// By keep: what it is worth.
    keeps: Vec<[T; L]>,
}

impl<T: Number, const L: usize> LimitedWork<T, L> {
    pub(crate) fn new() -> Self {
        let room = || vec![[T::LOWEST; L]; ROOM];
        Self { work: Work::new(), free: room(), kept: room(), keeps: room() }
    }

    /// The value of a turn, as [`Work::turn`].
    #[inline(always)]
    pub(crate) fn turn(&mut self, program: &Program, [first, second, third]: &Limits<'_>) -> [f64; L] {
        self.work.choose_rows(program);
        for limit in third.iter().chain(second).chain(first) {
            self.free[limit.roll as usize] = self.work.rolls[limit.roll as usize];
        }
        for limit in third {
            self.work.rolls[limit.roll as usize] = self.best_row(limit);
        }
        self.choose_keeps(second, [third, &[]]);
        self.choose_keeps(first, [third, second]);
        for limit in first.iter().filter(|limit| limit.rows.is_some()) {
            // What the first roll offers besides is among the rows of the limit, if it is allowed.
            self.work.first[limit.roll as usize] = [T::LOWEST; L];
        }
        self.work.roll_first(program)
    }

    #[inline(always)]
    fn best_row(&self, limit: &Limit<'_>) -> [T; L] {
        let Some(rows) = &limit.rows else { return self.free[limit.roll as usize] };
        let mut best = [T::LOWEST; L];
        for &number in rows {
            larger(&mut best, &self.work.candidates[number as usize]);
        }
        best
    }

    /// What each roll is worth when another one is left; `later` are the limits of the rolls after that.
    #[inline(always)]
    fn choose_keeps(&mut self, limits: &[Limit<'_>], later: [&[Limit<'_>]; 2]) {
        self.work.expect();
        self.keep_what_is_allowed(limits);
        self.work.choose_keeps();
        for limit in limits.iter().filter(|limit| limit.keeps.is_none()) {
            self.kept[limit.roll as usize] = self.work.rolls[limit.roll as usize];
        }
        // A row may be allowed now that is not allowed later.
        for limit in later.into_iter().flatten() {
            let mut value = self.free[limit.roll as usize];
            larger(&mut value, &self.work.rolls[limit.roll as usize]);
            self.work.rolls[limit.roll as usize] = value;
        }
        for limit in limits {
            let mut value = self.best_row(limit);
            larger(&mut value, &self.kept[limit.roll as usize]);
            self.work.rolls[limit.roll as usize] = value;
        }
    }

    /// The best of the keeps that are allowed, where not all are, from the sums of [`Work::expect`].
    #[inline(always)]
    fn keep_what_is_allowed(&mut self, limits: &[Limit<'_>]) {
        if limits.iter().all(|limit| limit.keeps.is_none_or(<[u16]>::is_empty)) {
            for limit in limits {
                self.kept[limit.roll as usize] = [T::LOWEST; L];
            }
            return;
        }
        for keep in Keep::all().take(KEEPS) {
            let share = T::near(share(keep.len()));
            let sums = &self.work.keeps[keep.index()];
            for (value, sum) in self.keeps[keep.index()].iter_mut().zip(sums) {
                *value = sum.times(share);
            }
        }
        for Limit { roll, keeps, .. } in limits {
            let Some(keeps) = keeps else { continue };
            let mut best = [T::LOWEST; L];
            for &keep in *keeps {
                let all_kept = usize::from(keep) >= KEEPS;
                let value = if all_kept { &self.work.rolls[*roll as usize] } else { &self.keeps[usize::from(keep)] };
                larger(&mut best, value);
            }
            self.kept[*roll as usize] = best;
        }
    }
}
