//! What the open rows of each game promise, fitted to exact play.
//!
//! A row is worth the more, the more turns are left to fill it well in: the numbers grow evenly with the open rows.

use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, Doubling, EvenOdd, MAX_ROWS, Penalty, PiratePokerRules, School, YahtzeeRules,
    YatzyRules,
};

use crate::games::dice::greedy::{Pars, SheetHeuristics, on_sheet};

/// What the open rows of a sheet promise, by how many of them there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trends {
    /// What each row brings when it is the last one.
    last: [f32; MAX_ROWS],
    /// How much more when all others are open too.
    more: [f32; MAX_ROWS],
    /// How far the upper rows stray from that, for every point of their face.
    spread: f32,
    /// What the mark of the game is worth for every other open row, where it is worth having.
    pub(crate) mark: f32,
}

impl Trends {
    /// What the rows bring when this many out of that many stay open after this turn.
    pub(crate) fn pars(&self, left: usize, rows: usize) -> Pars {
        let share = left as f32 / rows as f32;
        Pars { points: std::array::from_fn(|row| self.last[row] + share * self.more[row]), spread: self.spread }
    }
}

/// A dice game of which it is known what its open rows promise.
pub(crate) trait SheetTrends: SheetHeuristics {
    /// What they promise.
    fn trends(&self) -> Trends;
}

impl SheetTrends for YatzyRules {
    fn trends(&self) -> Trends {
        Trends {
            // Upper rows; pair, two pairs, three, four, the straights, full, chance, yatzy.
            last: on_sheet([2.2, 4.9, 7.7, 10.5, 13.5, 16.1], [12.9, 15.6, 13.1, 7.1, 4.5, 5.4, 9.4, 25.2, 3.6]),
            more: on_sheet([2.8, 2.7, 2.8, 3.4, 3.6, 4.3], [6.0, 8.6, 6.9, 9.0, 5.8, 6.9, 12.3, 4.4, 13.9]),
            spread: 1.47,
            mark: 0.0,
        }
    }
}

impl SheetTrends for YahtzeeRules {
    fn trends(&self) -> Trends {
        Trends {
            // Upper rows; three, four, full, the straights, yahtzee, chance.
            last: on_sheet([2.0, 4.4, 6.9, 9.3, 11.9, 14.2], [17.6, 7.5, 10.0, 21.5, 10.4, 1.7, 23.7]),
            more: on_sheet([2.1, 1.8, 1.8, 2.0, 2.2, 2.5], [4.5, 5.1, 9.3, 9.9, 16.9, 15.9, 3.4]),
            spread: 1.35,
            mark: 3.25,
        }
    }
}

impl SheetTrends for PiratePokerRules {
    fn trends(&self) -> Trends {
        Trends {
            // Upper rows; pair, three, the straights, full, four, poker, garbage.
            last: on_sheet([-1.0, -1.2, -1.7, -2.2, -2.7, -3.3], [14.5, 10.9, 1.5, 3.0, 10.0, 8.8, 1.1, 34.7]),
            more: on_sheet([1.5, 1.1, 1.3, 1.7, 2.0, 2.0], [5.0, 8.8, 9.0, 9.2, 19.9, 19.1, 10.0, 3.2]),
            spread: 1.44,
            mark: 0.0,
        }
    }
}

impl SheetTrends for DicePokerRules {
    fn trends(&self) -> Trends {
        // Upper rows; pair, three, four, poker, two pairs, full, the roads, sum.
        let (last, more, spread) = match (self.school(), self.penalty()) {
            (School::Face, Penalty::Sum) => (
                on_sheet([-0.9, -1.3, -1.6, -1.7, -1.8, -1.5], [16.5, 14.2, 6.3, 3.0, 19.2, 9.0, 3.0, 4.1, 23.3]),
                on_sheet([2.0, 2.2, 2.7, 3.3, 3.8, 3.7], [5.3, 7.9, 7.4, 15.8, 12.3, 13.0, 9.7, 10.7, 7.3]),
                1.86,
            ),
            (School::Count, Penalty::Sum) => (
                on_sheet([-0.8, -0.8, -0.7, -0.7, -0.7, -0.6], [16.3, 14.2, 6.0, 2.8, 18.9, 9.0, 2.9, 3.8, 23.3]),
                on_sheet([0.7, 0.7, 0.6, 0.6, 0.4, 0.2], [0.9, 3.7, 4.5, 11.7, 9.1, 9.5, 4.6, 6.0, 1.7]),
                0.36,
            ),
            // The worth of the school is its plain total here, so that the spread does not matter.
            (School::Face, Penalty::Each) => (
                on_sheet(
                    [-2.5, -10.1, -16.5, -22.7, -26.6, -28.8],
                    [21.8, 19.4, 11.8, 8.5, 24.6, 14.4, 8.6, 9.7, 29.0],
                ),
                on_sheet([-4.0, 2.4, 9.2, 15.4, 18.9, 19.1], [-7.2, -5.1, -5.4, 4.2, -1.2, -1.3, -2.7, -2.2, -5.4]),
                1.0,
            ),
            (School::Count, Penalty::Each) => (
                on_sheet([-4.0, -4.0, -3.9, -3.9, -3.9, -3.6], [20.3, 18.1, 9.7, 6.5, 22.9, 12.9, 6.9, 7.8, 27.1]),
                on_sheet([-0.1, 0.0, -0.2, -0.5, -0.7, -2.3], [-3.9, -0.9, 1.0, 7.8, 4.3, 4.3, -0.6, 1.1, -2.9]),
                1.0,
            ),
        };
        let mut trends = Trends { last, more, spread, mark: 0.0 };
        let mut differ = |row: DicePokerRow, last: f32, more: f32| {
            trends.last[row as usize] += last;
            trends.more[row as usize] += more;
        };
        if matches!(self.double(), Doubling::NoPairsFull | Doubling::CombosOnly) {
            differ(DicePokerRow::TwoPairs, -4.8, -1.9);
            differ(DicePokerRow::Full, -1.0, -1.1);
        }
        if matches!(self.double(), Doubling::NoRoads | Doubling::CombosOnly) {
            differ(DicePokerRow::SmallRoad, 0.0, -2.0);
            differ(DicePokerRow::BigRoad, 0.0, -2.5);
        }
        match self.even_odd() {
            EvenOdd::Off => {}
            EvenOdd::Strict if self.double() == Doubling::CombosOnly => {
                differ(DicePokerRow::Even, 11.9, 8.1);
                differ(DicePokerRow::Odd, 8.4, 7.1);
            }
            EvenOdd::Strict => {
                differ(DicePokerRow::Even, 12.2, 10.9);
                differ(DicePokerRow::Odd, 8.6, 9.2);
            }
            EvenOdd::Loose => {
                differ(DicePokerRow::Even, 19.0, 5.9);
                differ(DicePokerRow::Odd, 14.8, 6.6);
            }
        }
        trends
    }
}
