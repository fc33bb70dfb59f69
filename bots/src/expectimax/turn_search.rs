//! Everything one turn can bring, worked out at once.

use std::sync::Arc;

use kosti_engine::sheet::{ROLLS, Roll, RowSet, Scoresheet, Sheet, SheetAction, SheetGame};
use kosti_engine::{DICE, Dice, Game, Keep};

use super::trends::Promising;
use crate::greedy::sheet::{Pars, Prospects};
use crate::solver::{KEEPS, Space, Work, share};

/// What everything is worth that can be done in one turn, if the rows that stay open bring what they usually do.
///
/// Worths are final scores, compared with the usual one of the sheet before the turn.
pub(crate) struct TurnSearch<S: Scoresheet> {
    space: Arc<Space<S>>,
    /// What the rows bring, by how many stay open after the turn.
    pars: Vec<Pars>,
    /// What the mark of the game is worth for every row that stays open.
    mark: f32,
    work: Box<Work<f32, 1>>,
    /// The sheet whose turn was worked out.
    sheet: Option<Sheet>,
    /// By keep: what it is worth if the rest is rolled for the last time, as a sum over all rolls.
    last: [[f32; 1]; KEEPS],
    /// By dice kept: one over the number of those rolls.
    shares: [f32; DICE],
    /// The final score, if this turn too brings what is usual.
    usual_score: f32,
}

impl<S: Promising> TurnSearch<S> {
    /// For this game, with the spread of the upper rows multiplied by this.
    pub(crate) fn new(game: &SheetGame<S>, spread: f32) -> Self {
        let (trends, rows) = (game.rules().trends(), game.rows().len());
        let pars = (0..rows).map(|left| {
            let pars = trends.pars(left, rows);
            Pars { spread: spread * pars.spread, ..pars }
        });
        Self {
            space: Space::shared(game),
            pars: pars.collect(),
            mark: trends.mark,
            work: Work::new(),
            sheet: None,
            last: [[0.0]; KEEPS],
            shares: std::array::from_fn(|kept| share(kept) as f32),
            usual_score: 0.0,
        }
    }

    /// Works out a turn with this sheet, unless that was the last one it worked out.
    #[inline]
    pub(crate) fn think(&mut self, sheet: &Sheet) {
        if self.sheet.as_ref() != Some(sheet) {
            self.work_out(sheet);
            self.sheet = Some(*sheet);
        }
    }

    fn work_out(&mut self, sheet: &Sheet) {
        let Self { space, pars, mark, work, last, usual_score, .. } = self;
        let outline = space.outline(sheet);
        let open = space.game().open(sheet);
        let left = open.len() - 1;
        let prospects = Prospects::new(space.game().rules(), sheet, open, &pars[left]);
        *usual_score = prospects.final_score(sheet, open);
        let mark = *mark * left as f32;
        work.set(space.open_candidates(outline.filled).map(|(number, candidate)| {
            let (row, booked) = (usize::from(candidate.row), f32::from(candidate.points));
            let gain = if S::UPPER.and(RowSet::from_bits(1 << row)).is_empty() {
                prospects.lower_gain(row, booked, candidate.crossed)
            } else {
                prospects.upper_gain(row, booked)
            };
            (number, candidate.only_crosses(), [gain + if candidate.marks { mark } else { 0.0 }])
        }));
        match space.plain_program(outline) {
            Some(program) => work.choose_rows(&program),
            None => {
                // Quicker than to write all lists down first.
                for dice in Dice::all() {
                    let rows = space.game().choices(sheet, dice);
                    let worth = |row| work.candidates[usize::from(space.number(sheet, dice, Roll::Later, row))];
                    work.rolls[dice.index()] = [rows.iter().map(worth).fold(f32::MIN, |best, [worth]| best.max(worth))];
                }
            }
        }
        work.expect();
        last.copy_from_slice(&work.keeps[..KEEPS]);
        work.choose_keeps();
        work.expect();
    }

    fn sheet(&self) -> &Sheet {
        self.sheet.as_ref().expect("a turn was worked out")
    }

    /// The final score, if this turn too brings what is usual: what all worths are compared with.
    pub(crate) fn usual_score(&self) -> f32 {
        self.usual_score
    }

    /// What the rows that these dice can fill after so many rolls are worth.
    #[inline]
    fn rows(&self, dice: Dice, rolls: u8) -> impl Iterator<Item = (S::Row, f32)> {
        self.space.game().choices(self.sheet(), dice).iter().map(move |row| (row, self.worth_of_row(dice, rolls, row)))
    }

    /// What a row is worth if these dice fill it after so many rolls.
    #[inline]
    pub(crate) fn worth_of_row(&self, dice: Dice, rolls: u8, row: S::Row) -> f32 {
        let roll = if rolls == 1 { Roll::First } else { Roll::Later };
        let [worth] = self.work.candidates[usize::from(self.space.number(self.sheet(), dice, roll, row))];
        worth
    }

    /// What it is worth to keep these dice, fewer than five, after so many rolls.
    #[inline]
    pub(crate) fn worth_of_keep(&self, rolls: u8, keep: Keep) -> f32 {
        let keeps: &[[f32; 1]] = if rolls == 1 { &self.work.keeps } else { &self.last };
        let [sum] = keeps[keep.index()];
        sum * self.shares[keep.len()]
    }

    /// What these dice are worth after so many rolls, two or three, if the turn goes on as well as it can.
    #[inline]
    pub(crate) fn worth(&self, dice: Dice, rolls: u8) -> f32 {
        debug_assert!(rolls > 1);
        let best_row = self.rows(dice, rolls).fold(f32::MIN, |best, (_, worth)| best.max(worth));
        if rolls == ROLLS {
            return best_row;
        }
        let [with_a_roll] = self.work.rolls[dice.index()];
        best_row.max(with_a_roll)
    }

    /// The best action with these dice after so many rolls; of equals rows first, then keeps of more dice.
    pub(crate) fn best(&self, dice: Dice, rolls: u8) -> SheetAction<S::Row> {
        let (mut best, mut most) = (None, f32::MIN);
        let mut consider = |action, worth: f32| {
            if best.is_none() || worth > most {
                (best, most) = (Some(action), worth);
            }
        };
        self.rows(dice, rolls).for_each(|(row, worth)| consider(SheetAction::Row(row), worth));
        if rolls < ROLLS {
            // To keep all five is no better than to fill a row at once.
            for keep in (0..dice.keep_count() - 1).rev().map(|number| dice.nth_keep(number)) {
                consider(SheetAction::Keep(keep), self.worth_of_keep(rolls, keep));
            }
        }
        best.expect("a row can always be chosen")
    }
}
