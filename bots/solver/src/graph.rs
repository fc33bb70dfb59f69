//! How kept dice grow into rolls, die by die.
//!
//! Keeps of fewer than five dice and rolls of five are numbered apart, both below 256, so that a byte names one and no
//! place in a table has to be checked.

use std::sync::LazyLock;

use kosti_engine::{DICE, Dice, FACES, Keep};

/// Keeps of fewer than five dice: they come first among all keeps.
pub(crate) const KEEPS: usize = Keep::COUNT - Dice::COUNT;
/// Room for all keeps, or all rolls, that a byte can name.
pub(crate) const ROOM: usize = 256;

/// What each keep grows into, and what remains of each keep and roll without one die.
pub(crate) struct Graph {
    /// Keeps of four dice and the rolls that they grow into.
    pub(crate) to_rolls: Vec<Growth>,
    /// Keeps of fewer dice and the keeps that they grow into, most dice first.
    pub(crate) to_keeps: Vec<Growth>,
    /// For keeps of one to four dice, by their number: what remains without one of them.
    pub(crate) keep_parts: [Parts; DICE - 1],
    /// The same for rolls.
    pub(crate) roll_parts: Parts,
    /// The numbers of all rolls, for loops whose vectors are to hold the lanes of one roll: of numbers that it finds in
    /// memory the compiler cannot know that they count up, or it would rather make vectors of several rolls.
    pub(crate) rolls: Vec<u8>,
    /// How many of the ordered rolls of five dice look like each roll.
    pub(crate) ways: [f32; ROOM],
}

/// A keep and what one more die of each face makes of it.
#[derive(Clone, Copy)]
pub(crate) struct Growth {
    /// The keep.
    pub(crate) keep: u8,
    /// What it grows into.
    pub(crate) grown: [u8; FACES],
}

/// Keeps or rolls of one size by the number of their different faces: each, and what remains without one die.
#[derive(Default)]
pub(crate) struct Parts {
    /// One face as well, given twice: a loop for a single part is compiled to masked stores, which some machines are slow
    /// at.
    pub(crate) two: Vec<(u8, [u8; 2])>,
    pub(crate) three: Vec<(u8, [u8; 3])>,
    pub(crate) four: Vec<(u8, [u8; 4])>,
    pub(crate) five: Vec<(u8, [u8; 5])>,
}

impl Parts {
    fn of_size(size: usize) -> Self {
        let mut all = Self::default();
        for keep in Keep::all().filter(|keep| keep.len() == size) {
            let mut faces: Vec<u8> = keep.faces().collect();
            faces.dedup();
            let without = |face: &u8| {
                let mut rest: Vec<u8> = keep.faces().collect();
                rest.remove(rest.iter().position(|other| other == face).expect("a face of the keep"));
                number(Keep::from_faces(&rest).expect("fewer than five dice"))
            };
            let parts: Vec<u8> = faces.iter().map(without).collect();
            let whole = number(keep);
            match parts[..] {
                [a] => all.two.push((whole, [a, a])),
                [a, b] => all.two.push((whole, [a, b])),
                [a, b, c] => all.three.push((whole, [a, b, c])),
                [a, b, c, d] => all.four.push((whole, [a, b, c, d])),
                [a, b, c, d, e] => all.five.push((whole, [a, b, c, d, e])),
                _ => unreachable!("one to five dice show one to five faces"),
            }
        }
        all
    }
}

/// The number of a keep among those of its kind: keeps of fewer than five dice, or rolls.
pub(crate) fn number(keep: Keep) -> u8 {
    match Dice::try_from(keep) {
        Ok(dice) => dice.index() as u8,
        Err(keep) => keep.index() as u8,
    }
}

impl Graph {
    fn new() -> Self {
        let of_size = |size: usize| Keep::all().filter(move |keep| keep.len() == size);
        let grow = |keep: Keep| Growth {
            keep: number(keep),
            grown: std::array::from_fn(|face| number(keep.plus(face as u8 + 1).expect("fewer than five dice"))),
        };
        let mut ways = [0.0; ROOM];
        Dice::all().for_each(|dice| ways[dice.index()] = dice.ways() as f32);
        Self {
            to_rolls: of_size(DICE - 1).map(grow).collect(),
            to_keeps: (0..DICE - 1).rev().flat_map(of_size).map(grow).collect(),
            keep_parts: std::array::from_fn(|below| Parts::of_size(below + 1)),
            roll_parts: Parts::of_size(DICE),
            rolls: Dice::all().map(|dice| dice.index() as u8).collect(),
            ways,
        }
    }
}

/// One over the number of ordered rolls of all dice but this many.
pub(crate) fn share(kept: usize) -> f64 {
    1.0 / f64::from(6u32.pow((DICE - kept) as u32))
}

/// The one graph there is.
pub(crate) static GRAPH: LazyLock<Graph> = LazyLock::new(Graph::new);
