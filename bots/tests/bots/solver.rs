//! Exact play against a slow, obvious recursion, against published figures and against simulation.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use kosti_bots::games::dice::{FollowedSheet, Optimal, distribution_of_bot};
use kosti_bots::{Greedy, Table, try_play};
use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, PiratePokerRules, ROLLS, Roll, Row, RowSet, Scoresheet, Sheet, SheetAction,
    SheetGame, YahtzeeRules, YatzyRules,
};
use kosti_engine::{AnyRules, Chance, Dice, DicePoker, Game, Keep, Label, Rng, Rules, Yahtzee, Yatzy};
use kosti_solver::{
    Constraint, Distribution, End, Fill, MEMORIES, Moment, PolicyTable, Situation, Solution, Start, Vectors, Watcher,
};

/// For every keep the chance of every roll, by adding up all ordered rolls of the rest.
static AFTER_KEEP: LazyLock<Vec<Vec<f64>>> = LazyLock::new(|| {
    let after = |keep: Keep| {
        let rolled = 5 - keep.len();
        let mut chances = vec![0.0; Dice::COUNT];
        for mut code in 0..6usize.pow(rolled as u32) {
            let mut faces: Vec<u8> = keep.faces().collect();
            for _ in 0..rolled {
                faces.push((code % 6) as u8 + 1);
                code /= 6;
            }
            let dice = Dice::from_faces(faces.try_into().unwrap()).unwrap();
            chances[dice.index()] += 1.0 / 6f64.powi(rolled as i32);
        }
        chances
    };
    Keep::all().map(after).collect()
});

fn keeps(dice: Dice) -> impl Iterator<Item = Keep> {
    (0..dice.keep_count()).map(move |number| dice.nth_keep(number))
}

fn expected(chances: &[f64], of: &[f64]) -> f64 {
    chances.iter().zip(of).map(|(chance, value)| chance * value).sum()
}

/// Best play by trying everything, with what was found before.
struct Slow<'a, S: Scoresheet> {
    game: &'a SheetGame<S>,
    allows: &'a dyn Fn(&Situation, SheetAction<S::Row>) -> bool,
    known: HashMap<String, f64>,
}

impl<S: Scoresheet> Slow<'_, S> {
    /// The mean final score from a sheet on.
    fn worth(&mut self, sheet: &Sheet) -> f64 {
        if self.game.open(sheet).is_empty() {
            return f64::from(self.game.total(sheet));
        }
        let key = format!("{sheet:?}");
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let third = self.after_roll(sheet, 3, &|_| None);
        let all: Vec<f64> = Keep::all().map(|keep| expected(&AFTER_KEEP[keep.index()], &third)).collect();
        let second = self.after_roll(sheet, 2, &|keep| Some(all[keep.index()]));
        let all: Vec<f64> = Keep::all().map(|keep| expected(&AFTER_KEEP[keep.index()], &second)).collect();
        let first = self.after_roll(sheet, 1, &|keep| Some(all[keep.index()]));
        let worth = expected(&AFTER_KEEP[Keep::NONE.index()], &first);
        self.known.insert(key, worth);
        worth
    }

    /// What each roll is worth; `kept` tells what a keep is worth while rolls are left.
    fn after_roll(&mut self, sheet: &Sheet, rolls: u8, kept: &dyn Fn(Keep) -> Option<f64>) -> Vec<f64> {
        let roll = if rolls == 1 { Roll::First } else { Roll::Later };
        Dice::all()
            .map(|dice| {
                let mut actions: Vec<(SheetAction<S::Row>, f64)> = Vec::new();
                for row in self.game.choices(sheet, dice).iter::<S::Row>() {
                    let mut after = *sheet;
                    self.game.fill(&mut after, dice, roll, row);
                    actions.push((SheetAction::Row(row), self.worth(&after)));
                }
                actions.extend(keeps(dice).filter_map(|keep| Some((SheetAction::Keep(keep), kept(keep)?))));
                let situation = Situation { open: self.game.open(sheet), upper: sheet.upper(), dice, rolls };
                let best = |allowed: &dyn Fn(SheetAction<S::Row>) -> bool| {
                    let values = actions.iter().filter(|(action, _)| allowed(*action)).map(|(_, value)| *value);
                    values.reduce(f64::max)
                };
                best(&|action| (self.allows)(&situation, action)).or_else(|| best(&|_| true)).unwrap()
            })
            .collect()
    }
}

/// A sheet with this many rows open, by random play.
fn late_sheet<S: Scoresheet>(game: &SheetGame<S>, rng: &mut Rng, open: usize) -> Sheet {
    let mut sheet = Sheet::default();
    while game.open(&sheet).len() > open {
        let dice = Dice::from_index(rng.below(Dice::COUNT as u32) as usize);
        let choices = game.choices(&sheet, dice);
        let row = choices.nth(rng.below(choices.len() as u32) as usize);
        let roll = if rng.below(3) == 0 { Roll::First } else { Roll::Later };
        game.fill(&mut sheet, dice, roll, row);
    }
    sheet
}

fn rng(seed: u64) -> Rng {
    Chance::new(seed, 0).stream(Label::deal(0))
}

fn check_small_sheets<S: Scoresheet>(game: &SheetGame<S>, seed: u64, open: usize) {
    let sheet = late_sheet(game, &mut rng(seed), open);
    let solution = Solution::from_sheet(game, &sheet);
    let mut slow = Slow { game, allows: &|_, _| true, known: HashMap::new() };
    let worth = slow.worth(&sheet);
    assert!((solution.worth(&sheet) - worth).abs() < 1e-3, "{}: {} and {worth}", game.rules(), solution.worth(&sheet));
    let turn = solution.turn(&sheet);
    assert!((turn.worth() - worth).abs() < 1e-3);
    // Every action of some rolls.
    let third = slow.after_roll(&sheet, 3, &|_| None);
    for dice in Dice::all().step_by(7) {
        for (action, value) in turn.ranked(dice, 2) {
            let expected = match action {
                SheetAction::Keep(keep) => expected(&AFTER_KEEP[keep.index()], &third),
                SheetAction::Row(row) => {
                    let mut after = sheet;
                    game.fill(&mut after, dice, Roll::Later, row);
                    slow.worth(&after)
                }
            };
            assert!((value - expected).abs() < 1e-3, "{} {dice} {action}: {value} and {expected}", game.rules());
        }
        assert_eq!(turn.best(dice, 2), turn.ranked(dice, 2)[0].0);
    }
}

/// Every combination of rules of the dice games.
fn all_rules() -> Vec<AnyRules> {
    let mut all: Vec<String> = vec![String::new()];
    let keys: [&[&str]; 7] = [
        &["school=face", "school=count"],
        &["penalty=sum", "penalty=each"],
        &["double=all", "double=no-roads", "double=no-pairs-full", "double=combos-only"],
        &["even-odd=off", "even-odd=strict", "even-odd=loose"],
        &["crossing=free", "crossing=forced"],
        &["five-full=yes", "five-full=no"],
        &["four-pairs=yes", "four-pairs=no"],
    ];
    for values in keys {
        all = all.iter().flat_map(|rules| values.iter().map(move |value| format!("{rules},{value}"))).collect();
    }
    let mut all: Vec<String> = all.into_iter().map(|rules| format!("dice-poker:{}", &rules[1..])).collect();
    all.extend(["pirate-poker", "pirate-poker:exact=roll", "yatzy", "yahtzee"].map(String::from));
    all.iter().map(|rules| AnyRules::parse(rules).unwrap()).collect()
}

#[test]
fn small_sheets_are_solved_as_by_trying_everything() {
    for (seed, rules) in (0..).zip(all_rules()) {
        // Two open rows in every variant, three in some.
        let open = if seed % 40 == 0 { 3 } else { 2 };
        match rules {
            AnyRules::DicePoker(rules) => check_small_sheets(&DicePoker::new(rules), seed, open),
            AnyRules::PiratePoker(rules) => {
                (0..4).for_each(|more| check_small_sheets(&SheetGame::new(rules), 1000 + more, 2 + more as usize % 2));
            }
            AnyRules::Yatzy(rules) => {
                (0..3).for_each(|more| check_small_sheets(&SheetGame::new(rules), 2000 + more, 2 + more as usize % 2));
            }
            AnyRules::Yahtzee(rules) => {
                (0..6).for_each(|more| check_small_sheets(&SheetGame::new(rules), 3000 + more, 2 + more as usize % 2));
            }
            _ => unreachable!("only dice games"),
        }
    }
}

#[test]
fn the_published_optima_come_out() {
    let yatzy = Solution::shared(&Yatzy::new(YatzyRules::default()));
    let yahtzee = Solution::shared(&Yahtzee::new(YahtzeeRules::default()));
    assert_eq!((yatzy.states(), yahtzee.states()), (1_430_528, 536_448));
    assert!((yatzy.mean() - 248.4400).abs() < 2e-4, "{}", yatzy.mean());
    assert!((yahtzee.mean() - 254.5896).abs() < 2e-4, "{}", yahtzee.mean());
}

#[test]
fn all_kinds_of_vectors_give_the_same_bits() {
    let game = SheetGame::new(PiratePokerRules::default());
    let means: Vec<u64> = Vectors::available()
        .into_iter()
        .map(|vectors| Solution::with_vectors(&game, vectors).unwrap().mean().to_bits())
        .collect();
    assert!(means.iter().all(|mean| *mean == means[0]), "{means:?}");
}

/// Final scores of a bot that plays alone.
fn scores<S: Scoresheet, B: kosti_bots::Bot<SheetGame<S>>>(
    game: &SheetGame<S>,
    games: u64,
    mut make: impl FnMut() -> B,
) -> Vec<f64> {
    let mut table = Table::new([make()]);
    (0..games)
        .map(|block| {
            let luck = Chance::new(7, block);
            table.seat(&luck, 0, &[0]);
            let end = try_play(game, &luck, &mut table, &mut ()).expect("bots play legally");
            f64::from(game.scores(&end).as_slice()[0])
        })
        .collect()
}

/// How many standard errors the mean and the standard deviation of a sample are from what they should be.
fn deviations(sample: &[f64], mean: f64, sd: f64) -> (f64, f64) {
    let n = sample.len() as f64;
    let sample_mean = sample.iter().sum::<f64>() / n;
    let moment = |power: i32| sample.iter().map(|x| (x - sample_mean).powi(power)).sum::<f64>() / n;
    let (variance, fourth) = (moment(2), moment(4));
    let error_of_sd = ((fourth - variance * variance) / (4.0 * variance * n)).sqrt();
    ((sample_mean - mean) / (sd / n.sqrt()), (variance.sqrt() - sd) / error_of_sd)
}

fn check_distribution<R: Row>(distribution: &Distribution<R>) {
    assert!((distribution.score.total() - 1.0).abs() < 1e-9);
    assert!((distribution.upper.total() - 1.0).abs() < 1e-9);
    for row in &distribution.rows {
        assert!((row.points.total() - 1.0).abs() < 1e-9);
        let chances = row.filled.iter().chain(&row.crossed).sum::<f64>();
        assert!((chances - 1.0).abs() < 1e-9, "{}", row.row);
    }
    for turn in 0..distribution.rows.len() {
        let chances: f64 = distribution.rows.iter().map(|row| row.filled[turn] + row.crossed[turn]).sum();
        assert!((chances - 1.0).abs() < 1e-9);
    }
}

/// Holds a distribution against games, and returns its mean.
fn check_simulation<S: Scoresheet>(game: &SheetGame<S>) -> f64 {
    let solution = Solution::shared(game);
    let distribution = solution.distribution();
    check_distribution(&distribution);
    assert!((distribution.score.mean() - solution.mean()).abs() < 1e-3);
    let played = scores(game, 20_000, || Optimal::new(PolicyTable::shared(game)));
    let (mean, sd) = deviations(&played, distribution.score.mean(), distribution.score.sd());
    assert!(mean.abs() < 4.0 && sd.abs() < 4.0, "{}: {mean} and {sd} standard errors", game.rules());
    distribution.score.mean()
}

#[test]
fn optimal_play_earns_what_was_calculated() {
    check_simulation(&DicePoker::new(DicePokerRules::parse("players=1").unwrap()));
    check_simulation(&SheetGame::new(PiratePokerRules::parse("players=1").unwrap()));
    // What the policy really earns is what is published, to the last digit.
    let yatzy = check_simulation(&Yatzy::new(YatzyRules::parse("players=1").unwrap()));
    assert_eq!(format!("{yatzy:.4}"), "248.4400");
    let yahtzee = check_simulation(&Yahtzee::new(YahtzeeRules::parse("players=1").unwrap()));
    assert_eq!(format!("{yahtzee:.4}"), "254.5896");
}

#[test]
fn a_bot_is_followed_as_it_plays() {
    // The upper total makes no difference here, so there are few states to ask the bot about.
    let game = DicePoker::new(DicePokerRules::parse("players=1,penalty=each").unwrap());
    let mut seen = Ends::default();
    let distribution = distribution_of_bot(&game, || Greedy, &mut seen);
    check_distribution(&distribution);
    let crossed: f64 = distribution.rows.iter().flat_map(|row| &row.crossed).sum();
    assert!((seen.crossed - crossed).abs() < 1e-9);
    assert!((seen.ends.values().sum::<f64>() - 1.0).abs() < 1e-9);
    // Asked for whole turns it does the same.
    assert_eq!(FollowedSheet::greedy_distribution(&game, &mut ()).score, distribution.score);
    // A greedy player that weighs anything else earns another mean.
    assert_eq!(format!("{:.6}", distribution.score.mean()), "147.058315");
    let played = scores(&game, 100_000, || Greedy);
    let (mean, sd) = deviations(&played, distribution.score.mean(), distribution.score.sd());
    assert!(mean.abs() < 4.0 && sd.abs() < 4.0, "{mean} and {sd} standard errors");
    // The same player, once by its values and once by what it does.
    let solution = Solution::shared(&game);
    let (by_values, by_deeds) =
        (solution.distribution(), distribution_of_bot(&game, || Optimal::new(PolicyTable::shared(&game)), &mut ()));
    assert!((by_values.score.mean() - by_deeds.score.mean()).abs() < 1e-4);
    assert!((by_values.score.sd() - by_deeds.score.sd()).abs() < 1e-2);
}

/// What happened on the way to the end of a game, with its chance: by what was remembered and the upper total.
#[derive(Default)]
struct Ends {
    ends: BTreeMap<(u8, i32), f64>,
    /// The states before each turn: filled rows, what was remembered and the upper total.
    starts: BTreeMap<(u32, u8, i32), f64>,
    /// Moments with five dice of one face, by roll of the turn, that filled a row.
    fives: [f64; 3],
    crossed: f64,
}

impl Watcher<DicePokerRow> for Ends {
    /// How many rows were crossed, as far as that can be remembered.
    fn memory(&self) -> Option<fn(&Fill<DicePokerRow>) -> u8> {
        Some(|fill| (fill.memory + u8::from(fill.crossed)).min(MEMORIES as u8 - 1))
    }

    fn began(&mut self, start: &Start, chance: f64) {
        *self.starts.entry((start.filled.bits(), start.memory, start.upper)).or_default() += chance;
    }

    fn dice(&self) -> Vec<Dice> {
        Dice::all().filter(|dice| dice.counts().contains(&5)).collect()
    }

    fn decided(&mut self, moment: &Moment<DicePokerRow>, chance: f64) {
        if matches!(moment.action, SheetAction::Row(_)) {
            self.fives[usize::from(moment.rolls) - 1] += chance;
        }
    }

    fn filled(&mut self, fill: &Fill<DicePokerRow>, chance: f64) {
        self.crossed += if fill.crossed { chance } else { 0.0 };
    }

    fn ended(&mut self, end: &End, chance: f64) {
        *self.ends.entry((end.memory, end.upper)).or_default() += chance;
    }
}

/// The same by playing out every roll.
fn play_out(solution: &Solution<DicePokerRules>, sheet: &Sheet, crossed: u8, chance: f64, ends: &mut Ends) {
    let game = solution.game();
    if game.open(sheet).is_empty() {
        *ends.ends.entry((crossed, sheet.upper())).or_default() += chance;
        return;
    }
    *ends.starts.entry((sheet.filled().bits(), crossed, sheet.upper())).or_default() += chance;
    let turn = solution.turn(sheet);
    let mut rolls: BTreeMap<Dice, f64> = roll_on(Keep::NONE, 1.0);
    for number in 1..=3 {
        let mut next: BTreeMap<Dice, f64> = BTreeMap::new();
        for (dice, share) in rolls {
            match turn.best(dice, number) {
                SheetAction::Keep(keep) => {
                    roll_on(keep, share).into_iter().for_each(|(dice, share)| *next.entry(dice).or_default() += share);
                }
                SheetAction::Row(row) => {
                    let mut after = *sheet;
                    game.fill(&mut after, dice, if number == 1 { Roll::First } else { Roll::Later }, row);
                    let is_crossed = after.crossed().contains(row);
                    ends.crossed += if is_crossed { chance * share } else { 0.0 };
                    if dice.counts().contains(&5) {
                        ends.fives[usize::from(number) - 1] += chance * share;
                    }
                    play_out(solution, &after, crossed + u8::from(is_crossed), chance * share, ends);
                }
            }
        }
        rolls = next;
    }
}

/// The dice that come of a keep, by chance.
fn roll_on(keep: Keep, chance: f64) -> BTreeMap<Dice, f64> {
    let shares = Dice::all().zip(&AFTER_KEEP[keep.index()]).filter(|(_, share)| **share > 0.0);
    shares.map(|(dice, share)| (dice, chance * share)).collect()
}

#[test]
fn whoever_watches_sees_what_playing_out_every_roll_gives() {
    let game = DicePoker::new(DicePokerRules::parse("players=1").unwrap());
    let solution = Solution::shared(&game);
    let filled = "school-1=-1,school-2=0,school-3=3,school-4=-4,school-5=0,pair=24,three=30,two-pairs=36,full=0,small-road=30,\
                  big-road=0,sum=19,four=0";
    let sheet = game.parse_sheet(filled).unwrap();
    assert_eq!(game.open(&sheet), RowSet::of(&[DicePokerRow::School6, DicePokerRow::Poker]));
    let (mut watched, mut played) = (Ends::default(), Ends::default());
    // Two who watch at once see what each would see alone.
    let mut other = Ends::default();
    solution.watched(&sheet, &mut (&mut watched, &mut other));
    assert_eq!((&other.ends, &other.starts, other.crossed), (&watched.ends, &watched.starts, watched.crossed));
    assert_eq!(other.fives, watched.fives);
    play_out(&solution, &sheet, 0, 1.0, &mut played);
    assert_eq!(watched.ends.keys().collect::<Vec<_>>(), played.ends.keys().collect::<Vec<_>>());
    for (end, chance) in &played.ends {
        assert!((watched.ends[end] - chance).abs() < 1e-9, "{end:?}: {} instead of {chance}", watched.ends[end]);
    }
    assert!(played.starts.len() > 2, "{} states", played.starts.len());
    assert_eq!(watched.starts.keys().collect::<Vec<_>>(), played.starts.keys().collect::<Vec<_>>());
    for (start, chance) in &played.starts {
        assert!((watched.starts[start] - chance).abs() < 1e-9, "{start:?}");
    }
    assert!((watched.crossed - played.crossed).abs() < 1e-9);
    for (watched, played) in watched.fives.iter().zip(played.fives) {
        assert!((watched - played).abs() < 1e-9 && played > 0.0, "{watched} instead of {played}");
    }
}

/// With this many equal dice of a face on the first roll, always fill this row; otherwise do anything.
#[derive(Clone, Copy)]
struct AtOnce {
    row: DicePokerRow,
    equal: u8,
    face: u8,
}

impl Constraint<DicePokerRow> for AtOnce {
    fn looks_at(&self) -> RowSet {
        RowSet::of(&[self.row])
    }

    fn allows(&self, situation: &Situation, action: SheetAction<DicePokerRow>) -> bool {
        let there = situation.dice.counts()[usize::from(self.face) - 1] == self.equal;
        let bound = situation.rolls == 1 && there && situation.open.contains(self.row);
        !bound || action == SheetAction::Row(self.row)
    }
}

/// Never keeps pairs apart from anything else while the school is below zero, and never crosses the poker then.
#[derive(Clone, Copy)]
struct Careful;

impl Constraint<DicePokerRow> for Careful {
    fn class_of(&self, upper: i32) -> i32 {
        i32::from(upper < 0)
    }

    fn allows(&self, situation: &Situation, action: SheetAction<DicePokerRow>) -> bool {
        situation.upper >= 0
            || match action {
                SheetAction::Keep(keep) => keep.len() != 2,
                SheetAction::Row(row) => row != DicePokerRow::Poker || situation.rolls == ROLLS - 1,
            }
    }
}

/// Keeps the highest pair together, if there is one: what may be kept depends on all dice.
#[derive(Clone, Copy)]
struct KeepPairs;

impl Constraint<DicePokerRow> for KeepPairs {
    fn looks_at(&self) -> RowSet {
        RowSet::EMPTY
    }

    fn allows(&self, situation: &Situation, action: SheetAction<DicePokerRow>) -> bool {
        let SheetAction::Keep(keep) = action else { return true };
        let pair = (0..6).rev().find(|&face| situation.dice.counts()[face] >= 2);
        pair.is_none_or(|face| keep.counts()[face] >= 2)
    }
}

/// Never rolls again, nor fills the rows for sixes and for the sum: at times nothing is left, and everything is allowed.
#[derive(Clone, Copy)]
struct Hasty;

impl Constraint<DicePokerRow> for Hasty {
    fn looks_at(&self) -> RowSet {
        RowSet::EMPTY
    }

    fn allows(&self, _: &Situation, action: SheetAction<DicePokerRow>) -> bool {
        matches!(action, SheetAction::Row(row) if row != DicePokerRow::School6 && row != DicePokerRow::Sum)
    }
}

/// Rolls three times unless all dice are equal or no two are; the rows are free.
#[derive(Clone, Copy)]
struct Restless;

impl Constraint<DicePokerRow> for Restless {
    fn allows(&self, situation: &Situation, action: SheetAction<DicePokerRow>) -> bool {
        let most = situation.dice.counts().into_iter().max();
        match action {
            SheetAction::Row(row) => situation.rolls == ROLLS || most == Some(5) || row == DicePokerRow::School1,
            SheetAction::Keep(keep) => most == Some(1) || keep.len() < 4,
        }
    }
}

fn check_constraint(game: &DicePoker, constraint: impl Constraint<DicePokerRow> + Send + Copy + 'static, seed: u64) {
    let sheet = late_sheet(game, &mut rng(seed), 2);
    let solution = Solution::under_from_sheet(game, &sheet, constraint);
    let allows = |situation: &Situation, action| {
        let open = situation.open.and(constraint.looks_at());
        constraint.allows(&Situation { open, ..*situation }, action)
    };
    let worth = Slow { game, allows: &allows, known: HashMap::new() }.worth(&sheet);
    assert!((solution.worth(&sheet) - worth).abs() < 1e-3, "{} and {worth}", solution.worth(&sheet));
}

#[test]
fn constraints_are_kept_as_by_trying_everything() {
    let game = DicePoker::new(DicePokerRules::default());
    for seed in 0..20 {
        check_constraint(&game, AtOnce { row: DicePokerRow::Pair, equal: 2, face: 6 }, seed);
        check_constraint(&game, Careful, seed);
        check_constraint(&game, KeepPairs, seed);
        check_constraint(&game, Hasty, seed);
        check_constraint(&game, Restless, seed);
    }
}

/// Counts how often a constraint forbids something better.
#[derive(Default)]
struct Bites(f64);

impl Watcher<DicePokerRow> for Bites {
    fn bitten(&mut self, _: RowSet, times: f64) {
        self.0 += times;
    }
}

#[test]
fn a_constraint_costs_points_and_bites_as_often_as_it_is_told() {
    let game = DicePoker::new(DicePokerRules::parse("players=1").unwrap());
    let free = Solution::shared(&game);
    let pair = Solution::under(&game, AtOnce { row: DicePokerRow::Pair, equal: 2, face: 6 });
    let cost = free.mean() - pair.mean();
    assert!((0.0..5.0).contains(&cost), "{cost}");
    let mut bites = Bites::default();
    let distribution = pair.distribution_watched(&mut bites);
    check_distribution(&distribution);
    assert!((distribution.score.mean() - pair.mean()).abs() < 1e-3);
    let bites = bites.0;
    // A first roll with exactly two sixes comes in 16 % of all turns, and binds at most once a game.
    assert!(bites > 0.0 && bites < 1.0, "{bites}");
    // What forbids nothing costs nothing.
    let null = Solution::under(&game, AtOnce { row: DicePokerRow::Pair, equal: 9, face: 6 });
    assert_eq!(null.mean(), free.mean());
    let mut bites = Bites::default();
    null.watched(&Sheet::default(), &mut bites);
    assert_eq!(bites.0, 0.0);
}
