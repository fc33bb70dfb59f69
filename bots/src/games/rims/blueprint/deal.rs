//! A deal of rims for two as a game that is learned by regret.

use kosti_engine::rims::{RimsAction, RimsPhase, RimsState};
use kosti_engine::{Game, Rims, Seat};

use crate::games::rims::blueprint::info_set;
use crate::regret::{Moment, RegretGame, Side};
use crate::search::{Aim, SearchGame};

/// One deal of a match of two, after the cards were dealt. What it brings is judged by the whole match.
#[derive(Clone, Copy, Debug)]
pub struct RimsDealGame {
    game: Rims,
    aim: Aim,
}

impl RimsDealGame {
    /// Deals under these rules, played for this.
    pub fn new(game: Rims, aim: Aim) -> Self {
        Self { game, aim }
    }
}

impl RegretGame for RimsDealGame {
    type State = RimsState;
    type Action = RimsAction;

    #[inline]
    fn mover(&self, state: &RimsState) -> Option<Side> {
        match state.table().phase() {
            RimsPhase::Deal | RimsPhase::Over => None,
            _ => Some(Side::ALL[state.table().seat().index()]),
        }
    }

    #[inline]
    fn moment(&self, state: &RimsState) -> Moment<RimsAction> {
        info_set::moment(state.table(), state.hand(state.table().seat()))
    }

    #[inline]
    fn play(&self, state: &mut RimsState, action: RimsAction) {
        self.game.play_unchecked(state, action);
    }

    fn value(&self, state: &RimsState) -> f32 {
        let values = self.game.leaf_values(self.aim, state, state);
        values[Seat::new(0).index()] - values[Seat::new(1).index()]
    }
}
