//! Who moves in a rollout.

use kosti_engine::{ActionSet, Rng, Seat};

use crate::habit::Habit;
use crate::search::aim::Aim;
use crate::search::game::{SearchGame, Values};
use crate::search::kept_actions::keep_to;
use crate::search::race::Trial;

/// How every seat moves in a rollout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Policy {
    /// `quick`: by the quick moves of the game.
    #[default]
    Quick,
    /// `greedy`: as the sensible beginner does.
    Greedy,
    /// `random`: every legal action with the same chance.
    Random,
}

impl Policy {
    /// Every policy by its name.
    pub(crate) const NAMES: &'static [(&'static str, Self)] =
        &[("quick", Self::Quick), ("greedy", Self::Greedy), ("random", Self::Random)];
}

/// A [`Policy`] that the compiler knows, so that a rollout has nothing to look up.
pub(crate) trait Mover<G: SearchGame> {
    /// Moves for the seat whose turn it is.
    fn choose(&self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action;

    /// Plays on by the game's own quick rollouts, if there are any and this is how they move.
    #[inline(always)]
    fn fast_rollout(&self, game: &G, room: &mut G::Endings, aim: Aim, trial: &mut Trial<'_, G>) -> Option<Values> {
        let _ = (game, room, aim, trial);
        None
    }

    /// What the seat whose turn it is would really do instead of each of these actions, every action once. Nothing if that
    /// is what it chooses.
    #[inline(always)]
    fn narrowed<'a>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: G::Legal<'_>,
        room: &'a mut Vec<G::Action>,
    ) -> Option<&'a [G::Action]> {
        let _ = (game, state, seat, legal, room);
        None
    }
}

/// [`Policy::Quick`].
pub(crate) struct ByQuickMoves;

/// [`Policy::Greedy`].
pub(crate) struct ByGreed;

/// [`Policy::Random`].
pub(crate) struct ByChance;

/// A policy for all seats, of which one keeps a habit.
pub(crate) struct ByHabit<'a, G: SearchGame> {
    /// How every seat would move.
    pub(crate) policy: Policy,
    /// The seat with the habit.
    pub(crate) seat: Seat,
    pub(crate) habit: &'a dyn Habit<G>,
}

impl<G: SearchGame> Mover<G> for ByQuickMoves {
    #[inline(always)]
    fn choose(&self, game: &G, state: &G::State, _: Seat, rng: &mut Rng) -> G::Action {
        game.rollout_action(state, rng)
    }

    #[inline(always)]
    fn fast_rollout(&self, game: &G, room: &mut G::Endings, aim: Aim, trial: &mut Trial<'_, G>) -> Option<Values> {
        game.fast_rollout(room, aim, trial.root, &trial.state, &mut trial.rng)
    }
}

impl<G: SearchGame> Mover<G> for ByGreed {
    #[inline]
    fn choose(&self, game: &G, state: &G::State, seat: Seat, _: &mut Rng) -> G::Action {
        game.greedy_action(&game.observe(state, seat))
    }
}

impl<G: SearchGame> Mover<G> for ByChance {
    #[inline(always)]
    fn choose(&self, game: &G, state: &G::State, _: Seat, rng: &mut Rng) -> G::Action {
        game.legal(state).pick(rng)
    }
}

impl<G: SearchGame> Mover<G> for ByHabit<'_, G> {
    fn choose(&self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action {
        let usual = match self.policy {
            Policy::Quick => ByQuickMoves.choose(game, state, seat, rng),
            Policy::Greedy => ByGreed.choose(game, state, seat, rng),
            Policy::Random => ByChance.choose(game, state, seat, rng),
        };
        if seat == self.seat { self.habit.kept(game, &game.observe(state, seat), usual) } else { usual }
    }

    fn fast_rollout(&self, game: &G, room: &mut G::Endings, aim: Aim, trial: &mut Trial<'_, G>) -> Option<Values> {
        match self.policy {
            Policy::Quick if !G::MOVES_AGAIN => ByQuickMoves.fast_rollout(game, room, aim, trial),
            _ => None,
        }
    }

    fn narrowed<'a>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: G::Legal<'_>,
        room: &'a mut Vec<G::Action>,
    ) -> Option<&'a [G::Action]> {
        if seat != self.seat {
            return None;
        }
        room.clear();
        room.extend(legal.iter());
        keep_to(game, &game.observe(state, seat), self.habit, room);
        Some(room)
    }
}

/// Evaluates an expression with a policy of a known type, compiled once for each, and once for all policies with a habit of
/// a seat.
macro_rules! with_mover {
    ($policy:expr, $habit:expr, $seat:expr, $mover:ident => $body:expr) => {
        match ($habit, $policy) {
            (Some(habit), policy) => {
                let $mover = &$crate::search::policy::ByHabit { policy, seat: $seat, habit };
                $body
            }
            (None, $crate::search::policy::Policy::Quick) => {
                let $mover = &$crate::search::policy::ByQuickMoves;
                $body
            }
            (None, $crate::search::policy::Policy::Greedy) => {
                let $mover = &$crate::search::policy::ByGreed;
                $body
            }
            (None, $crate::search::policy::Policy::Random) => {
                let $mover = &$crate::search::policy::ByChance;
                $body
            }
        }
    };
}
pub(crate) use with_mover;
