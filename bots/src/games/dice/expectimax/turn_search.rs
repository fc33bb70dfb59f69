//! Everything one turn can bring, worked out at once.

use kosti_engine::sheet::{RowSet, Scoresheet, Sheet, SheetAction, SheetGame};
use kosti_engine::{Dice, Game};
use kosti_solver::TurnLookahead;

use super::trends::SheetTrends;
use crate::games::dice::greedy::{Pars, Prospects};

/// What everything is worth that can be done in one turn, if the rows that stay open bring what they usually do.
///
/// Worths are final scores, compared with the usual one of the sheet before the turn.
pub(crate) struct TurnSearch<S: Scoresheet> {
    turn: TurnLookahead<S>,
    /// What the rows bring, by how many stay open after the turn.
    pars: Vec<Pars>,
    /// What the mark of the game is worth for every row that stays open.
    mark: f32,
    /// The final score, if this turn too brings what is usual.
    usual_score: f32,
}

impl<S: SheetTrends> TurnSearch<S> {
    /// For this game, with the spread of the upper rows multiplied by this.
    pub(crate) fn new(game: &SheetGame<S>, spread: f32) -> Self {
        let (trends, rows) = (game.rules().trends(), game.rows().len());
        let pars = (0..rows).map(|left| {
            let pars = trends.pars(left, rows);
            Pars { spread: spread * pars.spread, ..pars }
        });
        Self { turn: TurnLookahead::new(game), pars: pars.collect(), mark: trends.mark, usual_score: 0.0 }
    }

    /// Works out a turn with this sheet, unless that was the last one it worked out.
    #[inline]
    pub(crate) fn think(&mut self, sheet: &Sheet) {
        if self.turn.sheet() != Some(sheet) {
            self.work_out(sheet);
        }
    }

    fn work_out(&mut self, sheet: &Sheet) {
        let Self { turn, pars, mark, usual_score } = self;
        let open = turn.game().open(sheet);
        let left = open.len() - 1;
        let rules = *turn.game().rules();
        let prospects = Prospects::new(&rules, sheet, open, &pars[left]);
        *usual_score = prospects.final_score(sheet, open);
        let mark = *mark * left as f32;
        let gain = |row: usize, booked: f32, crossed: bool| {
            if S::UPPER.and(RowSet::from_bits(1 << row)).is_empty() {
                prospects.lower_gain(row, booked, crossed)
            } else {
                prospects.upper_gain(row, booked)
            }
        };
        turn.work_out(sheet, |booked| {
            gain(booked.row, f32::from(booked.points), booked.crossed) + if booked.marks { mark } else { 0.0 }
        });
    }

    /// The final score, if this turn too brings what is usual: what all worths are compared with.
    pub(crate) fn usual_score(&self) -> f32 {
        self.usual_score
    }

    /// What a row is worth if these dice fill it after this many rolls.
    #[inline]
    pub(crate) fn worth_of_row(&self, dice: Dice, rolls: u8, row: S::Row) -> f32 {
        self.turn.worth_of_row(dice, rolls, row)
    }

    /// What it is worth to keep these dice, fewer than five, after this many rolls.
    #[cfg(test)]
    pub(crate) fn worth_of_keep(&self, rolls: u8, keep: kosti_engine::Keep) -> f32 {
        self.turn.worth_of_keep(rolls, keep)
    }

    /// What these dice are worth after this many rolls, two or three, if the turn goes on as well as it can.
    #[inline]
    pub(crate) fn worth(&self, dice: Dice, rolls: u8) -> f32 {
        self.turn.worth(dice, rolls)
    }

    /// The best action with these dice after this many rolls; of equals rows first, then keeps of more dice.
    pub(crate) fn best(&self, dice: Dice, rolls: u8) -> SheetAction<S::Row> {
        self.turn.best(dice, rolls)
    }
}
