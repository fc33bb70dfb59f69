//! Whose run is worth what.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::*;
use crate::card::CARDS as DECK;

/// Plays whole rounds such as `5h@0,0 6h@1,0` and gives what each of them scored, as `kind owner`.
fn scored<Z: GraphSize>(rules: &str, actions: &str) -> Vec<Vec<String>> {
    let game = new_game::<Z>(rules);
    let actions: Vec<GraphAction> = actions.split_whitespace().map(|action| action.parse().unwrap()).collect();
    assert_eq!(actions.len() % usize::from(game.players()), 0);
    let mut state = dealt_for(&game, &actions);
    let mut rounds = Vec::new();
    for (number, &action) in (1..).zip(&actions) {
        let before = game.scores(&state);
        game.play(&mut state, action).unwrap_or_else(|error| panic!("{action}: {error}"));
        if number % usize::from(game.players()) != 0 {
            assert!(last_combos(&game, &state).is_empty());
            assert_eq!(game.scores(&state), before);
            continue;
        }
        let combos = last_combos(&game, &state);
        for seat in Seat::all(game.players()) {
            let won: i32 = combos.iter().filter(|combo| combo.owner == seat).map(|c| i32::from(c.points())).sum();
            assert_eq!(game.scores(&state).of(seat) - before.of(seat), won);
        }
        let mut texts: Vec<_> = combos.iter().map(|combo| format!("{} {}", combo.kind, combo.owner)).collect();
        texts.sort();
        rounds.push(texts);
    }
    rounds
}

/// What the last of these rounds scored.
fn last_scored(rules: &str, actions: &str) -> Vec<String> {
    let large = scored::<EightDecks>(rules, actions).pop().unwrap();
    if GraphPoker::fits(&GraphPokerRules::parse(rules).unwrap()) {
        assert_eq!(scored::<OneDeck>(rules, actions).pop().unwrap(), large);
    }
    large
}

#[test]
fn kinds_are_what_they_are_called() {
    let kind = |text: &str, ace| {
        let cards: Vec<Card> = text.split(' ').map(card).collect();
        let kinds = [cards.clone(), cards.into_iter().rev().collect()]
            .map(|cards: Vec<Card>| ComboKind::of(cards.try_into().unwrap(), ace));
        assert_eq!(kinds[0], kinds[1], "{text} from either end");
        kinds[0].map_or("nothing", ComboKind::name)
    };
    for (text, expected) in [
        ("Ah Kh Qh Jh", "royal-flush"),
        ("Ks Qs Js Ts", "straight-flush"),
        ("2d 3d 4d 5d", "straight-flush"),
        ("7s 7h 7d 7c", "four"),
        ("7h 7h 7h 7h", "four"),
        ("2c 9c Kc 4c", "flush"),
        ("Ah Kh Jh Qh", "flush"),
        ("5h 5h 9h 2h", "flush"),
        ("4s 5h 6d 7c", "straight"),
        ("Ts Jh Qd Kc", "straight"),
        ("As Kh Qd Jc", "straight"),
        ("4s 6h 5d 7c", "nothing"),
        ("Ks As 2s 3h", "nothing"),
        ("7s 7h 7d 8c", "nothing"),
        ("5s 6h 5d 6c", "nothing"),
        ("2s 3s 4s 5h", "straight"),
    ] {
        assert_eq!(kind(text, Ace::High), expected, "{text}");
        assert_eq!(kind(text, Ace::Both), expected, "{text}");
    }
    for (text, high, both) in [
        ("As 2h 3d 4c", "nothing", "straight"),
        ("Ad 2d 3d 4d", "flush", "straight-flush"),
        ("2d Ad Kd Qd", "flush", "flush"),
        ("Kc Ac 2h 3c", "nothing", "nothing"),
    ] {
        assert_eq!((kind(text, Ace::High), kind(text, Ace::Both)), (high, both), "{text}");
    }
    assert_eq!(ComboKind::ALL.map(ComboKind::points), [5, 4, 3, 2, 1]);
    let names = ["royal-flush", "straight-flush", "four", "flush", "straight"];
    assert_eq!(ComboKind::ALL.map(|kind| kind.to_string()), names);
}

#[test]
fn every_four_cards_are_of_the_obvious_kind() {
    for index in 0..DECK.pow(4) {
        let cards = core::array::from_fn(|place| Card::from_index(index / DECK.pow(place as u32) % DECK));
        for &ace in Ace::ALL {
            assert_eq!(ComboKind::of(cards, ace), obvious_kind(cards, ace), "{cards:?}");
        }
    }
}

#[test]
fn the_second_round_of_the_sample_game() {
    let rounds = scored::<OneDeck>(
        "",
        "5h@0,0 5s@1,0 2h@0,1 9h@0,2
         5d@2,0 5c@3,0 Qh@0,3 8c@-1,0",
    );
    assert!(rounds[0].is_empty());
    assert_eq!(rounds[1], ["flush 2", "four 1"]);
}

#[test]
fn a_crossing_makes_three_combos_at_once() {
    let before = "7d@0,0 8h@1,0  9c@2,0 Js@2,1  4c@3,1 Jd@4,1  Kc@4,0 2c@5,0  6c@3,2 Qc@3,3";
    assert!(last_scored("players=2", before).is_empty());
    let crossing = format!("{before}  Tc@3,0 2h@0,1");
    assert_eq!(last_scored("players=2", &crossing), ["flush 0", "flush 0", "straight 0"]);
}

#[test]
fn five_in_line_are_two_runs() {
    let four = "2h@0,0 9h@1,0  4h@2,0 Jh@3,0";
    assert_eq!(last_scored("players=2", four), ["flush 1"]);
    // The first run is not looked at again.
    assert_eq!(last_scored("players=2", &format!("{four}  3h@-1,0 2c@0,1")), ["flush 0"]);
    // All in one round.
    let five = "2h@0,0 9h@1,0 4h@2,0 Jh@3,0 Kh@4,0";
    assert_eq!(last_scored("players=5", five), ["flush 3", "flush 4"]);
    // A card in the middle of seven completes four runs.
    let gap = "2h@0,0 9h@1,0  4h@2,0 2s@2,1  3d@3,1 2d@4,1  Jh@4,0 8h@5,0  6h@6,0 Ks@6,1";
    assert!(last_scored("players=2", gap).is_empty());
    assert_eq!(last_scored("players=2", &format!("{gap}  Th@3,0 Kd@0,-1")), ["flush 0"; 4]);
}

#[test]
fn a_run_scores_its_best_kind_only() {
    assert_eq!(last_scored("", "Ah@0,0 Kh@1,0 Qh@2,0 Jh@3,0"), ["royal-flush 0"]);
    assert_eq!(last_scored("", "Th@0,0 Jh@0,1 Qh@0,2 Kh@0,3"), ["straight-flush 3"]);
    assert_eq!(last_scored("decks=4", "7h@0,0 7h@1,0 7h@2,0 7h@3,0"), ["four 3"]);
}

#[test]
fn the_last_card_owns_a_four_the_highest_of_the_round_anything_else() {
    // The four goes to the last of its cards, wherever that lies.
    assert_eq!(last_scored("", "7h@0,0 7s@-1,0 7d@1,0 7c@2,0"), ["four 3"]);
    assert_eq!(last_scored("", "7h@0,0 7s@-1,0 7d@1,0 2c@0,1  7c@2,0 3c@0,2 9d@1,1 Ts@2,1"), ["four 0"]);
    // The king is older: of this round the nine is the highest, though laid before the three.
    assert_eq!(last_scored("players=2", "Kh@0,0 2h@1,0  9h@2,0 3h@3,0"), ["flush 0"]);
    assert_eq!(last_scored("players=2", "Kh@0,0 2h@1,0  3h@2,0 9h@3,0"), ["flush 1"]);
    assert_eq!(last_scored("players=3", "7h@0,0 8s@1,0 2c@0,1  9d@2,0 Tc@3,0 Kc@4,0"), ["straight 1"]);
}

#[test]
fn of_equal_highest_cards_the_later_laid_owns_the_run() {
    assert_eq!(last_scored("decks=2", "Kh@0,0 Kh@1,0 2h@2,0 3h@3,0"), ["flush 1"]);
    assert_eq!(last_scored("decks=2", "Kh@0,0 Kh@0,-1 2h@0,1 3h@0,2"), ["flush 1"]);
    assert_eq!(last_scored("decks=2,players=2", "Kh@0,0 Kh@1,0  2h@2,0 3h@3,0"), ["flush 1"]);
    assert_eq!(last_scored("decks=2,players=2", "Kh@0,0 2h@1,0  Kh@2,0 3h@3,0"), ["flush 0"]);
}

#[test]
fn below_the_two_the_ace_is_the_lowest_card() {
    assert_eq!(last_scored("ace=both", "As@0,0 2h@1,0 3d@2,0 4c@3,0"), ["straight 3"]);
    assert!(last_scored("ace=high", "As@0,0 2h@1,0 3d@2,0 4c@3,0").is_empty());
    let old = "3s@0,0 4h@1,0 9c@0,1 9d@1,1";
    assert_eq!(last_scored("ace=both", &format!("{old}  2h@-1,0 Ad@-2,0 Kc@2,1 Kh@3,1")), ["straight 0"]);
    let old = "3s@0,0 4s@1,0 9c@0,1 9d@1,1";
    assert_eq!(last_scored("ace=both", &format!("{old}  2s@-1,0 As@-2,0 Kc@2,1 Kh@3,1")), ["straight-flush 0"]);
    // As a mere flush the ace is the highest again.
    assert_eq!(last_scored("ace=high", &format!("{old}  2s@-1,0 As@-2,0 Kc@2,1 Kh@3,1")), ["flush 1"]);
    let old = "4s@0,0 3s@1,0 9c@0,1 9d@1,1";
    assert_eq!(last_scored("ace=both", &format!("{old}  2s@-1,0 As@-2,0 Kc@2,1 Kh@3,1")), ["flush 1"]);
    assert_eq!(last_scored("ace=both", "As@0,0 Ks@1,0 Qs@2,0 Js@3,0"), ["royal-flush 0"]);
    // Only the ace is of this round.
    let old = "2s@0,0 3h@1,0  4c@2,0 9d@0,1";
    assert_eq!(last_scored("ace=both,players=2", &format!("{old}  Ad@-1,0 Kc@0,2")), ["straight 0"]);
}

/// Follows games with the obvious rules beside the fast ones.
fn agrees<Z: GraphSize>(rules: &str, games: u64) -> usize {
    let game = new_game::<Z>(rules);
    let players = usize::from(game.players());
    let mut rng = rng();
    let mut found = 0;
    for block in 0..games {
        let mut expected = std::vec![0; players];
        play_through(&game, block, STYLES[block as usize % STYLES.len()], &mut rng, |state| {
            let laid = laid_cards(state);
            if laid.len() % players != 0 {
                assert!(last_combos(&game, state).is_empty());
            } else {
                let mut combos: Vec<_> = last_combos(&game, state)
                    .iter()
                    .map(|combo| (combo.kind, combo.cells, combo.owner.index()))
                    .collect();
                combos.sort();
                assert_eq!(combos, obvious_combos(&laid, game.rules()), "{rules} {block}");
                combos.iter().for_each(|&(kind, _, owner)| expected[owner] += i32::from(kind.points()));
                found += combos.len();
            }
            assert_eq!(game.scores(state).as_slice(), expected, "{rules} {block}");
        });
    }
    found
}

#[test]
fn scores_are_the_obvious_ones() {
    for players in 2..=16 {
        for ace in ["high", "both"] {
            let found = agrees::<OneDeck>(&format!("players={players},ace={ace}"), 30);
            assert!(found > 40, "{players} {ace}: {found}");
        }
        let rotating = agrees::<OneDeck>(&format!("players={players},start=rotate"), 30);
        assert!(rotating > 40, "{players}: {rotating}");
    }
    for (rules, games) in [
        ("players=4,decks=1", 6),
        ("players=2,decks=2,ace=both", 6),
        ("players=3,decks=3,start=rotate", 6),
        ("players=7,decks=5,ace=both", 3),
        ("players=16,decks=8,ace=both", 3),
        ("players=2,decks=8", 3),
    ] {
        assert!(agrees::<EightDecks>(rules, games) > 30, "{rules}");
    }
}
