//! The disciple of dice-poker: it follows the game's document in everything that it advises, and decides like greedy where
//! the document is silent. docs/disciples.md lists the places of the document that it follows.

mod advice;
#[cfg(test)]
mod tests;

use kosti_engine::DicePoker;
use kosti_engine::sheet::RowSet;

use super::moment::{Action, Moment};
use crate::bot::{Bot, Decision};
use crate::disciple::without;
use crate::spec::{BotSpec, SpecError};
use advice::Advice;

/// The player who follows the document.
pub(super) struct Disciple {
    /// What it follows, in the order in which it asks.
    followed: Vec<Advice>,
}

impl Disciple {
    /// The disciple that this text describes.
    ///
    /// # Errors
    /// If an advice that it is to leave out is not known.
    pub(super) fn new(spec: &BotSpec) -> Result<Self, SpecError> {
        let left_out = without(spec, &advice())?;
        Ok(Self { followed: Advice::ALL.into_iter().filter(|advice| !left_out.contains(&advice.name())).collect() })
    }

    /// What it does: what the first advice says that demands something, or what greedy would do among what no advice forbids.
    fn action(&self, moment: &Moment<'_>) -> Action {
        let planned = self.planned(moment);
        let greedy =
            moment.greedily(planned, |action| !self.followed.iter().any(|advice| advice.forbids(moment, action)));
        let demanded = self.followed.iter().find_map(|advice| advice.demands(moment, greedy));
        demanded.unwrap_or(greedy)
    }

    /// The rows that it makes plans for.
    fn planned(&self, moment: &Moment<'_>) -> RowSet {
        let unplanned = self.followed.iter().flat_map(|advice| advice.leaves_to_chance(moment));
        let rows: Vec<_> = unplanned.copied().collect();
        moment.rows_but(&rows)
    }
}

impl Bot<DicePoker> for Disciple {
    fn act(&mut self, decision: Decision<'_, DicePoker>) -> Action {
        let view = decision.view();
        self.action(&Moment::new(decision.game(), &view))
    }
}

/// The names of all its advice.
pub(super) fn advice() -> Vec<&'static str> {
    Advice::ALL.map(Advice::name).to_vec()
}
