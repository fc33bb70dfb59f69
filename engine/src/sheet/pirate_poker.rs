//! Pirate poker: six mandatory rows, eight optional ones with exact combinations.

use crate::dice::{Counts, DICE, Dice};
use crate::error::IllegalAction;
use crate::rules::{choice, rules};
use crate::sheet::row::{RowSet, rows};
use crate::sheet::score;
use crate::sheet::table::{Roll, Scoresheet, Sheet, UpperMatters};

choice! {
    /// How exact a combination must be.
    Exact {
        Face = "face", "a face with exactly that many dice, whatever the others show";
        Roll = "roll", "the whole roll is that pattern and nothing more";
    }
}

rules! {
    /// The rules of pirate-poker.
    PiratePokerRules for "pirate-poker" {
        numbers {
            players "players": 1..=16 = 2, "number of players";
        }
        words {
            exact "exact": Exact, "how exact a combination must be";
        }
    }
}

rows! {
    /// The rows of a pirate-poker sheet.
    PiratePokerRow {
        Must1 = "must-1",
        Must2 = "must-2",
        Must3 = "must-3",
        Must4 = "must-4",
        Must5 = "must-5",
        Must6 = "must-6",
        Pair = "pair",
        Three = "three",
        Straight1 = "straight-1",
        Straight2 = "straight-2",
        Full = "full",
        Four = "four",
        Poker = "poker",
        Garbage = "garbage",
    }
}

/// Turns at the start that must fill mandatory rows.
const MANDATORY_TURNS: usize = 3;
/// What a negative mandatory total costs on top of itself.
const NEGATIVE_FINE: i32 = 50;
/// What a sheet without a crossed row earns.
const UNCROSSED_BONUS: i32 = 70;

impl PiratePokerRow {
    /// The face of a mandatory row.
    pub fn mandatory_face(self) -> Option<u8> {
        (self <= Self::Must6).then_some(self as u8 + 1)
    }
}

impl PiratePokerRules {
    /// The sum of n equal dice, exactly n.
    fn of_a_kind(&self, counts: &Counts, n: u8) -> Option<i8> {
        let face = score::highest(counts, |count| count == n)?;
        let others_single = counts.iter().filter(|&&count| count == 1).count() == DICE - n as usize;
        (self.exact == Exact::Face || others_single).then_some(n as i8 * face)
    }
}

impl Scoresheet for PiratePokerRules {
    type Row = PiratePokerRow;
    const UPPER: RowSet = RowSet::first(6);
    const REFUSAL: IllegalAction = IllegalAction::MandatoryFirst;

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    fn rows(&self) -> RowSet {
        RowSet::first(14)
    }

    fn points(&self, row: PiratePokerRow, counts: &Counts, roll: Roll) -> Option<i8> {
        use PiratePokerRow::{Four, Full, Garbage, Pair, Poker, Straight1, Straight2, Three};
        if let Some(face) = row.mandatory_face() {
            return Some((score::count(counts, face) - 3) * face as i8);
        }
        let (sum, prize) = match row {
            Pair => (self.of_a_kind(counts, 2)?, 0),
            Three => (self.of_a_kind(counts, 3)?, 0),
            Straight1 => (score::is_straight(counts, 1).then_some(15)?, 0),
            Straight2 => (score::is_straight(counts, 2).then_some(20)?, 0),
            Full => (score::is_full(counts).then(|| score::sum(counts))?, 10),
            Four => (self.of_a_kind(counts, 4)?, 20),
            Poker => (self.of_a_kind(counts, 5)?, 30),
            Garbage => (score::sum(counts), 0),
            _ => return None,
        };
        Some(if roll == Roll::First { 2 * sum } else { sum } + prize)
    }

    #[inline]
    fn choices(&self, sheet: &Sheet, _dice: Dice, open: RowSet, _playable: RowSet) -> RowSet {
        if !sheet.filled.has_at_least::<MANDATORY_TURNS>() { open.and(Self::UPPER) } else { open }
    }

    fn upper_matters(&self) -> UpperMatters {
        UpperMatters::Fully
    }

    /// A row was crossed: there is no bonus any more.
    fn marked(&self, sheet: &Sheet) -> bool {
        !sheet.crossed.is_empty()
    }

    fn mark(&self, sheet: &mut Sheet) {
        sheet.crossed = sheet.filled.without(Self::UPPER);
    }

    #[inline]
    fn total(&self, sheet: &Sheet) -> i32 {
        let full = sheet.filled == self.rows();
        let fine = if sheet.upper() < 0 && full { NEGATIVE_FINE } else { 0 };
        let bonus = if sheet.crossed.is_empty() && full { UNCROSSED_BONUS } else { 0 };
        sheet.upper() + sheet.lower() - fine + bonus
    }
}
