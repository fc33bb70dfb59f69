//! Scoresheets: the documents' own examples, and every row of every variant against a slow reading of the rules.

mod common;

use common::rule_spread;
use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, PiratePokerRow, PiratePokerRules, Roll, Row, RowSet, Scoresheet, Sheet, SheetAction,
    SheetGame, YahtzeeRow, YahtzeeRules, YatzyRow, YatzyRules,
};
use kosti_engine::{AnyRules, Dice, Game, IllegalAction, Rules, Seat, Turn};

fn dice(faces: [u8; 5]) -> Dice {
    Dice::from_faces(faces).unwrap()
}

fn faces(dice: Dice) -> Vec<u8> {
    dice.faces().collect()
}

/// Points of a row on an empty sheet; nothing if it is crossed.
fn points<S: Scoresheet>(game: &SheetGame<S>, row: S::Row, five: [u8; 5], roll: Roll) -> Option<i32> {
    let booking = game.booking(&Sheet::default(), dice(five), roll, row);
    assert!(!booking.crossed || booking.points == 0);
    (!booking.crossed).then_some(booking.points)
}

fn dice_poker(rules: &str) -> SheetGame<DicePokerRules> {
    SheetGame::new(DicePokerRules::parse(rules).unwrap())
}

fn pirate_poker(rules: &str) -> SheetGame<PiratePokerRules> {
    SheetGame::new(PiratePokerRules::parse(rules).unwrap())
}

#[test]
fn dice_poker_examples() {
    use DicePokerRow::*;
    use Roll::{First, Later};
    let game = dice_poker("");
    let check = |row, five, roll, expected| assert_eq!(points(&game, row, five, roll), expected, "{row} {five:?}");
    check(Poker, [5, 5, 5, 5, 5], Later, Some(75));
    check(Poker, [5, 5, 5, 5, 5], First, Some(100));
    // Plus six in the sixes, nothing for three dice, minus one or two dice.
    check(School6, [6, 6, 6, 6, 1], Later, Some(6));
    check(School6, [6, 6, 6, 6, 1], First, Some(6));
    check(School5, [5, 5, 5, 1, 2], Later, Some(0));
    check(School5, [5, 5, 1, 1, 2], Later, Some(-5));
    check(School5, [5, 1, 1, 1, 2], Later, Some(-10));
    check(School1, [2, 2, 3, 3, 1], Later, Some(-2));
    // Four fives are worth 20 in their row, 40 on the first roll.
    check(Four, [5, 5, 5, 5, 1], Later, Some(20));
    check(Four, [5, 5, 5, 5, 1], First, Some(40));
    // The sample lower table: pair 24, three 30, two pairs 36, small road 30, sum 19.
    check(Pair, [6, 6, 1, 2, 4], First, Some(24));
    check(Three, [5, 5, 5, 1, 2], First, Some(30));
    check(TwoPairs, [5, 5, 4, 4, 1], First, Some(36));
    check(SmallRoad, [1, 2, 3, 4, 5], First, Some(30));
    check(BigRoad, [2, 3, 4, 5, 6], First, Some(40));
    check(BigRoad, [1, 2, 3, 4, 5], First, None);
    check(Sum, [6, 6, 5, 1, 1], First, Some(19));
    // 2-2-2-3-3 at once is worth as much as 4-4-4-6-6 later.
    check(Full, [2, 2, 2, 3, 3], First, Some(24));
    check(Full, [4, 4, 4, 6, 6], Later, Some(24));
    // A poker is a special full, and four equal dice are two pairs.
    check(Full, [3, 3, 3, 3, 3], Later, Some(15));
    check(TwoPairs, [3, 3, 3, 3, 1], Later, Some(12));
    check(Pair, [1, 2, 3, 4, 6], Later, None);
}

#[test]
fn the_sample_schools_are_worth_what_the_document_says() {
    // Variant three: fives one short make minus thirty, two short minus eighty; variant four stands at minus fifty.
    let game = dice_poker("players=1");
    let total = |school: &[(DicePokerRow, [u8; 5])]| {
        let mut state = game.start();
        for (row, five) in school {
            game.resolve(&mut state, &dice(*five));
            game.play(&mut state, SheetAction::Row(*row)).unwrap();
        }
        game.scores(&state).of(Seat::new(0))
    };
    use DicePokerRow::*;
    let third = [
        (School1, [1, 1, 1, 2, 3]),
        (School2, [2, 2, 2, 2, 1]),
        (School3, [3, 3, 3, 1, 2]),
        (School4, [4, 4, 4, 1, 2]),
        (School6, [6, 6, 6, 1, 2]),
    ];
    assert_eq!(total(&third), 2);
    assert_eq!(total(&[&third[..], &[(School5, [5, 5, 1, 2, 3])]].concat()), -30);
    assert_eq!(total(&[&third[..], &[(School5, [5, 1, 1, 2, 3])]].concat()), -80);
    let fourth = [
        (School2, [2, 2, 1, 1, 4]),
        (School3, [3, 3, 1, 1, 4]),
        (School4, [4, 4, 4, 1, 1]),
        (School6, [6, 6, 6, 1, 1]),
    ];
    assert_eq!(total(&fourth), -50);
    assert_eq!(total(&[&fourth[..], &[(School5, [5, 5, 5, 5, 1])]].concat()), 0);
    // With the other agreement each minus counts tenfold at once, and the total does not.
    let each = dice_poker("players=1,penalty=each");
    assert_eq!(points(&each, School5, [5, 5, 1, 1, 2], Roll::Later), Some(-50));
    assert_eq!(points(&each, School6, [1, 1, 2, 2, 3], Roll::First), Some(-180));
    assert_eq!(points(&each, School6, [6, 6, 6, 6, 3], Roll::First), Some(6));
    // And with the third the face does not matter.
    let count = dice_poker("players=1,school=count");
    assert_eq!(points(&count, School6, [6, 6, 1, 1, 2], Roll::Later), Some(-1));
}

#[test]
fn pirate_poker_examples() {
    use PiratePokerRow::*;
    use Roll::{First, Later};
    let game = pirate_poker("");
    let check = |row, five, roll, expected| assert_eq!(points(&game, row, five, roll), expected, "{row} {five:?}");
    check(Must4, [4, 4, 4, 4, 4], Later, Some(8));
    // The surplus of four ones is one point.
    check(Must1, [1, 1, 1, 1, 2], Later, Some(1));
    check(Must3, [3, 3, 1, 1, 2], First, Some(-3));
    check(Must1, [1, 2, 2, 3, 4], Later, Some(-2));
    check(Three, [6, 6, 6, 1, 2], Later, Some(18));
    check(Four, [5, 5, 5, 5, 1], Later, Some(40));
    check(Four, [5, 5, 5, 5, 1], First, Some(60));
    check(Full, [5, 5, 6, 6, 6], Later, Some(38));
    // Exact combinations: three equal are no pair, five equal are only a poker.
    check(Pair, [6, 6, 6, 1, 2], Later, None);
    check(Pair, [6, 6, 6, 2, 2], Later, Some(4));
    check(Pair, [6, 6, 5, 5, 2], Later, Some(12));
    check(Four, [5, 5, 5, 5, 5], Later, None);
    check(Full, [5, 5, 5, 5, 5], Later, None);
    check(Poker, [5, 5, 5, 5, 5], First, Some(80));
    check(Garbage, [1, 1, 1, 1, 2], Later, Some(6));
    check(Garbage, [6, 6, 6, 6, 6], First, Some(60));
    let whole = pirate_poker("exact=roll");
    assert_eq!(points(&whole, Pair, [6, 6, 5, 5, 2], Later), None);
    assert_eq!(points(&whole, Pair, [6, 6, 5, 4, 2], Later), Some(12));
    assert_eq!(points(&whole, Three, [6, 6, 6, 2, 2], Later), None);
}

/// Rows of all kinds, slowly: from the dice one by one.
mod slow {
    use super::*;

    pub fn count(dice: &[u8], face: u8) -> i32 {
        dice.iter().filter(|&&die| die == face).count() as i32
    }

    pub fn sum(dice: &[u8]) -> i32 {
        dice.iter().map(|&die| i32::from(die)).sum()
    }

    pub fn sorted(dice: &[u8]) -> Vec<u8> {
        let mut dice = dice.to_vec();
        dice.sort_unstable();
        dice
    }

    /// Faces with a number of dice that passes, the highest first.
    fn faces_with(dice: &[u8], test: impl Fn(i32) -> bool) -> Vec<i32> {
        (1..=6).rev().filter(|&face| test(count(dice, face))).map(i32::from).collect()
    }

    pub fn at_least(dice: &[u8], n: i32) -> Option<i32> {
        faces_with(dice, |c| c >= n).first().map(|face| n * face)
    }

    pub fn two_pairs(dice: &[u8], four_too: bool) -> Option<i32> {
        let pairs = faces_with(dice, |c| c >= 2);
        match pairs[..] {
            [high, low, ..] => Some(2 * high + 2 * low),
            [only] if four_too && at_least(dice, 4).is_some() => Some(4 * only),
            _ => None,
        }
    }

    pub fn full(dice: &[u8]) -> bool {
        let d = sorted(dice);
        d[0] == d[1] && d[3] == d[4] && d[0] != d[4] && (d[1] == d[2] || d[2] == d[3])
    }

    pub fn five(dice: &[u8]) -> bool {
        dice.iter().all(|&die| die == dice[0])
    }

    pub fn dice_poker(text: &str, row: DicePokerRow, dice: &[u8], first: bool) -> Option<i32> {
        let has = |item: &str| text.split([':', ',']).any(|part| part == item);
        if let Some(face) = row.to_string().strip_prefix("school-") {
            let face: u8 = face.parse().unwrap();
            let surplus = count(dice, face) - 3;
            let points = if has("school=face") { surplus * i32::from(face) } else { surplus };
            return Some(if has("penalty=each") && points < 0 { 10 * points } else { points });
        }
        let (sum_of_dice, group) = match row {
            DicePokerRow::Pair => (at_least(dice, 2), "combo"),
            DicePokerRow::Three => (at_least(dice, 3), "combo"),
            DicePokerRow::Four => (at_least(dice, 4), "combo"),
            DicePokerRow::Poker => (five(dice).then(|| sum(dice)), "combo"),
            DicePokerRow::TwoPairs => (two_pairs(dice, has("four-pairs=yes")), "pairs-full"),
            DicePokerRow::Full => {
                let there = full(dice) || five(dice) && has("five-full=yes");
                (there.then(|| sum(dice)), "pairs-full")
            }
            DicePokerRow::SmallRoad => ((sorted(dice) == [1, 2, 3, 4, 5]).then_some(15), "road"),
            DicePokerRow::BigRoad => ((sorted(dice) == [2, 3, 4, 5, 6]).then_some(20), "road"),
            DicePokerRow::Sum => (Some(sum(dice)), "never"),
            DicePokerRow::Even | DicePokerRow::Odd => {
                let parity = u8::from(row == DicePokerRow::Odd);
                let of_parity: Vec<u8> = dice.iter().copied().filter(|die| die % 2 == parity).collect();
                if has("even-odd=loose") {
                    (Some(sum(&of_parity)), "never")
                } else {
                    ((of_parity.len() == 5).then(|| sum(dice)), "parity")
                }
            }
            _ => unreachable!(),
        };
        let doubled = first
            && match group {
                "combo" => true,
                "pairs-full" => !has("double=no-pairs-full") && !has("double=combos-only"),
                "road" => !has("double=no-roads") && !has("double=combos-only"),
                "parity" => !has("double=combos-only"),
                _ => false,
            };
        let prize = if row == DicePokerRow::Poker { 50 } else { 0 };
        sum_of_dice.map(|sum| if doubled { 2 * sum } else { sum } + prize)
    }

    pub fn pirate_poker(text: &str, row: PiratePokerRow, dice: &[u8], first: bool) -> Option<i32> {
        if let Some(face) = row.to_string().strip_prefix("must-") {
            let face: u8 = face.parse().unwrap();
            return Some((count(dice, face) - 3) * i32::from(face));
        }
        // The pattern of a roll: how many dice of each face there are, the largest number first.
        let mut pattern: Vec<i32> = (1..=6).map(|face| count(dice, face)).filter(|&c| c > 0).collect();
        pattern.sort_unstable_by(|a, b| b.cmp(a));
        let exactly = |n: i32, whole: &[i32]| {
            let face = faces_with(dice, |c| c == n).first().copied();
            face.filter(|_| text.ends_with("exact=face") || pattern == whole).map(|face| n * face)
        };
        let (points, prize) = match row {
            PiratePokerRow::Pair => (exactly(2, &[2, 1, 1, 1]), 0),
            PiratePokerRow::Three => (exactly(3, &[3, 1, 1]), 0),
            PiratePokerRow::Four => (exactly(4, &[4, 1]), 20),
            PiratePokerRow::Poker => (exactly(5, &[5]), 30),
            PiratePokerRow::Full => ((pattern == [3, 2]).then(|| sum(dice)), 10),
            PiratePokerRow::Straight1 => ((sorted(dice) == [1, 2, 3, 4, 5]).then_some(15), 0),
            PiratePokerRow::Straight2 => ((sorted(dice) == [2, 3, 4, 5, 6]).then_some(20), 0),
            PiratePokerRow::Garbage => (Some(sum(dice)), 0),
            _ => unreachable!(),
        };
        points.map(|points| if first { 2 * points } else { points } + prize)
    }

    pub fn yatzy(row: YatzyRow, dice: &[u8]) -> Option<i32> {
        match row {
            YatzyRow::Pair => at_least(dice, 2),
            YatzyRow::TwoPairs => two_pairs(dice, false),
            YatzyRow::Three => at_least(dice, 3),
            YatzyRow::Four => at_least(dice, 4),
            YatzyRow::SmallStraight => (sorted(dice) == [1, 2, 3, 4, 5]).then_some(15),
            YatzyRow::LargeStraight => (sorted(dice) == [2, 3, 4, 5, 6]).then_some(20),
            YatzyRow::Full => full(dice).then(|| sum(dice)),
            YatzyRow::Chance => Some(sum(dice)),
            YatzyRow::Yatzy => five(dice).then_some(50),
            upper => Some((upper.index() as i32 + 1) * count(dice, upper.index() as u8 + 1)),
        }
    }

    pub fn yahtzee(row: YahtzeeRow, dice: &[u8]) -> Option<i32> {
        let runs = |length: usize| {
            let mut distinct = sorted(dice);
            distinct.dedup();
            distinct.windows(length).any(|run| usize::from(run[length - 1] - run[0]) == length - 1)
        };
        match row {
            YahtzeeRow::Three => at_least(dice, 3).map(|_| sum(dice)),
            YahtzeeRow::Four => at_least(dice, 4).map(|_| sum(dice)),
            YahtzeeRow::Full => full(dice).then_some(25),
            YahtzeeRow::SmallStraight => runs(4).then_some(30),
            YahtzeeRow::LargeStraight => runs(5).then_some(40),
            YahtzeeRow::Yahtzee => five(dice).then_some(50),
            YahtzeeRow::Chance => Some(sum(dice)),
            upper => Some((upper.index() as i32 + 1) * count(dice, upper.index() as u8 + 1)),
        }
    }

    /// The points and whether the row is crossed, once `yahtzee` holds its prize or 0 and these upper rows are filled.
    pub fn yahtzee_after_yahtzee(prize: i32, upper: RowSet, row: YahtzeeRow, dice: &[u8]) -> (i32, bool) {
        let bonus = if five(dice) && prize == 50 { 100 } else { 0 };
        let own = YahtzeeRow::ALL[usize::from(dice[0]) - 1];
        let joker = match row {
            _ if !five(dice) || !upper.contains(own) => None,
            YahtzeeRow::Full => Some(25),
            YahtzeeRow::SmallStraight => Some(30),
            YahtzeeRow::LargeStraight => Some(40),
            _ => None,
        };
        let points = joker.or(yahtzee(row, dice));
        (points.unwrap_or(0) + bonus, points.is_none())
    }
}

fn compare<S: Scoresheet>(rules: S, slow: impl Fn(&str, S::Row, &[u8], bool) -> Option<i32>) {
    let game = SheetGame::new(rules);
    let text = rules.to_string();
    for dice in Dice::all() {
        for row in game.rows().iter::<S::Row>() {
            for roll in [Roll::First, Roll::Later] {
                let fast = game.booking(&Sheet::default(), dice, roll, row);
                let slow = slow(&text, row, &faces(dice), roll == Roll::First);
                assert_eq!((fast.points, fast.crossed), (slow.unwrap_or(0), slow.is_none()), "{text} {row} {dice}");
            }
        }
    }
}

#[test]
fn every_row_of_every_variant_scores_as_a_slow_reading_says() {
    let mut compared = 0;
    for rules in rule_spread() {
        compared += 1;
        match rules {
            AnyRules::DicePoker(rules) => compare(rules, slow::dice_poker),
            AnyRules::PiratePoker(rules) => compare(rules, slow::pirate_poker),
            AnyRules::Yatzy(rules) => compare(rules, |_, row, dice, _| slow::yatzy(row, dice)),
            AnyRules::Yahtzee(rules) => compare(rules, |_, row, dice, _| slow::yahtzee(row, dice)),
            _ => compared -= 1,
        }
    }
    assert!(compared > 100);
}

/// Fills rows of the seat to move with the given dice at once.
fn fill<S: Scoresheet>(game: &SheetGame<S>, state: &mut <SheetGame<S> as Game>::State, turns: &[(S::Row, [u8; 5])]) {
    for (row, five) in turns {
        game.resolve(state, &dice(*five));
        game.play(state, SheetAction::Row(*row)).unwrap_or_else(|error| panic!("{row}: {error}"));
    }
}

#[test]
fn forced_crossing_spares_rows_while_something_is_playable() {
    use DicePokerRow::*;
    let game = dice_poker("players=1,crossing=forced");
    let mut state = game.start();
    game.resolve(&mut state, &dice([1, 2, 3, 4, 6]));
    // Sum is always playable, so nothing may be crossed; school rows may always be chosen.
    let refused = |state: &_, row| game.check(state, SheetAction::Row(row));
    assert_eq!(refused(&state, Pair), Err(IllegalAction::CrossingForbidden));
    assert_eq!(refused(&state, School5), Ok(()));
    assert_eq!(refused(&state, Sum), Ok(()));
    game.play(&mut state, SheetAction::Row(Sum)).unwrap();
    // Nothing is playable now but roads, which are not there: anything may be crossed.
    game.resolve(&mut state, &dice([1, 2, 3, 4, 6]));
    assert_eq!(refused(&state, Poker), Ok(()));
    game.play(&mut state, SheetAction::Row(Poker)).unwrap();
    // Three dice make a school row playable, two do not.
    game.resolve(&mut state, &dice([1, 1, 1, 4, 6]));
    assert_eq!(refused(&state, Four), Err(IllegalAction::CrossingForbidden));
    let free = dice_poker("players=1");
    assert_eq!(free.check(&state, SheetAction::Row(Four)), Ok(()));
    assert_eq!(refused(&state, Even), Err(IllegalAction::NoSuchRow));
    assert_eq!(refused(&state, Sum), Err(IllegalAction::RowFilled));
}

#[test]
fn pirates_begin_with_three_mandatory_rows() {
    use PiratePokerRow::*;
    let game = pirate_poker("players=1");
    let mut state = game.start();
    game.resolve(&mut state, &dice([6, 6, 6, 6, 6]));
    assert_eq!(game.check(&state, SheetAction::Row(Poker)), Err(IllegalAction::MandatoryFirst));
    game.play(&mut state, SheetAction::Row(Must6)).unwrap();
    fill(&game, &mut state, &[(Must1, [1, 1, 1, 2, 2]), (Must2, [2, 2, 2, 1, 1])]);
    game.resolve(&mut state, &dice([6, 6, 6, 6, 6]));
    assert_eq!(game.check(&state, SheetAction::Row(Poker)), Ok(()));
}

#[test]
fn pirates_pay_for_a_negative_sheet_and_earn_for_a_full_one() {
    use PiratePokerRow::*;
    let game = pirate_poker("players=1");
    let perfect = [
        (Must1, [1, 1, 1, 2, 3]),
        (Must2, [2, 2, 2, 1, 3]),
        (Must3, [3, 3, 3, 1, 2]),
        (Must4, [4, 4, 4, 1, 2]),
        (Must5, [5, 5, 5, 1, 2]),
        (Must6, [6, 6, 6, 1, 2]),
        (Pair, [1, 1, 2, 3, 4]),
        (Three, [1, 1, 1, 2, 3]),
        (Straight1, [1, 2, 3, 4, 5]),
        (Straight2, [2, 3, 4, 5, 6]),
        (Full, [1, 1, 1, 2, 2]),
        (Four, [1, 1, 1, 1, 2]),
        (Poker, [1, 1, 1, 1, 1]),
        (Garbage, [1, 1, 1, 1, 2]),
    ];
    let total = |turns: &[(PiratePokerRow, [u8; 5])]| {
        let mut state = game.start();
        fill(&game, &mut state, turns);
        assert_eq!(game.turn(&state), Turn::Over);
        game.scores(&state).of(Seat::new(0))
    };
    // All on the first roll: 4 + 6 + 30 + 40 + (14 + 10) + (8 + 20) + (10 + 30) + 12 = 184, and 70.
    assert_eq!(total(&perfect), 184 + 70);
    let mut crossed = perfect;
    crossed[12] = (Poker, [1, 1, 1, 1, 2]);
    assert_eq!(total(&crossed), 184 - 40);
    let mut negative = perfect;
    negative[0] = (Must1, [1, 1, 2, 2, 3]);
    assert_eq!(total(&negative), 184 + 70 - 1 - 50);
}

#[test]
fn further_yahtzees_count_as_a_slow_reading_says() {
    let game = SheetGame::<YahtzeeRules>::new(YahtzeeRules::parse("players=1").unwrap());
    for prize in [0, 50] {
        for filled in 0..1 << 6 {
            let filled = RowSet::from_bits(filled);
            let upper = filled.iter::<YahtzeeRow>().map(|row| (row, 0));
            let sheet = game.sheet_with(upper.chain([(YahtzeeRow::Yahtzee, prize)])).unwrap();
            for dice in Dice::all() {
                assert_eq!(game.choices(&sheet, dice), game.open(&sheet));
                for row in game.open(&sheet).iter::<YahtzeeRow>() {
                    let fast = game.booking(&sheet, dice, Roll::Later, row);
                    let slow = slow::yahtzee_after_yahtzee(prize, filled, row, &faces(dice));
                    assert_eq!((fast.points, fast.crossed), slow, "{prize} {filled:?} {row} {dice}");
                }
            }
        }
    }
}

#[test]
fn jokers_of_yahtzee_are_full_once_their_own_row_is() {
    use YahtzeeRow::*;
    let game = SheetGame::<YahtzeeRules>::new(YahtzeeRules::parse("players=1").unwrap());
    let fours = [4, 4, 4, 4, 4];
    let mut state = game.start();
    fill(&game, &mut state, &[(Yahtzee, [1, 1, 1, 1, 1])]);
    game.resolve(&mut state, &dice(fours));
    // Any open row may be booked, but as long as the fours are open, four fours and a fifth are no full.
    let booking = |state: &_, row| {
        assert_eq!(game.check(state, SheetAction::Row(row)), Ok(()));
        let booking = game.booking_now(state, row);
        (booking.points, booking.crossed)
    };
    let open = [(Fours, 120, false), (Sixes, 100, false), (Three, 120, false), (Chance, 120, false)];
    for (row, points, crossed) in
        open.into_iter().chain([Full, SmallStraight, LargeStraight].map(|row| (row, 100, true)))
    {
        assert_eq!(booking(&state, row), (points, crossed), "{row}");
    }
    let mut with_full = state;
    game.play(&mut with_full, SheetAction::Row(Full)).unwrap();
    assert_eq!(with_full.sheet(Seat::new(0)).crossed(), RowSet::of(&[Full]));
    assert_eq!(with_full.sheet(Seat::new(0)).lower(), 150);
    game.play(&mut state, SheetAction::Row(Fours)).unwrap();
    // The bonus is not part of the upper sum.
    assert_eq!((state.sheet(Seat::new(0)).upper(), state.sheet(Seat::new(0)).lower()), (20, 150));
    game.resolve(&mut state, &dice(fours));
    for (row, points) in [(Three, 20), (Four, 20), (Full, 25), (SmallStraight, 30), (LargeStraight, 40), (Chance, 20)] {
        assert_eq!(booking(&state, row), (points + 100, false), "{row}");
        game.play(&mut state, SheetAction::Row(row)).unwrap();
        game.resolve(&mut state, &dice(fours));
    }
    assert_eq!(booking(&state, Sixes), (100, false));
    // A crossed yahtzee gives jokers without the bonus.
    let mut crossed = game.start();
    fill(&game, &mut crossed, &[(Yahtzee, [1, 1, 1, 1, 2]), (Fours, [4, 1, 1, 1, 1])]);
    game.resolve(&mut crossed, &dice(fours));
    assert_eq!(booking(&crossed, LargeStraight), (40, false));
    assert_eq!(booking(&crossed, Ones), (0, false));
}

#[test]
fn upper_bonuses_come_at_sixty_three() {
    let game = SheetGame::<YatzyRules>::new(YatzyRules::parse("players=1").unwrap());
    let three_each = |face: u8| {
        let other = if face == 1 { 2 } else { 1 };
        [face, face, face, other, other]
    };
    let mut state = game.start();
    for (row, face) in YatzyRow::ALL.iter().zip(1..=6) {
        fill(&game, &mut state, &[(*row, three_each(face))]);
    }
    assert_eq!(game.scores(&state).of(Seat::new(0)), 63 + 50);
    let yahtzee = SheetGame::<YahtzeeRules>::new(YahtzeeRules::parse("players=1").unwrap());
    let mut state = yahtzee.start();
    for (row, face) in YahtzeeRow::ALL.iter().zip(1..=6) {
        fill(&yahtzee, &mut state, &[(*row, three_each(face))]);
    }
    assert_eq!(yahtzee.scores(&state).of(Seat::new(0)), 63 + 35);
}

#[test]
fn a_turn_has_three_rolls_and_only_the_first_doubles() {
    use DicePokerRow::Pair;
    let game = dice_poker("players=2");
    let mut state = game.start();
    let keep = |text: &str| text.parse().unwrap();
    game.resolve(&mut state, &dice([6, 6, 1, 2, 3]));
    assert_eq!(game.booking_now(&state, Pair).points, 24);
    assert_eq!(game.check(&state, keep("keep 6 6 6")), Err(IllegalAction::DiceNotThere));
    // Keeping all five uses up a roll, and with it the first-roll result.
    game.play(&mut state, keep("keep 1 2 3 6 6")).unwrap();
    assert!(game.check_outcome(&state, &dice([6, 6, 1, 2, 4])).is_err());
    game.resolve(&mut state, &dice([6, 6, 1, 2, 3]));
    assert_eq!(game.booking_now(&state, Pair).points, 12);
    // Dice that were kept before may be rolled.
    game.play(&mut state, keep("keep none")).unwrap();
    game.resolve(&mut state, &dice([5, 5, 5, 2, 3]));
    assert_eq!(game.check(&state, keep("keep 5 5 5")), Err(IllegalAction::NoRollLeft));
    game.play(&mut state, SheetAction::Row(Pair)).unwrap();
    assert_eq!(game.points_in(state.sheet(Seat::new(0)), Pair), Some(10));
    assert_eq!(state.seat(), Seat::new(1));
    assert_eq!(state.sheet(Seat::new(0)).filled(), RowSet::of(&[Pair]));
}

#[test]
fn notation_of_dice_actions() {
    type Action = SheetAction<DicePokerRow>;
    for text in ["keep none", "keep 3 3", "keep 1 2 3 4 5", "school-1", "two-pairs"] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
    assert_eq!("keep 5 1".parse::<Action>().unwrap().to_string(), "keep 1 5");
    for text in ["", "keep", "keep ", "keep 7", "keep 0", "keep 1  2", "keep 1 1 1 1 1 1", "Pair", "garbage", "keep 33"]
    {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}
