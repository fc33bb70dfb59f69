//! What a game tells the bots that search.

use std::hash::{Hash, Hasher};

use kosti_engine::{ActionSet, MAX_SEATS, Rng, Turn};
use rustc_hash::FxHasher;

use crate::greedy::GreedyGame;
use crate::search::aim::Aim;

/// Whether this many tricks can be searched through with open hands in every rollout: whether there are not too many ways to
/// play them.
#[inline]
pub(crate) fn can_be_searched(tricks: usize, players: u8) -> bool {
    /// About a millisecond.
    const MOST_LINES: u64 = 20_000;
    let hands: u64 = (1..=tricks as u64).product();
    hands.checked_pow(players.into()).is_some_and(|lines| lines <= MOST_LINES)
}

/// What a state is worth to each seat, about from 0 (the worst) to 1.
pub type Values = [f32; MAX_SEATS];

/// A game that bots can search: how it goes on by quick moves, where they may stop, and what is reached there.
///
/// The root of a search is a state that the seat in question holds possible. What it does not know is imagined anew for
/// every rollout.
pub trait SearchGame: GreedyGame {
    /// Room that exact endings work in, kept from one to the next.
    type Endings: Default + Send;

    /// Worlds for the rollouts of a decision, kept from one decision to the next, if a game draws them from a stock.
    type Worlds: Default + Send;

    /// No action is judged by fewer rollouts than this, if that many less promising ones can be left out.
    const FEWEST_EACH: usize = 4;

    /// Whether the seat that searches may have to move again before a rollout stops.
    const MOVES_AGAIN: bool = true;

    /// A state drawn from those that fit what a seat knows: uniformly, or better, as likely as what was done makes them.
    #[inline]
    fn sample_world(&self, view: &Self::View, rng: &mut Rng) -> Self::State {
        self.determinize(view, rng)
    }

    /// Gets a stock of worlds ready for a decision of about this many rollouts.
    #[inline]
    fn gather_worlds(&self, worlds: &mut Self::Worlds, view: &Self::View, rollouts: u32, rng: &mut Rng) {
        let _ = (worlds, view, rollouts, rng);
    }

    /// The world of the next rollouts, from the stock if there is one.
    #[inline]
    fn draw_world(&self, worlds: &Self::Worlds, view: &Self::View, rng: &mut Rng) -> Self::State {
        let _ = worlds;
        self.sample_world(view, rng)
    }

    /// A quick and sensible move of the seat whose turn it is, which looks at nothing that this seat may not know.
    #[inline]
    fn rollout_action(&self, state: &Self::State, rng: &mut Rng) -> Self::Action {
        self.legal(state).pick(rng)
    }

    /// Whether a rollout from the root may stop at this state: always at the end of the game, and where a deal is over.
    #[inline]
    fn is_leaf(&self, root: &Self::State, state: &Self::State) -> bool {
        let _ = root;
        self.turn(state) == Turn::Over
    }

    /// What every seat can hope for at a state where a rollout stops.
    fn leaf_values(&self, aim: Aim, root: &Self::State, state: &Self::State) -> Values;

    /// The same for a game that looks closer in the room of its rollouts.
    #[inline]
    fn leaf_values_in(&self, room: &mut Self::Endings, aim: Aim, root: &Self::State, state: &Self::State) -> Values {
        let _ = room;
        self.leaf_values(aim, root, state)
    }

    /// With how many tricks left the rest of a deal is searched through with open hands, if nothing else is asked for: as
    /// many as made the bots stronger.
    #[inline]
    fn exact_tricks(&self) -> u8 {
        0
    }

    /// Whether [`solve`](Self::solve) knows endings, so that rollouts must not pass them by in a faster way.
    #[inline]
    fn solves_endings(&self) -> bool {
        false
    }

    /// What every seat gets if all see all hands and each plays for itself until the next stop, if at most this many tricks
    /// are left; nothing otherwise, or if that would take too long.
    #[inline]
    fn solve(
        &self,
        room: &mut Self::Endings,
        tricks: u8,
        aim: Aim,
        root: &Self::State,
        state: &Self::State,
    ) -> Option<Values> {
        let _ = (room, tricks, aim, root, state);
        None
    }

    /// Gets the room ready for the rollouts of a decision.
    #[inline]
    fn prepare(&self, room: &mut Self::Endings, view: &Self::View) {
        let _ = (room, view);
    }

    /// Plays on by quick moves until the rollout stops, in a way of the game's own that is faster than move by move; what
    /// is reached there. Nothing if there is no such way.
    #[inline]
    fn fast_rollout(
        &self,
        room: &mut Self::Endings,
        aim: Aim,
        root: &Self::State,
        state: &Self::State,
        rng: &mut Rng,
    ) -> Option<Values> {
        let _ = (room, aim, root, state, rng);
        None
    }

    /// A decision for which the game has a better way than to search, such as an equilibrium.
    #[inline]
    fn direct_action(&self, view: &Self::View, rng: &mut Rng) -> Option<Self::Action> {
        let _ = (view, rng);
        None
    }

    /// The legal actions worth a look, the most promising first: all of them, unless there are very many.
    fn candidates(&self, view: &Self::View, actions: &mut Vec<Self::Action>) {
        actions.clear();
        actions.extend(self.legal_in(view).iter());
    }

    /// What the observing seat sees of another's action: equal for actions that it cannot tell apart.
    ///
    /// In graph-poker that is the cell of a card that is laid face down, in the last stage of domino-poker nothing.
    fn seen(&self, state: &Self::State, action: Self::Action) -> Option<Self::Action> {
        let _ = state;
        Some(action)
    }

    /// Whether other seats move quickly in a tree too, instead of taking what is best for them.
    ///
    /// A tree knows the hand of the seat that searches, and so others in it play as if they knew it as well. Where that
    /// misleads more than quick moves do, they are better.
    #[inline]
    fn others_follow_policy(&self) -> bool {
        false
    }

    /// A number for an action, for a hash table: different ones for most actions of a moment.
    #[inline]
    fn code(action: Self::Action) -> u32 {
        let mut hasher = FxHasher::default();
        action.hash(&mut hasher);
        hasher.finish() as u32
    }
}
