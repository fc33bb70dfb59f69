//! A sensible beginner at dice-poker, pirate-poker, yatzy and yahtzee.
//!
//! Greedy knows what every row usually brings, and judges a row by how much more or less the dice on the table would
//! bring there. So a combination that counts twice on the first roll is mostly booked at once, and a spoilt turn goes
//! where it hurts least: into a low row of the upper part, or into a row that would hardly have been made anyway.
//! While rolls are left it weighs that against a few plain plans: collect one face, keep two pairs for a full, keep
//! what fits a road, keep high dice for a sum, keep even or odd dice. A plan is worth its chance of success times what
//! the row it aims at would gain, and otherwise what a spoilt turn costs; the best plan is followed if it promises
//! more than booking now, and after every roll greedy thinks afresh. In the upper part it minds where the total is
//! heading: in dice-poker a point counts the more, the likelier the school is to end below zero; in pirate-poker it
//! fears the fine for negative mandatory rows; in yatzy and yahtzee it hopes for the bonus. In pirate-poker it is also
//! loath to cross a row while the prize for a sheet without crossed rows is still to be had. It looks at nothing but
//! its own sheet, the dice and the number of the roll, and never beyond the end of the turn.

mod games;
mod heuristics;
mod odds;
mod outlook;
mod pars;
mod plans;
mod prospects;
#[cfg(test)]
mod tests;
mod whole_turn;

use kosti_engine::Game;
use kosti_engine::sheet::{Roll, RowSet, SheetAction, SheetGame, SheetView};

use crate::greedy::GreedyGame;
pub(crate) use heuristics::SheetHeuristics;
use outlook::Outlook;
pub(crate) use pars::{Pars, on_sheet};
use plans::Plans;
pub(crate) use prospects::Prospects;
pub(crate) use whole_turn::{ROW, WholeTurn};

/// A turn has at most this many rolls.
const ROLLS: usize = 3;

/// Everything that greedy weighs, with what it should gain; keeps may come more than once.
pub(crate) fn visit_options<S: SheetHeuristics>(
    game: &SheetGame<S>,
    view: &SheetView,
    mut visitor: impl FnMut(SheetAction<S::Row>, f32),
) {
    visit_plans(game, view, game.rows(), &mut visitor);
}

/// The same for a player whose plans are made for some rows only, as far as the turn may fill any of them.
pub(crate) fn visit_plans<S: SheetHeuristics>(
    game: &SheetGame<S>,
    view: &SheetView,
    planned: RowSet,
    visitor: &mut dyn FnMut(SheetAction<S::Row>, f32),
) {
    let state = view.state();
    let dice = state.dice().expect("a seat acts on dice that lie there");
    let outlook = Outlook::new(game, state.sheet(view.seat()));
    outlook.visit_rows(dice, state.roll(), |row, gain| visitor(SheetAction::Row(row), gain));
    let left = ROLLS - usize::from(state.rolls());
    if left > 0 {
        let wanted = outlook.reach.and(planned);
        let reach = if wanted.is_empty() { outlook.reach } else { wanted };
        let plans = Plans::new(game.rules(), reach, &outlook, left);
        plans.visit(dice, |keep, gain| visitor(SheetAction::Keep(keep), gain));
    }
}

impl<S: SheetHeuristics> GreedyGame for SheetGame<S> {
    #[inline]
    fn greedy_action(&self, view: &Self::View) -> Self::Action {
        let state = view.state();
        let dice = state.dice().expect("a seat acts on dice that lie there");
        let rolls = state.rolls() as usize;
        let outlook = Outlook::new(self, state.sheet(view.seat()));
        let (row, gain) = outlook.best_row(dice, if rolls == 1 { Roll::First } else { Roll::Later });
        if rolls == ROLLS {
            return SheetAction::Row(row);
        }
        let (keep, promise) = Plans::new(self.rules(), outlook.reach, &outlook, ROLLS - rolls).best(dice);
        if promise > gain { SheetAction::Keep(keep) } else { SheetAction::Row(row) }
    }
}
