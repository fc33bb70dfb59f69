//! Rims as the bots that search see it.

use kosti_engine::rims::{RimsAction, RimsPhase, RimsState};
use kosti_engine::{Game, MAX_SEATS, Rims, Rng};

use crate::rims::match_table::{Hope, MatchTable};
use crate::rims::quick::quick_action;
use crate::search::{Aim, SearchGame, Values};

/// How many tricks of lead make the difference between nothing and everything.
const LEAD_SPAN: f32 = 8.0;

impl SearchGame for Rims {
    type Endings = ();

    #[inline]
    fn quick_action(&self, state: &RimsState, _: &mut Rng) -> RimsAction {
        quick_action(self, state)
    }

    /// A deal is what a search sees through.
    #[inline]
    fn stops(&self, _: &RimsState, state: &RimsState) -> bool {
        matches!(state.table().phase(), RimsPhase::Deal | RimsPhase::Over)
    }

    #[inline]
    fn outlook(&self, aim: Aim, _: &RimsState, state: &RimsState) -> Values {
        let mut values = [0.0; MAX_SEATS];
        MatchTable::shared(self.rules()).visit(state.table(), |seat, hope| values[seat.index()] = worth(aim, hope));
        values
    }
}

/// What a hope is worth to who plays for this.
#[inline]
fn worth(aim: Aim, hope: Hope) -> f32 {
    let lead = 0.5 + hope.lead / LEAD_SPAN;
    match aim {
        Aim::Share => hope.share,
        Aim::Points => lead,
        Aim::Mix => 0.5 * (hope.share + lead),
    }
}
