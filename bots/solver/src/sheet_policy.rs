//! Players from outside, and what becomes of their games.

use kosti_engine::Dice;
use kosti_engine::sheet::{Roll, Scoresheet, Sheet, SheetAction, SheetGame};

use crate::choices::{Choices, ROW};
use crate::distribution::{Distribution, distribution};
use crate::policy::{Decider, LANES, Policy};
use crate::scoring::scoring_of;
use crate::space::{Outline, Space};
use crate::watcher::{Watcher, by_place};

/// A player of a dice game whose decisions follow from the filled rows, the upper total, the mark of the game, the dice and
/// the roll alone.
pub trait SheetPolicy<S: Scoresheet>: Sync {
    /// A decider for one thread.
    fn decider(&self) -> Box<dyn TurnDecider<S> + '_>;
}

/// A player as one thread asks it, turn by turn.
pub trait TurnDecider<S: Scoresheet> {
    /// Decides the next turn of some sheets, for every roll that it can bring.
    ///
    /// There is at least one sheet and there are at most [`LANES`]; they differ in their upper total alone. What stands
    /// in each row is left open, see [`Sheet::outline`]. All sheets with the same rows filled come one call after the
    /// other, so a decider may keep what follows from the filled rows and the mark until either changes.
    fn decide(&mut self, sheets: &[Sheet], decisions: &mut TurnDecisions<'_, S>);
}

/// Where a [`TurnDecider`] writes its decisions.
pub struct TurnDecisions<'a, S> {
    game: &'a SheetGame<S>,
    space: &'a Space,
    sheets: &'a [Sheet],
    choices: &'a mut Choices<LANES>,
}

impl<S: Scoresheet> TurnDecisions<'_, S> {
    /// Writes down what the player does on each of the sheets, which come by their place, with these dice after this many
    /// rolls, from one to three.
    ///
    /// It must be done for all of them: what is not written down is arbitrary.
    ///
    /// # Panics
    /// If there is no such roll.
    #[inline]
    pub fn set(&mut self, rolls: u8, dice: Dice, action: impl Fn(usize) -> SheetAction<S::Row>) {
        let roll = if rolls == 1 { Roll::First } else { Roll::Later };
        // What a roll books in a row does not depend on the upper total.
        let sheet = &self.sheets[0];
        let code = |action: SheetAction<S::Row>| match action {
            SheetAction::Keep(keep) => keep.index() as u16,
            SheetAction::Row(row) => ROW + u16::from(self.space.number_in(self.game, sheet, dice, roll, row)),
        };
        // Lanes without a sheet do the same as the first, since equal decisions are followed faster.
        let mut codes = [code(action(0)); LANES];
        for (at, to) in codes[..self.sheets.len()].iter_mut().enumerate().skip(1) {
            *to = code(action(at));
        }
        self.choices.after[usize::from(rolls) - 1][dice.index()] = codes;
    }
}

/// What becomes of a game that this player plays, while the watcher sees all of its games.
pub fn distribution_of<S: Scoresheet>(
    game: &SheetGame<S>,
    policy: &dyn SheetPolicy<S>,
    watcher: &mut dyn Watcher<S::Row>,
) -> Distribution<S::Row> {
    let asked = Asked { game, space: Space::new(scoring_of(game), LANES), policy };
    by_place(watcher, |watched| distribution(&asked, watched)).named()
}

/// A player from outside, in terms of the states of its game.
struct Asked<'a, S: Scoresheet> {
    game: &'a SheetGame<S>,
    space: Space,
    policy: &'a dyn SheetPolicy<S>,
}

impl<S: Scoresheet> Policy for Asked<'_, S> {
    fn space(&self) -> &Space {
        &self.space
    }

    fn decider(&self) -> Box<dyn Decider + '_> {
        Box::new(AskedDecider { game: self.game, space: &self.space, decider: self.policy.decider() })
    }
}

struct AskedDecider<'a, S: Scoresheet> {
    game: &'a SheetGame<S>,
    space: &'a Space,
    decider: Box<dyn TurnDecider<S> + 'a>,
}

impl<S: Scoresheet> Decider for AskedDecider<'_, S> {
    fn choices(&mut self, outline: Outline, lane: usize, count: usize, choices: &mut Choices<LANES>) {
        let low = self.space.lanes_of(outline.filled).low;
        let sheets: [Sheet; LANES] = std::array::from_fn(|at| self.space.sheet(outline, low + (lane + at) as i32));
        let sheets = &sheets[..count];
        let mut decisions = TurnDecisions { game: self.game, space: self.space, sheets, choices };
        self.decider.decide(sheets, &mut decisions);
    }
}

#[cfg(test)]
mod tests;
