use kosti_engine::sheet::{DicePokerRow, SheetAction};
use kosti_engine::{Chance, Dice, Game, Keep, Seat};

use super::*;
use crate::games::dice::novice::Novice;
use crate::greedy::{Greedy, GreedyGame};
use crate::play::{Table, try_play};

fn game(rules: &str) -> DicePoker {
    DicePoker::new(kosti_engine::Rules::parse(rules).unwrap())
}

/// What a player does on a sheet with these dice after this many rolls.
fn asked(
    decide: &dyn Fn(&DicePoker, &kosti_engine::sheet::SheetView) -> Action,
    sheet: &str,
    dice: [u8; 5],
    rolls: u8,
) -> Action {
    let game = game("players=1");
    let sheet = game.parse_sheet(sheet).unwrap_or_else(|error| panic!("{error}"));
    let state = game.position(&sheet, Dice::from_faces(dice).unwrap(), rolls);
    decide(&game, &game.observe(&state, Seat::new(0)))
}

fn disciple(spec: &str, sheet: &str, dice: [u8; 5], rolls: u8) -> Action {
    let disciple = Disciple::new(&spec.parse().unwrap()).unwrap();
    asked(&|game, view| disciple.action(&Moment::new(game, view)), sheet, dice, rolls)
}

fn novice(mistake: &str, sheet: &str, dice: [u8; 5], rolls: u8) -> Action {
    let mistake: super::super::novice::Mistake = mistake.parse().unwrap();
    asked(&|game, view| mistake.action(game, view), sheet, dice, rolls)
}

fn keep(faces: &[u8]) -> Action {
    SheetAction::Keep(Keep::from_faces(faces).unwrap())
}

use DicePokerRow::{
    BigRoad, Four, Full, Pair, Poker, School1, School2, School3, School4, School5, Sum, Three, TwoPairs,
};
use SheetAction::Row;

#[test]
fn the_disciple_does_what_the_document_says() {
    let told = |sheet, dice, rolls| disciple("disciple", sheet, dice, rolls);
    assert_eq!(told("", [6, 6, 1, 2, 4], 1), Row(Pair));
    assert_eq!(told("", [5, 5, 1, 2, 4], 1), Row(Pair));
    assert_eq!(told("", [6, 6, 5, 5, 4], 1), Row(TwoPairs));
    assert_eq!(told("", [1, 1, 1, 2, 2], 1), Row(Full));
    assert_eq!(told("", [3, 3, 3, 3, 3], 3), Row(Poker));
    assert_eq!(told("", [5, 5, 5, 2, 1], 1), keep(&[5, 5, 5]));
    assert_eq!(told("school-5=0", [5, 5, 5, 2, 1], 1), Row(Three));
    assert_eq!(told("pair=24", [2, 3, 4, 4, 5], 1), keep(&[2, 3, 4, 5]));
    assert_eq!(told("pair=24,three=18", [5, 5, 5, 5, 2], 3), Row(School5));
    // A row of the school that is made is rolled on for.
    assert_eq!(told("pair=24,three=18", [5, 5, 5, 2, 1], 2), keep(&[5, 5, 5]));
}

#[test]
fn failures_go_where_the_document_says() {
    let lower = "pair=24,three=18,two-pairs=20,small-road=15,school-6=0,school-5=0,school-4=0,school-3=0";
    let told = |more: &str, dice| disciple("disciple", &format!("{lower},{more}"), dice, 3);
    let failed = [1, 2, 4, 6, 6];
    assert_eq!(told("school-2=0,sum=20", failed), Row(School1));
    // Without pluses no minus; the roads are crossed first, then four, and poker last.
    assert_eq!(told("school-1=0,sum=20", failed), Row(BigRoad));
    assert_eq!(told("school-1=0", failed), Row(Sum));
    assert_eq!(told("school-1=0,sum=20,big-road=0,full=0", failed), Row(Four));
    let pluses = lower.replace("school-6=0", "school-6=6");
    assert_eq!(disciple("disciple", &format!("{pluses},school-1=0,sum=20"), failed, 3), Row(School2));
}

#[test]
fn advice_can_be_left_out() {
    let pair = |spec| disciple(spec, "", [6, 6, 1, 2, 4], 1);
    assert_eq!(pair("disciple:without=none"), pair("disciple"));
    assert_eq!(pair("disciple:without=first-roll-full"), pair("disciple"));
    let five = |spec| disciple(spec, "pair=24", [2, 3, 4, 4, 5], 1);
    assert_ne!(five("disciple:without=open-road+roll-on"), five("disciple"));
    let error = |text: &str| Disciple::new(&text.parse().unwrap()).err().unwrap().to_string();
    assert!(error("disciple:without=open-roads").contains("'open-roads' is no value for without"));
    for (place, advice) in Advice::ALL.into_iter().enumerate() {
        assert!(Advice::ALL[..place].iter().all(|before| before.name() != advice.name()));
    }
}

/// Without any advice the disciple is greedy, whatever the rules.
#[test]
fn without_all_advice_the_disciple_is_greedy() {
    let all = Advice::ALL.map(Advice::name).join("+");
    let silent = Disciple::new(&format!("disciple:without={all}").parse().unwrap()).unwrap();
    for rules in ["", "school=count,penalty=each", "even-odd=strict,crossing=forced,double=combos-only"] {
        let game = game(format!("players=1,{rules}").trim_end_matches(','));
        for block in 0..20 {
            let luck = Chance::new(3, block);
            let mut seen = 0;
            let mut state = game.start();
            let mut table = Table::for_game(&luck, 0, [Greedy]);
            crate::play::play_until(&game, &luck, &mut state, &mut table, &mut (), |_| true);
            while game.turn(&state) != kosti_engine::Turn::Over {
                let view = game.observe(&state, Seat::new(0));
                let greedy = game.greedy_action(&view);
                assert_eq!(silent.action(&Moment::new(&game, &view)), greedy);
                game.play(&mut state, greedy).unwrap();
                crate::play::play_until(&game, &luck, &mut state, &mut table, &mut (), |_| true);
                seen += 1;
            }
            assert!(seen >= 15);
        }
    }
}

#[test]
fn novices_make_their_mistakes() {
    assert_eq!(novice("stops-at-three", "", [3, 3, 3, 2, 1], 1), Row(School3));
    assert_eq!(novice("stops-at-three", "", [4, 4, 4, 4, 1], 2), Row(School4));
    assert_eq!(novice("stops-at-three", "", [3, 3, 3, 3, 3], 2), Row(Poker));
    assert!(!matches!(novice("no-school", "", [3, 3, 3, 2, 1], 3), Row(School3)));
    assert_eq!(novice("worships-poker", "", [6, 6, 2, 3, 4], 1), keep(&[6, 6]));
    assert_eq!(novice("worships-poker", "", [1, 2, 3, 4, 5], 2), keep(&[5]));
    let full = "pair=24,three=18,two-pairs=20,small-road=15,full=0,big-road=0";
    assert_eq!(novice("minuses-first", full, [1, 1, 4, 6, 5], 3), Row(School1));
    assert_eq!(novice("collects-sum", "", [6, 6, 2, 3, 5], 1), keep(&[5, 6, 6]));
    assert_eq!(novice("collects-sum", "", [1, 1, 2, 3, 5], 3), Row(Sum));
}

#[test]
fn novices_and_disciples_play_legally_under_all_rules() {
    for rules in
        ["", "school=count,penalty=each,crossing=forced", "even-odd=strict,double=no-roads,five-full=no,four-pairs=no"]
    {
        let game = game(format!("players=6,{rules}").trim_end_matches(','));
        for block in 0..10 {
            let luck = Chance::new(9, block);
            let mut bots: Vec<Box<dyn Bot<DicePoker>>> = Vec::new();
            bots.push(Box::new(Disciple::new(&"disciple".parse().unwrap()).unwrap()));
            bots.extend(
                super::super::novice::Mistake::ALL.map(|mistake| Box::new(Novice(mistake)) as Box<dyn Bot<DicePoker>>),
            );
            try_play(&game, &luck, &mut Table::for_game(&luck, 0, bots), &mut ()).expect("they play legally");
        }
    }
}
