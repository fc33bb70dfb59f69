use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use kosti_engine::sheet::{ROLLS, Roll, RowSet};
use kosti_engine::{AnyRules, Dice, FACES, Game, Keep};

use super::*;
use crate::{Pmf, Solution};

/// Runs a block for each of these dice games.
macro_rules! for_games {
    ($texts:expr, $game:ident => $body:expr) => {
        for text in $texts {
            match AnyRules::parse(text).expect("rules") {
                AnyRules::DicePoker(rules) => with(rules, |$game| $body),
                AnyRules::PiratePoker(rules) => with(rules, |$game| $body),
                AnyRules::Yatzy(rules) => with(rules, |$game| $body),
                AnyRules::Yahtzee(rules) => with(rules, |$game| $body),
                _ => unreachable!("a dice game"),
            }
        }
    };
}

fn with<S: Scoresheet>(rules: S, test: impl Fn(&SheetGame<S>)) {
    test(&SheetGame::new(rules));
}

const GAMES: [&str; 7] = [
    "dice-poker",
    "dice-poker:penalty=each,school=count",
    "dice-poker:crossing=forced,double=combos-only,school=count",
    "pirate-poker",
    "pirate-poker:exact=roll",
    "yatzy",
    "yahtzee",
];

/// The plainest way to the same values: every decision and every roll of every turn.
struct Plain<'a, S: Scoresheet> {
    game: &'a SheetGame<S>,
    utility: Box<dyn Fn(i32) -> f64>,
    known: HashMap<(RowSet, bool, i32, i32), f64>,
}

impl<S: Scoresheet> Plain<'_, S> {
    fn worth(&mut self, sheet: &Sheet) -> f64 {
        if self.game.open(sheet).is_empty() {
            return (self.utility)(self.game.total(sheet));
        }
        let key = (sheet.filled(), self.game.rules().marked(sheet), sheet.upper(), sheet.lower());
        if let Some(worth) = self.known.get(&key) {
            return *worth;
        }
        let [later, first] = [Roll::Later, Roll::First]
            .map(|roll| Dice::all().map(|dice| self.best_row(sheet, dice, roll)).collect::<Vec<f64>>());
        let mut rolls = later.clone();
        for left in 1..ROLLS {
            let kept = means(&rolls);
            let now = if left == ROLLS - 1 { &first } else { &later };
            let best = |dice: Dice| {
                let keeps = (0..dice.keep_count()).map(|number| kept[dice.nth_keep(number).index()]);
                keeps.fold(now[dice.index()], f64::max)
            };
            rolls = Dice::all().map(best).collect();
        }
        let worth = means(&rolls)[Keep::NONE.index()];
        self.known.insert(key, worth);
        worth
    }

    fn best_row(&mut self, sheet: &Sheet, dice: Dice, roll: Roll) -> f64 {
        let mut best = 0.0f64;
        for row in self.game.choices(sheet, dice).iter::<S::Row>() {
            let mut after = *sheet;
            self.game.fill(&mut after, dice, roll, row);
            best = best.max(self.worth(&after));
        }
        best
    }
}

/// What each keep is worth on average when the rest is rolled.
fn means(rolls: &[f64]) -> Vec<f64> {
    let mut means = vec![0.0; Keep::COUNT];
    for keep in Keep::all().rev() {
        means[keep.index()] = match Dice::try_from(keep) {
            Ok(dice) => rolls[dice.index()],
            Err(keep) => {
                let more = (1..=FACES as u8).map(|face| keep.plus(face).expect("fewer than five dice").index());
                more.map(|keep| means[keep]).sum::<f64>() / FACES as f64
            }
        };
    }
    means
}

/// A few numbers in no order.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A sheet with this many open rows, filled by any dice.
fn some_sheet<S: Scoresheet>(game: &SheetGame<S>, open: usize, numbers: &mut Numbers) -> Sheet {
    let mut sheet = Sheet::default();
    while game.open(&sheet).len() > open {
        // Five equal dice come often, for the sake of jokers.
        let dice = match numbers.below(6) {
            0 => Dice::from_faces([1 + numbers.below(FACES) as u8; 5]).expect("five dice"),
            _ => Dice::from_index(numbers.below(Dice::COUNT)),
        };
        let rows = game.choices(&sheet, dice);
        let roll = if numbers.below(3) == 0 { Roll::First } else { Roll::Later };
        game.fill(&mut sheet, dice, roll, rows.nth(numbers.below(rows.len())));
    }
    sheet
}

fn bell(mean: f64, sd: f64) -> Pmf {
    let low = (mean - 5.0 * sd) as i32;
    Pmf::new(low, (0..10 * sd as i32).map(|n| (-((f64::from(low + n) - mean) / sd).powi(2)).exp()).collect())
}

fn beats(opponent: Pmf) -> impl Fn(i32) -> f64 {
    let all = opponent.total();
    move |total| (opponent.at_least(i32::MIN) - opponent.at_least(total) + opponent.chance(total) / 2.0) / all
}

/// Compares sheets with this many open rows, for a target or against an opponent.
fn agrees_with_plain_recursion<S: Scoresheet>(game: &SheetGame<S>, open: usize, sheets: usize, target: bool) {
    let mut numbers = Numbers(5);
    let sheets: Vec<Sheet> = (0..sheets).map(|_| some_sheet(game, open, &mut numbers)).collect();
    // About what the first of them may end with, so that it is not decided.
    let about = sheets[0].upper() + sheets[0].lower() + 10 * open as i32;
    let (utility, plain): (Utility, Box<dyn Fn(i32) -> f64>) = if target {
        (Utility::AtLeast(about), Box::new(move |total| f64::from(u8::from(total >= about))))
    } else {
        let opponent = bell(f64::from(about), 30.0);
        (Utility::Beat(opponent.clone()), Box::new(beats(opponent)))
    };
    let solution = UtilitySolution::of_last_turns(game, &utility, open, &|_| ());
    let mut plain = Plain { game, utility: plain, known: HashMap::new() };
    for sheet in sheets {
        let expected = plain.worth(&sheet);
        for worth in [solution.worth(&sheet), solution.turn(&sheet).worth()] {
            assert!((worth - expected).abs() < 2e-6, "{}: {sheet:?}: {worth}, not {expected}", game.rules());
        }
    }
}

#[test]
fn last_turns_agree_with_plain_recursion() {
    for_games!(GAMES, game => {
        agrees_with_plain_recursion(game, 2, 20, true);
        agrees_with_plain_recursion(game, 1, 100, false);
    });
    for_games!(["dice-poker:penalty=each"], game => {
        agrees_with_plain_recursion(game, 3, 2, true);
        agrees_with_plain_recursion(game, 2, 20, false);
    });
}

/// A sheet with just these rows open, filled by any dice but five equal ones: no yahtzee was booked.
fn sheet_with_open<S: Scoresheet>(game: &SheetGame<S>, open: RowSet, numbers: &mut Numbers) -> Sheet {
    let mut sheet = Sheet::default();
    while game.open(&sheet) != open {
        let dice = Dice::from_index(numbers.below(Dice::COUNT));
        let rows = game.choices(&sheet, dice).without(open);
        if !rows.is_empty() && dice.counts().iter().all(|count| *count < 5) {
            game.fill(&mut sheet, dice, Roll::Later, rows.nth(numbers.below(rows.len())));
        }
    }
    sheet
}

#[test]
fn all_pairs_of_last_rows_agree_with_plain_recursion() {
    for_games!(["yahtzee", "pirate-poker"], game => {
        let (mut numbers, target) = (Numbers(8), 150);
        let solution = UtilitySolution::of_last_turns(game, &Utility::AtLeast(target), 2, &|_| ());
        let utility = Box::new(move |total| f64::from(u8::from(total >= target)));
        let mut plain = Plain { game, utility, known: HashMap::new() };
        let rows = game.rows().bits();
        for open in (1..=rows).filter(|open| open & !rows == 0 && open.count_ones() == 2) {
            let sheet = sheet_with_open(game, RowSet::from_bits(open), &mut numbers);
            let (worth, expected) = (solution.worth(&sheet), plain.worth(&sheet));
            assert!((worth - expected).abs() < 2e-6, "{}: {sheet:?}: {worth}, not {expected}", game.rules());
        }
    });
}

#[test]
fn a_straight_utility_gives_the_mean() {
    for_games!(["dice-poker", "pirate-poker", "yahtzee"], game => {
        let mut numbers = Numbers(6);
        let mean = Solution::new(game);
        let (low, count) = (-1000, 4000);
        let utility = Utility::Beat(Pmf::new(low, vec![1.0; count]));
        let solution = UtilitySolution::of_last_turns(game, &utility, 1, &|_| ());
        for _ in 0..200 {
            let sheet = some_sheet(game, 1, &mut numbers);
            let worth = solution.worth(&sheet) * count as f64 + f64::from(low) - 0.5;
            let expected = mean.worth(&sheet);
            assert!((worth - expected).abs() < 0.01, "{}: {sheet:?}: {worth}, not {expected}", game.rules());
        }
    });
}

#[test]
fn higher_targets_are_harder_and_a_draw_is_half_a_win() {
    for_games!(["dice-poker", "yatzy"], game => {
        let solve = |utility| UtilitySolution::of_last_turns(game, &utility, 1, &|_| ());
        let sheets: Vec<Sheet> = {
            let mut numbers = Numbers(7);
            (0..100).map(|_| some_sheet(game, 1, &mut numbers)).collect()
        };
        let about = sheets[0].upper() + sheets[0].lower() + 10;
        let targets: Vec<_> = (0..3).map(|more| solve(Utility::AtLeast(about + more))).collect();
        let draw = solve(Utility::Beat(Pmf::new(about, vec![1.0])));
        for sheet in &sheets {
            let chances: Vec<f64> = targets.iter().map(|target| target.worth(sheet)).collect();
            assert!(chances.is_sorted_by(|one, next| *one >= next - 1e-6), "{chances:?}");
            // One way to play for both does not do better than the best for each.
            let worth = draw.worth(sheet);
            assert!(worth <= (chances[0] + chances[1]) / 2.0 + 1e-6 && worth >= chances[1] - 1e-6);
            assert!(worth >= chances[0] / 2.0 - 1e-6);
        }
    });
}

#[test]
fn all_states_are_counted_and_none_is_kept_when_all_is_decided() {
    for_games!(["dice-poker:penalty=each,school=count"], game => {
        let cost = UtilitySolution::cost(game);
        for (target, expected) in [(-2000, 1.0), (5000, 0.0)] {
            let most = AtomicU64::new(0);
            let progress = |done| _ = most.fetch_max(done, Ordering::Relaxed);
            let solution = UtilitySolution::new(game, &Utility::AtLeast(target), progress);
            assert_eq!(most.into_inner(), cost.states);
            assert_eq!(solution.states(), 0);
            assert!(solution.bytes() < cost.bytes);
            assert_eq!(solution.worth(&Sheet::default()), expected);
            assert!(solution.decided(&Sheet::default()));
        }
    });
}
