//! A player for rollouts: sensible, and done in a few nanoseconds.

use kosti_engine::domino_poker::{DominoLegal, DominoTable, Stage};
use kosti_engine::{Domino, DominoSet};

use crate::games::domino_poker::search::hand_strength::{ONE_TRICK, tricks_in};

/// Bids what the hand is good for; blind, the fair share of the tricks.
#[inline]
pub(super) fn quick_bid(table: &DominoTable, hand: DominoSet, players: u8) -> u8 {
    let size = i32::from(table.hand());
    let tricks = match table.stage() {
        Stage::Blind => size * ONE_TRICK / i32::from(players),
        _ => tricks_in(hand, players),
    };
    // A trick too few costs more than one too many, so halves go down.
    ((tricks + ONE_TRICK / 2 - 1) / ONE_TRICK).min(size) as u8
}

/// Plays for the trick or against it, whichever brings the tricks closer to the bid.
#[inline]
pub(super) fn quick_domino(table: &DominoTable, hand: DominoSet, legal: DominoSet, players: u8) -> Domino {
    let best = table.best();
    let last = table.in_trick() + 1 == players as usize;
    let Some(best) = best else {
        let end = if wants_trick(table, hand, players) { legal.strongest() } else { legal.weakest() };
        return end.unwrap_or(Domino::POKER);
    };
    let winners = legal.and(best.beaten_by());
    let losers = legal.without(winners);
    let choice = if wants_trick(table, hand, players) {
        if winners.is_empty() {
            losers.weakest()
        } else if last {
            winners.weakest()
        } else {
            winners.strongest()
        }
    } else if !losers.is_empty() {
        losers.strongest()
    } else if last {
        winners.strongest()
    } else {
        winners.weakest()
    };
    choice.unwrap_or(Domino::POKER)
}

/// Whether the seat whose turn it is had better take this trick.
#[inline]
fn wants_trick(table: &DominoTable, hand: DominoSet, players: u8) -> bool {
    match table.stage() {
        Stage::Grab => true,
        Stage::Mizer => false,
        _ => {
            let seat = table.seat();
            let needed = i32::from(table.bid(seat).unwrap_or(0)) - i32::from(table.taken(seat));
            // Passed: each further trick is a point. Otherwise a hand that is good for a trick too many had better lose one.
            needed < 0 || (needed > 0 && tricks_in(hand, players) < (needed + 1) * ONE_TRICK)
        }
    }
}

/// What may be played, as a set.
#[inline]
pub(super) fn playable(legal: DominoLegal) -> DominoSet {
    match legal {
        DominoLegal::Dominoes { set, .. } => set,
        _ => DominoSet::EMPTY,
    }
}
