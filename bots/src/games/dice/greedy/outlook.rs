//! How a player looks at the own sheet and the dice.

use kosti_engine::sheet::{Roll, Row, RowSet, Sheet, SheetGame};
use kosti_engine::{Dice, Game};

use super::heuristics::SheetHeuristics;
use super::prospects::Prospects;

/// The own sheet at one moment.
pub(super) struct Outlook<'a, S: SheetHeuristics> {
    pub(super) game: &'a SheetGame<S>,
    /// The rows that this turn may fill, if the dice allow.
    pub(super) reach: RowSet,
    sheet: &'a Sheet,
    prospects: Prospects<'a, S>,
}

/// What rows would gain with dice yet to come.
pub(super) trait Hopes {
    /// The best gain that some dice would have in some rows of the upper part, but no less than `floor`.
    fn upper_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32;

    /// The same for rows outside the upper part.
    fn lower_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32;
}

impl<'a, S: SheetHeuristics> Outlook<'a, S> {
    #[inline]
    pub(super) fn new(game: &'a SheetGame<S>, sheet: &'a Sheet) -> Self {
        let prospects = Prospects::new(game.rules(), sheet, game.open(sheet), game.rules().pars());
        Self { game, reach: S::in_reach(game, sheet), sheet, prospects }
    }

    /// The row to fill with these dice, out of all that may be, and its gain.
    #[inline]
    pub(super) fn best_row(&self, dice: Dice, roll: Roll) -> (S::Row, f32) {
        let mut best = (None, f32::MIN);
        self.visit_rows(dice, roll, |row, gain| {
            if gain > best.1 {
                best = (Some(row), gain);
            }
        });
        (best.0.expect("there is always a row to fill"), best.1)
    }

    /// Shows every row that may be filled with these dice, and its gain.
    #[inline]
    pub(super) fn visit_rows(&self, dice: Dice, roll: Roll, mut visitor: impl FnMut(S::Row, f32)) {
        let rows = self.game.choices(self.sheet, dice);
        for row in rows.and(S::UPPER).iter() {
            visitor(row, self.upper_gain(row, dice, roll));
        }
        for row in rows.without(S::UPPER).iter() {
            visitor(row, self.lower_gain(row, dice, roll));
        }
    }

    /// What filling an upper row with these dice brings, compared with what it usually does.
    #[inline]
    pub(super) fn upper_gain(&self, row: S::Row, dice: Dice, roll: Roll) -> f32 {
        self.prospects.upper_gain(row.index(), self.game.booking(self.sheet, dice, roll, row).points as f32)
    }

    /// The same for a row outside the upper part.
    #[inline]
    pub(super) fn lower_gain(&self, row: S::Row, dice: Dice, roll: Roll) -> f32 {
        let booking = self.game.booking(self.sheet, dice, roll, row);
        self.prospects.lower_gain(row.index(), booking.points as f32, booking.crossed)
    }
}

impl<S: SheetHeuristics> Hopes for Outlook<'_, S> {
    #[inline]
    fn upper_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32 {
        rows.iter().fold(floor, |best, row| best.max(self.upper_gain(row, dice, Roll::Later)))
    }

    #[inline]
    fn lower_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32 {
        rows.iter().fold(floor, |best, row| best.max(self.lower_gain(row, dice, Roll::Later)))
    }
}
