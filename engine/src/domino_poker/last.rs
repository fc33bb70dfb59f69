//! The last stage: one domino each from a ring, open or not.

use crate::domino::{DOMINOES, Domino};
use crate::domino_poker::MAX_PLAYERS;
use crate::domino_poker::action::Direction;

/// What the last stage pays or costs.
pub const LAST_PRIZE: i16 = 30;

/// The place in the ring of the domino that goes to the seat `offset` places after the picker.
#[inline]
pub fn place_of(pick: u8, direction: Direction, shown: Domino, offset: usize) -> usize {
    let steps = shown.pips() as usize + 1 + offset;
    let back = match direction {
        Direction::Forward => steps,
        Direction::Backward => DOMINOES - steps,
    };
    (pick as usize + back) % DOMINOES
}

/// The points of each seat, given its pips if it opened.
pub fn last_points(opened: &[Option<u8>]) -> [i16; MAX_PLAYERS] {
    let mut points = [0; MAX_PLAYERS];
    let top = opened.iter().flatten().max();
    let at_top = opened.iter().flatten().filter(|&pips| Some(pips) == top).count();
    for (points, pips) in points.iter_mut().zip(opened) {
        *points = match pips {
            None => 0,
            Some(pips) if Some(pips) < top => -LAST_PRIZE,
            Some(_) if at_top > 1 => 0,
            Some(_) => LAST_PRIZE,
        };
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_open_domino_earns() {
        let check = |opened: &[Option<u8>], points: &[i16]| {
            assert_eq!(&last_points(opened)[..opened.len()], points);
        };
        check(&[None, None], &[0, 0]);
        check(&[Some(0), None, None], &[30, 0, 0]);
        check(&[Some(7), Some(9), None, Some(2)], &[-30, 30, 0, -30]);
        check(&[Some(9), Some(9), Some(2)], &[0, 0, -30]);
    }

    #[test]
    fn dominoes_are_counted_off_round_the_ring() {
        let shown: Domino = "6-4".parse().unwrap();
        assert_eq!(place_of(5, Direction::Forward, shown, 0), 16);
        assert_eq!(place_of(27, Direction::Forward, shown, 2), 12);
        assert_eq!(place_of(5, Direction::Backward, shown, 0), 22);
        assert_eq!(place_of(0, Direction::Backward, "0-0".parse().unwrap(), 3), 24);
    }
}
