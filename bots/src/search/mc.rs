//! Flat Monte Carlo: every action is tried in imagined worlds, and the one that works out best is taken.

use kosti_engine::{Rng, Seat};

use crate::bot::{Bot, Decision};
use crate::habit::Habit;
use crate::search::aim::Aim;
use crate::search::budget::Budget;
use crate::search::game::SearchGame;
use crate::search::policy::{Policy, with_mover};
use crate::search::race::{ActionStats, Race};
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

/// Tries what it may do in imagined worlds and takes what works out best.
pub struct MonteCarlo<G: SearchGame> {
    settings: McSettings,
    habit: Option<Box<dyn Habit<G>>>,
    candidates: Vec<G::Action>,
    tried: Vec<ActionStats<G::Action>>,
    room: G::Endings,
    worlds: G::Worlds,
}

impl<G: SearchGame> MonteCarlo<G> {
    /// A player with these settings.
    pub fn new(settings: McSettings) -> Self {
        Self {
            settings,
            habit: None,
            candidates: Vec::new(),
            tried: Vec::new(),
            room: G::Endings::default(),
            worlds: G::Worlds::default(),
        }
    }

    /// The same player with a habit, which it plans with: it compares what it may do under the habit, and keeps to it in its
    /// rollouts.
    pub fn with_habit(self, habit: Box<dyn Habit<G>>) -> Self {
        Self { habit: Some(habit), ..self }
    }

    /// Compares the legal actions that are worth a look; the best comes first, and then those that were compared with
    /// it the longest.
    pub fn compare(&mut self, game: &G, view: &G::View, seat: Seat, rng: &mut Rng) -> &[ActionStats<G::Action>] {
        let race = Race { game, view, seat, budget: self.settings.budget, rng };
        self.run(race)
    }

    fn run(&mut self, mut race: Race<'_, G>) -> &[ActionStats<G::Action>] {
        let Self { settings, habit, candidates, tried, room, worlds } = self;
        let habit = habit.as_deref();
        race.candidates(habit, candidates);
        race.game.prepare(room, race.view);
        let mut rollouts = Rollouts::new(race.game, settings.aim, settings.endings, habit, room);
        with_mover!(settings.policy, habit, race.seat, mover => {
            race.run(worlds, tried, candidates, |_, trial| rollouts.play_out(mover, trial));
        });
        tried
    }
}

impl<G: SearchGame> Bot<G> for MonteCarlo<G> {
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        let (game, view, seat) = (decision.game(), decision.view(), decision.seat());
        let mut race = Race { game, view: &view, seat, budget: self.settings.budget, rng: decision.rng() };
        race.settled_with(self.habit.as_deref()).unwrap_or_else(|| self.run(race)[0].action)
    }
}
