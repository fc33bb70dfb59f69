//! What the rows usually bring when greedy plays, found by letting it play.

use kosti_engine::FACES;
use kosti_engine::sheet::{DicePokerRow, DicePokerRules, Doubling, EvenOdd, MAX_ROWS, Penalty, PiratePokerRow, School};

/// What the rows of a sheet usually bring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pars {
    /// Points, as booked.
    pub(crate) points: [f32; MAX_ROWS],
    /// How far the upper rows stray from that, for every point of their face.
    pub(crate) spread: f32,
}

pub(super) static YATZY: Pars = Pars {
    points: on_sheet(
        [2.0, 5.0, 8.0, 10.5, 13.5, 17.0],
        // Pair, two pairs, three, four, the straights, full, chance, yatzy.
        [10.5, 16.5, 14.0, 9.5, 3.5, 6.5, 16.0, 22.0, 11.5],
    ),
    spread: 2.0,
};

pub(super) static YAHTZEE: Pars = Pars {
    points: on_sheet(
        [2.0, 4.5, 7.5, 10.0, 13.0, 15.5],
        // Three, four, full, the straights, yahtzee, chance.
        [19.5, 9.0, 17.5, 27.0, 23.5, 9.0, 21.0],
    ),
    spread: 1.3,
};

pub(super) static PIRATE_POKER: Pars = Pars {
    points: on_sheet(
        [-0.5, -1.0, -1.5, -1.5, -2.0, -2.5],
        // Pair, three, the straights, full, four, poker, garbage.
        [14.5, 14.0, 4.5, 8.5, 19.0, 19.0, 5.0, 36.0],
    ),
    spread: 1.25,
};

/// How often each row of pirate-poker is made.
pub(super) const PIRATE_POKER_MADE: [f32; MAX_ROWS] = {
    let mut made = [1.0; MAX_ROWS];
    made[PiratePokerRow::Three as usize] = 0.95;
    made[PiratePokerRow::Straight1 as usize] = 0.3;
    made[PiratePokerRow::Straight2 as usize] = 0.45;
    made[PiratePokerRow::Full as usize] = 0.85;
    made[PiratePokerRow::Four as usize] = 0.75;
    made[PiratePokerRow::Poker as usize] = 0.15;
    made
};

/// The pars of a variant of dice-poker.
#[inline]
pub(super) fn dice_poker(rules: &DicePokerRules) -> &'static Pars {
    static VARIANTS: [[[[Pars; 3]; 4]; 2]; 2] = dice_poker_variants();
    let of_school = &VARIANTS[rules.school() as usize][rules.penalty() as usize];
    &of_school[rules.double() as usize][rules.even_odd() as usize]
}

const fn dice_poker_variants() -> [[[[Pars; 3]; 4]; 2]; 2] {
    let mut variants = [[[[Pars { points: [0.0; MAX_ROWS], spread: 0.0 }; 3]; 4]; 2]; 2];
    let mut place = 0;
    while place < 2 * 2 * 4 * 3 {
        let (school, penalty, double, even_odd) = (place / 24, place / 12 % 2, place / 3 % 4, place % 3);
        variants[school][penalty][double][even_odd] =
            dice_poker_pars(School::ALL[school], Penalty::ALL[penalty], Doubling::ALL[double], EvenOdd::ALL[even_odd]);
        place += 1;
    }
    variants
}

const fn dice_poker_pars(school: School, penalty: Penalty, double: Doubling, even_odd: EvenOdd) -> Pars {
    use DicePokerRow::{BigRoad, Even, Full, Odd, SmallRoad, TwoPairs};
    let (upper, spread) = match (school, penalty) {
        (School::Face, Penalty::Sum) => ([-0.5; FACES], 1.8),
        (School::Count, Penalty::Sum) => ([-0.2; FACES], 0.45),
        // The worth of the school is its plain total here, so that the spread does not matter.
        (School::Face, Penalty::Each) => ([-2.0, -5.0, -8.0, -10.0, -12.0, -14.0], 1.0),
        (School::Count, Penalty::Each) => ([-4.5; FACES], 1.0),
    };
    // Pair, three, four, poker, two pairs, full, the roads, sum.
    let mut points = on_sheet(upper, [17.0, 18.0, 9.0, 13.0, 23.0, 13.5, 6.0, 8.0, 23.0]);
    if matches!(double, Doubling::NoPairsFull | Doubling::CombosOnly) {
        points[TwoPairs as usize] = 17.0;
        points[Full as usize] = 10.5;
    }
    if matches!(double, Doubling::NoRoads | Doubling::CombosOnly) {
        points[SmallRoad as usize] = 5.0;
        points[BigRoad as usize] = 7.0;
    }
    (points[Even as usize], points[Odd as usize]) = match (even_odd, double) {
        (EvenOdd::Off, _) => (0.0, 0.0),
        (EvenOdd::Strict, Doubling::CombosOnly) => (14.0, 9.0),
        (EvenOdd::Strict, _) => (18.0, 13.0),
        (EvenOdd::Loose, _) => (18.0, 14.0),
    };
    Pars { points, spread }
}

/// The points of the upper and the lower part, from the top of the sheet down.
pub(crate) const fn on_sheet<const LOWER: usize>(upper: [f32; FACES], lower: [f32; LOWER]) -> [f32; MAX_ROWS] {
    let mut points = [0.0; MAX_ROWS];
    let mut row = 0;
    while row < FACES + LOWER {
        points[row] = if row < FACES { upper[row] } else { lower[row - FACES] };
        row += 1;
    }
    points
}
