//! How a game goes on by the rollout policy.

use kosti_engine::Turn;

use crate::habit::Habit;
use crate::search::aim::Aim;
use crate::search::game::{SearchGame, Values};
use crate::search::policy::Mover;
use crate::search::race::Trial;

/// Whether what is left of a deal is searched through where the game can do that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Endings {
    /// `exact`: as soon as it has proved worth it in the game.
    #[default]
    Exact,
    /// `off`: never, everything is played out.
    Off,
    /// A number: with at most this many tricks left.
    Tricks(u8),
}

impl Endings {
    /// Whole hands of domino-poker are as many tricks.
    const MOST_TRICKS: u8 = 7;
    pub(crate) const EXPECTED: &'static str = "exact, off or a number of tricks from 1 to 7";

    /// What of this can be told where a seat keeps a habit: the end of a deal that is searched through with open hands knows
    /// no habits, but in the last trick there is nothing to choose.
    pub(crate) fn with_habit(self, exact_tricks: u8) -> Self {
        let tricks = match self {
            Self::Exact => exact_tricks,
            Self::Off => 0,
            Self::Tricks(tricks) => tricks,
        };
        if tricks == 0 { Self::Off } else { Self::Tricks(1) }
    }

    /// Reads the text form.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "exact" => Some(Self::Exact),
            "off" => Some(Self::Off),
            number => number.parse().ok().filter(|tricks| (1..=Self::MOST_TRICKS).contains(tricks)).map(Self::Tricks),
        }
    }
}

/// What rollouts of one decision have in common.
pub(crate) struct Rollouts<'a, G: SearchGame> {
    pub(crate) game: &'a G,
    pub(crate) aim: Aim,
    pub(crate) endings: Endings,
    pub(crate) room: &'a mut G::Endings,
}

impl<'a, G: SearchGame> Rollouts<'a, G> {
    /// The rollouts of a decision of a seat that keeps this habit, if it keeps one.
    pub(crate) fn new(
        game: &'a G,
        aim: Aim,
        endings: Endings,
        habit: Option<&dyn Habit<G>>,
        room: &'a mut G::Endings,
    ) -> Self {
        let endings = if habit.is_some() { endings.with_habit(game.exact_tricks()) } else { endings };
        Self { game, aim, endings, room }
    }

    /// What a state is worth if it can be told without playing on.
    #[inline(always)]
    pub(crate) fn known(&mut self, root: &G::State, state: &G::State) -> Option<Values> {
        if self.game.is_leaf(root, state) {
            return Some(self.game.leaf_values_in(self.room, self.aim, root, state));
        }
        match self.exact_tricks() {
            0 => None,
            most => self.game.solve(self.room, most, self.aim, root, state),
        }
    }

    /// With how many tricks left endings are solved.
    #[inline(always)]
    fn exact_tricks(&self) -> u8 {
        match self.endings {
            Endings::Exact => self.game.exact_tricks(),
            Endings::Off => 0,
            Endings::Tricks(most) => most,
        }
    }

    /// Plays on until it is known what that is worth.
    #[inline]
    pub(crate) fn play_out<M: Mover<G>>(&mut self, mover: &M, trial: &mut Trial<'_, G>) -> Values {
        let is_solved = self.game.solves_endings() && self.exact_tricks() > 0;
        if !is_solved && let Some(values) = mover.fast_rollout(self.game, self.room, self.aim, trial) {
            return values;
        }
        let Trial { root, state, luck, rng } = trial;
        loop {
            if let Some(values) = self.known(root, state) {
                return values;
            }
            match self.game.turn(state) {
                Turn::Chance => self.game.advance(state, luck),
                Turn::Seat(seat) => {
                    let action = mover.choose(self.game, state, seat, rng);
                    self.game.play_unchecked(state, action);
                }
                Turn::Over => unreachable!("rollouts stop at the end of the game"),
            }
        }
    }
}
