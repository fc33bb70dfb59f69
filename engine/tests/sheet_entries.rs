//! Written sheets: those of games that were played read back as they were, no others are read, and errors say why.

mod common;

use std::collections::{BTreeSet, HashSet};

use common::{rng, rule_spread};
use kosti_engine::sheet::{
    DicePokerRow, Roll, RowSet, Scoresheet, Sheet, SheetAction, SheetError, SheetGame, YahtzeeRow,
};
use kosti_engine::{
    AnyRules, Dice, DicePoker, DicePokerRules, Game, PiratePoker, PiratePokerRules, Rng, Seat, Turn, Yahtzee,
    YahtzeeRules, Yatzy, YatzyRules,
};

fn game<S: Scoresheet>(rules: &str) -> SheetGame<S> {
    SheetGame::new(S::parse(rules).unwrap())
}

/// The points of the rows of a sheet, and what was booked on top of them.
fn entries<S: Scoresheet>(game: &SheetGame<S>, sheet: &Sheet) -> (Vec<(S::Row, i32)>, i32) {
    let rows = sheet.filled().iter::<S::Row>();
    let entries: Vec<_> = rows.map(|row| (row, game.points_in(sheet, row).unwrap())).collect();
    let points: i32 = entries.iter().map(|(_, points)| points).sum();
    (entries, sheet.upper() + sheet.lower() - points)
}

/// Any dice, yet five equal ones half of the time.
fn some_dice(rng: &mut Rng) -> Dice {
    if rng.below(2) == 0 {
        return Dice::from_faces([rng.below(6) as u8 + 1; 5]).unwrap();
    }
    Dice::from_index(rng.below(Dice::COUNT as u32) as usize)
}

/// Plays one game and reads back every sheet on the way; returns the most that jokers earned on one.
fn play_and_read_back<S: Scoresheet>(game: &SheetGame<S>, rng: &mut Rng) -> i32 {
    let mut state = game.start();
    let mut most = 0;
    while game.turn(&state) != Turn::Over {
        let seat = state.seat();
        let dice = some_dice(rng);
        game.resolve(&mut state, &dice);
        if rng.below(2) == 0 {
            game.play(&mut state, SheetAction::Keep(dice.as_keep())).unwrap();
            game.resolve(&mut state, &dice);
        }
        let rows = game.choices(state.sheet(seat), dice);
        let row = rows.nth(rng.below(rows.len() as u32) as usize);
        game.play(&mut state, SheetAction::Row(row)).unwrap();

        // More seats bring no other sheets.
        if seat.index() >= 2 {
            continue;
        }
        let sheet = state.sheet(seat);
        let (mut entries, bonus) = entries(game, sheet);
        assert_eq!(game.sheet_with(entries.clone()).and_then(|read| game.with_bonus(read, bonus)).as_ref(), Ok(sheet));
        let first = rng.below(entries.len() as u32) as usize;
        entries.rotate_left(first);
        let mut words: Vec<String> = entries.iter().map(|(row, points)| format!(" {row} = {points} ")).collect();
        if bonus != 0 {
            words.insert(first, format!("bonus={bonus}"));
        }
        let text = words.join(",");
        assert_eq!(game.parse_sheet(&text).as_ref(), Ok(sheet), "{} {text}", game.rules());
        most = most.max(bonus);
    }
    most
}

#[test]
fn sheets_of_games_under_all_rules_read_back_as_they_were() {
    let mut rng = rng(5);
    let mut games = 0;
    for rules in rule_spread() {
        let bonuses = match rules {
            AnyRules::DicePoker(rules) => play_and_read_back(&SheetGame::new(rules), &mut rng),
            AnyRules::PiratePoker(rules) => play_and_read_back(&SheetGame::new(rules), &mut rng),
            AnyRules::Yatzy(rules) => play_and_read_back(&SheetGame::new(rules), &mut rng),
            AnyRules::Yahtzee(rules) => play_and_read_back(&SheetGame::new(rules), &mut rng),
            _ => continue,
        };
        games += 1;
        assert!(bonuses == 0 || rules.game() == "yahtzee");
    }
    assert!(games > 100);
}

#[test]
fn sheets_with_bonuses_read_back_as_they_were() {
    let mut rng = rng(6);
    let yahtzee: Yahtzee = game("players=1");
    let most = (0..200).map(|_| play_and_read_back(&yahtzee, &mut rng)).max();
    assert!(most >= Some(600), "{most:?}");
}

/// The bonuses with which some order of turns leads to these entries, slowly: by trying all of them.
fn bonuses_that_arise<S: Scoresheet>(game: &SheetGame<S>, entries: &[(S::Row, i32)]) -> BTreeSet<i32> {
    let mut reached = vec![(game.start(), 0)];
    for _ in entries {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (state, bonus) in &reached {
            let sheet = state.sheet(Seat::new(0));
            for &(row, points) in entries.iter().filter(|(row, _)| !sheet.filled().contains(*row)) {
                for (dice, roll) in every_result().filter(|(dice, _)| game.choices(sheet, *dice).contains(row)) {
                    let on_top = game.booking(sheet, dice, roll, row).points - points;
                    let fits = on_top == 0 || on_top == i32::from(S::BONUS);
                    if fits && seen.insert((sheet.filled().with(row), bonus + on_top)) {
                        let mut after = *state;
                        game.resolve(&mut after, &dice);
                        if roll == Roll::Later {
                            game.play(&mut after, SheetAction::Keep(dice.as_keep())).unwrap();
                            game.resolve(&mut after, &dice);
                        }
                        game.play(&mut after, SheetAction::Row(row)).unwrap();
                        next.push((after, bonus + on_top));
                    }
                }
            }
        }
        reached = next;
    }
    reached.iter().map(|(_, bonus)| *bonus).collect()
}

fn every_result() -> impl Iterator<Item = (Dice, Roll)> {
    Dice::all().flat_map(|dice| [(dice, Roll::First), (dice, Roll::Later)])
}

/// Asserts that a sheet is read if and only if it can arise; returns with how many bonuses it can.
fn compare<S: Scoresheet>(game: &SheetGame<S>, entries: &[(S::Row, i32)]) -> usize {
    let arising = bonuses_that_arise(game, entries);
    let sheet = game.sheet_with(entries.iter().copied());
    let read = |bonus: &i32| sheet.is_ok_and(|sheet| game.with_bonus(sheet, *bonus).is_ok());
    let read: BTreeSet<i32> = (-1..=13).flat_map(|count| [100 * count, 100 * count + 50]).filter(read).collect();
    assert_eq!(read, arising, "{} {entries:?}", game.rules());
    arising.len()
}

fn some_rows<S: Scoresheet>(game: &SheetGame<S>, most: usize, rng: &mut Rng) -> RowSet {
    let all = game.rows();
    (0..most).map(|_| all.nth(rng.below(all.len() as u32) as usize)).fold(RowSet::EMPTY, RowSet::with::<S::Row>)
}

/// What some dice bring to each of these rows while this sheet lies there, without bonuses.
fn some_entries<S: Scoresheet>(game: &SheetGame<S>, sheet: &Sheet, rows: RowSet, rng: &mut Rng) -> Vec<(S::Row, i32)> {
    let entry = |row| {
        let roll = if rng.below(2) == 0 { Roll::First } else { Roll::Later };
        let points = game.booking(sheet, some_dice(rng), roll, row).points;
        (row, if points < i32::from(S::BONUS) { points } else { points - i32::from(S::BONUS) })
    };
    rows.iter::<S::Row>().map(entry).collect()
}

#[test]
fn exactly_the_sheets_that_can_arise_are_read() {
    let mut rng = rng(7);
    let (mut possible, mut impossible) = (0, 0);
    let mut count = |bonuses| *if bonuses > 0 { &mut possible } else { &mut impossible } += 1;
    let empty = Sheet::default();
    for rules in ["school=face", "even-odd=strict,penalty=each", "even-odd=loose,school=count", "four-pairs=no"] {
        let forced: DicePoker = game(&format!("players=1,crossing=forced,{rules}"));
        for _ in 0..25 {
            // Rows can be crossed only after the sum.
            let rows = some_rows(&forced, 5, &mut rng);
            for rows in [rows, rows.with(DicePokerRow::Sum)] {
                count(compare(&forced, &some_entries(&forced, &empty, rows, &mut rng)));
            }
        }
    }
    let pirates: PiratePoker = game("players=1");
    let yatzy: Yatzy = game("players=1");
    for _ in 0..25 {
        let rows = some_rows(&pirates, 6, &mut rng);
        count(compare(&pirates, &some_entries(&pirates, &empty, rows, &mut rng)));
        let rows = some_rows(&yatzy, 5, &mut rng);
        count(compare(&yatzy, &some_entries(&yatzy, &empty, rows, &mut rng)));
    }
    assert!(possible > 50 && impossible > 50, "{possible} {impossible}");
}

#[test]
fn exactly_the_bonuses_that_can_arise_on_a_sheet_are_read() {
    let mut rng = rng(8);
    let yahtzee: Yahtzee = game("players=1");
    let mut seen = BTreeSet::new();
    for (text, bonuses) in [
        // A joker is no full before its own row is filled, and crosses none after that.
        ("yahtzee=50,full=25", 0),
        ("yahtzee=50,full=25,ones=3", 1),
        ("yahtzee=50,full=0,ones=3,twos=4,threes=6,fours=4,fives=5,sixes=6", 1),
        // Five of each face without a bonus came before the first yahtzee: the full was crossed then, too.
        ("yahtzee=50,full=0,ones=5,twos=10,threes=15,fours=20,fives=25,sixes=30", 7),
        ("yahtzee=50,full=25,small-straight=0,large-straight=40,ones=0,three=0,four=17,chance=30", 5),
    ] {
        let sheet = yahtzee.parse_sheet(text).unwrap();
        assert_eq!(compare(&yahtzee, &entries(&yahtzee, &sheet).0), bonuses + 1, "{text}");
    }
    for round in 0..100 {
        let prize = if round % 8 == 0 { 0 } else { 50 };
        let first = yahtzee.sheet_with([(YahtzeeRow::Yahtzee, prize)]).unwrap();
        // With all upper rows filled at the end jokers can still have crossed others.
        let rows = some_rows(&yahtzee, 5, &mut rng);
        let rows = if round % 4 == 1 { rows.or(YahtzeeRules::UPPER) } else { rows };
        let mut entries = some_entries(&yahtzee, &first, rows.without(first.filled()), &mut rng);
        entries.push((YahtzeeRow::Yahtzee, prize));
        seen.insert(compare(&yahtzee, &entries));
    }
    assert!((1..=7).all(|bonuses| seen.contains(&bonuses)), "{seen:?}");
}

#[test]
fn a_written_sheet_is_booked_as_it_says() {
    let dice_poker: DicePoker = game("");
    assert_eq!(dice_poker.parse_sheet(""), Ok(Sheet::default()));
    assert_eq!(dice_poker.parse_sheet("  "), Ok(Sheet::default()));
    let sheet = dice_poker.parse_sheet("school-3=0, school-5 = +5 ,school-6=-6,pair=24,poker=0").unwrap();
    assert_eq!((sheet.upper(), sheet.lower(), sheet.filled().len()), (-1, 24, 5));
    assert_eq!(sheet.crossed(), RowSet::of(&[DicePokerRow::Poker]));
    // Each negative entry of the school counts tenfold.
    let each: DicePoker = game("penalty=each");
    let sheet = each.parse_sheet("school-6=-60,school-5=10").unwrap();
    assert_eq!((sheet.upper(), each.total(&sheet)), (-50, -50));
    // No dice of a parity are worth 0 where any dice fit, and cross the row where all five must.
    let crossed = |rules| game::<DicePokerRules>(rules).parse_sheet("even=0").unwrap().crossed().len();
    assert_eq!((crossed("even-odd=loose"), crossed("even-odd=strict")), (0, 1));
    let yahtzee: Yahtzee = game("");
    let sheet = yahtzee.parse_sheet("ones=0,three=0,yahtzee=50,full=25,bonus=100").unwrap();
    assert_eq!((sheet.upper(), sheet.lower()), (0, 175));
    assert_eq!(sheet.crossed(), RowSet::of(&[YahtzeeRow::Three]));
}

#[test]
fn jokers_bring_no_points_to_a_sheet_that_dice_do_not() {
    let yahtzee: Yahtzee = game("players=1");
    let sheet = yahtzee.parse_sheet("yahtzee=50").unwrap();
    for (dice, roll) in every_result() {
        for row in yahtzee.open(&sheet).iter::<YahtzeeRow>() {
            let points = yahtzee.booking(&sheet, dice, roll, row).points % 100;
            yahtzee.sheet_with([(row, points)]).unwrap();
        }
    }
}

#[test]
fn errors_of_written_sheets_say_what_would_be_right() {
    fn check<S: Scoresheet>(rules: &str, text: &str, message: &str) {
        let error = game::<S>(rules).parse_sheet(text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let rows = "school-1, school-2, school-3, school-4, school-5, school-6, pair, three, four, poker, two-pairs, full, \
                small-road, big-road, sum";
    let dice_poker = check::<DicePokerRules>;
    dice_poker("", "pair", &format!("expected row=points, found 'pair'; the rows are {rows}"));
    dice_poker("", "pair=24,", &format!("expected row=points, found ''; the rows are {rows}"));
    let unknown = format!("dice-poker has no row 'fuls' (did you mean 'full'?); the rows are {rows}");
    dice_poker("", "fuls=8", &unknown);
    dice_poker("even-odd=loose", "x=8", &format!("dice-poker has no row 'x'; the rows are {rows}, even, odd"));
    let other = format!("these rules have no row even, as even-odd=strict would; the rows are {rows}");
    dice_poker("", "even=8", &other);
    dice_poker("", "pair=24,pair=20", "pair is given twice; a row is filled once");
    dice_poker("", "pair=7", "pair cannot hold 7: possible are 0 2 4 6 8 10 12 16 20 24");
    dice_poker("", "pair=", "pair cannot hold '': possible are 0 2 4 6 8 10 12 16 20 24");
    dice_poker("penalty=each", "school-6=-6", "school-6 cannot hold -6: possible are -180 -120 -60 0 6 12");
    dice_poker("", "pair=99999999999", "pair cannot hold '99999999999': possible are 0 2 4 6 8 10 12 16 20 24");
    dice_poker(
        "crossing=forced",
        "school-1=0,big-road=0,pair=2",
        "big-road cannot hold 0 with only these rows filled: the row's combination is missing, and crossing it is not \
         allowed while another open row is playable",
    );
    check::<PiratePokerRules>(
        "",
        "must-1=0,pair=4,must-2=0",
        "pair cannot hold 4 with only these rows filled: the first three turns must fill mandatory rows",
    );
    let rows = "ones, twos, threes, fours, fives, sixes, pair, two-pairs, three, four, small-straight, large-straight, \
                full, chance, yatzy";
    check::<YatzyRules>(
        "",
        "bonus=100",
        &format!("yatzy has no row 'bonus' (did you mean 'ones'?); the rows are {rows}"),
    );
    let yahtzee = check::<YahtzeeRules>;
    yahtzee("", "yahtzee=50,ones=5,bonus=200", "bonus cannot be 200: possible on this sheet are 0 100");
    yahtzee("", "yahtzee=0,ones=5,bonus=100", "bonus cannot be 100: possible on this sheet are 0");
    yahtzee("", "bonus=much", "bonus cannot be 'much': possible are multiples of 100");
    yahtzee("", "bonus=0,bonus=0", "bonus is given twice; write all bonuses as one number");
    let names = "ones, twos, threes, fours, fives, sixes, three, four, full, small-straight, large-straight, yahtzee, \
                 chance, bonus";
    yahtzee("", "bonsu=100", &format!("yahtzee has no row 'bonsu' (did you mean 'bonus'?); the rows are {names}"));
}

#[test]
fn only_yahtzee_sheets_can_have_a_bonus() {
    let yatzy: Yatzy = game("");
    assert_eq!(yatzy.with_bonus(Sheet::default(), 0), Ok(Sheet::default()));
    assert!(matches!(yatzy.with_bonus(Sheet::default(), 100), Err(SheetError::Bonus { bonus: 100, .. })));
}
