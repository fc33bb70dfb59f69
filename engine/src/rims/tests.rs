extern crate std;

use std::collections::BTreeMap;
use std::format;
use std::vec::Vec;

use super::*;
use crate::card::{Card, CardSet, Suit};
use crate::chance::{Chance, Label};
use crate::error::IllegalAction;
use crate::game::{ActionSet, Game, Turn};
use crate::rng::Rng;
use crate::rules::Rules;
use crate::seat::Seat;

fn game(rules: &str) -> Rims {
    Rims::new(RimsRules::parse(rules).unwrap())
}

fn cards(text: &str) -> CardSet {
    text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
}

/// A game in which these hands have just been dealt.
fn dealt(game: &Rims, hands: &[&str]) -> RimsState {
    let mut deal = RimsDeal { hands: [CardSet::EMPTY; MAX_PLAYERS] };
    for (hand, text) in deal.hands.iter_mut().zip(hands) {
        *hand = cards(text);
    }
    let mut state = game.start();
    game.check_outcome(&state, &deal).unwrap();
    game.resolve(&mut state, &deal);
    state
}

/// Plays actions such as `Kh` or `stand`.
fn play(game: &Rims, state: &mut RimsState, actions: &str) {
    for action in actions.split(' ') {
        game.play(state, action.parse().unwrap()).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
}

fn refused(game: &Rims, state: &RimsState, action: &str) -> IllegalAction {
    let mut tried = *state;
    let reason = game.play(&mut tried, action.parse().unwrap()).unwrap_err();
    assert_eq!(tried, *state);
    reason
}

fn rng() -> Rng {
    Chance::new(4, 4).stream(Label::bot(0, Seat::new(0)))
}

const HANDS: [&str; 3] = ["9h Kh 2s 3s", "Td 9d 4c Ac", "2h 5d 6d Jc"];

#[test]
fn agreement_ends_the_trump_phase_after_one_circle() {
    let game = game("");
    let mut state = dealt(&game, &HANDS);
    // Equal and lower ranks agree.
    play(&game, &mut state, "9h 9d 2h");
    assert_eq!(state.table().phase(), RimsPhase::Play);
    assert_eq!((state.table().trump(), state.table().circles()), (Some(Suit::Hearts), 1));
    assert_eq!(state.table().seat(), Seat::new(0));
    assert!(Seat::all(3).all(|seat| state.hand(seat).len() == 3));
}

#[test]
fn a_higher_card_changes_trump_and_the_dealer_may_fight_on() {
    let game = game("");
    let mut state = dealt(&game, &HANDS);
    play(&game, &mut state, "9h Td Jc");
    assert_eq!(state.table().phase(), RimsPhase::FightOn);
    assert_eq!((state.table().trump(), state.table().seat()), (Some(Suit::Clubs), Seat::new(0)));
    assert_eq!(refused(&game, &state, "2s"), IllegalAction::NotHigher);
    assert_eq!(refused(&game, &state, "As"), IllegalAction::NotHeld);
    let mut stood = state;
    play(&game, &mut stood, "stand");
    assert_eq!((stood.table().phase(), stood.table().trump()), (RimsPhase::Play, Some(Suit::Clubs)));
    assert_eq!(stood.hand(Seat::new(0)).len(), 3);
    play(&game, &mut state, "Kh");
    assert_eq!((state.table().phase(), state.table().circles()), (RimsPhase::Show, 2));
    assert_eq!(refused(&game, &state, "stand"), IllegalAction::WrongPhase("a card must be shown"));
    play(&game, &mut state, "9d 5d");
    assert_eq!((state.table().phase(), state.table().trump()), (RimsPhase::Play, Some(Suit::Hearts)));
    assert!(Seat::all(3).all(|seat| state.hand(seat).len() == 2));
}

#[test]
fn a_dealer_without_a_higher_card_can_only_stand() {
    let game = game("");
    let mut state = dealt(&game, &HANDS);
    play(&game, &mut state, "9h Ac 2h");
    let legal = game.legal(&state);
    assert_eq!((legal.len(), legal.nth(0)), (1, RimsAction::Stand));
}

#[test]
fn three_circles_are_the_end_even_of_a_lively_fight() {
    let game = game("players=2");
    let mut state = dealt(&game, &["2s 4s 6s 8s", "3h 5h 7h 9h"]);
    play(&game, &mut state, "2s 3h 4s 5h 6s 7h");
    assert_eq!((state.table().phase(), state.table().circles()), (RimsPhase::Play, 3));
    assert_eq!(state.table().trump(), Some(Suit::Hearts));
    play(&game, &mut state, "8s 9h");
    // One trick was played, so the winner deals, and only the cards of the trick are gone.
    assert_eq!((state.table().phase(), state.table().dealer()), (RimsPhase::Deal, Seat::new(1)));
    assert_eq!(state.table().gone(), cards("8s 9h"));
    assert!(game.request(&state).stock.contains("2s".parse().unwrap()));
}

#[test]
fn the_led_suit_wins_without_trumps_and_any_card_may_be_played() {
    let game = game("");
    let mut state = dealt(&game, &HANDS);
    play(&game, &mut state, "9h 9d 2h 3s Ac 6d");
    assert_eq!(state.table().tricks(Seat::new(0)), 1);
    // The dealer leads again, whoever won: here a trump wins.
    play(&game, &mut state, "Kh Td Jc");
    assert_eq!(state.table().tricks(Seat::new(0)), 2);
}

#[test]
fn the_winner_leads_if_the_rules_say_so() {
    let game = game("lead=winner");
    let mut state = dealt(&game, &["9h Kh 2s 3s", "Td 9d 4c Ac", "2h 5d As Jc"]);
    play(&game, &mut state, "9h 9d 2h 3s Ac As");
    assert_eq!(state.table().seat(), Seat::new(2));
    play(&game, &mut state, "5d Kh Td");
    assert_eq!(state.table().seat(), Seat::new(0));
}

#[test]
fn the_next_dealer_took_most_tricks_and_ties_go_round_from_the_dealer() {
    let game = game("");
    // Each seat takes one of three tricks: the dealer stays.
    let mut state = dealt(&game, &["2h 3s 5s 7s", "2d 4s 2c 3c", "3d 3h 6s 4d"]);
    play(&game, &mut state, "2h 2d 3d stand 3s 4s 3h 5s 2c 6s 7s 3c 4d");
    assert_eq!(Seat::all(3).map(|s| state.table().tricks(s)).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(state.table().dealer(), Seat::new(2));
}

#[test]
fn deals_go_on_while_the_stock_has_four_for_everyone() {
    for players in 2..=13u8 {
        let game = game(&format!("players={players}"));
        let mut rng = rng();
        for block in 0..20 {
            let luck = Chance::new(1, block);
            let mut state = game.start();
            let mut tricks = 0;
            loop {
                match game.turn(&state) {
                    Turn::Chance => {
                        assert_eq!(game.request(&state).stock.len(), 52 - tricks * players as usize);
                        assert!(52 - tricks * players as usize >= 4 * players as usize);
                        game.advance(&mut state, &luck);
                    }
                    Turn::Seat(_) => {
                        let action = game.legal(&state).pick(&mut rng);
                        game.play(&mut state, action).unwrap();
                    }
                    Turn::Over => break,
                }
                tricks = game.scores(&state).as_slice().iter().sum::<i32>() as usize;
            }
            assert!(52 - tricks * (players as usize) < 4 * players as usize);
        }
    }
}

/// The obvious reading: the highest trump, or if there is none the highest card of the suit led.
fn obvious_winner(trick: &[Card], trump: Suit) -> usize {
    let best_of = |suit: Suit| {
        let of_suit = trick.iter().enumerate().filter(|(_, card)| card.suit() == suit);
        of_suit.max_by_key(|(_, card)| card.rank()).map(|(place, _)| place)
    };
    best_of(trump).or_else(|| best_of(trick[0].suit())).unwrap()
}

#[test]
fn every_trick_of_three_goes_where_the_rules_say() {
    for trump in Suit::ALL {
        for a in Card::all() {
            for b in Card::all().filter(|&b| b != a) {
                for c in Card::all().filter(|&c| c != a && c != b) {
                    let trick = [a, b, c];
                    let fast = (1..3).fold(0, |best, i| if beats(trick[i], trick[best], trump) { i } else { best });
                    assert_eq!(fast, obvious_winner(&trick, trump));
                }
            }
        }
    }
}

/// Everything that seat 0 cannot know is drawn anew in the state itself.
#[test]
fn hidden_cards_do_not_reach_a_view() {
    let game = game("players=4");
    let mut rng = rng();
    let mut state = game.start();
    game.advance(&mut state, &Chance::new(9, 9));
    for step in 0..14 {
        let Turn::Seat(mover) = game.turn(&state) else { break };
        for seat in Seat::all(4) {
            let view = game.observe(&state, seat);
            let mut other = state;
            let mut pool: Vec<Card> = view.unseen().iter().collect();
            let all = pool.len();
            rng.shuffle_front(&mut pool, all);
            for hidden in Seat::all(4).filter(|&hidden| hidden != seat) {
                other.hands[hidden.index()] = (0..state.hand(hidden).len()).map(|_| pool.pop().unwrap()).collect();
            }
            let again = game.observe(&other, seat);
            assert_eq!(format!("{again:?}"), format!("{view:?}"));
            let list = |view: &RimsView| game.legal_in(view).iter().collect::<Vec<_>>();
            assert_eq!(list(&again), list(&view));
            assert_eq!(list(&view).is_empty(), seat != mover);
        }
        let legal = game.legal(&state);
        let action = legal.nth(step % legal.len());
        game.play(&mut state, action).unwrap();
    }
}

#[test]
fn shown_cards_are_in_no_hand_of_a_world_and_all_worlds_come_up() {
    let game = game("players=2");
    let mut state = dealt(&game, &["2s 4s 6s 8s", "3h 5h 7h 9h"]);
    play(&game, &mut state, "2s 3h 4s 5h 6s 7h 8s");
    // Seat 1 has one card left and so has nothing to guess; seat 0 has to guess that card.
    let view = game.observe(&state, Seat::new(0));
    assert_eq!(view.unseen(), CardSet::DECK.without(cards("2s 4s 6s 8s 3h 5h 7h")));
    let mut rng = rng();
    let mut found: BTreeMap<Card, u32> = BTreeMap::new();
    for _ in 0..45_000 {
        let world = game.determinize(&view, &mut rng);
        assert_eq!(world.hand(Seat::new(1)).len(), 1);
        *found.entry(world.hand(Seat::new(1)).lowest().unwrap()).or_default() += 1;
    }
    assert_eq!(found.len(), 45);
    let chi: f64 = found.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 90.0, "44 degrees of freedom, chi-square {chi}");
}

#[test]
fn actions_are_written_as_cards_or_stand() {
    assert_eq!("stand".parse(), Ok(RimsAction::Stand));
    assert_eq!("Kh".parse(), Ok(RimsAction::Card("Kh".parse().unwrap())));
    for text in ["", "Stand", "kh", "K", "pass"] {
        assert!(text.parse::<RimsAction>().is_err());
    }
}
