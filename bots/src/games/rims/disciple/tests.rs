use kosti_engine::{Chance, RimsRules, Rules, Turn};

use super::*;
use crate::disciple::AsHabit;
use crate::games::rims::greedy::tests::played;
use crate::greedy::GreedyGame;
use crate::habit::examine::{Say, examine};

const RULES: [&str; 6] =
    ["players=2", "players=2,lead=winner", "players=3", "players=4", "players=6,lead=winner", "players=13"];

/// What an advice asks for after these hands were dealt and these cards laid, if the player would do this otherwise.
fn asked(advice: RimsAdvice, rules: &str, hands: &[&str], laid: &[&str], usual: &str) -> String {
    let (game, state) = played(rules, hands, laid);
    let view = game.observe(&state, state.table().seat());
    let answer = advice.asks(&game, &view, usual.parse().unwrap());
    answer.map_or("nothing".to_owned(), |action| action.to_string())
}

/// What the disciple does, followed by what greedy does.
fn told(spec: &str, rules: &str, hands: &[&str], laid: &[&str]) -> [String; 2] {
    let (game, state) = played(rules, hands, laid);
    let view = game.observe(&state, state.table().seat());
    let disciple = Disciple::new::<Rims>(&spec.parse().unwrap()).unwrap();
    [disciple.action(&game, &view), game.greedy_action(&view)].map(|action| action.to_string())
}

fn card(action: RimsAction) -> Option<Card> {
    match action {
        RimsAction::Card(card) => Some(card),
        RimsAction::Stand => None,
    }
}

fn held_of(say: &Say<'_, Rims>, action: RimsAction) -> usize {
    card(action).map_or(0, |card| say.view.hand().iter().filter(|other| other.suit() == card.suit()).count())
}

/// Whether an action sets trump, as the rules say it.
fn fights(say: &Say<'_, Rims>, action: RimsAction) -> bool {
    let best = say.view.table().best();
    say.view.table().phase() != RimsPhase::Play
        && card(action).is_some_and(|card| best.is_none_or(|best| card.rank() > best.rank()))
}

fn has_no_trump(say: &Say<'_, Rims>) -> bool {
    say.view.hand().iter().all(|card| Some(card.suit()) != say.view.table().trump())
}

fn examined(advice: RimsAdvice, is_its_own: impl Fn(&Say<'_, Rims>) -> bool) {
    examine(&RULES, 60, &AsHabit(advice), is_its_own);
}

fn rank(action: RimsAction) -> Option<Rank> {
    card(action).map(Card::rank)
}

fn is_high(card: Card) -> bool {
    ["Q", "K", "A"].contains(&card.rank().to_string().as_str())
}

#[test]
fn fights_for_two_of_a_suit_alone() {
    examined(TwoOfASuit, |say| {
        let yields = say.asked == RimsAction::Stand || !fights(say, say.asked);
        fights(say, say.usual) && if held_of(say, say.usual) >= 2 { say.asked == say.usual } else { yields }
    });
    let hands = ["9s Ks Qh 3d", "Td Kh Ac 4h", "2c 3c 4c 5c"];
    let ask = |laid: &[&str], usual| asked(TwoOfASuit, "players=3", &hands, laid, usual);
    assert_eq!(ask(&["9s"], "Ac"), "4h");
    assert_eq!(ask(&["9s"], "Kh"), "Kh");
    assert_eq!(ask(&["9s"], "4h"), "nothing");
    // Where every card sets trump, and where the dealer has to, it has no say.
    assert_eq!(ask(&["3d"], "Ac"), "nothing");
    assert_eq!(ask(&[], "3d"), "nothing");
    assert_eq!(ask(&["9s", "Td", "2c"], "Qh"), "stand");
    let two = ["9s Ks Qs 3d", "Td Kh Ac 4h", "2c 3c 4c 5c"];
    assert_eq!(asked(TwoOfASuit, "players=3", &two, &["9s", "Td", "2c"], "Ks"), "Ks");
}

#[test]
fn sheds_the_lowest() {
    examined(ShedLowest, |say| {
        let hand = say.view.hand();
        let alone =
            say.view.table().best().is_none() && hand.iter().all(|card| held_of(say, RimsAction::Card(card)) == 1);
        (alone || !fights(say, say.usual)) && rank(say.asked) == hand.lowest().map(Card::rank)
    });
    let hands = ["9s Ks Qh 3d", "8d Kd Ah 2h", "2s 2c 4c 5c"];
    let ask = |laid: &[&str], usual| asked(ShedLowest, "players=3", &hands, laid, usual);
    assert_eq!(ask(&["9s"], "8d"), "2h");
    assert_eq!(ask(&["9s"], "Kd"), "nothing");
    // Of two twos the one that is not trump.
    assert_eq!(ask(&["9s", "8d"], "2s"), "2c");
    // A dealer with two of a suit may fight for it; one without has nothing to fight for.
    assert_eq!(ask(&[], "9s"), "nothing");
    let alone = ["9s Kc Qh 3d", "8d Kd Ah 2h", "2s 2c 4c 5c"];
    assert_eq!(asked(ShedLowest, "players=3", &alone, &[], "Kc"), "3d");
    assert_eq!(ask(&["9s", "8d", "2c"], "stand"), "nothing");
}

#[test]
fn gives_a_high_card_to_play_without_trumps() {
    examined(NoTrumps, |say| {
        let high = say.view.hand().iter().filter(|&card| is_high(card)).count();
        let given = card(say.asked).is_some_and(is_high) && held_of(say, say.asked) == 1;
        let may = !(fights(say, say.usual) && held_of(say, say.usual) >= 2);
        say.game.players() <= 3 && given && may && fights(say, say.asked) && (2..=3).contains(&high)
    });
    let ask = |hand, laid: &[&str], usual| asked(NoTrumps, "players=2", &["Ts Kc Qc 3c", hand], laid, usual);
    assert_eq!(ask("Ks Qh Ah 2h", &["Ts"], "2h"), "Ks");
    assert_eq!(ask("Ks Qd Ah 2h", &["Ts"], "2h"), "Ks");
    assert_eq!(ask("Ks Qd Ah 2s", &["Ts"], "2s"), "Ah");
    // It fights with two instead, or has too few or too many high cards, or cannot set trump.
    assert_eq!(ask("Ks Qh Ah 2h", &["Ts"], "Ah"), "nothing");
    assert_eq!(ask("Ks 4d 5d 2h", &["Ts"], "2h"), "nothing");
    assert_eq!(ask("Ks Qd Ah Ac", &["Ts"], "Ah"), "nothing");
    assert_eq!(ask("Ks Qd 5d 2h", &["Kc"], "2h"), "nothing");
}

#[test]
fn fights_with_the_highest_of_the_suit() {
    examined(HighestOfSuit, |say| {
        let suit = card(say.usual).map(Card::suit);
        let of_suit = say.view.hand().iter().filter(|card| Some(card.suit()) == suit);
        let highest = of_suit.clone().map(Card::rank).max();
        let same = card(say.asked).map(Card::suit) == suit && rank(say.asked) == highest;
        say.game.players() <= 3 && fights(say, say.usual) && of_suit.count() >= 2 && same
    });
    let hands = ["9s Ks Qh 3d", "Td Kd Ah 2h", "2c 3c 4c 5c"];
    let ask = |laid: &[&str], usual| asked(HighestOfSuit, "players=3", &hands, laid, usual);
    assert_eq!(ask(&["9s"], "Td"), "Kd");
    assert_eq!(ask(&["9s"], "2h"), "nothing");
    assert_eq!(ask(&[], "Qh"), "nothing");
}

#[test]
fn lays_the_highest_of_the_last_two_without_trumps() {
    examined(HighestOfTwo, |say| {
        let table = say.view.table();
        let led = table.best().map(Card::suit);
        let fought = say.view.hand().iter().filter(|card| led.is_none_or(|led| card.suit() == led));
        has_no_trump(say) && say.view.hand().len() <= 2 && rank(say.asked) == fought.map(Card::rank).max()
    });
    let hands = ["9s Kc Qh 4c", "8d 8h Ah 2h"];
    let ask = |laid: &[&str], usual| asked(HighestOfTwo, "players=2", &hands, laid, usual);
    assert_eq!(ask(&["9s", "2h", "4c", "8d"], "Qh"), "Kc");
    // What cannot take the trick does not fight for it.
    assert_eq!(ask(&["9s", "2h", "4c", "8d", "Kc"], "8h"), "nothing");
    assert_eq!(ask(&["9s", "2h", "4c", "8d", "Qh"], "8h"), "Ah");
    assert_eq!(ask(&["9s", "2h"], "Qh"), "nothing");
    let trumps = ["9s Ks Qh 4c", "8d 8h Ah 2h"];
    assert_eq!(asked(HighestOfTwo, "players=2", &trumps, &["9s", "2h", "4c", "8d"], "Qh"), "nothing");
}

#[test]
fn leads_the_lower_of_two_without_trumps() {
    examined(LowerOfTwo, |say| {
        let hand = say.view.hand();
        let higher =
            hand.iter().any(|other| other.suit() == card(say.asked).unwrap().suit() && Some(other) > card(say.asked));
        let leads = say.view.table().best().is_none() && hand.len() == 3;
        leads && has_no_trump(say) && held_of(say, say.asked) == 2 && higher
    });
    let ask = |hand, usual| asked(LowerOfTwo, "players=2", &[hand, "8d 8c Ac 2h"], &["9s", "2h"], usual);
    assert_eq!(ask("9s Kc Qh 3h", "Kc"), "3h");
    assert_eq!(ask("9s Kc Qh 3d", "Kc"), "nothing");
    assert_eq!(ask("9s Kh Qh 3h", "Kh"), "nothing");
    assert_eq!(ask("9s Ks Qh 3h", "Ks"), "nothing");
}

#[test]
fn follows_one_advice_after_the_other_and_greedy_where_all_are_silent() {
    let rules = "players=3";
    // Greedy would fight for a suit that is there once; the disciple sheds the lowest.
    let hands = ["9s 7s 8h 7d", "2c 4c Jh Ad", "3d Ks Tc 3c"];
    let [disciple, greedy] = told("disciple", rules, &hands, &["9s"]);
    assert_eq!((disciple.as_str(), greedy.as_str()), ("2c", "2c"));
    // Trumps in hand: the document is silent on the play.
    let hands = ["9s As Kh 7d", "2d 4h 6c 5c", "3d Ks Ac 2c"];
    let [disciple, greedy] = told("disciple", rules, &hands, &["9s", "2d", "3d"]);
    assert_eq!(disciple, greedy);
}

#[test]
fn every_advice_can_be_left_out() {
    let make = |spec: &str| Disciple::new::<Rims>(&spec.parse().unwrap());
    assert!(make("disciple:without=keep-poker").is_err());
    let full = make("disciple").unwrap();
    let names = crate::disciple::names::<Rims, RimsAdvice>();
    let silent = make(&format!("disciple:without={}", names.join("+"))).unwrap();
    let without: Vec<Disciple> = names.iter().map(|name| make(&format!("disciple:without={name}")).unwrap()).collect();
    let mut differs = vec![0; names.len()];
    for rules in ["players=2", "players=3"] {
        let game = Rims::new(RimsRules::parse(rules).unwrap());
        for block in 0..60 {
            let luck = Chance::new(8, block);
            let mut state = game.start();
            loop {
                match game.turn(&state) {
                    Turn::Chance => game.advance(&mut state, &luck),
                    Turn::Over => break,
                    Turn::Seat(seat) => {
                        let view = game.observe(&state, seat);
                        let action = full.action(&game, &view);
                        for (differs, without) in differs.iter_mut().zip(&without) {
                            *differs += usize::from(without.action(&game, &view) != action);
                        }
                        assert_eq!(silent.action(&game, &view), game.greedy_action(&view));
                        game.play(&mut state, action).unwrap();
                    }
                }
            }
        }
    }
    assert!(differs.iter().all(|&count| count > 0), "{differs:?}");
}
