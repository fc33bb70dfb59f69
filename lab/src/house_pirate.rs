//! Pirate-poker under house rules, to see what its prizes and fines change.

use std::fmt;

use kosti_engine::sheet::{PiratePokerRow, PiratePokerRules, Roll, RowSet, Scoresheet, Sheet, UpperMatters};
use kosti_engine::{Counts, Dice, IllegalAction, Key, Rules};

/// Pirate-poker with another prize, another fine, or another number of mandatory turns at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HousePirate {
    /// What a sheet without a crossed row earns.
    pub(crate) prize: i32,
    /// What a negative mandatory total costs on top of itself.
    pub(crate) fine: i32,
    /// Turns at the start that must fill mandatory rows.
    pub(crate) mandatory_turns: usize,
}

impl Default for HousePirate {
    fn default() -> Self {
        Self { prize: 70, fine: 50, mandatory_turns: 3 }
    }
}

impl fmt::Display for HousePirate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { prize, fine, mandatory_turns } = self;
        write!(
            f,
            "pirate-poker:players=1 with a prize of {prize}, a fine of {fine} and {mandatory_turns} mandatory turns"
        )
    }
}

impl HousePirate {
    /// The usual rules, for one player.
    fn usual() -> PiratePokerRules {
        Rules::parse("players=1").expect("rules of pirate-poker")
    }
}

impl Rules for HousePirate {
    const GAME: &'static str = PiratePokerRules::GAME;
    const KEYS: &'static [Key] = &[];

    fn value(&self, _: usize) -> u8 {
        0
    }

    fn set_value(&mut self, _: usize, _: u8) {}
}

impl Scoresheet for HousePirate {
    type Row = PiratePokerRow;
    const UPPER: RowSet = PiratePokerRules::UPPER;
    const REFUSAL: IllegalAction = PiratePokerRules::REFUSAL;

    fn players(&self) -> u8 {
        1
    }

    fn rows(&self) -> RowSet {
        Self::usual().rows()
    }

    fn points(&self, row: PiratePokerRow, counts: &Counts, roll: Roll) -> Option<i8> {
        Self::usual().points(row, counts, roll)
    }

    fn choices(&self, sheet: &Sheet, _: Dice, open: RowSet, _: RowSet) -> RowSet {
        let turns = sheet.filled().iter::<PiratePokerRow>().count();
        if turns < self.mandatory_turns { open.and(Self::UPPER) } else { open }
    }

    fn upper_matters(&self) -> UpperMatters {
        UpperMatters::Fully
    }

    fn marked(&self, sheet: &Sheet) -> bool {
        Self::usual().marked(sheet)
    }

    fn mark(&self, sheet: &mut Sheet) {
        Self::usual().mark(sheet);
    }

    fn total(&self, sheet: &Sheet) -> i32 {
        let full = sheet.filled() == self.rows();
        let fine = if sheet.upper() < 0 && full { self.fine } else { 0 };
        let prize = if sheet.crossed() == RowSet::EMPTY && full { self.prize } else { 0 };
        sheet.upper() + sheet.lower() - fine + prize
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::sheet::SheetGame;
    use kosti_engine::{Game, PiratePoker};
    use kosti_solver::Solution;

    use super::*;

    #[test]
    fn with_the_usual_numbers_it_is_the_usual_game() {
        let house = Solution::new(&SheetGame::new(HousePirate::default())).mean();
        let usual = Solution::new(&PiratePoker::new(HousePirate::usual())).mean();
        assert!((house - usual).abs() < 1e-9, "{house} {usual}");
    }
}
