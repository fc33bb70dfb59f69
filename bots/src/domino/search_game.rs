//! What domino-poker tells the bots that search.

use kosti_engine::domino_poker::{Direction, DominoAction, DominoPhase, DominoState};
use kosti_engine::{DominoPoker, Game, Rng};

use crate::domino::match_outlook::{leads, win_chances};
use crate::domino::quick_player::{playable, quick_bid, quick_domino};
use crate::search::{Aim, SearchGame, Values};

impl SearchGame for DominoPoker {
    type Endings = ();

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
            _ if rng.below(2) == 0 => DominoAction::Open,
            _ => DominoAction::Close,
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
            Aim::Share => win_chances(self, state),
            Aim::Points => leads(self, root, state),
            Aim::Mix => {
                let (chances, leads) = (win_chances(self, state), leads(self, root, state));
                std::array::from_fn(|seat| (chances[seat] + leads[seat]) / 2.0)
            }
        }
    }

    fn seen(&self, _: &DominoState, action: DominoAction) -> Option<DominoAction> {
        // Whether a domino is open shows when all have decided.
        Some(action).filter(|action| !matches!(action, DominoAction::Open | DominoAction::Close))
    }
}
