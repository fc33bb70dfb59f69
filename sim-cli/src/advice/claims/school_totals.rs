//! Final totals of the school, counted in games.

use std::collections::BTreeMap;

use kosti_engine::sheet::Sheet;

use crate::advice::survey::{Fill, Gathered};

/// Final totals of the school.
#[derive(Default)]
pub(super) struct SchoolTotals {
    /// How often each total came.
    pub(super) totals: BTreeMap<i32, u64>,
    pub(super) games: u64,
}

impl Gathered for SchoolTotals {
    fn fill(&mut self, _: &Fill<'_>) {}

    fn end(&mut self, sheet: &Sheet, _: i32) {
        self.games += 1;
        *self.totals.entry(sheet.upper()).or_default() += 1;
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        other.totals.into_iter().for_each(|(total, times)| *self.totals.entry(total).or_default() += times);
    }
}

impl SchoolTotals {
    /// How many games ended below zero.
    pub(super) fn below_zero(&self) -> u64 {
        self.totals.range(..0).map(|(_, times)| times).sum()
    }
}
