//! Actions compared with each other in the same imagined worlds.

use kosti_engine::{ActionSet, Chance, Rng, Seat};

use crate::facility::{Facility, now};
use crate::habit::Habit;
use crate::search::budget::Budget;
use crate::search::game::{SearchGame, Values};
use crate::search::halving;
use crate::search::kept_actions::keep_to;

/// An action that is tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionStats<A> {
    /// The action.
    pub action: A,
    /// The sum of what its rollouts were worth to the seat.
    pub sum: f64,
    /// How many rollouts that are.
    pub rollouts: u32,
}

impl<A> ActionStats<A> {
    /// What it is worth on average.
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.rollouts.max(1))
    }
}

/// A decision between actions that are tried.
pub(crate) struct Race<'a, G: SearchGame> {
    pub(crate) game: &'a G,
    pub(crate) view: &'a G::View,
    pub(crate) seat: Seat,
    pub(crate) budget: Budget,
    pub(crate) rng: &'a mut Rng,
}

/// A world in which actions are tried.
pub(crate) struct Trial<'a, G: SearchGame> {
    /// The state before the action.
    pub(crate) root: &'a G::State,
    /// The state after it.
    pub(crate) state: G::State,
    pub(crate) luck: &'a Chance,
    pub(crate) rng: Rng,
}

impl<G: SearchGame> Race<'_, G> {
    /// The decision if it needs no search: there is only one action, or the game has a way of its own.
    pub(crate) fn settled(&mut self) -> Option<G::Action> {
        let legal = self.game.legal_in(self.view);
        match legal.len() {
            1 => Some(legal.nth(0)),
            _ => self.game.direct_action(self.view, self.rng),
        }
    }

    /// The same of a seat that keeps a habit, if it keeps one.
    pub(crate) fn settled_with(&mut self, habit: Option<&dyn Habit<G>>) -> Option<G::Action> {
        let usual = self.settled()?;
        Some(habit.map_or(usual, |habit| habit.kept(self.game, self.view, usual)))
    }

    /// The actions that are to be compared: those worth a look, or what a seat with this habit does instead of them.
    pub(crate) fn candidates(&self, habit: Option<&dyn Habit<G>>, candidates: &mut Vec<G::Action>) {
        self.game.candidates(self.view, candidates);
        if let Some(habit) = habit {
            keep_to(self.game, self.view, habit, candidates);
        }
    }

    /// Spends the budget on the most promising actions; the best comes first, and then those that were compared with it
    /// the longest. `rollout` says what an action that has just been played is worth.
    pub(crate) fn run(
        &mut self,
        worlds: &mut G::Worlds,
        tried: &mut Vec<ActionStats<G::Action>>,
        candidates: &[G::Action],
        mut rollout: impl FnMut(G::Action, &mut Trial<'_, G>) -> Values,
    ) {
        let budget = if Facility::Clock.is_here() { self.budget } else { self.budget.counted() };
        self.game.gather_worlds(worlds, self.view, budget.rollouts(), self.rng);
        let mut left = budget.rollouts() as usize;
        let mut width = halving::width(candidates.len(), left, G::FEWEST_EACH);
        tried.clear();
        tried.extend(candidates[..width].iter().map(|&action| ActionStats { action, sum: 0.0, rollouts: 0 }));
        let halvings = halving::halvings(width);
        for _ in 0..halvings {
            let front = &mut tried[..width];
            match budget {
                Budget::Count(_) => {
                    let mut part = halving::part(left, width);
                    left -= part;
                    while part > 0 {
                        let some = part.min(width);
                        self.pass(worlds, &mut front[..some], &mut rollout);
                        part -= some;
                    }
                }
                Budget::Time(time) => {
                    let end = now().map(|now| now + time / halvings as u32);
                    while now() < end {
                        self.pass(worlds, front, &mut rollout);
                    }
                }
            }
            // The sort is stable: of equals the more promising one stays in front. What was never tried, since there was
            // not even one rollout for each, is no better than anything that was.
            let worth = |one: &ActionStats<_>| if one.rollouts == 0 { f64::NEG_INFINITY } else { one.mean() };
            front.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
            width = width.div_ceil(2);
        }
    }

    /// One rollout of each of these actions, all in the same world and with the same luck, so that they differ by little
    /// else than what follows from them.
    fn pass(
        &mut self,
        worlds: &G::Worlds,
        tried: &mut [ActionStats<G::Action>],
        rollout: &mut impl FnMut(G::Action, &mut Trial<'_, G>) -> Values,
    ) {
        let world = self.game.draw_world(worlds, self.view, self.rng);
        let luck = Chance::imagined(self.rng);
        let stream = Rng::from_state(u128::from(self.rng.word()) << 64 | u128::from(self.rng.word()));
        for one in tried {
            let mut trial = Trial { root: &world, state: world, luck: &luck, rng: stream.clone() };
            self.game.play_unchecked(&mut trial.state, one.action);
            one.sum += f64::from(rollout(one.action, &mut trial)[self.seat.index()]);
            one.rollouts += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::{Game, Label, Rims, RimsRules, Rules, Turn};

    use super::*;

    /// With one rollout for two actions, the one that was tried is taken, however bad it looks.
    #[test]
    fn what_was_never_tried_comes_after_all_that_was() {
        let game = Rims::new(RimsRules::parse("players=2").unwrap());
        let luck = Chance::new(1, 1);
        let mut state = game.start();
        game.advance(&mut state, &luck);
        let Turn::Seat(seat) = game.turn(&state) else { panic!("somebody has to act") };
        let view = game.observe(&state, seat);
        let mut candidates = Vec::new();
        game.candidates(&view, &mut candidates);
        for (rollouts, value) in [(1, -0.5), (1, 0.5), (2, -0.5), (3, -0.5), (5, -0.5)] {
            let mut rng = luck.stream(Label::bot(0, seat));
            let mut race = Race { game: &game, view: &view, seat, budget: Budget::Count(rollouts), rng: &mut rng };
            let mut tried = Vec::new();
            race.run(&mut (), &mut tried, &candidates, |_, _| [value; _]);
            assert_eq!(tried[0].action, candidates[0], "{rollouts} rollouts worth {value}");
            assert!(tried.is_sorted_by_key(|one| one.rollouts == 0));
            assert_eq!(tried.iter().map(|one| one.rollouts).sum::<u32>(), rollouts);
        }
    }
}
