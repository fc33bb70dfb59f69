//! Where a turn leads, and how often.

use kosti_engine::{Dice, FACES};

use crate::choices::{CODES, Choices, ROW};
use crate::graph::{GRAPH, Growth, KEEPS, ROOM};

/// How often a turn ends with each candidate, in several states at once.
pub(crate) struct Flow<const L: usize> {
    /// By roll of the turn and dice: their chance.
    pub(crate) rolls: [Vec<[f64; L]>; 3],
    /// By code of a decision: how often it is made. Candidates are counted over the whole turn, keeps after each roll.
    decided: Box<[[f64; L]; CODES]>,
    /// How often something better was not allowed.
    pub(crate) bites: [f64; L],
}

impl<const L: usize> Flow<L> {
    pub(crate) fn new() -> Self {
        let mut first = vec![[0.0; L]; ROOM];
        for (roll, ways) in first.iter_mut().zip(&GRAPH.ways) {
            *roll = [f64::from(*ways) / 7776.0; L];
        }
        let later = || vec![[0.0; L]; ROOM];
        Self { rolls: [first, later(), later()], decided: Box::new([[0.0; L]; CODES]), bites: [0.0; L] }
    }

    /// By number of the candidate: its chance.
    pub(crate) fn candidates(&self) -> &[[f64; L]] {
        &self.decided[usize::from(ROW)..]
    }

    /// Follows the choices from the first roll to the end of the turn.
    #[inline(always)]
    pub(crate) fn follow(&mut self, choices: &Choices<L>) {
        // Lanes that were not asked about may have left something here: their decisions mean nothing.
        self.decided.fill([0.0; L]);
        self.bites = [0.0; L];
        for (turn_roll, (after, bites)) in choices.after.iter().zip(&choices.bites).enumerate() {
            for ((codes, bites), chances) in after.iter().zip(bites).zip(&self.rolls[turn_roll]).take(Dice::COUNT) {
                // Neighbouring states mostly agree. Said with a remainder, the compiler knows that there is room.
                if *codes == [codes[0]; L] {
                    add(&mut self.decided[usize::from(codes[0]) % CODES], chances);
                } else {
                    for lane in 0..L {
                        self.decided[usize::from(codes[lane]) % CODES][lane] += chances[lane];
                    }
                }
                if *bites != [false; L] {
                    for lane in 0..L {
                        self.bites[lane] += if bites[lane] { chances[lane] } else { 0.0 };
                    }
                }
            }
            if let Some(rolls) = self.rolls.get_mut(turn_roll + 1) {
                roll_the_rest(&mut self.decided);
                let rolled = &mut self.decided[..usize::from(ROW)];
                rolls[..Dice::COUNT].copy_from_slice(&rolled[KEEPS..KEEPS + Dice::COUNT]);
                rolled.fill([0.0; L]);
            }
        }
    }
}

/// What is kept becomes rolls, die by die, fewest dice first.
#[inline(always)]
fn roll_the_rest<const L: usize>(decided: &mut [[f64; L]; CODES]) {
    const EACH: f64 = 1.0 / FACES as f64;
    for &Growth { keep, grown } in GRAPH.to_keeps.iter().rev() {
        let each = decided[keep as usize].map(|chance| chance * EACH);
        grown.iter().for_each(|&grown| add(&mut decided[grown as usize], &each));
    }
    for &Growth { keep, grown } in &GRAPH.to_rolls {
        let each = decided[keep as usize].map(|chance| chance * EACH);
        grown.iter().for_each(|&grown| add(&mut decided[KEEPS + grown as usize], &each));
    }
}

#[inline(always)]
fn add<const L: usize>(sum: &mut [f64; L], more: &[f64; L]) {
    for lane in 0..L {
        sum[lane] += more[lane];
    }
}
