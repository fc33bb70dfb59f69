//! Scandinavian yatzy, a reference game with a published optimum.

use crate::dice::Counts;
use crate::rules::rules;
use crate::sheet::row::{RowSet, rows};
use crate::sheet::score;
use crate::sheet::table::{Roll, Scoresheet, Sheet, UpperMatters};

rules! {
    /// The rules of yatzy.
    YatzyRules for "yatzy" {
        numbers {
            players "players": 1..=16 = 2, "number of players";
        }
        words {}
    }
}

rows! {
    /// The rows of a yatzy sheet.
    YatzyRow {
        Ones = "ones",
        Twos = "twos",
        Threes = "threes",
        Fours = "fours",
        Fives = "fives",
        Sixes = "sixes",
        Pair = "pair",
        TwoPairs = "two-pairs",
        Three = "three",
        Four = "four",
        SmallStraight = "small-straight",
        LargeStraight = "large-straight",
        Full = "full",
        Chance = "chance",
        Yatzy = "yatzy",
    }
}

/// From this many points in the upper part on there is a bonus.
const BONUS_FROM: i32 = 63;
const BONUS: i32 = 50;

impl Scoresheet for YatzyRules {
    type Row = YatzyRow;
    const UPPER: RowSet = RowSet::first(6);

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    fn rows(&self) -> RowSet {
        RowSet::first(15)
    }

    fn points(&self, row: YatzyRow, counts: &Counts, _roll: Roll) -> Option<i8> {
        use YatzyRow::{Chance, Four, Full, LargeStraight, Pair, SmallStraight, Three, TwoPairs, Yatzy};
        let of_a_kind = |n: u8| score::highest(counts, |count| count >= n).map(|face| n as i8 * face);
        match row {
            Pair => of_a_kind(2),
            TwoPairs => score::two_pairs(counts),
            Three => of_a_kind(3),
            Four => of_a_kind(4),
            SmallStraight => score::is_straight(counts, 1).then_some(15),
            LargeStraight => score::is_straight(counts, 2).then_some(20),
            Full => score::is_full(counts).then(|| score::sum(counts)),
            Chance => Some(score::sum(counts)),
            Yatzy => score::five_equal(counts).map(|_| 50),
            upper => {
                let face = upper as u8 + 1;
                Some(score::count(counts, face) * face as i8)
            }
        }
    }

    fn upper_matters(&self) -> UpperMatters {
        UpperMatters::UpTo(BONUS_FROM)
    }

    #[inline]
    fn total(&self, sheet: &Sheet) -> i32 {
        let bonus = if sheet.upper() >= BONUS_FROM { BONUS } else { 0 };
        sheet.upper() + sheet.lower() + bonus
    }
}
