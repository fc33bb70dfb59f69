//! How a player looks at the own sheet: what filling a row gains or costs.

use kosti_engine::sheet::{Roll, Row, RowSet, Sheet, SheetGame};
use kosti_engine::{Dice, Game};

use super::habits::Habits;
use super::odds::Odds;
use super::pars::Pars;

/// No upper row holds more than five sixes; whatever is booked beyond that is a prize of the lower part.
const UPPER_MOST: f32 = 30.0;

/// The own sheet at one moment.
pub(super) struct Outlook<'a, S: Habits> {
    pub(super) game: &'a SheetGame<S>,
    pub(super) odds: &'static Odds,
    /// The rows that this turn may fill, if the dice allow.
    pub(super) reach: RowSet,
    sheet: &'a Sheet,
    pars: &'static Pars,
    /// The open rows of the upper part.
    upper_open: RowSet,
    /// The total of the upper part if its open rows bring what they usually do.
    upper_end: f32,
    /// What that prospect is worth.
    upper_worth: f32,
    /// What the hope for a sheet without crossed rows is worth.
    uncrossed: f32,
}

impl<'a, S: Habits> Outlook<'a, S> {
    #[inline]
    pub(super) fn new(game: &'a SheetGame<S>, sheet: &'a Sheet, dice: Dice) -> Self {
        let pars = game.rules().pars();
        let odds = Odds::get();
        let open = game.open(sheet);
        let upper_open = open.and(S::UPPER);
        let upper_end =
            upper_open.iter::<S::Row>().fold(sheet.upper() as f32, |end, row| end + pars.points[row.index()]);
        let upper_worth = game.rules().upper_worth(upper_end, pars.spread * odds.spread(upper_open));
        let uncrossed = if S::UNCROSSED > 0.0 && sheet.crossed().is_empty() {
            open.iter::<S::Row>().fold(S::UNCROSSED, |worth, row| worth * S::MADE[row.index()])
        } else {
            0.0
        };
        let reach = S::in_reach(game, sheet, dice);
        Self { game, odds, reach, sheet, pars, upper_open, upper_end, upper_worth, uncrossed }
    }

    /// The row to fill with these dice, out of all that may be, and its gain.
    #[inline]
    pub(super) fn best_row(&self, dice: Dice, roll: Roll) -> (S::Row, f32) {
        let rows = self.game.choices(self.sheet, dice);
        let mut best = (None, f32::MIN);
        let mut consider = |row, gain| {
            if gain > best.1 {
                best = (Some(row), gain);
            }
        };
        for row in rows.and(S::UPPER).iter() {
            consider(row, self.upper_gain(row, dice, roll));
        }
        for row in rows.without(S::UPPER).iter() {
            consider(row, self.lower_gain(row, dice, roll));
        }
        (best.0.expect("there is always a row to fill"), best.1)
    }

    /// The best gain that dice yet to come would have in some rows of the upper part, but no less than `floor`.
    #[inline]
    pub(super) fn upper_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32 {
        rows.iter().fold(floor, |best, row| best.max(self.upper_gain(row, dice, Roll::Later)))
    }

    /// The same for rows outside the upper part.
    #[inline]
    pub(super) fn lower_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32 {
        rows.iter().fold(floor, |best, row| best.max(self.lower_gain(row, dice, Roll::Later)))
    }

    /// What filling an upper row with these dice brings, compared with what it usually does.
    #[inline]
    fn upper_gain(&self, row: S::Row, dice: Dice, roll: Roll) -> f32 {
        let booked = self.game.booking(self.sheet, dice, roll, row).points as f32;
        let points = booked.min(UPPER_MOST);
        let end = self.upper_end - self.pars.points[row.index()] + points;
        let still_open = self.upper_open.without(RowSet::EMPTY.with(row));
        let spread = self.pars.spread * self.odds.spread(still_open);
        self.game.rules().upper_worth(end, spread) - self.upper_worth + (booked - points)
    }

    /// The same for a row outside the upper part.
    #[inline]
    fn lower_gain(&self, row: S::Row, dice: Dice, roll: Roll) -> f32 {
        let booking = self.game.booking(self.sheet, dice, roll, row);
        let gain = booking.points as f32 - self.pars.points[row.index()];
        if S::UNCROSSED == 0.0 {
            gain
        } else if booking.crossed {
            gain - self.uncrossed
        } else {
            gain + self.uncrossed * (1.0 / S::MADE[row.index()] - 1.0)
        }
    }
}
