use std::collections::BTreeMap;
use std::sync::LazyLock;

use kosti_engine::sheet::{DicePokerRules, PiratePokerRules, ROLLS, Roll, SheetAction, YatzyRules};
use kosti_engine::{Dice, Game, Keep};

use super::*;
use crate::Solution;

/// Final scores and their chances.
type Scores = BTreeMap<i32, f64>;
/// The same by sheet: filled rows, mark, upper total and the rest.
type Known = BTreeMap<(u32, bool, i32, i32), Scores>;

fn game<S: Scoresheet>(rules: &str) -> SheetGame<S> {
    SheetGame::new(S::parse(rules).unwrap())
}

fn sheet<S: Scoresheet>(game: &SheetGame<S>, text: &str) -> Sheet {
    game.parse_sheet(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A contest among sheets that can follow this one.
fn contest<S: Scoresheet>(game: &SheetGame<S>, from: &str) -> (Contest<S>, Solution<S>) {
    let solution = Solution::from_sheet(game, &sheet(game, from));
    let outlook = Outlook::within(&solution);
    (Contest { game: game.clone(), outlook, ending: None }, solution)
}

/// The rolls that a keep can become, and their chances.
fn rolled(keep: Keep) -> &'static [(Dice, f64)] {
    static ROLLED: LazyLock<Vec<Vec<(Dice, f64)>>> = LazyLock::new(|| {
        let sums = |keep: Keep| {
            let mut sums = [0.0; Dice::COUNT];
            grown(keep).into_iter().for_each(|(dice, chance)| sums[dice.index()] += chance);
            Dice::all().zip(sums).filter(|(_, chance)| *chance > 0.0).collect()
        };
        Keep::all().map(sums).collect()
    });
    &ROLLED[keep.index()]
}

/// The same die by die, each roll as often as it comes.
fn grown(keep: Keep) -> Vec<(Dice, f64)> {
    match Dice::try_from(keep) {
        Ok(dice) => vec![(dice, 1.0)],
        Err(keep) => {
            let further = (1..=6).filter_map(|face| keep.plus(face)).flat_map(grown);
            further.map(|(dice, chance)| (dice, chance / 6.0)).collect()
        }
    }
}

/// The slow and plain way: every roll of every turn, and each time the first of the best actions for the mean.
fn plainly<S: Scoresheet>(solution: &Solution<S>, sheet: &Sheet, known: &mut Known) -> Scores {
    let game = solution.game();
    if game.open(sheet).is_empty() {
        return Scores::from([(game.total(sheet), 1.0)]);
    }
    let key = (sheet.filled().bits(), game.rules().marked(sheet), sheet.upper(), sheet.lower());
    if let Some(scores) = known.get(&key) {
        return scores.clone();
    }
    let turn = solution.turn(sheet);
    let mut scores = Scores::new();
    let mut lying = vec![0.0; Dice::COUNT];
    rolled(Keep::NONE).iter().for_each(|(dice, chance)| lying[dice.index()] += chance);
    for rolls in 1..=ROLLS {
        let mut next = vec![0.0; Dice::COUNT];
        for dice in Dice::all().filter(|dice| lying[dice.index()] > 0.0) {
            let chance = lying[dice.index()];
            match turn.best(dice, rolls) {
                SheetAction::Keep(keep) => {
                    rolled(keep).iter().for_each(|(dice, share)| next[dice.index()] += chance * share);
                }
                SheetAction::Row(row) => {
                    let mut after = *sheet;
                    game.fill(&mut after, dice, if rolls == 1 { Roll::First } else { Roll::Later }, row);
                    for (score, share) in plainly(solution, &after, known) {
                        *scores.entry(score).or_default() += chance * share;
                    }
                }
            }
        }
        lying = next;
    }
    known.insert(key, scores.clone());
    scores
}

/// The share of the win with this score against others with these.
fn plain_share(score: i32, others: &[Scores], tied: u32) -> f64 {
    let Some((first, rest)) = others.split_first() else { return 1.0 / f64::from(1 + tied) };
    let chances = first.iter().filter(|(other, _)| **other <= score);
    chances.map(|(other, chance)| chance * plain_share(score, rest, tied + u32::from(*other == score))).sum()
}

/// Every row of every roll is worth what full enumeration says.
fn agrees<S: Scoresheet>(rules: &str, from: &str, mover: &str, others: &[&str]) {
    let game = game::<S>(rules);
    let (mut contest, solution) = contest(&game, from);
    let mover = sheet(&game, mover);
    let others: Vec<Sheet> = others.iter().map(|text| sheet(&game, text)).collect();
    let mut known = Known::new();
    let finals: Vec<Scores> = others.iter().map(|other| plainly(&solution, other, &mut known)).collect();
    let turn = TurnValues::<S>::new(contest.expected_turn(&mover, &others));
    for dice in Dice::all().step_by(11) {
        for rolls in [1, ROLLS] {
            for row in game.choices(&mover, dice).iter::<S::Row>() {
                let mut after = mover;
                game.fill(&mut after, dice, if rolls == 1 { Roll::First } else { Roll::Later }, row);
                let own = plainly(&solution, &after, &mut known);
                let share: f64 = own.iter().map(|(score, chance)| chance * plain_share(*score, &finals, 0)).sum();
                let found = turn.of(dice, rolls, SheetAction::Row(row));
                assert!((found - share).abs() < 1e-5, "{rules}: {row:?} with {dice:?}: {found}, not {share}");
            }
            // It never does worse by its own measure than the action that is best for the mean.
            let best = turn.of(dice, rolls, turn.best(dice, rolls));
            assert!(best >= turn.of(dice, rolls, solution.turn(&mover).best(dice, rolls)));
        }
    }
}

const LOWER: &str = "three=18,two-pairs=22,full=25,small-road=0,big-road=40,sum=22";

#[test]
fn the_last_turns_of_several_players_are_worth_what_enumeration_says() {
    let school = "school-1=-1,school-2=0,school-3=3,school-4=0,school-5=0";
    let from = format!("{school},{LOWER}");
    let one = |more: &str| format!("{school},{LOWER},{more}");
    // The last turn, before one who has a row to fill and after one who has finished.
    let (last, full) = (one("school-6=0,pair=24,four=0"), one("school-6=6,pair=20,four=24,poker=0"));
    agrees::<DicePokerRules>("", &from, &last, &[&full, &last]);
    // The last turn but one, against three.
    let two = one("school-6=-6,pair=24");
    agrees::<DicePokerRules>("", &from, &two, &[&two, &last, &one("school-6=0,pair=20")]);
    // The same where points are missing in the upper part.
    agrees::<DicePokerRules>(
        "school=count",
        &from.replace("school-3=3", "school-3=1"),
        &{ one("pair=24,poker=0").replace("school-3=3", "school-3=1") },
        &[&one("school-6=2,pair=20").replace("school-3=3", "school-3=1")],
    );
    let must = "must-1=0,must-2=0,must-3=-3,must-4=4,must-5=0,pair=24,three=18,straight-1=15,garbage=22,full=30";
    let pirate = |more: &str| format!("{must},{more}");
    agrees::<PiratePokerRules>(
        "",
        must,
        &pirate("must-6=0,straight-2=0"),
        &[&pirate("must-6=0,straight-2=40,four=0"), &pirate("must-6=0,straight-2=40,poker=0")],
    );
}

#[test]
fn endings_between_two_are_those_of_the_solved_ending() {
    let game = game::<DicePokerRules>("");
    let school = "school-1=-1,school-2=0,school-3=3,school-4=0,school-5=0";
    let (mut contest, _) = contest(&game, &format!("{school},{LOWER}"));
    let mover = sheet(&game, &format!("{school},{LOWER},pair=24,four=0"));
    let other = sheet(&game, &format!("{school},{LOWER},pair=20,school-6=0"));
    let ending = Ending::new(&game, &mover, &other).unwrap();
    let turn = contest.turn(&mover, &[other]);
    for dice in Dice::all() {
        for rolls in 1..=ROLLS {
            for (action, chance) in ending.turn().ranked(dice, rolls) {
                assert!((turn.of(dice, rolls, action) - chance).abs() < 1e-6);
            }
        }
    }
    // Later turns of the same ending are known, and others are solved anew.
    let after = sheet(&game, &format!("{school},{LOWER},pair=24,four=0,poker=0"));
    let next = contest.turn(&other, &[after]).worth();
    assert!((next - Ending::new(&game, &other, &after).unwrap().worth()).abs() < 1e-6);
    assert!((contest.turn(&mover, &[other]).worth() - ending.worth()).abs() < 1e-6);
}

#[test]
fn a_decided_game_is_played_for_points() {
    let game = game::<DicePokerRules>("");
    let school = "school-1=-1,school-2=0,school-3=3,school-4=0,school-5=0";
    let (mut contest, solution) = contest(&game, &format!("{school},{LOWER}"));
    let behind =
        sheet(&game, &format!("{school},{},school-6=-18,poker=0", LOWER.replace("=25", "=0").replace("=22", "=8")));
    let ahead = sheet(&game, &format!("{school},{LOWER},pair=24,school-6=12,poker=110,four=48"));
    for (mover, others) in [(behind, vec![ahead, behind]), (behind, vec![ahead, ahead, ahead])] {
        let (turn, mean) = (contest.turn(&mover, &others), solution.turn(&mover));
        for dice in Dice::all() {
            for rolls in 1..=ROLLS {
                let (ours, best) = (mean.of(dice, rolls, turn.best(dice, rolls)), mean.ranked(dice, rolls)[0].1);
                assert!((ours - best).abs() < 1e-3, "{dice:?} after {rolls}: {ours}, {best}");
            }
        }
    }
}

#[test]
fn shares_of_a_win_are_those_of_all_cases() {
    let others = [
        Pmf::new(3, vec![0.25, 0.5, 0.25]),
        Pmf::new(1, vec![0.1, 0.2, 0.3, 0.4]),
        Pmf::new(4, vec![1.0]),
        Pmf::new(-2, vec![0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5]),
    ];
    let scores: Vec<Scores> = others.iter().map(|other| other.iter().collect()).collect();
    for count in 0..=others.len() {
        let shares = Shares::new(&others[..count]);
        for score in -5..=10 {
            let plain = plain_share(score, &scores[..count], 0);
            assert!((shares.at(score) - plain).abs() < 1e-12 || count == 0, "{score}: {}, {plain}", shares.at(score));
        }
    }
    let (one, other) = (Shares::new(&others[..1]).at(4), Shares::new(&others[..1]).at(5));
    assert!((Shares::new(&others[..1]).between(4.25) - (0.75 * one + 0.25 * other)).abs() < 1e-12);
}

#[test]
fn what_was_looked_at_before_makes_no_difference() {
    let game = game::<YatzyRules>("");
    let from = "ones=3,twos=6,threes=9,fours=12,two-pairs=22,three=18,small-straight=15,full=28,chance=25";
    let mover = sheet(&game, from);
    let others = ["fives=15", "pair=12,fives=10", "four=0"].map(|more| sheet(&game, &format!("{from},{more}")));
    let worth = |contest: &mut Contest<YatzyRules>, others: &[Sheet]| contest.turn(&mover, others).worth();
    let fresh = worth(&mut contest(&game, from).0, &others);
    let (mut used, _) = contest(&game, from);
    let alone = worth(&mut used, &others[..1]);
    let [one, two, three] = others;
    assert!((worth(&mut used, &[three, one, two]) - fresh).abs() < 1e-12);
    assert_eq!(worth(&mut used, &others), fresh);
    assert_eq!(worth(&mut used, &others[..1]), alone);
    assert!(fresh < alone);
}
