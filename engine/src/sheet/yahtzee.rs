//! Yahtzee with free jokers, a reference game with a published optimum.

use crate::dice::{Counts, Dice};
use crate::rules::rules;
use crate::sheet::row::{Row, RowSet, rows};
use crate::sheet::score;
use crate::sheet::table::{Filling, Roll, Scoresheet, Sheet, UpperMatters};

rules! {
    /// The rules of yahtzee.
    YahtzeeRules for "yahtzee" {
        numbers {
            players "players": 1..=16 = 2, "number of players";
        }
        words {}
    }
}

rows! {
    /// The rows of a yahtzee sheet.
    YahtzeeRow {
        Ones = "ones",
        Twos = "twos",
        Threes = "threes",
        Fours = "fours",
        Fives = "fives",
        Sixes = "sixes",
        Three = "three",
        Four = "four",
        Full = "full",
        SmallStraight = "small-straight",
        LargeStraight = "large-straight",
        Yahtzee = "yahtzee",
        Chance = "chance",
    }
}

/// From this many points in the upper part on there is a bonus.
const BONUS_FROM: i32 = 63;
const BONUS: i32 = 35;
/// What every further yahtzee earns if the first was booked.
const FURTHER_YAHTZEE: i16 = 100;

const FULL: i8 = 25;
const SMALL_STRAIGHT: i8 = 30;
const LARGE_STRAIGHT: i8 = 40;
const YAHTZEE: i8 = 50;

/// The upper row of a yahtzee that comes when the yahtzee row is filled.
#[inline]
fn further_yahtzee(sheet: &Sheet, dice: Dice) -> Option<usize> {
    if !sheet.filled.contains(YahtzeeRow::Yahtzee) {
        return None;
    }
    dice.counts().iter().position(|&count| count == 5)
}

impl Scoresheet for YahtzeeRules {
    type Row = YahtzeeRow;
    const UPPER: RowSet = RowSet::first(6);
    const BONUS: i16 = FURTHER_YAHTZEE;

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    fn rows(&self) -> RowSet {
        RowSet::first(13)
    }

    fn points(&self, row: YahtzeeRow, counts: &Counts, _roll: Roll) -> Option<i8> {
        use YahtzeeRow::{Chance, Four, Full, LargeStraight, SmallStraight, Three, Yahtzee};
        let all_dice_if = |there: bool| there.then(|| score::sum(counts));
        match row {
            Three => all_dice_if(counts.iter().any(|&count| count >= 3)),
            Four => all_dice_if(counts.iter().any(|&count| count >= 4)),
            Full => score::is_full(counts).then_some(FULL),
            SmallStraight => {
                counts.windows(4).any(|faces| faces.iter().all(|&count| count > 0)).then_some(SMALL_STRAIGHT)
            }
            LargeStraight => (score::is_straight(counts, 1) || score::is_straight(counts, 2)).then_some(LARGE_STRAIGHT),
            Yahtzee => score::five_equal(counts).map(|_| YAHTZEE),
            Chance => all_dice_if(true),
            upper => {
                let face = upper as u8 + 1;
                Some(score::count(counts, face) * face as i8)
            }
        }
    }

    /// Every further yahtzee counts otherwise, if only by its bonus. It stands for a full or a straight once the upper row
    /// of its face is filled.
    #[inline]
    fn joker(&self, sheet: &Sheet, dice: Dice, row: YahtzeeRow) -> Option<Filling> {
        let own = further_yahtzee(sheet, dice)?;
        let stands_for_all = sheet.filled.bits() >> own & 1 == 1;
        let (entry, crossed) = match row {
            YahtzeeRow::Full | YahtzeeRow::SmallStraight | YahtzeeRow::LargeStraight if !stands_for_all => (0, true),
            YahtzeeRow::Full => (FULL, false),
            YahtzeeRow::SmallStraight => (SMALL_STRAIGHT, false),
            YahtzeeRow::LargeStraight => (LARGE_STRAIGHT, false),
            upper if Self::UPPER.contains(upper) && upper.index() != own => (0, false),
            _ => (5 * (own as i8 + 1), false),
        };
        Some(Filling { entry, bonus: if self.marked(sheet) { Self::BONUS } else { 0 }, crossed })
    }

    /// No such row is in the way of another: after the yahtzee row come those that are crossed, while an upper row is
    /// open, then the upper ones, then all others. For fewer bonuses some come before the yahtzee row, upper ones last.
    fn bonuses(&self, sheet: &Sheet) -> usize {
        use YahtzeeRow::{Chance, Four, Full, LargeStraight, SmallStraight, Three, Yahtzee};
        if !self.marked(sheet) {
            return 0;
        }
        let with_bonus = |row: &YahtzeeRow| {
            let entry = sheet.entries[row.index()];
            match row {
                Yahtzee => false,
                Full | SmallStraight | LargeStraight => entry == 0 || !sheet.filled.and(Self::UPPER).is_empty(),
                Three | Four | Chance => entry > 0 && entry % 5 == 0,
                upper => entry == 0 || entry == 5 * (upper.index() as i8 + 1),
            }
        };
        sheet.filled.iter::<YahtzeeRow>().filter(with_bonus).count()
    }

    const JOKERS: bool = true;

    fn upper_matters(&self) -> UpperMatters {
        UpperMatters::UpTo(BONUS_FROM)
    }

    /// A yahtzee was booked: further ones bring a bonus.
    #[inline]
    fn marked(&self, sheet: &Sheet) -> bool {
        sheet.entries[YahtzeeRow::Yahtzee.index()] == YAHTZEE
    }

    fn mark(&self, sheet: &mut Sheet) {
        sheet.entries[YahtzeeRow::Yahtzee.index()] = YAHTZEE;
    }

    #[inline]
    fn total(&self, sheet: &Sheet) -> i32 {
        let bonus = if sheet.upper() >= BONUS_FROM { BONUS } else { 0 };
        sheet.upper() + sheet.lower() + bonus
    }
}
