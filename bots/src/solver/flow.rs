//! Where a turn leads, and how often.

use kosti_engine::{Dice, FACES};

use super::choices::{Choices, ROW};
use super::graph::{GRAPH, Growth, KEEPS, ROOM};

/// How often a turn ends with each candidate, in several states at once.
pub(crate) struct Flow<const L: usize> {
    /// By roll of the turn and dice: their chance.
    pub(crate) rolls: [Vec<[f64; L]>; 3],
    next: Vec<[f64; L]>,
    keeps: Vec<[f64; L]>,
    /// How often something better was not allowed.
    pub(crate) bites: [f64; L],
    /// By number of the candidate: its chance.
    pub(crate) candidates: Vec<[f64; L]>,
}

impl<const L: usize> Flow<L> {
    pub(crate) fn new() -> Self {
        let room = || vec![[0.0; L]; ROOM];
        Self { rolls: [room(), room(), room()], next: room(), keeps: room(), bites: [0.0; L], candidates: room() }
    }

    /// Follows the choices from the first roll to the end of the turn.
    #[inline(always)]
    pub(crate) fn follow(&mut self, choices: &Choices<L>) {
        self.candidates.fill([0.0; L]);
        self.bites = [0.0; L];
        for (roll, ways) in self.rolls[0].iter_mut().zip(&GRAPH.ways) {
            *roll = [f64::from(*ways) / 7776.0; L];
        }
        for (turn_roll, (after, bites)) in choices.after.iter().zip(&choices.bites).enumerate() {
            self.keeps.fill([0.0; L]);
            self.next.fill([0.0; L]);
            for dice in Dice::all().map(Dice::index) {
                for lane in 0..L {
                    let (code, chance) = (after[dice][lane], self.rolls[turn_roll][dice][lane]);
                    self.bites[lane] += if bites[dice][lane] { chance } else { 0.0 };
                    if code >= ROW {
                        self.candidates[usize::from(code - ROW)][lane] += chance;
                    } else if usize::from(code) < KEEPS {
                        self.keeps[usize::from(code)][lane] += chance;
                    } else {
                        self.next[usize::from(code) - KEEPS][lane] += chance;
                    }
                }
            }
            self.roll_the_rest();
            if let Some(rolls) = self.rolls.get_mut(turn_roll + 1) {
                std::mem::swap(rolls, &mut self.next);
            }
        }
    }

    /// What is kept becomes rolls, die by die, fewest dice first.
    #[inline(always)]
    fn roll_the_rest(&mut self) {
        const EACH: f64 = 1.0 / FACES as f64;
        for &Growth { keep, grown } in GRAPH.to_keeps.iter().rev() {
            let each = self.keeps[keep as usize].map(|chance| chance * EACH);
            grown.iter().for_each(|&grown| add(&mut self.keeps[grown as usize], &each));
        }
        for &Growth { keep, grown } in &GRAPH.to_rolls {
            let each = self.keeps[keep as usize].map(|chance| chance * EACH);
            grown.iter().for_each(|&grown| add(&mut self.next[grown as usize], &each));
        }
    }
}

#[inline(always)]
fn add<const L: usize>(sum: &mut [f64; L], more: &[f64; L]) {
    for lane in 0..L {
        sum[lane] += more[lane];
    }
}
