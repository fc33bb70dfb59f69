//! Flat Monte Carlo: every action is tried in imagined worlds, and the one that works out best is taken.

use kosti_engine::{ActionSet, Chance, Rng, Seat};

use crate::bot::{Bot, Decision};
use crate::search::aim::Aim;
use crate::search::budget::Budget;
use crate::search::game::SearchGame;
use crate::search::halving;
use crate::search::policy::{Mover, Policy, with_mover};
use crate::search::rollout::{Endings, Rollouts};

/// How [`MonteCarlo`] decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct McSettings {
    /// How many rollouts a decision takes.
    pub budget: Budget,
    /// How every seat moves in them.
    pub policy: Policy,
    /// What is played for.
    pub aim: Aim,
    /// Whether endings are searched through.
    pub endings: Endings,
}

impl Default for McSettings {
    fn default() -> Self {
        let budget = Budget::Count(1000);
        Self { budget, policy: Policy::default(), aim: Aim::default(), endings: Endings::default() }
    }
}

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

/// Tries what it may do in imagined worlds and takes what works out best.
pub struct MonteCarlo<G: SearchGame> {
    settings: McSettings,
    actions: Vec<G::Action>,
    tried: Vec<Tried<G::Action>>,
    room: G::Endings,
}

impl<G: SearchGame> MonteCarlo<G> {
    /// A player with these settings.
    pub fn new(settings: McSettings) -> Self {
        Self { settings, actions: Vec::new(), tried: Vec::new(), room: G::Endings::default() }
    }

    /// Compares the legal actions that are worth a look; the best comes first, and then those that were compared with
    /// it the longest.
    pub fn compare(&mut self, game: &G, view: &G::View, seat: Seat, rng: &mut Rng) -> &[Tried<G::Action>] {
        let Self { settings, actions, tried, room } = self;
        game.candidates(view, actions);
        let width = halving::width(actions.len(), settings.budget.rollouts() as usize);
        tried.clear();
        tried.extend(actions[..width].iter().map(|&action| Tried { action, sum: 0.0, rollouts: 0 }));
        let rollouts = Rollouts { game, aim: settings.aim, endings: settings.endings, room };
        let mut trial = Trial { rollouts, view, seat, rng };
        with_mover!(settings.policy, M => trial.halve::<M>(tried, settings.budget));
        tried
    }
}

/// The circumstances under which actions are tried.
struct Trial<'a, G: SearchGame> {
    rollouts: Rollouts<'a, G>,
    view: &'a G::View,
    seat: Seat,
    rng: &'a mut Rng,
}

impl<G: SearchGame> Trial<'_, G> {
    /// Spends the budget on the actions and puts the best to the front.
    fn halve<M: Mover<G>>(&mut self, tried: &mut [Tried<G::Action>], budget: Budget) {
        let halvings = halving::halvings(tried.len());
        let mut width = tried.len();
        let mut left = budget.rollouts() as usize;
        for _ in 0..halvings {
            let front = &mut tried[..width];
            match budget {
                Budget::Count(_) => {
                    let mut part = halving::part(left, width);
                    left -= part;
                    while part > 0 {
                        let some = part.min(width);
                        self.pass::<M>(&mut front[..some]);
                        part -= some;
                    }
                }
                Budget::Time(time) => {
                    let end = std::time::Instant::now() + time / halvings as u32;
                    while std::time::Instant::now() < end {
                        self.pass::<M>(front);
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
    fn pass<M: Mover<G>>(&mut self, tried: &mut [Tried<G::Action>]) {
        let game = self.rollouts.game;
        let world = game.imagine(self.view, self.rng);
        let luck = Chance::imagined(self.rng);
        let stream = Rng::from_state(u128::from(self.rng.word()) << 64 | u128::from(self.rng.word()));
        for one in tried {
            let mut state = world;
            game.play_unchecked(&mut state, one.action);
            let values = self.rollouts.play_out::<M>(&world, &mut state, &luck, &mut stream.clone());
            one.sum += f64::from(values[self.seat.index()]);
            one.rollouts += 1;
        }
    }
}

impl<G: SearchGame> Bot<G> for MonteCarlo<G> {
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        let (game, view, seat) = (decision.game(), decision.view(), decision.seat());
        match settled(game, &view, self.settings.aim, self.settings.budget, decision.rng()) {
            Some(action) => action,
            None => self.compare(game, &view, seat, decision.rng())[0].action,
        }
    }
}

/// The decision if it needs no search: there is only one action, or the game has a way of its own.
pub(crate) fn settled<G: SearchGame>(
    game: &G,
    view: &G::View,
    aim: Aim,
    budget: Budget,
    rng: &mut Rng,
) -> Option<G::Action> {
    let legal = game.legal_in(view);
    if legal.len() == 1 { Some(legal.nth(0)) } else { game.own_way(aim, view, budget.rollouts(), rng) }
}
