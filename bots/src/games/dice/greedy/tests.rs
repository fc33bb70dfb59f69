use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, PiratePokerRow, PiratePokerRules, Roll, Row, Scoresheet, Sheet, SheetAction,
    SheetGame, SheetState, YahtzeeRow, YahtzeeRules, YatzyRow, YatzyRules,
};
use kosti_engine::{ActionSet, Chance, Dice, Game, Keep, Label, Seat, Turn, Values};

use super::heuristics::SheetHeuristics;
use super::{ROW, WholeTurn};
use crate::greedy::{Greedy, GreedyGame};
use crate::play::{Table, try_play};

const ME: Seat = Seat::new(0);

fn roll(faces: [u8; 5]) -> Dice {
    Dice::from_faces(faces).unwrap()
}

fn keep<R>(faces: &[u8]) -> SheetAction<R> {
    SheetAction::Keep(Keep::from_faces(faces).unwrap())
}

fn game<S: Scoresheet>(rules: &str) -> SheetGame<S> {
    let alone = if rules.is_empty() { "players=1".to_owned() } else { format!("players=1,{rules}") };
    SheetGame::new(S::parse(&alone).unwrap())
}

/// What greedy does with these dice after this many rolls, once all other rows than these were filled with ones.
fn choice<S: SheetHeuristics>(game: &SheetGame<S>, open: &[S::Row], rolls: u8, faces: [u8; 5]) -> SheetAction<S::Row> {
    let mut state = game.start();
    for row in game.rows().iter::<S::Row>().filter(|row| !open.contains(row)) {
        game.resolve(&mut state, &roll([1; 5]));
        game.play_unchecked(&mut state, SheetAction::Row(row));
    }
    game.resolve(&mut state, &roll(faces));
    for _ in 1..rolls {
        game.play(&mut state, keep(&faces)).unwrap();
        game.resolve(&mut state, &roll(faces));
    }
    game.greedy_action(&game.observe(&state, ME))
}

/// The same on an empty sheet.
fn opening<S: SheetHeuristics>(game: &SheetGame<S>, rolls: u8, faces: [u8; 5]) -> SheetAction<S::Row> {
    choice(game, S::Row::ALL, rolls, faces)
}

/// Every variant of the rules for this many players.
fn variants<S: Scoresheet>(players: u8) -> Vec<S> {
    let mut variants = vec![S::parse(&format!("players={players}")).unwrap()];
    for (place, key) in S::KEYS.iter().enumerate() {
        if let Values::Words(words) = key.values {
            let with = |rules: &S, value| {
                let mut rules = *rules;
                rules.set_value(place, value as u8);
                rules
            };
            variants = variants.iter().flat_map(|rules| (0..words.len()).map(move |word| with(rules, word))).collect();
        }
    }
    variants
}

/// Shows every decision of some games in which `choose` acts.
fn watch<S: SheetHeuristics>(
    game: &SheetGame<S>,
    seed: u64,
    games: u64,
    mut choose: impl FnMut(&SheetState, Seat) -> SheetAction<S::Row>,
) {
    for block in 0..games {
        let luck = Chance::new(seed, block);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(seat) => {
                    let action = choose(&state, seat);
                    game.play(&mut state, action).unwrap();
                }
                Turn::Over => break,
            }
        }
    }
}

#[test]
fn five_sixes_go_to_the_best_row_there_is() {
    for rolls in 1..=3 {
        let sixes = [6; 5];
        assert_eq!(opening(&game::<DicePokerRules>(""), rolls, sixes), SheetAction::Row(DicePokerRow::Poker));
        assert_eq!(opening(&game::<YatzyRules>(""), rolls, sixes), SheetAction::Row(YatzyRow::Yatzy));
        assert_eq!(opening(&game::<YahtzeeRules>(""), rolls, sixes), SheetAction::Row(YahtzeeRow::Yahtzee));
        // The first three turns belong to the mandatory rows.
        let pirates = game::<PiratePokerRules>("");
        assert_eq!(opening(&pirates, rolls, sixes), SheetAction::Row(PiratePokerRow::Must6));
        let open = [PiratePokerRow::Must6, PiratePokerRow::Four, PiratePokerRow::Poker, PiratePokerRow::Garbage];
        assert_eq!(choice(&pirates, &open, rolls, sixes), SheetAction::Row(PiratePokerRow::Poker));
    }
}

#[test]
fn doubled_combinations_are_booked_at_once() {
    let dice_poker = game::<DicePokerRules>("");
    assert_eq!(opening(&dice_poker, 1, [6, 6, 5, 5, 1]), SheetAction::Row(DicePokerRow::TwoPairs));
    assert_eq!(opening(&dice_poker, 1, [2, 3, 4, 5, 6]), SheetAction::Row(DicePokerRow::BigRoad));
    assert_eq!(opening(&dice_poker, 1, [6, 6, 6, 5, 5]), SheetAction::Row(DicePokerRow::Full));
    // Without doubling the next rolls may still make it a full.
    let open = [DicePokerRow::TwoPairs, DicePokerRow::Full];
    assert_eq!(choice(&dice_poker, &open, 1, [6, 6, 5, 5, 1]), SheetAction::Row(DicePokerRow::TwoPairs));
    let undoubled = game::<DicePokerRules>("double=combos-only");
    assert_eq!(choice(&undoubled, &open, 1, [6, 6, 5, 5, 1]), keep(&[6, 6, 5, 5]));
}

#[test]
fn plans_keep_the_dice_that_they_need() {
    use DicePokerRow::{BigRoad, Even, Full, Odd, Poker, School4, SmallRoad, Sum};
    assert_eq!(opening(&game::<YatzyRules>(""), 1, [6, 6, 6, 1, 2]), keep(&[6, 6, 6]));
    assert_eq!(opening(&game::<YahtzeeRules>(""), 2, [5, 5, 5, 1, 2]), keep(&[5, 5, 5]));
    let dice_poker = game::<DicePokerRules>("");
    assert_eq!(choice(&dice_poker, &[SmallRoad, BigRoad], 1, [2, 3, 4, 5, 5]), keep(&[2, 3, 4, 5]));
    assert_eq!(choice(&dice_poker, &[SmallRoad], 2, [2, 3, 4, 5, 6]), keep(&[2, 3, 4, 5]));
    assert_eq!(choice(&dice_poker, &[Full], 2, [2, 2, 6, 6, 1]), keep(&[2, 2, 6, 6]));
    assert_eq!(choice(&dice_poker, &[Poker], 1, [2, 2, 6, 5, 1]), keep(&[2, 2]));
    assert_eq!(choice(&dice_poker, &[School4], 1, [1, 2, 3, 5, 6]), keep(&[]));
    assert_eq!(choice(&dice_poker, &[Sum], 1, [6, 5, 4, 1, 1]), keep(&[6, 5]));
    assert_eq!(choice(&dice_poker, &[Sum], 2, [6, 5, 4, 1, 1]), keep(&[6, 5, 4]));
    for rules in ["even-odd=strict", "even-odd=loose"] {
        let parity = game::<DicePokerRules>(rules);
        assert_eq!(choice(&parity, &[Even], 1, [1, 2, 4, 5, 6]), keep(&[2, 4, 6]));
        assert_eq!(choice(&parity, &[Odd], 2, [1, 2, 3, 4, 6]), keep(&[1, 3]));
    }
}

#[test]
fn nothing_is_rolled_that_cannot_get_better() {
    use PiratePokerRow::{Pair, Straight2, Three};
    let pirates = game::<PiratePokerRules>("");
    assert_eq!(choice(&pirates, &[Straight2], 2, [2, 3, 4, 5, 6]), SheetAction::Row(Straight2));
    assert_eq!(choice(&pirates, &[Three], 2, [6, 6, 6, 1, 2]), SheetAction::Row(Three));
    assert_eq!(choice(&pirates, &[Pair], 1, [6, 6, 1, 2, 3]), SheetAction::Row(Pair));
    let sum = DicePokerRow::Sum;
    assert_eq!(choice(&game::<DicePokerRules>(""), &[sum], 1, [5, 5, 6, 6, 6]), SheetAction::Row(sum));
}

#[test]
fn a_spoilt_turn_costs_as_little_as_possible() {
    let action = opening(&game::<DicePokerRules>(""), 3, [1, 1, 2, 4, 6]);
    assert_eq!(action, SheetAction::Row(DicePokerRow::School1));
    let action = opening(&game::<YatzyRules>(""), 3, [1, 1, 1, 3, 5]);
    assert_eq!(action, SheetAction::Row(YatzyRow::Ones));
}

fn crosses_only_without_a_choice<S: SheetHeuristics>() {
    for rules in variants::<S>(1) {
        let (game, pars) = (SheetGame::new(rules), rules.pars());
        watch(&game, 5, 4, |state, seat| {
            let action = game.greedy_action(&game.observe(state, seat));
            let (sheet, dice) = (state.sheet(seat), state.dice().unwrap());
            let at = if state.rolls() == 1 { Roll::First } else { Roll::Later };
            if let SheetAction::Row(row) = action
                && game.booking(sheet, dice, at, row).crossed
            {
                for other in game.choices(sheet, dice).without(S::UPPER).iter::<S::Row>() {
                    let booking = game.booking(sheet, dice, at, other);
                    let usual = pars.points[other.index()];
                    assert!(booking.crossed || (booking.points as f32) < usual, "{rules}: {row}, not {other}, {dice}");
                }
            }
            action
        });
    }
}

#[test]
fn no_row_is_crossed_while_another_gets_its_usual_points() {
    crosses_only_without_a_choice::<DicePokerRules>();
    crosses_only_without_a_choice::<PiratePokerRules>();
    crosses_only_without_a_choice::<YatzyRules>();
    crosses_only_without_a_choice::<YahtzeeRules>();
}

/// In positions that random play reaches, greedy finds a legal action, and always the same.
fn always_legal<S: SheetHeuristics>() {
    for rules in variants::<S>(2) {
        let game = SheetGame::new(rules);
        let mut rng = Chance::new(8, 9).stream(Label::bot(0, ME));
        watch(&game, 6, 3, |state, seat| {
            let (legal, view) = (game.legal(state), game.observe(state, seat));
            let action = game.greedy_action(&view);
            assert!(legal.contains(action), "{rules}: {action}");
            assert_eq!(game.greedy_action(&view), action);
            ActionSet::<SheetAction<S::Row>>::pick(&legal, &mut rng)
        });
    }
}

#[test]
fn every_variant_can_be_played() {
    always_legal::<DicePokerRules>();
    always_legal::<PiratePokerRules>();
    always_legal::<YatzyRules>();
    always_legal::<YahtzeeRules>();
}

fn ignores_others<S: SheetHeuristics>() {
    let game = SheetGame::new(S::parse("players=2").unwrap());
    let seat_one = Seat::new(1);
    let actions = |seed: u64| {
        let mut rng = Chance::new(seed, 0).stream(Label::bot(0, ME));
        let mut actions = Vec::new();
        watch(&game, 7, 20, |state, seat| {
            if seat == seat_one {
                actions.push(game.greedy_action(&game.observe(state, seat)));
                return actions[actions.len() - 1];
            }
            let legal = game.legal(state);
            ActionSet::<SheetAction<S::Row>>::pick(&legal, &mut rng)
        });
        actions
    };
    assert_eq!(actions(1), actions(2));
}

#[test]
fn other_sheets_do_not_matter() {
    ignores_others::<DicePokerRules>();
    ignores_others::<PiratePokerRules>();
    ignores_others::<YatzyRules>();
    ignores_others::<YahtzeeRules>();
}

/// On a full sheet the worth of the upper part is no guess: it must add up to the rules' total.
fn worth_agrees_with_the_total<S: SheetHeuristics>() {
    for rules in variants::<S>(1) {
        let game = SheetGame::new(rules);
        for block in 0..20 {
            let mut table = Table::for_game(&Chance::new(10, block), 0, [Greedy]);
            let state = try_play(&game, &Chance::new(10, block), &mut table, &mut ()).unwrap();
            let sheet = state.sheet(ME);
            let prize = if sheet.crossed().is_empty() { S::UNCROSSED } else { 0.0 };
            let worth = rules.upper_worth(sheet.upper() as f32, 0.0) + sheet.lower() as f32 + prize;
            assert_eq!(worth, game.total(sheet) as f32, "{rules}");
        }
    }
}

#[test]
fn prizes_and_fines_are_those_of_the_rules() {
    worth_agrees_with_the_total::<DicePokerRules>();
    worth_agrees_with_the_total::<PiratePokerRules>();
    worth_agrees_with_the_total::<YatzyRules>();
    worth_agrees_with_the_total::<YahtzeeRules>();
}

fn mean_score<S: SheetHeuristics>(rules: &str) -> f64 {
    const GAMES: u64 = 3000;
    let game = game::<S>(rules);
    let total: i32 = (0..GAMES)
        .map(|block| {
            let luck = Chance::new(11, block);
            let state = try_play(&game, &luck, &mut Table::for_game(&luck, 0, [Greedy]), &mut ()).unwrap();
            game.total(state.sheet(ME))
        })
        .sum();
    f64::from(total) / GAMES as f64
}

#[test]
fn greedy_plays_as_well_as_it_did() {
    // Four standard errors below the means of long runs.
    assert!(mean_score::<DicePokerRules>("") > 159.0);
    assert!(mean_score::<DicePokerRules>("school=count") > 166.0);
    assert!(mean_score::<DicePokerRules>("penalty=each") > 142.0);
    assert!(mean_score::<PiratePokerRules>("") > 140.0);
    assert!(mean_score::<PiratePokerRules>("exact=roll") > 138.0);
    assert!(mean_score::<YatzyRules>("") > 237.0);
    assert!(mean_score::<YahtzeeRules>("") > 241.0);
}

/// Whole turns are decided as one roll after the other, on the sheets of random games.
fn check_whole_turns<S: SheetHeuristics>() {
    for (seed, rules) in (0..).zip(variants::<S>(1)) {
        let game = SheetGame::new(rules);
        let mut picks = Chance::new(seed, 0).stream(Label::deal(0));
        let mut sheets = 0;
        watch(&game, seed, 1, |state, seat| {
            if state.rolls() == 1 && sheets % 4 == 0 {
                let sheet = state.sheet(seat);
                let turn = WholeTurn::new(&game, sheet);
                let others = [-3, 0, 4].map(|more| {
                    let mut other = Sheet::outline(sheet.filled(), sheet.upper() + more);
                    if game.rules().marked(sheet) {
                        game.rules().mark(&mut other);
                    }
                    other
                });
                turn.decide(&others, |after, dice, decided: &[u32; 4]| {
                    for (other, &code) in others.iter().zip(decided) {
                        let action = match code.checked_sub(ROW) {
                            Some(row) => SheetAction::Row(S::Row::ALL[row as usize]),
                            None => SheetAction::Keep(Keep::from_index(code as usize)),
                        };
                        let position = game.position(other, dice, after as u8 + 1);
                        let usual = game.greedy_action(&game.observe(&position, ME));
                        assert_eq!(action, usual, "{other:?} {dice} {after}");
                    }
                });
            }
            sheets += usize::from(state.rolls() == 1);
            let legal = game.legal(state);
            ActionSet::<SheetAction<S::Row>>::pick(&legal, &mut picks)
        });
        assert!(sheets > 10);
    }
}

#[test]
fn whole_turns_are_decided_as_one_roll_after_the_other() {
    check_whole_turns::<DicePokerRules>();
    check_whole_turns::<PiratePokerRules>();
    check_whole_turns::<YatzyRules>();
}
