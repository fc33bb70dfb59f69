//! What filling a row gains or costs, by what the rows usually bring.

use kosti_engine::sheet::{Row, RowSet, Sheet};

use super::heuristics::SheetHeuristics;
use super::odds::Odds;
use super::pars::Pars;

/// No upper row holds more than five sixes; whatever is booked beyond that is a prize of the lower part.
const UPPER_MOST: f32 = 30.0;

/// What a sheet promises if its open rows bring what they usually do.
pub(crate) struct Prospects<'a, S> {
    rules: &'a S,
    pars: &'a Pars,
    odds: &'static Odds,
    /// The open rows of the upper part.
    upper_open: RowSet,
    /// The total of the upper part if its open rows bring what they usually do.
    upper_end: f32,
    /// What that prospect is worth.
    upper_worth: f32,
    /// What the hope for a sheet without crossed rows is worth.
    uncrossed: f32,
}

impl<'a, S: SheetHeuristics> Prospects<'a, S> {
    /// The prospects of a sheet with these rows open.
    #[inline]
    pub(crate) fn new(rules: &'a S, sheet: &Sheet, open: RowSet, pars: &'a Pars) -> Self {
        let odds = Odds::get();
        let upper_open = open.and(S::UPPER);
        let upper_end =
            upper_open.iter::<S::Row>().fold(sheet.upper() as f32, |end, row| end + pars.points[row.index()]);
        let upper_worth = rules.upper_worth(upper_end, pars.spread * odds.spread(upper_open));
        let uncrossed = if S::UNCROSSED > 0.0 && sheet.crossed().is_empty() {
            open.iter::<S::Row>().fold(S::UNCROSSED, |worth, row| worth * S::MADE[row.index()])
        } else {
            0.0
        };
        Self { rules, pars, odds, upper_open, upper_end, upper_worth, uncrossed }
    }

    /// The final score of a sheet with these rows open, if they bring what they usually do.
    #[inline]
    pub(crate) fn final_score(&self, sheet: &Sheet, open: RowSet) -> f32 {
        let lower_open = open.without(S::UPPER);
        let booked = sheet.lower() as f32 + self.upper_worth + self.uncrossed;
        lower_open.iter::<S::Row>().fold(booked, |score, row| score + self.pars.points[row.index()])
    }

    /// What booking these points in the upper row with this place brings, compared with what it usually does.
    #[inline]
    pub(crate) fn upper_gain(&self, row: usize, booked: f32) -> f32 {
        let points = booked.min(UPPER_MOST);
        let end = self.upper_end - self.pars.points[row] + points;
        let still_open = self.upper_open.without(RowSet::from_bits(1 << row));
        let spread = self.pars.spread * self.odds.spread(still_open);
        self.rules.upper_worth(end, spread) - self.upper_worth + (booked - points)
    }

    /// The same for a row outside the upper part, which may be crossed.
    #[inline]
    pub(crate) fn lower_gain(&self, row: usize, booked: f32, crossed: bool) -> f32 {
        let gain = booked - self.pars.points[row];
        if S::UNCROSSED == 0.0 {
            gain
        } else if crossed {
            gain - self.uncrossed
        } else {
            gain + self.uncrossed * (1.0 / S::MADE[row] - 1.0)
        }
    }
}
