//! How many tricks a hand is good for, at a glance.

use kosti_engine::domino_poker::MAX_PLAYERS;
use kosti_engine::{DOMINOES, DominoSet};

/// What one trick counts in the numbers of this file.
pub(super) const ONE_TRICK: i32 = 256;

const SLICE: usize = 7;
const SLICES: usize = DOMINOES / SLICE;

/// For every slice of seven dominoes and every set of them, the sum of what they are good for.
type SliceSums = [[u16; 1 << SLICE]; SLICES];

/// By number of players, from two on.
static SUMS: [SliceSums; MAX_PLAYERS - 1] = {
    let mut sums = [[[0; 1 << SLICE]; SLICES]; MAX_PLAYERS - 1];
    let mut players = 2;
    while players <= MAX_PLAYERS {
        sums[players - 2] = slice_sums(players);
        players += 1;
    }
    sums
};

/// The pips of the plain dominoes, which are numbered from the weakest; each number of pips stands as often as there
/// are such dominoes.
const PLAIN_PIPS: [u8; 20] = [3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10, 11, 12];

/// How many dominoes beat the one with this number.
const fn stronger_than(index: usize) -> usize {
    let mut next = index + 1;
    while next < PLAIN_PIPS.len() && PLAIN_PIPS[next] == PLAIN_PIPS[index] {
        next += 1;
    }
    DOMINOES - next
}

/// The chance, in [`ONE_TRICK`], that every opponent plays something weaker if it plays anything of the others.
const fn chance_to_win(index: usize, players: usize) -> u16 {
    let others = DOMINOES as u64 - 1;
    let weaker = others - stronger_than(index) as u64;
    let (mut part, mut whole) = (1, 1);
    let mut opponent = 1;
    while opponent < players {
        part *= weaker;
        whole *= others;
        opponent += 1;
    }
    ((part * ONE_TRICK as u64 + whole / 2) / whole) as u16
}

const fn slice_sums(players: usize) -> SliceSums {
    let mut sums = [[0; 1 << SLICE]; SLICES];
    let mut slice = 0;
    while slice < SLICES {
        let mut set = 1;
        while set < 1 << SLICE {
            let weakest = (set as u32).trailing_zeros() as usize;
            sums[slice][set] = sums[slice][set & (set - 1)] + chance_to_win(slice * SLICE + weakest, players);
            set += 1;
        }
        slice += 1;
    }
    sums
}

/// The tricks that a hand is good for, in [`ONE_TRICK`], at a table of this many players.
#[inline]
pub(super) fn tricks_in(hand: DominoSet, players: u8) -> i32 {
    let sums = &SUMS[players as usize - 2];
    let mut rest = hand.bits() as usize;
    let mut tricks = 0;
    for sums in sums {
        tricks += i32::from(sums[rest & ((1 << SLICE) - 1)]);
        rest >>= SLICE;
    }
    tricks
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::{Domino, Rng};

    #[test]
    fn a_hand_is_worth_what_its_dominoes_are() {
        let mut rng = Rng::from_state(3);
        for players in 2..=6u8 {
            let alone = |domino: Domino| {
                let weaker = Domino::all().filter(|other| *other != domino && !other.beats(domino)).count();
                let chance = (weaker as f64 / 27.0).powi(i32::from(players) - 1);
                (chance * f64::from(ONE_TRICK)).round() as i32
            };
            for _ in 0..200 {
                let hand = DominoSet::from_bits(rng.word() as u32);
                assert_eq!(tricks_in(hand, players), hand.iter().map(alone).sum::<i32>());
            }
        }
    }
}
