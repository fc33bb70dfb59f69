//! Official yahtzee with its joker rule, a reference game with a published optimum.

use crate::dice::{Counts, Dice};
use crate::error::IllegalAction;
use crate::rules::rules;
use crate::sheet::row::{Row, RowSet, rows};
use crate::sheet::score;
use crate::sheet::table::{Joker, Roll, Scoresheet, Sheet};

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

/// The face of a yahtzee that comes when the yahtzee row is filled.
#[inline]
fn joker_face(sheet: &Sheet, dice: Dice) -> Option<usize> {
    if !sheet.filled.contains(YahtzeeRow::Yahtzee) {
        return None;
    }
    dice.counts().iter().position(|&count| count == 5)
}

impl Scoresheet for YahtzeeRules {
    type Row = YahtzeeRow;
    const UPPER: RowSet = RowSet::first(6);
    const REFUSAL: IllegalAction = IllegalAction::JokerElsewhere;

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

    #[inline]
    fn choices(&self, sheet: &Sheet, dice: Dice, open: RowSet, _playable: RowSet) -> RowSet {
        let Some(face) = joker_face(sheet, dice) else { return open };
        let own = open.and(RowSet::from_bits(1 << face));
        let lower = open.without(Self::UPPER);
        [own, lower, open].into_iter().find(|rows| !rows.is_empty()).unwrap_or(open)
    }

    #[inline]
    fn joker(&self, sheet: &Sheet, dice: Dice, row: YahtzeeRow) -> Option<Joker> {
        let face = joker_face(sheet, dice)?;
        let entry = match row {
            YahtzeeRow::Full => FULL,
            YahtzeeRow::SmallStraight => SMALL_STRAIGHT,
            YahtzeeRow::LargeStraight => LARGE_STRAIGHT,
            upper if Self::UPPER.contains(upper) && upper.index() != face => 0,
            _ => 5 * (face as i8 + 1),
        };
        let booked = sheet.entries[YahtzeeRow::Yahtzee.index()] == YAHTZEE;
        Some(Joker { entry, bonus: if booked { FURTHER_YAHTZEE } else { 0 } })
    }

    #[inline]
    fn total(&self, sheet: &Sheet) -> i32 {
        let bonus = if sheet.upper() >= BONUS_FROM { BONUS } else { 0 };
        sheet.upper() + sheet.lower() + bonus
    }
}
