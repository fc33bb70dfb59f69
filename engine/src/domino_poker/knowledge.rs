//! What a player's following tells about the hand, and worlds that agree with it.

use crate::domino::{DOMINOES, Domino, DominoSet};
use crate::domino_poker::MAX_PLAYERS;
use crate::rng::Rng;

/// The dominoes that a seat cannot hold which follows this lead with this domino.
#[inline]
pub(super) fn lacks_after(led: Domino, played: Domino) -> DominoSet {
    if !led.asks_for_trumps() {
        DominoSet::EMPTY
    } else if !played.is_trump() {
        DominoSet::TRUMPS
    } else if led == Domino::POKER {
        DominoSet::trumps_above(played)
    } else {
        DominoSet::EMPTY
    }
}

/// Hands of these sizes from the unseen dominoes, uniformly from all ways in which no seat gets what it lacks.
///
/// What a seat lacks is always a top part of the trumps. So the stronger a trump, the fewer the places open to it, and
/// these lie within the places open to the weaker ones: giving each trump in turn, the strongest first, any free place
/// that is open to it leaves the next the same number of places whatever was drawn, which makes all ways equally
/// likely.
pub(super) fn deal_unseen(
    unseen: DominoSet,
    sizes: &[u8; MAX_PLAYERS],
    lacks: &[DominoSet; MAX_PLAYERS],
    rng: &mut Rng,
) -> [DominoSet; MAX_PLAYERS] {
    let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
    let mut room = *sizes;
    let mut stock = unseen.len() as u8 - sizes.iter().sum::<u8>();
    let constrained = lacks.iter().fold(DominoSet::EMPTY, |all, &lack| all.or(lack)).and(unseen);
    let mut free = unseen;
    let mut left = constrained;
    while let Some(trump) = left.strongest() {
        left.remove(trump);
        free.remove(trump);
        let open = |seat: usize, room: &[u8; MAX_PLAYERS]| if lacks[seat].contains(trump) { 0 } else { room[seat] };
        let places = stock + (0..MAX_PLAYERS).map(|seat| open(seat, &room)).sum::<u8>();
        let mut place = rng.below(u32::from(places)) as u8;
        match (0..MAX_PLAYERS).find(|&seat| {
            let here = place < open(seat, &room);
            if !here {
                place -= open(seat, &room);
            }
            here
        }) {
            Some(seat) => {
                hands[seat].insert(trump);
                room[seat] -= 1;
            }
            None => stock -= 1,
        }
    }
    let mut rest = [Domino::POKER; DOMINOES];
    let mut count = 0;
    for domino in free.iter() {
        rest[count] = domino;
        count += 1;
    }
    let needed = room.iter().sum::<u8>() as usize;
    rng.shuffle_front(&mut rest[..count], needed);
    let mut next = rest.iter();
    for (hand, &room) in hands.iter_mut().zip(&room) {
        *hand = next.by_ref().take(room as usize).fold(*hand, |hand, &domino| hand.or(DominoSet::of(domino)));
    }
    hands
}
