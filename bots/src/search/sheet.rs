//! What the dice games tell the bots that search.

use kosti_engine::sheet::{SheetAction, SheetGame};
use kosti_engine::{Game, MAX_SEATS, Rng};

use crate::greedy::GreedyGame;
use crate::greedy::sheet::Habits;
use crate::search::aim::Aim;
use crate::search::game::{SearchGame, Values};

/// A lead of so many points is as good as it gets.
const GREATEST_LEAD: f32 = 400.0;

impl<S: Habits> SearchGame for SheetGame<S> {
    type Endings = ();

    /// Greedy is quick enough: it does not roll dice in its mind.
    #[inline]
    fn quick_action(&self, state: &Self::State, _: &mut Rng) -> Self::Action {
        self.greedy_action(&self.observe(state, state.seat()))
    }

    fn outlook(&self, aim: Aim, _: &Self::State, state: &Self::State) -> Values {
        let scores = self.scores(state);
        outlook_at_end(aim, scores.as_slice(), GREATEST_LEAD)
    }

    /// What greedy would do first.
    fn candidates(&self, view: &Self::View, actions: &mut Vec<Self::Action>) {
        let first: SheetAction<S::Row> = self.greedy_action(view);
        actions.clear();
        actions.push(first);
        actions.extend(kosti_engine::ActionSet::iter(&self.legal_in(view)).filter(|&action| action != first));
    }
}

/// What the final scores are worth; a lead counts up to the greatest.
pub(crate) fn outlook_at_end(aim: Aim, scores: &[i32], greatest_lead: f32) -> Values {
    let mut values = [0.0; MAX_SEATS];
    let top = scores.iter().copied().max().unwrap_or(0);
    let winners = scores.iter().filter(|&&score| score == top).count();
    for (seat, &score) in scores.iter().enumerate() {
        let share = if score == top { 1.0 / winners as f32 } else { 0.0 };
        let best_other = scores.iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &score)| score).max();
        let lead = (score - best_other.unwrap_or(0)) as f32;
        let points = (0.5 + 0.5 * lead / greatest_lead).clamp(0.0, 1.0);
        values[seat] = match aim {
            Aim::Share => share,
            Aim::Points => points,
            Aim::Mix => (share + points) / 2.0,
        };
    }
    values
}
