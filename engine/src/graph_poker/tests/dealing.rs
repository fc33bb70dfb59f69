//! Who gets what, and how much room it takes.

use std::format;

use super::*;
use crate::card::CARDS as DECK;
use crate::error::ImpossibleOutcome;

#[test]
fn the_deal_is_even_and_the_rest_is_set_aside() {
    fn check<Z: GraphSize>(players: u8, decks: u8) {
        let game = new_game::<Z>(&format!("players={players},decks={decks}"));
        let total = usize::from(decks) * DECK;
        assert_eq!(game.hand_size(), total / usize::from(players));
        let mut state = game.start();
        assert_eq!(game.turn(&state), Turn::Chance);
        assert!(game.set_aside(&state).is_empty());
        game.advance(&mut state, &Chance::new(7, 7));
        assert_eq!(game.turn(&state), Turn::Seat(Seat::new(0)));
        let hands = all_hands(&game, &state);
        assert!(hands.iter().all(|hand| hand.len() == game.hand_size()));
        let aside = game.set_aside(&state);
        assert_eq!(aside.len(), total % usize::from(players));
        let mut all: Vec<Card> = hands.into_iter().flatten().chain(aside.iter()).collect();
        all.sort();
        assert!(all.into_iter().eq(Card::all().flat_map(|card| std::iter::repeat_n(card, usize::from(decks)))));
        let mut rng = rng();
        let mut rounds = 0;
        while let Turn::Seat(_) = game.turn(&state) {
            let action = choose(&game, &state, Style::Random, &mut rng);
            game.play_unchecked(&mut state, action);
            assert_eq!(game.set_aside(&state), aside);
            rounds += usize::from(laid_cards(&state).len().is_multiple_of(usize::from(players)));
        }
        assert_eq!(rounds, game.hand_size());
        assert!(all_hands(&game, &state).iter().all(Vec::is_empty));
    }
    for players in 2..=16 {
        check::<OneDeck>(players, 1);
    }
    for decks in 1..=8 {
        check::<EightDecks>(decks * 2, decks);
        check::<EightDecks>(3, decks);
    }
    check::<EightDecks>(16, 8);
    check::<EightDecks>(2, 8);
}

/// Every card comes to every hand, and to those set aside, equally often: in 2,080 deals as often as its share of places,
/// within six standard deviations.
#[test]
fn every_card_comes_to_every_hand_equally_often() {
    for (players, rules) in [(2, "players=2"), (4, "players=4"), (5, "players=5"), (13, "players=13")] {
        let game = new_game::<OneDeck>(rules);
        let deals = 2_080;
        let mut counts = [[0u32; DECK]; 16];
        for block in 0..deals {
            let deal = game.draw(game.request(&game.start()), &Chance::new(11, block));
            for (count, hand) in counts.iter_mut().zip(&deal.hands) {
                hand.iter().for_each(|card| count[card.index()] += 1);
            }
        }
        let share = game.hand_size() as f64 / DECK as f64;
        let (mean, six) = (deals as f64 * share, 6.0 * (deals as f64 * share * (1.0 - share)).sqrt());
        for (seat, count) in counts[..players].iter().enumerate() {
            for (card, &often) in Card::all().zip(count) {
                assert!((f64::from(often) - mean).abs() < six, "{rules}: {card} came to seat {seat} {often} times");
            }
        }
    }
}

#[test]
fn impossible_deals_are_refused() {
    let game = new_game::<EightDecks>("players=2,decks=2");
    let start = game.start();
    let deal = game.draw(game.request(&start), &Chance::new(1, 1));
    assert_eq!(game.check_outcome(&start, &deal), Ok(()));
    let mut short = deal;
    short.hands[1].remove(deal.hands[1].iter().next().unwrap());
    assert_eq!(game.check_outcome(&start, &short), Err(ImpossibleOutcome::HandSize(52)));
    let mut guest = deal;
    guest.hands[2].insert(card("As"));
    assert_eq!(game.check_outcome(&start, &guest), Err(ImpossibleOutcome::HandSize(52)));
    let mut thrice = deal;
    thrice.hands[0] = Pile::from_cards(Card::all()).unwrap();
    thrice.hands[1] = thrice.hands[0];
    assert_eq!(game.check_outcome(&start, &thrice), Ok(()));
    thrice.hands[0].remove(card("2s"));
    thrice.hands[0].insert(card("As"));
    assert_eq!(game.check_outcome(&start, &thrice), Err(ImpossibleOutcome::NotInStock));
    let mut state = start;
    game.resolve(&mut state, &deal);
    assert_eq!(game.check_outcome(&state, &deal), Err(ImpossibleOutcome::NotDue));
}

#[test]
fn piles_count_copies() {
    let mut pile = Pile::<EightDecks>::of_decks(3);
    let ace = card("Ah");
    assert_eq!((pile.len(), pile.count(ace)), (156, 3));
    for left in (0..3).rev() {
        pile.remove(ace);
        assert_eq!((pile.count(ace), pile.contains(ace)), (left, left > 0));
        assert_eq!(pile.iter().filter(|&card| card == ace).count(), left);
        assert_eq!(pile.distinct().len(), DECK - usize::from(left == 0));
    }
    let before = pile;
    pile.remove(ace);
    assert_eq!(pile, before);
    (0..8).for_each(|_| pile.insert(ace));
    assert_eq!(pile.len(), 153 + 8);
    assert!(pile.iter().is_sorted());
    assert_eq!(Pile::from_cards(pile.iter()), Some(pile));
    assert_eq!(Pile::<OneDeck>::from_cards([ace, ace]), None);
    assert!(Pile::<OneDeck>::EMPTY.is_empty() && Pile::<OneDeck>::EMPTY.iter().next().is_none());
}

#[test]
#[should_panic(expected = "too many copies of Ah")]
fn a_full_pile_takes_no_more_copies() {
    Pile::<EightDecks>::of_decks(8).insert(card("Ah"));
}

#[test]
fn a_game_fits_the_decks_it_has_room_for() {
    let rules = |decks| GraphPokerRules::parse(if decks == 1 { "decks=1" } else { "decks=8" }).unwrap();
    assert!(GraphPoker::fits(&rules(1)) && !GraphPoker::fits(&rules(8)));
    assert!(GraphPokerLarge::fits(&rules(1)) && GraphPokerLarge::fits(&rules(8)));
}

#[test]
fn sizes_follow_from_the_decks() {
    fn numbers<Z: GraphSize>() -> [usize; 4] {
        [Z::DECKS, Z::CARDS, Z::EDGE, Z::SLOTS]
    }
    assert_eq!(numbers::<OneDeck>(), [1, 52, 107, 256]);
    assert_eq!(numbers::<EightDecks>(), [8, 416, 835, 2048]);
}

#[test]
#[should_panic(expected = "graph-poker:players=4,decks=2,ace=high,start=dealer needs room for more than 1 decks")]
fn a_small_game_refuses_more_decks() {
    new_game::<OneDeck>("decks=2");
}

#[test]
fn both_sizes_play_the_same_game() {
    let (small, large) = (new_game::<OneDeck>("players=3,ace=both"), new_game::<EightDecks>("players=3,ace=both"));
    let mut rng = rng();
    for block in 0..20 {
        let luck = Chance::new(1, block);
        let (mut one, mut other) = (small.start(), large.start());
        small.advance(&mut one, &luck);
        large.advance(&mut other, &luck);
        while let Turn::Seat(_) = small.turn(&one) {
            assert!(small.legal(&one).iter().eq(large.legal(&other).iter()));
            let action = choose(&small, &one, Style::Matching, &mut rng);
            small.play_unchecked(&mut one, action);
            large.play_unchecked(&mut other, action);
            assert_eq!(small.turn(&one), large.turn(&other));
            assert_eq!(small.scores(&one), large.scores(&other));
        }
    }
}

#[test]
fn states_are_small() {
    assert!(size_of::<<GraphPoker as Game>::State>() <= 1536);
    assert!(size_of::<<GraphPoker as Game>::View>() <= 1536);
    assert!(size_of::<<GraphPokerLarge as Game>::State>() <= 12 * 1024);
    assert!(size_of::<<GraphPokerLarge as Game>::View>() <= 12 * 1024);
    assert_eq!(size_of::<GraphAction>(), 6);
}

/// Reads the order of turns off the game itself.
#[test]
fn the_start_moves_on_by_one_seat_every_round_or_not() {
    fn movers<Z: GraphSize>(rules: &str) -> Vec<usize> {
        let game = new_game::<Z>(rules);
        let (mut state, mut rng, mut movers) = (game.start(), rng(), Vec::new());
        game.advance(&mut state, &Chance::new(4, 4));
        while let Turn::Seat(seat) = game.turn(&state) {
            assert_eq!(game.laid_by(movers.len()), seat);
            assert_eq!(
                game.starter(state.rounds()).index(),
                movers[state.rounds() * 3..].first().copied().unwrap_or(seat.index())
            );
            for other in Seat::all(3) {
                let held = game.cards_held(&game.observe(&state, seat), other);
                assert_eq!(held, state.hand(other).len());
            }
            movers.push(seat.index());
            let action = choose(&game, &state, Style::Random, &mut rng);
            game.play(&mut state, action).unwrap();
        }
        movers
    }
    let usual = movers::<OneDeck>("players=3");
    assert!(usual.len() == 51 && usual.iter().enumerate().all(|(number, &seat)| seat == number % 3));
    let rotating = movers::<OneDeck>("players=3,start=rotate");
    assert_eq!(rotating[..12], [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2]);
    assert!(rotating.iter().enumerate().all(|(number, &seat)| seat == (number / 3 + number % 3) % 3));
    let large = movers::<EightDecks>("players=3,decks=2,start=rotate");
    assert_eq!(large[..51], rotating[..]);
}
