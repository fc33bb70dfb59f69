//! The heuristics for each scoresheet of the family.

use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, EvenOdd, MAX_ROWS, Penalty, PiratePokerRow, PiratePokerRules, RowSet, Sheet,
    SheetGame, YahtzeeRow, YahtzeeRules, YatzyRow, YatzyRules,
};
use kosti_engine::{DICE, Dice};

use super::heuristics::{Parity, SheetHeuristics, chance_below_zero, mean_below_zero, rows};
use super::odds::Road;
use super::pars::{self, Pars};

/// A negative school counts this many times more than it says.
const SCHOOL_PENALTY: f32 = 9.0;
/// What a negative total of the mandatory rows costs on top of itself.
const MANDATORY_FINE: f32 = 50.0;
/// Upper totals below this miss the bonus of yatzy and yahtzee; half a point off, so that no total lies on it.
const BONUS_FROM: f32 = 62.5;
const YATZY_BONUS: f32 = 50.0;
const YAHTZEE_BONUS: f32 = 35.0;

impl SheetHeuristics for DicePokerRules {
    const EQUAL: [RowSet; DICE + 1] = {
        use DicePokerRow::{Four, Full, Pair, Poker, Three, TwoPairs};
        [
            RowSet::EMPTY,
            RowSet::EMPTY,
            rows(&[Pair as usize]),
            rows(&[Three as usize]),
            rows(&[Four as usize, TwoPairs as usize]),
            rows(&[Poker as usize, Full as usize]),
        ]
    };
    const GROUPS: RowSet = rows(&[DicePokerRow::TwoPairs as usize, DicePokerRow::Full as usize]);
    const SUMS: RowSet = rows(&[DicePokerRow::Sum as usize]);
    const ROADS: &'static [(Road, RowSet)] =
        &two_roads(DicePokerRow::SmallRoad as usize, DicePokerRow::BigRoad as usize);

    #[inline]
    fn pars(&self) -> &'static Pars {
        pars::dice_poker(self)
    }

    #[inline]
    fn upper_worth(&self, end: f32, spread: f32) -> f32 {
        match self.penalty() {
            Penalty::Sum => end - SCHOOL_PENALTY * mean_below_zero(end, spread),
            Penalty::Each => end,
        }
    }

    #[inline]
    fn parity(&self) -> Option<Parity> {
        (self.even_odd() != EvenOdd::Off).then_some(Parity {
            even: rows(&[DicePokerRow::Even as usize]),
            odd: rows(&[DicePokerRow::Odd as usize]),
            strict: self.even_odd() == EvenOdd::Strict,
        })
    }
}

impl SheetHeuristics for PiratePokerRules {
    const EQUAL: [RowSet; DICE + 1] = {
        use PiratePokerRow::{Four, Pair, Poker, Three};
        [
            RowSet::EMPTY,
            RowSet::EMPTY,
            rows(&[Pair as usize]),
            rows(&[Three as usize]),
            rows(&[Four as usize]),
            rows(&[Poker as usize]),
        ]
    };
    const EXACT: bool = true;
    const GROUPS: RowSet = rows(&[PiratePokerRow::Full as usize]);
    const SUMS: RowSet = rows(&[PiratePokerRow::Garbage as usize]);
    const ROADS: &'static [(Road, RowSet)] =
        &two_roads(PiratePokerRow::Straight1 as usize, PiratePokerRow::Straight2 as usize);
    const UNCROSSED: f32 = 70.0;
    const MADE: [f32; MAX_ROWS] = pars::PIRATE_POKER_MADE;

    #[inline]
    fn pars(&self) -> &'static Pars {
        &pars::PIRATE_POKER
    }

    #[inline]
    fn upper_worth(&self, end: f32, spread: f32) -> f32 {
        // Half a point off, since a total of zero is not fined.
        end - MANDATORY_FINE * chance_below_zero(end + 0.5, spread)
    }

    #[inline]
    fn in_reach(game: &SheetGame<Self>, sheet: &Sheet) -> RowSet {
        // Which rows may be filled depends on the turn, not on the dice.
        game.choices(sheet, Dice::from_index(0))
    }
}

impl SheetHeuristics for YatzyRules {
    const EQUAL: [RowSet; DICE + 1] = {
        use YatzyRow::{Four, Pair, Three, Yatzy};
        [
            RowSet::EMPTY,
            RowSet::EMPTY,
            rows(&[Pair as usize]),
            rows(&[Three as usize]),
            rows(&[Four as usize]),
            rows(&[Yatzy as usize]),
        ]
    };
    const GROUPS: RowSet = rows(&[YatzyRow::TwoPairs as usize, YatzyRow::Full as usize]);
    const SUMS: RowSet = rows(&[YatzyRow::Chance as usize]);
    const ROADS: &'static [(Road, RowSet)] =
        &two_roads(YatzyRow::SmallStraight as usize, YatzyRow::LargeStraight as usize);

    #[inline]
    fn pars(&self) -> &'static Pars {
        &pars::YATZY
    }

    #[inline]
    fn upper_worth(&self, end: f32, spread: f32) -> f32 {
        end + YATZY_BONUS * (1.0 - chance_below_zero(end - BONUS_FROM, spread))
    }
}

impl SheetHeuristics for YahtzeeRules {
    const EQUAL: [RowSet; DICE + 1] = {
        use YahtzeeRow::{Four, Full, Three, Yahtzee};
        [
            RowSet::EMPTY,
            RowSet::EMPTY,
            RowSet::EMPTY,
            rows(&[Three as usize]),
            rows(&[Four as usize]),
            // A further yahtzee brings its prize in whatever row it is booked.
            rows(&[Yahtzee as usize, Full as usize, Four as usize, Three as usize]),
        ]
    };
    const GROUPS: RowSet = rows(&[YahtzeeRow::Full as usize]);
    const SUMS: RowSet = rows(&[YahtzeeRow::Chance as usize]);
    const ROADS: &'static [(Road, RowSet)] = &[
        (Road::Four, rows(&[YahtzeeRow::SmallStraight as usize])),
        (Road::Either, rows(&[YahtzeeRow::LargeStraight as usize])),
    ];

    #[inline]
    fn pars(&self) -> &'static Pars {
        &pars::YAHTZEE
    }

    #[inline]
    fn upper_worth(&self, end: f32, spread: f32) -> f32 {
        end + YAHTZEE_BONUS * (1.0 - chance_below_zero(end - BONUS_FROM, spread))
    }
}

/// A row for each of the two long roads, and both for whichever comes.
const fn two_roads(low: usize, high: usize) -> [(Road, RowSet); 3] {
    [(Road::Low, rows(&[low])), (Road::High, rows(&[high])), (Road::Either, rows(&[low, high]))]
}
