//! Who moves in a rollout.

use kosti_engine::{ActionSet, Rng, Seat};

use crate::search::game::SearchGame;

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
    /// Whether it moves as the game's own quick rollouts do: see [`SearchGame::fast_rollout`].
    const QUICK: bool = false;

    /// Moves for the seat whose turn it is.
    fn choose(game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action;
}

/// [`Policy::Quick`].
pub(crate) struct ByQuickMoves;

/// [`Policy::Greedy`].
pub(crate) struct ByGreed;

/// [`Policy::Random`].
pub(crate) struct ByChance;

impl<G: SearchGame> Mover<G> for ByQuickMoves {
    const QUICK: bool = true;

    #[inline(always)]
    fn choose(game: &G, state: &G::State, _: Seat, rng: &mut Rng) -> G::Action {
        game.rollout_action(state, rng)
    }
}

impl<G: SearchGame> Mover<G> for ByGreed {
    #[inline]
    fn choose(game: &G, state: &G::State, seat: Seat, _: &mut Rng) -> G::Action {
        game.greedy_action(&game.observe(state, seat))
    }
}

impl<G: SearchGame> Mover<G> for ByChance {
    #[inline(always)]
    fn choose(game: &G, state: &G::State, _: Seat, rng: &mut Rng) -> G::Action {
        game.legal(state).pick(rng)
    }
}

/// Evaluates an expression with the type of a policy, once compiled for each.
macro_rules! with_mover {
    ($policy:expr, $mover:ident => $body:expr) => {
        match $policy {
            $crate::search::policy::Policy::Quick => {
                type $mover = $crate::search::policy::ByQuickMoves;
                $body
            }
            $crate::search::policy::Policy::Greedy => {
                type $mover = $crate::search::policy::ByGreed;
                $body
            }
            $crate::search::policy::Policy::Random => {
                type $mover = $crate::search::policy::ByChance;
                $body
            }
        }
    };
}
pub(crate) use with_mover;
