//! The last trick of a deal, in which no seat has a choice.

use kosti_engine::rims::{HAND, RimsPhase, RimsState, beats};
use kosti_engine::{Game, Rims, Seat};

/// Who takes the last trick; nothing if more than one is left.
#[inline]
pub(super) fn last_trick_winner(game: &Rims, state: &RimsState) -> Option<Seat> {
    let table = state.table();
    let (RimsPhase::Play, true, Some(trump)) = (table.phase(), table.rounds() == HAND - 1, table.trump()) else {
        return None;
    };
    let (mut winner, mut best) = (table.best_seat(), table.best());
    let mut seat = table.seat();
    for _ in table.in_round()..game.players() as usize {
        let card = state.hand(seat).lowest();
        let wins = match (card, best) {
            (Some(card), Some(best)) => beats(card, best, trump),
            (card, _) => card.is_some(),
        };
        if wins {
            (winner, best) = (seat, card);
        }
        seat = seat.next(game.players());
    }
    Some(winner)
}
