//! What one more point in the school is worth, over all games of the optimum.

use std::collections::BTreeMap;

use kosti_engine::sheet::{DicePokerRow, DicePokerRules, RowSet, Sheet};
use kosti_solver::{Solution, Start, Watcher};

use crate::dice::SCHOOL;

/// What one more point in the school is worth, by turns played and school total.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct SchoolPoints(BTreeMap<(usize, i32), Worth>);

/// The mean worth of a point over some states.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Worth {
    /// How likely a game comes to these states.
    pub(super) chance: f64,
    /// The worth, each time weighted by its chance.
    weighted: f64,
}

impl Worth {
    fn add(&mut self, worth: f64, chance: f64) {
        self.chance += chance;
        self.weighted += chance * worth;
    }

    pub(super) fn mean(self) -> f64 {
        self.weighted / self.chance
    }
}

impl SchoolPoints {
    /// All cells, by turns played and total.
    pub(super) fn cells(&self) -> impl Iterator<Item = ((usize, i32), Worth)> {
        self.0.iter().map(|(cell, worth)| (*cell, *worth))
    }

    /// The cell with this many turns played and this total.
    pub(super) fn at(&self, turns: usize, total: i32) -> Worth {
        self.0.get(&(turns, total)).copied().unwrap_or_default()
    }
}

/// Weighs a point in every state that a game comes to.
pub(super) struct PointWeigher<'a> {
    solution: &'a Solution<DicePokerRules>,
    pub(super) points: SchoolPoints,
}

impl<'a> PointWeigher<'a> {
    pub(super) fn new(solution: &'a Solution<DicePokerRules>) -> Self {
        Self { solution, points: SchoolPoints::default() }
    }
}

impl Watcher<DicePokerRow> for PointWeigher<'_> {
    fn began(&mut self, start: &Start, chance: f64) {
        // There is no point more if the school is full, or if its rows hold as much as they can.
        if SCHOOL.iter().all(|row| start.filled.contains(*row)) || start.upper >= most(start.filled) {
            return;
        }
        let worth = |upper| self.solution.worth(&Sheet::outline(start.filled, upper));
        let more = worth(start.upper + 1) - worth(start.upper);
        self.points.0.entry((start.filled.len(), start.upper)).or_default().add(more, chance);
    }
}

/// The most that these rows of the school can hold.
fn most(filled: RowSet) -> i32 {
    let of_row = |row: &DicePokerRow| 2 * i32::from(row.school_face().unwrap_or(0));
    SCHOOL.iter().filter(|row| filled.contains(**row)).map(of_row).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::dice_poker;

    #[test]
    fn a_point_is_weighed_in_every_state_by_its_chance() {
        let game = dice_poker("", 1);
        let solution = Solution::shared(&game);
        // Two turns from the end: the sixes and sum are open.
        let sheet = "school-1=-1,school-2=0,school-3=3,school-4=-4,school-5=0,pair=24,three=30,two-pairs=36,full=0,\
                     small-road=30,big-road=0,four=0,poker=0";
        let sheet = game.parse_sheet(sheet).unwrap();
        let mut weigher = PointWeigher::new(&solution);
        solution.watched(&sheet, &mut weigher);
        let at = |filled, upper| solution.worth(&Sheet::outline(filled, upper));
        let first = weigher.points.at(13, -2);
        assert!((first.chance - 1.0).abs() < 1e-9);
        assert!((first.mean() - (at(sheet.filled(), -1) - at(sheet.filled(), -2))).abs() < 1e-9);
        // Only if sum goes first is the school still open before the last turn, and then the total is as it was.
        let with_sum = sheet.filled().with(DicePokerRow::Sum);
        let last: Vec<_> = weigher.points.cells().filter(|((turns, _), _)| *turns == 14).collect();
        let [((14, -2), last)] = last[..] else { panic!("{last:?}") };
        assert!(last.chance > 0.0 && last.chance < 1.0, "{last:?}");
        assert!((last.mean() - (at(with_sum, -1) - at(with_sum, -2))).abs() < 1e-9);
    }

    #[test]
    fn rows_hold_as_much_as_five_dice_bring() {
        assert_eq!(most(RowSet::EMPTY.with(SCHOOL[0]).with(SCHOOL[5]).with(DicePokerRow::Poker)), 14);
    }
}
