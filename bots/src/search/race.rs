//! Actions compared with each other in the same imagined worlds.

use std::time::Instant;

use kosti_engine::{ActionSet, Chance, Rng, Seat};

use crate::search::budget::Budget;
use crate::search::game::{SearchGame, Values};
use crate::search::halving;

/// An action that is tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried<A> {
    /// The action.
    pub action: A,
    /// The sum of what its rollouts were worth to the seat.
    pub sum: f64,
    /// How many rollouts that are.
    pub rollouts: u32,
}

impl<A> Tried<A> {
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
            _ => self.game.own_way(self.view, self.rng),
        }
    }

    /// Spends the budget on the most promising actions; the best comes first, and then those that were compared with it
    /// the longest. `rollout` says what an action that has just been played is worth.
    pub(crate) fn run(
        &mut self,
        tried: &mut Vec<Tried<G::Action>>,
        candidates: &[G::Action],
        mut rollout: impl FnMut(G::Action, &mut Trial<'_, G>) -> Values,
    ) {
        let mut left = self.budget.rollouts() as usize;
        let mut width = halving::width(candidates.len(), left, G::FEWEST_EACH);
        tried.clear();
        tried.extend(candidates[..width].iter().map(|&action| Tried { action, sum: 0.0, rollouts: 0 }));
        let halvings = halving::halvings(width);
        for _ in 0..halvings {
            let front = &mut tried[..width];
            match self.budget {
                Budget::Count(_) => {
                    let mut part = halving::part(left, width);
                    left -= part;
                    while part > 0 {
                        let some = part.min(width);
                        self.pass(&mut front[..some], &mut rollout);
                        part -= some;
                    }
                }
                Budget::Time(time) => {
                    let end = Instant::now() + time / halvings as u32;
                    while Instant::now() < end {
                        self.pass(front, &mut rollout);
                    }
                }
            }
            // The sort is stable: of equals the more promising one stays in front.
            front.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
            width = width.div_ceil(2);
        }
    }

    /// One rollout of each of these actions, all in the same world and with the same luck, so that they differ by little
    /// else than what follows from them.
    fn pass(
        &mut self,
        tried: &mut [Tried<G::Action>],
        rollout: &mut impl FnMut(G::Action, &mut Trial<'_, G>) -> Values,
    ) {
        let world = self.game.imagine(self.view, self.rng);
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
