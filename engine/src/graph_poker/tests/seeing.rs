//! What a seat knows, and what it may imagine.

use std::collections::BTreeSet;
use std::format;

use super::*;

#[test]
fn others_see_a_card_when_its_round_is_over() {
    let actions = "5h@0,0 5s@1,0 2h@0,1 9d@1,1  Kc@-1,0 3c@2,0 4c@0,2 6c@3,0";
    let actions: Vec<GraphAction> = actions.split_whitespace().map(|action| action.parse().unwrap()).collect();
    for rules in ["", "start=rotate"] {
        see_cards_in_turn(&new_game::<OneDeck>(rules), &actions);
    }
}

/// Plays two rounds for four and looks at them from every seat.
fn see_cards_in_turn(game: &GraphGame<OneDeck>, actions: &[GraphAction]) {
    let mut state = dealt_for(game, actions);
    for (laid, &action) in (1..).zip(actions) {
        game.play(&mut state, action).unwrap();
        for seat in Seat::all(4) {
            let view = game.observe(&state, seat);
            for (number, known) in known_cards(&view).into_iter().enumerate() {
                let open = number == 0 || number / 4 < laid / 4 || game.laid_by(number) == seat;
                assert_eq!(known, open.then_some(actions[number].card), "card {number} of {laid} seen by {seat}");
            }
            assert_eq!(view.hand(), state.hand(seat));
            assert_eq!((view.rounds(), view.laid_this_round()), (laid / 4, laid % 4));
            assert!(Seat::all(4).all(|other| view.points(other) == state.points(other)));
        }
    }
}

#[test]
fn a_view_does_not_depend_on_what_is_face_down() {
    let game = new_game::<OneDeck>("players=3");
    let mut state = game.start();
    game.advance(&mut state, &Chance::new(8, 8));
    let mut rng = rng();
    while let Turn::Seat(mover) = game.turn(&state) {
        let at = state.board().edge().last().unwrap();
        let views: BTreeSet<_> = game
            .legal(&state)
            .cards()
            .iter()
            .map(|card| {
                let mut next = state;
                game.play_unchecked(&mut next, GraphAction { card, at });
                format!("{:?}", game.observe(&next, Seat::new((mover.index() + 1) % 3)))
            })
            .collect();
        // The very first card is open, and with the last of a round all are turned over.
        let face_down = mover != Seat::new(2) && state.board().laid() > 0;
        let hand = state.hand(mover).len();
        assert_eq!(views.len(), if face_down { 1 } else { hand }, "{mover} with {hand}");
        let action = choose(&game, &state, Style::Random, &mut rng);
        game.play_unchecked(&mut state, action);
    }
}

#[test]
fn a_supposed_card_lies_there_in_every_world() {
    let game = new_game::<OneDeck>("players=3");
    let mut state = game.start();
    game.advance(&mut state, &Chance::new(8, 8));
    let mut rng = rng();
    for _ in 0..4 {
        let action = choose(&game, &state, Style::Random, &mut rng);
        game.play_unchecked(&mut state, action);
    }
    // The fourth card, the first of the second round, lies face down for the seat to move.
    let mut view = game.observe(&state, Seat::new(1));
    let number = view.face_down().next().unwrap();
    let supposed = game.unseen(&view).iter().next().unwrap();
    view.suppose(number, supposed);
    for _ in 0..20 {
        let world = game.determinize(&view, &mut rng);
        assert_eq!(world.board().card(number), Some(supposed));
        assert!(Seat::all(3).all(|seat| !world.hand(seat).contains(supposed)));
    }
}

#[test]
fn worlds_fit_the_view_they_are_made_from() {
    fn check<Z: GraphSize>(rules: &str, block: u64) {
        let game = new_game::<Z>(rules);
        let (mut rng, mut worlds) = (rng(), rng());
        let mut start = game.start();
        assert_eq!(game.determinize(&game.observe(&start, Seat::new(1)), &mut rng), start);
        game.advance(&mut start, &Chance::new(3, block));
        let mut last = start;
        let mut check = |state: &GraphState<Z>| {
            for seat in Seat::all(game.players()) {
                let view = game.observe(state, seat);
                let world = game.determinize(&view, &mut worlds);
                let again = game.observe(&world, seat);
                assert_eq!(again, view);
                assert_eq!(format!("{again:?}"), format!("{view:?}"));
                assert_eq!(game.turn(&world), game.turn(state));
                assert_eq!(game.scores(&world), game.scores(state));
                let mine = game.turn(state) == Turn::Seat(seat);
                let offered: Vec<GraphAction> = game.legal_in(&view).iter().collect();
                assert_eq!(offered.is_empty(), !mine);
                if mine {
                    assert!(game.legal(state).iter().eq(offered.iter().copied()));
                    assert!(game.legal(&world).iter().eq(offered.iter().copied()));
                }
                let (hands, expected) = (all_hands(&game, &world), all_hands(&game, state));
                for other in Seat::all(game.players()) {
                    assert_eq!(hands[other.index()].len(), expected[other.index()].len());
                    assert_eq!(hands[other.index()].len(), game.cards_held(&view, other));
                }
                assert_eq!(hands[seat.index()], expected[seat.index()]);
                assert_eq!(game.set_aside(&world).len(), game.set_aside(state).len());
                let whole = |state: &GraphState<Z>| {
                    let mut cards: Vec<Card> = all_hands(&game, state).into_iter().flatten().collect();
                    cards.extend(laid_cards(state).iter().map(|&(card, _)| card));
                    cards.extend(game.set_aside(state).iter());
                    cards.sort();
                    cards
                };
                assert_eq!(whole(&world), whole(state));
                let mut seen: Vec<Card> = game.unseen(&view).iter().collect();
                seen.extend(known_cards(&view).into_iter().flatten());
                seen.extend(expected[seat.index()].iter());
                seen.sort();
                assert_eq!(seen, whole(state));
            }
        };
        check(&start);
        play_through(&game, block, STYLES[block as usize % STYLES.len()], &mut rng, |state| {
            check(state);
            last = *state;
        });
        assert_eq!(game.turn(&last), Turn::Over);
    }
    for block in 0..3 {
        check::<OneDeck>("players=4", block);
        check::<OneDeck>("players=3,ace=both", block);
        check::<OneDeck>("players=15", block);
    }
    check::<EightDecks>("players=3,decks=2", 1);
    check::<EightDecks>("players=16,decks=3", 0);
}

#[test]
fn every_unseen_card_comes_up_in_every_hidden_place() {
    const WORLDS: usize = 20_000;
    let game = new_game::<OneDeck>("players=5");
    let mut rng = rng();
    let mut state = game.start();
    game.advance(&mut state, &Chance::new(6, 6));
    for _ in 0..5 * 5 + 3 {
        let action = choose(&game, &state, Style::Random, &mut rng);
        game.play(&mut state, action).unwrap();
    }
    let seat = Seat::new(1);
    let view = game.observe(&state, seat);
    let unseen: BTreeSet<Card> = game.unseen(&view).iter().collect();
    // Two cards on the table, four hands of 4 or 5, two set aside.
    assert_eq!(unseen.len(), 2 + 4 + 4 + 5 + 5 + 2);
    let mut counts: BTreeMap<(usize, Card), usize> = BTreeMap::new();
    for _ in 0..WORLDS {
        let world = game.determinize(&view, &mut rng);
        for (place, number) in [25, 27].into_iter().enumerate() {
            *counts.entry((place, world.board().card(number).unwrap())).or_default() += 1;
        }
        for other in [0, 2, 3, 4] {
            for card in world.hand(Seat::new(other)).iter() {
                *counts.entry((10 + other, card)).or_default() += 1;
            }
        }
        for card in game.set_aside(&world).iter() {
            *counts.entry((20, card)).or_default() += 1;
        }
    }
    assert_eq!(counts.len(), 7 * unseen.len());
    for ((place, card), count) in counts {
        assert!(unseen.contains(&card));
        let size = match place {
            0 | 1 => 1,
            10 | 12 => 4,
            13 | 14 => 5,
            _ => 2,
        };
        let chance = size as f64 / unseen.len() as f64;
        let mean = WORLDS as f64 * chance;
        let deviation = (mean * (1.0 - chance)).sqrt();
        assert!((count as f64 - mean).abs() < 5.0 * deviation, "{card} in place {place}: {count}, expected {mean}");
    }
}
