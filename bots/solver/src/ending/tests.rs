use std::collections::HashMap;
use std::sync::LazyLock;

use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, PiratePokerRules, ROLLS, Roll, Row, Scoresheet, Sheet, SheetAction, SheetGame,
    YahtzeeRules, YatzyRules,
};
use kosti_engine::{Dice, Game, Keep};

use super::{Ending, EndingError};
use crate::TurnValues;

/// How exactly two ways of reckoning must agree.
const NEAR: f64 = 1e-9;

fn game<S: Scoresheet>(rules: &str) -> SheetGame<S> {
    SheetGame::new(S::parse(rules).unwrap())
}

/// The slow and plain way: every roll, every keep, every row, as the engine has them.
struct Plain<'a, S> {
    game: &'a SheetGame<S>,
    known: HashMap<[i32; 8], f64>,
}

impl<S: Scoresheet> Plain<'_, S> {
    /// How often the player to roll wins.
    fn worth(&mut self, mover: &Sheet, other: &Sheet) -> f64 {
        if self.game.open(mover).is_empty() {
            let lead = self.game.total(mover) - self.game.total(other);
            return 0.5 + 0.5 * f64::from(lead.signum());
        }
        let parts = |sheet: &Sheet| {
            let marked = i32::from(self.game.rules().marked(sheet));
            [sheet.filled().bits() as i32, marked, sheet.upper(), sheet.lower()]
        };
        let key: [i32; 8] = std::array::from_fn(|part| [parts(mover), parts(other)][part / 4][part % 4]);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let worth = means(&self.rolls(mover, other, 1))[Keep::NONE.index()];
        self.known.insert(key, worth);
        worth
    }

    /// What every roll is worth after this many rolls of the turn.
    fn rolls(&mut self, mover: &Sheet, other: &Sheet, rolls: u8) -> Vec<f64> {
        let keeps: Vec<f64> =
            if rolls < ROLLS { means(&self.rolls(mover, other, rolls + 1)) } else { vec![f64::MIN; Keep::COUNT] };
        Dice::all()
            .map(|dice| {
                let rows: Vec<S::Row> = self.game.choices(mover, dice).iter().collect();
                let rows = rows.iter().map(|row| self.row(mover, other, dice, rolls, *row));
                let keeps = (0..dice.keep_count()).map(|number| keeps[dice.nth_keep(number).index()]);
                rows.chain(keeps).fold(f64::MIN, f64::max)
            })
            .collect()
    }

    fn row(&mut self, mover: &Sheet, other: &Sheet, dice: Dice, rolls: u8, row: S::Row) -> f64 {
        let mut after = *mover;
        self.game.fill(&mut after, dice, if rolls == 1 { Roll::First } else { Roll::Later }, row);
        1.0 - self.worth(other, &after)
    }
}

/// What each keep is worth: the mean over what the dice that are not kept may show.
fn means(rolls: &[f64]) -> Vec<f64> {
    static GROWN: LazyLock<Vec<[Option<Keep>; 6]>> =
        LazyLock::new(|| Keep::all().map(|keep| std::array::from_fn(|face| keep.plus(face as u8 + 1))).collect());
    let mut means = vec![0.0; Keep::COUNT];
    for keep in Keep::all().rev() {
        let mean =
            |keep: Keep| GROWN[keep.index()].iter().flatten().map(|grown| means[grown.index()]).sum::<f64>() / 6.0;
        means[keep.index()] = Dice::try_from(keep).map_or_else(mean, |dice| rolls[dice.index()]);
    }
    means
}

/// Every action of the turn is worth what the plain way says.
fn agrees<S: Scoresheet>(rules: &str, mover: &str, other: &str) -> f64 {
    let game = game::<S>(rules);
    let [mover, other] = [mover, other].map(|text| game.parse_sheet(text).unwrap_or_else(|error| panic!("{error}")));
    let ending = Ending::new(&game, &mover, &other).unwrap_or_else(|error| panic!("{rules}: {error}"));
    let mut plain = Plain { game: &game, known: HashMap::new() };
    let worth = plain.worth(&mover, &other);
    assert!((ending.worth() - worth).abs() < NEAR, "{rules}: {} is not {worth}", ending.worth());
    for rolls in 1..=ROLLS {
        let best = plain.rolls(&mover, &other, rolls);
        for dice in Dice::all() {
            let ranked = ending.turn().ranked(dice, rolls);
            assert!((ranked[0].1 - best[dice.index()]).abs() < NEAR, "{rules}: {dice:?} after {rolls} rolls");
            for (action, worth) in ranked {
                assert!((-NEAR..=1.0 + NEAR).contains(&worth));
                if let SheetAction::Row(row) = action {
                    let plainly = plain.row(&mover, &other, dice, rolls, row);
                    assert!((worth - plainly).abs() < NEAR, "{rules}: {action} with {dice:?}: {worth}, {plainly}");
                }
            }
        }
    }
    follows(&game, &ending, &mover, &other, &mut plain);
    worth
}

/// Turns later in the ending can be looked at as well.
fn follows<S: Scoresheet>(
    game: &SheetGame<S>,
    ending: &Ending<S>,
    mover: &Sheet,
    other: &Sheet,
    plain: &mut Plain<'_, S>,
) {
    let (mut mover, mut other) = (*mover, *other);
    for dice in Dice::all().step_by(31) {
        let row = ending.turn_at(&mover, &other).expect("a position of this ending").best(dice, ROLLS);
        let SheetAction::Row(row) = row else { panic!("a keep after the last roll") };
        game.fill(&mut mover, dice, Roll::Later, row);
        (mover, other) = (other, mover);
        if game.open(&mover).is_empty() {
            assert!(ending.turn_at(&mover, &other).is_none());
            return;
        }
        let later = ending.turn_at(&mover, &other).expect("a position of this ending");
        assert!((later.worth() - plain.worth(&mover, &other)).abs() < NEAR);
    }
}

/// The sheet that has all rows but these filled well, or with the points given instead.
fn low<S: Scoresheet>(rules: &str, open: &[&str], instead: &[(&str, i32)]) -> String {
    let game = game::<S>(rules);
    let mut entries = Vec::new();
    for row in game.rows().iter::<S::Row>() {
        let name = S::Row::NAMES[row.index()];
        if open.contains(&name) {
            continue;
        }
        let given = instead.iter().find(|(other, _)| *other == name).map(|(_, points)| *points);
        let usual = || {
            let all = Dice::all().map(|dice| game.booking(&Sheet::default(), dice, Roll::Later, row).points);
            let mut all: Vec<i32> = all.collect();
            all.sort_unstable();
            // In the upper part, what three dice of the face bring.
            if row.index() < 6 { all[all.len() * 97 / 100] } else { all[all.len() - 1] }
        };
        entries.push(format!("{name}={}", given.unwrap_or_else(usual)));
    }
    entries.join(",")
}

#[test]
fn one_open_row_each_agrees_with_plain_reckoning() {
    for rules in ["", "penalty=each", "school=count", "double=combos-only", "crossing=forced", "even-odd=loose"] {
        for (mine, yours) in [("poker", "four"), ("school-6", "school-4"), ("full", "school-5"), ("sum", "sum")] {
            for three in [3, 18] {
                let mover = low::<DicePokerRules>(rules, &[mine], &[("pair", 12), ("school-3", 0)]);
                let other = low::<DicePokerRules>(rules, &[yours], &[("pair", 10), ("three", three)]);
                agrees::<DicePokerRules>(rules, &mover, &other);
            }
        }
    }
    for rules in ["", "exact=roll"] {
        for (mine, yours) in [("must-6", "four"), ("full", "full"), ("garbage", "poker"), ("must-5", "must-3")] {
            let mover = low::<PiratePokerRules>(rules, &[mine], &[("must-1", -1), ("must-2", -2)]);
            let other = low::<PiratePokerRules>(rules, &[yours], &[("straight-1", 0)]);
            agrees::<PiratePokerRules>(rules, &mover, &other);
            agrees::<PiratePokerRules>(rules, &other, &mover);
        }
    }
    for (mine, yours) in [("sixes", "fives"), ("yatzy", "chance"), ("two-pairs", "ones")] {
        let mover = low::<YatzyRules>("", &[mine], &[("threes", 6)]);
        let other = low::<YatzyRules>("", &[yours], &[]);
        agrees::<YatzyRules>("", &mover, &other);
    }
    for (mine, yours) in [("yahtzee", "sixes"), ("full", "large-straight"), ("chance", "twos"), ("three", "yahtzee")] {
        let mover = low::<YahtzeeRules>("", &[mine], &[("fives", 10)]);
        let other = low::<YahtzeeRules>("", &[yours], &[]);
        agrees::<YahtzeeRules>("", &mover, &other);
        let crossed = low::<YahtzeeRules>("", &[yours], &[("yahtzee", 0), ("chance", 12)]);
        agrees::<YahtzeeRules>("", &mover, &crossed);
    }
}

#[test]
fn an_even_number_of_rows_is_not_needed() {
    let mover = low::<YatzyRules>("", &["sixes", "full"], &[]);
    let other = low::<YatzyRules>("", &["pair"], &[]);
    agrees::<YatzyRules>("", &mover, &other);
    let mover = low::<DicePokerRules>("", &["pair"], &[]);
    let other = low::<DicePokerRules>("", &[], &[]);
    let worth = agrees::<DicePokerRules>("", &mover, &other);
    assert!(worth > 0.0 && worth < 1.0);
}

#[test]
fn two_open_rows_each_agree_with_plain_reckoning() {
    let open = ["school-6", "four"];
    let sheet = low::<DicePokerRules>("", &open, &[("school-5", -5), ("school-4", 0)]);
    agrees::<DicePokerRules>("", &sheet, &low::<DicePokerRules>("", &["full", "small-road"], &[]));
    agrees::<DicePokerRules>(
        "crossing=forced",
        &low::<DicePokerRules>("", &["big-road", "small-road"], &[]),
        &low::<DicePokerRules>("", &["school-2", "school-3"], &[("school-1", -2)]),
    );
    let sheet = low::<PiratePokerRules>("", &["must-4", "straight-2"], &[("must-6", -6)]);
    agrees::<PiratePokerRules>("", &sheet, &low::<PiratePokerRules>("", &["poker", "must-2"], &[("full", 0)]));
    let sheet = low::<YatzyRules>("", &["sixes", "small-straight"], &[]);
    agrees::<YatzyRules>("", &sheet, &low::<YatzyRules>("", &["fives", "fours"], &[]));
    let sheet = low::<YahtzeeRules>("", &["small-straight", "fives"], &[]);
    agrees::<YahtzeeRules>("", &sheet, &low::<YahtzeeRules>("", &["yahtzee", "full"], &[]));
}

#[test]
fn who_is_far_ahead_wins_and_who_is_far_behind_does_not() {
    let rules = game::<YatzyRules>("");
    let ahead = rules.parse_sheet(&low::<YatzyRules>("", &["ones", "twos", "pair"], &[])).unwrap();
    let behind = low::<YatzyRules>(
        "",
        &["ones", "twos", "pair"],
        &[("sixes", 0), ("fives", 0), ("yatzy", 0), ("chance", 5), ("full", 0), ("four", 0), ("three", 0)],
    );
    let behind = rules.parse_sheet(&behind).unwrap();
    let worth = |mover, other| Ending::new(&rules, mover, other).unwrap().worth();
    assert_eq!(worth(&ahead, &behind), 1.0);
    assert_eq!(worth(&behind, &ahead), 0.0);
    let even = worth(&ahead, &ahead);
    assert!((0.35..0.65).contains(&even), "{even}");
}

#[test]
fn a_tie_counts_half() {
    // The last row brings what the other has more, or nothing.
    let full = low::<YatzyRules>("", &[], &[("chance", 10)]);
    let worth =
        |chance| agrees::<YatzyRules>("", &low::<YatzyRules>("", &["large-straight"], &[("chance", chance)]), &full);
    let [lost, tied, won] = [9, 10, 11].map(worth);
    assert_eq!(lost, 0.0);
    assert!(tied > 0.05 && (2.0 * tied - won).abs() < NEAR, "{tied}, {won}");
}

/// Before the roll a turn is worth the mean of the best actions after it.
fn is_consistent<S: Scoresheet>(turn: &TurnValues<S>) {
    let best = |dice: Dice| turn.ranked(dice, 1)[0].1 * f64::from(dice.ways());
    let mean = Dice::all().map(best).sum::<f64>() / 7776.0;
    assert!((mean - turn.worth()).abs() < NEAR, "{mean} is not {}", turn.worth());
}

#[test]
fn a_leader_with_four_and_poker_open_knows_what_to_cross() {
    use DicePokerRow::{Four, Poker};
    let rules = game::<DicePokerRules>("");
    let sheet = |three: i32, sum: i32| {
        let text = low::<DicePokerRules>("", &["four", "poker"], &[("three", three), ("sum", sum)]);
        rules.parse_sheet(&text).unwrap()
    };
    let other = sheet(0, 6);
    let mut last = 0.0;
    for (three, sum) in [(18, 18), (18, 24), (18, 29), (36, 14), (36, 20)] {
        let mover = sheet(three, sum);
        let lead = rules.total(&mover) - rules.total(&other);
        assert!((30..=50).contains(&lead));
        let ending = Ending::new(&rules, &mover, &other).unwrap();
        is_consistent(ending.turn());
        let nothing = Dice::from_faces([1, 2, 3, 4, 6]).unwrap();
        let [four, poker] = [Four, Poker].map(|row| ending.turn().of(nothing, 3, SheetAction::Row(row)));
        assert_eq!(ending.turn().ranked(nothing, 3)[0].1, four.max(poker));
        // A higher lead is never worse.
        assert!(ending.worth() >= last);
        last = ending.worth();
    }
}

#[test]
fn three_upper_rows_each_are_solved() {
    let rules = game::<DicePokerRules>("");
    let sheet = low::<DicePokerRules>("", &["school-4", "school-5", "school-6"], &[("school-1", -1)]);
    let sheet = rules.parse_sheet(&sheet).unwrap();
    let ending = Ending::new(&rules, &sheet, &sheet).unwrap();
    is_consistent(ending.turn());
    assert!((0.4..0.6).contains(&ending.worth()));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let rules = game::<YatzyRules>("");
    let sheet = |open: &[&str]| rules.parse_sheet(&low::<YatzyRules>("", open, &[])).unwrap();
    let error = |mover, other| Ending::new(&rules, mover, other).unwrap_err();
    let (none, one, three) = (sheet(&[]), sheet(&["pair"]), sheet(&["ones", "pair", "full"]));
    assert_eq!(error(&none, &none), EndingError::Over);
    assert_eq!(error(&one, &three), EndingError::OutOfTurn { mover: 1, other: 3 });
    assert_eq!(error(&Sheet::default(), &three), EndingError::TooManyOpen(15));
    let odd = Sheet::outline(one.filled(), 2);
    assert!(Ending::new(&rules, &odd, &one).is_ok());
    let pirates = game::<PiratePokerRules>("");
    let odd = Sheet::outline(pirates.rows(), 99);
    let open = pirates.parse_sheet(&low::<PiratePokerRules>("", &["pair"], &[])).unwrap();
    assert_eq!(Ending::new(&pirates, &open, &odd).unwrap_err(), EndingError::Impossible);
}
