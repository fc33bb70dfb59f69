//! What the dice games tell the bots that search.
//!
//! Nothing is hidden, and what the others do changes nothing on one's own sheet. So a rollout ends with the turn: what the
//! open rows will bring is guessed from what they usually bring, which is far less a matter of luck than to roll for them.

use kosti_engine::sheet::{RowSet, SheetGame, SheetState};
use kosti_engine::{Game, MAX_SEATS, Rng, Scores, Seat, Turn};

use crate::expectimax::Promising;
use crate::greedy::GreedyGame;
use crate::greedy::sheet::{Prospects, visit_options};
use crate::search::aim::Aim;
use crate::search::game::{SearchGame, Values};

/// A lead of so many points is as good as it gets.
const GREATEST_LEAD: f32 = 400.0;

/// How far what a row brings strays from what it usually does, in points: a guess, not a measurement.
const ROW_SPREAD: f32 = 12.0;

/// So many actions are compared: a guess, not tuned.
const CANDIDATES: usize = 8;

/// More than greedy ever weighs.
const MOST_OPTIONS: usize = 40;

impl<S: Promising> SearchGame for SheetGame<S> {
    type Endings = ();

    /// Greedy is quick enough: it does not roll dice in its mind.
    #[inline]
    fn quick_action(&self, state: &SheetState, _: &mut Rng) -> Self::Action {
        self.greedy_action(&self.observe(state, state.seat()))
    }

    #[inline]
    fn stops(&self, root: &SheetState, state: &SheetState) -> bool {
        let filled = |state: &SheetState| state.sheet(root.seat()).filled();
        filled(state) != filled(root) || self.turn(state) == Turn::Over
    }

    fn outlook(&self, aim: Aim, _: &SheetState, state: &SheetState) -> Values {
        if self.turn(state) == Turn::Over {
            return final_values(aim, &self.scores(state));
        }
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(self.players()) {
            scores[seat.index()] = likely_score(self, state, seat);
        }
        let open = |seat| self.open(state.sheet(seat)).len() as f32;
        values(aim, &scores[..usize::from(self.players())], |one, other| {
            ROW_SPREAD * (open(Seat::new(one)) + open(Seat::new(other))).sqrt()
        })
    }

    /// What greedy thinks most of: all else would only be noise.
    fn candidates(&self, view: &Self::View, actions: &mut Vec<Self::Action>) {
        let mut options: Vec<(Self::Action, f32)> = Vec::with_capacity(MOST_OPTIONS);
        visit_options(self, view, |action, gain| match options.iter_mut().find(|(known, _)| *known == action) {
            Some((_, best)) => *best = best.max(gain),
            None => options.push((action, gain)),
        });
        options.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        actions.clear();
        actions.extend(options.iter().take(CANDIDATES).map(|&(action, _)| action));
    }
}

/// The final score of a seat, if its open rows bring what they usually do.
fn likely_score<S: Promising>(game: &SheetGame<S>, state: &SheetState, seat: Seat) -> f32 {
    let sheet = state.sheet(seat);
    let open = game.open(sheet);
    if open == RowSet::EMPTY {
        return game.total(sheet) as f32;
    }
    let pars = game.rules().trends().pars(open.len(), game.rows().len());
    Prospects::new(game.rules(), sheet, open, &pars).final_score(sheet, open)
}

/// What final scores are worth.
fn final_values(aim: Aim, scores: &Scores) -> Values {
    let points = scores.as_slice().iter().map(|&points| points as f32);
    let mut all = [0.0; MAX_SEATS];
    all.iter_mut().zip(points).for_each(|(score, points)| *score = points);
    values(aim, &all[..scores.as_slice().len()], |_, _| 0.0)
}

/// What likely scores are worth, where the difference of two scores strays by `spread`.
fn values(aim: Aim, scores: &[f32], spread: impl Fn(usize, usize) -> f32) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for (seat, &score) in scores.iter().enumerate() {
        let others = || scores.iter().enumerate().filter(|&(other, _)| other != seat);
        let best_other = others().map(|(_, &score)| score).fold(f32::NEG_INFINITY, f32::max);
        // Who plays alone always wins; all that is left to play for are points.
        let lead = if scores.len() == 1 { score } else { score - best_other };
        let points = 0.5 + 0.5 * (lead / GREATEST_LEAD).clamp(-1.0, 1.0);
        let share = || others().map(|(other, &rival)| chance(score - rival, spread(seat, other))).product();
        values[seat] = match aim {
            _ if scores.len() == 1 => points,
            Aim::Share => share(),
            Aim::Points => points,
            Aim::Mix => 0.5 * (share() + points),
        };
    }
    values
}

/// About the chance to be ahead in the end with this lead, if it strays by so much. A cheap curve of the right shape.
fn chance(lead: f32, spread: f32) -> f32 {
    if lead == 0.0 {
        return 0.5;
    }
    let steps = lead / spread.max(f32::MIN_POSITIVE);
    0.5 + 0.5 * steps.clamp(-1e6, 1e6) / (1.0 + steps.clamp(-1e6, 1e6).powi(2)).sqrt()
}
