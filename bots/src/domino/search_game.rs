//! What domino-poker tells the bots that search.

use kosti_engine::domino_poker::{
    Direction, DominoAction, DominoPhase, DominoState, DominoTable, DominoView, MAX_PLAYERS, deal_points,
};
use kosti_engine::{DominoPoker, DominoSet, Game, MAX_SEATS, Rng, Seat};

use crate::domino::deal_solver::{DealSolver, Payoffs};
use crate::domino::last_stage::LastStage;
use crate::domino::likely_world::likely_world;
use crate::domino::match_outlook::Standing;
use crate::domino::open_deal::{OpenDeal, Taken};
use crate::domino::quick_player::{playable, quick_bid, quick_domino};
use crate::search::{Aim, SearchGame, Values};

/// With two players, so many tricks are played out exactly. With more it costs more than it brings: there are too many
/// whose hands would be taken as known.
const EXACT_TRICKS: usize = 2;

impl SearchGame for DominoPoker {
    type Endings = DealSolver;

    fn imagine(&self, view: &DominoView, rng: &mut Rng) -> DominoState {
        likely_world(self, view, rng)
    }

    #[inline]
    fn quick_action(&self, state: &DominoState, rng: &mut Rng) -> DominoAction {
        let table = state.table();
        let hand = state.hand(table.seat());
        match table.phase() {
            DominoPhase::Play => {
                DominoAction::Play(quick_domino(table, hand, playable(self.legal(state)), self.players()))
            }
            DominoPhase::Bid => DominoAction::Bid(quick_bid(table, hand, self.players())),
            DominoPhase::Pick => DominoAction::Pick(0, Direction::Forward),
            _ => open_or_close(self.players(), table, hand, rng),
        }
    }

    /// A deal that is over is a good place to stop: nothing of it is left but the scores.
    #[inline]
    fn stops(&self, _: &DominoState, state: &DominoState) -> bool {
        matches!(state.table().phase(), DominoPhase::Deal | DominoPhase::Over)
    }

    #[inline]
    fn outlook(&self, aim: Aim, root: &DominoState, state: &DominoState) -> Values {
        worth(self, aim, root, &Standing::of(self, state))
    }

    fn solve(&self, solver: &mut DealSolver, aim: Aim, root: &DominoState, state: &DominoState) -> Option<Values> {
        let table = state.table();
        if self.players() > 2 || table.hand() as usize - table.tricks() > EXACT_TRICKS {
            return None;
        }
        let deal = OpenDeal::of(self, state)?;
        let stage = table.stage();
        let mut payoffs = |taken: &Taken| -> Payoffs {
            let mut standing = Standing { next_deal: table.deal() + 1, ..Standing::of(self, state) };
            for seat in Seat::all(self.players()) {
                let bid = if stage.has_bids() { table.bid(seat).unwrap_or(0) } else { 0 };
                standing.scores[seat.index()] += i32::from(deal_points(stage, bid, taken[seat.index()]));
            }
            let worth = worth(self, aim, root, &standing);
            std::array::from_fn(|seat| worth[seat])
        };
        let payoffs = solver.payoffs(&deal, &mut payoffs);
        let mut values = [0.0; MAX_SEATS];
        values[..MAX_PLAYERS].copy_from_slice(&payoffs);
        Some(values)
    }

    /// The last stage is solved: it is played for points, in equilibrium.
    fn own_way(&self, _: Aim, view: &DominoView, _: u32, rng: &mut Rng) -> Option<DominoAction> {
        match view.table().phase() {
            // Nobody knows anything about the ring, so all places are alike.
            DominoPhase::Pick => Some(DominoAction::Pick(0, Direction::Forward)),
            DominoPhase::Opening => Some(open_or_close(self.players(), view.table(), view.hand(), rng)),
            _ => None,
        }
    }

    #[inline]
    fn code(action: DominoAction) -> u32 {
        match action {
            DominoAction::Bid(bid) => u32::from(bid),
            DominoAction::Play(domino) => 32 + domino.index() as u32,
            DominoAction::Pick(place, direction) => {
                64 + 2 * u32::from(place) + u32::from(direction == Direction::Forward)
            }
            DominoAction::Open => 128,
            DominoAction::Close => 129,
        }
    }

    fn seen(&self, _: &DominoState, action: DominoAction) -> Option<DominoAction> {
        // Whether a domino is open shows when all have decided.
        Some(action).filter(|action| !matches!(action, DominoAction::Open | DominoAction::Close))
    }
}

/// What a standing after the deal of the root is worth to every seat.
#[inline]
fn worth(game: &DominoPoker, aim: Aim, root: &DominoState, standing: &Standing) -> Values {
    match aim {
        Aim::Share => standing.win_prospects(game, root),
        Aim::Points => standing.leads(game, root),
        Aim::Mix => {
            let (prospects, leads) = (standing.win_prospects(game, root), standing.leads(game, root));
            std::array::from_fn(|seat| (prospects[seat] + leads[seat]) / 2.0)
        }
    }
}

/// Opens as often as the equilibrium of the last stage says.
fn open_or_close(players: u8, table: &DominoTable, hand: DominoSet, rng: &mut Rng) -> DominoAction {
    let (Some(shown), Some(own)) = (table.shown(), hand.strongest()) else { return DominoAction::Close };
    let chance = LastStage::equilibrium(players, shown).open[own.pips() as usize];
    if f64::from(rng.word() as u32) < chance * 2f64.powi(32) { DominoAction::Open } else { DominoAction::Close }
}
