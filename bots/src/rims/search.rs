//! Rims as the bots that search see it.

use kosti_engine::rims::{HAND, RimsAction, RimsPhase, RimsState};
use kosti_engine::{Game, MAX_SEATS, Rims, Rng, Seat};

use crate::rims::match_table::{Hope, MatchTable};
use crate::rims::quick::quick_action;
use crate::rims::tricks_solver::{TricksSolver, next_dealer};
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
        let table = state.table();
        values(self, aim, |seat| table.tricks(seat), table.dealer())
    }

    /// Between two players, the tricks of a deal are played best with open hands.
    #[inline]
    fn solve(&self, (): &mut (), aim: Aim, _: &RimsState, state: &RimsState) -> Option<Values> {
        let table = state.table();
        let of_mover = TricksSolver::shared(self.rules().lead()).of_mover(self, state)?;
        let left = (HAND - table.rounds()) as u8;
        let more = |seat| if seat == table.seat() { of_mover } else { left - of_mover };
        let dealer = next_dealer(2, table.dealer(), |seat| table.deal_tricks(seat) + more(seat));
        Some(values(self, aim, |seat| table.tricks(seat) + more(seat), dealer))
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
