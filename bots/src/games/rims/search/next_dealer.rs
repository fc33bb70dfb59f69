//! Who deals next.

use kosti_engine::Seat;

/// Who deals after a deal with these tricks: who took most, the first of them from the dealer on.
#[inline]
pub(super) fn next_dealer(players: u8, dealer: Seat, deal_tricks: impl Fn(Seat) -> u8) -> Seat {
    let (mut next, mut seat) = (dealer, dealer);
    for _ in 1..players {
        seat = seat.next(players);
        if deal_tricks(seat) > deal_tricks(next) {
            next = seat;
        }
    }
    next
}
