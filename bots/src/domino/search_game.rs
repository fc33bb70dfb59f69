//! What domino-poker tells the bots that search.

use kosti_engine::domino_poker::{Direction, DominoAction, DominoPhase, DominoState, DominoTable, DominoView};
use kosti_engine::{DominoPoker, DominoSet, Game, Rng};

use crate::domino::last_stage::LastStage;
use crate::domino::likely_world::likely_world;
use crate::domino::match_outlook::{leads, win_prospects};
use crate::domino::quick_player::{playable, quick_bid, quick_domino};
use crate::search::{Aim, SearchGame, Values};

impl SearchGame for DominoPoker {
    type Endings = ();

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
        match aim {
            Aim::Share => win_prospects(self, root, state),
            Aim::Points => leads(self, root, state),
            Aim::Mix => {
                let (chances, leads) = (win_prospects(self, root, state), leads(self, root, state));
                std::array::from_fn(|seat| (chances[seat] + leads[seat]) / 2.0)
            }
        }
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

/// Opens as often as the equilibrium of the last stage says.
fn open_or_close(players: u8, table: &DominoTable, hand: DominoSet, rng: &mut Rng) -> DominoAction {
    let (Some(shown), Some(own)) = (table.shown(), hand.strongest()) else { return DominoAction::Close };
    let chance = LastStage::equilibrium(players, shown).open[own.pips() as usize];
    if f64::from(rng.word() as u32) < chance * 2f64.powi(32) { DominoAction::Open } else { DominoAction::Close }
}
