//! Rims as the bots that search see it.
//!
//! Tricks are not searched through with open hands: who imagines others to see all cards plays worse than who imagines
//! them to move quickly, even over the last two tricks. Only the last one, which plays itself, is looked up.

use kosti_engine::rims::{RimsAction, RimsPhase, RimsState, RimsView};
use kosti_engine::{Game, MAX_SEATS, Rims, Rng, Seat};

use crate::rims::imagination::imagine;
use crate::rims::last_trick::{last_trick_winner, next_dealer};
use crate::rims::match_table::{Hope, MatchTable};
use crate::rims::quick::quick_action;
use crate::search::{Aim, SearchGame, Values};

/// How many tricks of lead make the difference between nothing and everything.
const LEAD_SPAN: f32 = 8.0;

impl SearchGame for Rims {
    type Endings = ();

    fn imagine(&self, view: &RimsView, rng: &mut Rng) -> RimsState {
        imagine(self, view, rng)
    }

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
        let table = state.table();
        values(self, aim, |seat| table.tricks(seat), table.dealer())
    }

    #[inline]
    fn solve(&self, (): &mut (), aim: Aim, _: &RimsState, state: &RimsState) -> Option<Values> {
        let winner = last_trick_winner(self, state)?;
        let table = state.table();
        let more = |seat| u8::from(seat == winner);
        let dealer = next_dealer(self.players(), table.dealer(), |seat| table.deal_tricks(seat) + more(seat));
        Some(values(self, aim, |seat| table.tricks(seat) + more(seat), dealer))
    }

    #[inline]
    fn others_move_quickly(&self) -> bool {
        true
    }
}

/// What everybody can hope for with these tricks in all.
#[inline]
fn values(game: &Rims, aim: Aim, tricks: impl Fn(Seat) -> u8, dealer: Seat) -> Values {
    let mut values = [0.0; MAX_SEATS];
    MatchTable::shared(game.rules()).visit(tricks, dealer, |seat, hope| values[seat.index()] = worth(aim, hope));
    values
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
