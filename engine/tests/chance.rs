//! Chance is fair, and nobody's decisions reach it.

mod common;

use common::{assert_uniform, chi_square_p, rng};
use kosti_engine::domino_poker::DominoDeal;
use kosti_engine::{
    ActionSet, AnyRules, CARDS, Chance, DOMINOES, Dice, DominoPoker, DominoPokerRules, Game, GraphPoker,
    GraphPokerRules, Keep, Label, Rims, RimsRules, Rules, Seat, Turn, with_game,
};

const BLOCKS: u64 = 40_000;

fn roll(luck: &Chance, seat: usize, turn: u8, roll: u8) -> Dice {
    Dice::roll(Keep::NONE, Label::roll(Seat::new(seat), turn, roll), luck)
}

#[test]
fn five_dice_come_as_often_as_they_should() {
    let expected: Vec<f64> = Dice::all().map(|dice| f64::from(dice.ways()) / 7776.0 * BLOCKS as f64 * 6.0).collect();
    for seed in [0, 1, u64::MAX] {
        let mut observed = vec![0; Dice::COUNT];
        for block in 0..BLOCKS {
            let luck = Chance::new(seed, block);
            for (seat, turn, number) in [(0, 0, 1), (0, 0, 2), (0, 1, 1), (1, 0, 1), (15, 16, 3), (3, 7, 2)] {
                observed[roll(&luck, seat, turn, number).index()] += 1;
            }
        }
        let p = chi_square_p(&observed, &expected);
        assert!((1e-4..1.0 - 1e-4).contains(&p), "seed {seed}: p = {p}");
    }
}

/// How often two rolls bring these numbers of sixes together.
fn assert_independent(what: &str, pair: impl Fn(u64) -> (Dice, Dice)) {
    let sixes = |dice: Dice| (dice.counts()[5] as usize).min(2);
    let mut observed = vec![0; 9];
    for block in 0..BLOCKS {
        let (a, b) = pair(block);
        observed[3 * sixes(a) + sixes(b)] += 1;
    }
    let chance = |n: usize| {
        let ways = Dice::all().filter(|&dice| sixes(dice) == n).map(Dice::ways).sum::<u32>();
        f64::from(ways) / 7776.0
    };
    let expected: Vec<f64> = (0..9).map(|i| chance(i / 3) * chance(i % 3) * BLOCKS as f64).collect();
    let p = chi_square_p(&observed, &expected);
    assert!((1e-4..1.0 - 1e-4).contains(&p), "{what}: p = {p}");
}

#[test]
fn neighbouring_seeds_blocks_and_rolls_share_nothing() {
    assert_independent("blocks", |b| (roll(&Chance::new(5, b), 0, 0, 1), roll(&Chance::new(5, b + 1), 0, 0, 1)));
    assert_independent("seeds", |b| (roll(&Chance::new(b, 0), 0, 0, 1), roll(&Chance::new(b + 1, 0), 0, 0, 1)));
    assert_independent("seed and block", |b| (roll(&Chance::new(1, b), 0, 0, 1), roll(&Chance::new(b, 1), 0, 0, 1)));
    assert_independent("rolls", |b| (roll(&Chance::new(5, b), 0, 0, 1), roll(&Chance::new(5, b), 0, 0, 2)));
    assert_independent("turns", |b| (roll(&Chance::new(5, b), 0, 0, 1), roll(&Chance::new(5, b), 0, 1, 1)));
    assert_independent("seats", |b| (roll(&Chance::new(5, b), 0, 0, 1), roll(&Chance::new(5, b), 1, 0, 1)));
    // Not one of many neighbours starts the same stream.
    let mut states: Vec<u64> = (0..300)
        .flat_map(|seed| (0..300).map(move |block| Chance::new(seed, block).stream(Label::deal(0)).word()))
        .collect();
    let all = states.len();
    states.sort_unstable();
    states.dedup();
    assert_eq!(states.len(), all);
}

#[test]
fn deals_of_rims_are_uniform() {
    let game = Rims::new(RimsRules::default());
    for deal in [0, 1, 5] {
        let mut observed = vec![0; 3 * CARDS];
        for block in 0..20_000 {
            let mut request = game.request(&game.start());
            request.deal = deal;
            let hands = game.draw(request, &Chance::new(8, block)).hands;
            for seat in 0..3 {
                hands[seat].iter().for_each(|card| observed[seat * CARDS + card.index()] += 1);
            }
        }
        for seat in 0..3 {
            assert_uniform(&observed[seat * CARDS..][..CARDS], "cards of a seat");
        }
    }
}

#[test]
fn cards_that_left_the_game_are_passed_over() {
    let game = Rims::new(RimsRules::parse("players=2").unwrap());
    let mut request = game.request(&game.start());
    request.stock = request.stock.and(kosti_engine::CardSet::from_bits(0x000F_0F0F_0F00_F0F3));
    let stock: Vec<_> = request.stock.iter().collect();
    let mut observed = vec![0; stock.len()];
    for block in 0..20_000 {
        let hands = game.draw(request, &Chance::new(8, block)).hands;
        assert_eq!(hands[0].len() + hands[1].len(), 8);
        for card in hands[0].iter() {
            observed[stock.iter().position(|&c| c == card).expect("a card of the stock")] += 1;
        }
    }
    assert_uniform(&observed, "cards of a small stock");
}

#[test]
fn deals_of_dominoes_are_uniform() {
    for (rules, deal) in [("players=4", 7), ("players=3", 2), ("players=2,last=on", 20)] {
        let game = DominoPoker::new(DominoPokerRules::parse(rules).unwrap());
        let mut observed = vec![0; DOMINOES];
        let mut places = vec![0; DOMINOES];
        for block in 0..20_000 {
            match game.draw(deal, &Chance::new(8, block)) {
                DominoDeal::Hands(hands) => hands[1].iter().for_each(|domino| observed[domino.index()] += 1),
                DominoDeal::Ring(ring) => {
                    observed[ring[13].index()] += 1;
                    places[ring.iter().position(|d| d.index() == 4).unwrap()] += 1;
                }
            }
        }
        assert_uniform(&observed, rules);
        if places.iter().sum::<u64>() > 0 {
            assert_uniform(&places, "places in the ring");
        }
    }
}

#[test]
fn deals_of_graph_poker_are_uniform() {
    let game = GraphPoker::new(GraphPokerRules::parse("players=3").unwrap());
    let mut observed = vec![0; CARDS];
    let mut aside = vec![0; CARDS];
    for block in 0..10_000 {
        let mut state = game.start();
        game.advance(&mut state, &Chance::new(8, block));
        state.hand(Seat::new(2)).iter().for_each(|card| observed[card.index()] += 1);
        game.set_aside(&state).iter().for_each(|card| aside[card.index()] += 1);
    }
    assert_uniform(&observed, "cards of a seat");
    assert_uniform(&aside, "the card set aside");
}

#[test]
fn worlds_of_graph_poker_are_uniform() {
    let game = GraphPoker::new(GraphPokerRules::parse("players=3").unwrap());
    let mut state = game.start();
    game.advance(&mut state, &Chance::new(8, 8));
    // Seat 0 has laid its open first card, all others one, and seat 0 its second, face down: seat 1 wonders.
    for _ in 0..4 {
        let action = game.legal(&state).nth(0);
        game.play(&mut state, action).unwrap();
    }
    let view = game.observe(&state, Seat::new(1));
    let unseen: Vec<_> = game.unseen(&view).iter().collect();
    let (mut face_down, mut held) = (vec![0; unseen.len()], vec![0; unseen.len()]);
    let mut rng = rng(6);
    let place = |card| unseen.iter().position(|&c| c == card).expect("an unseen card");
    for _ in 0..20_000 {
        let world = game.determinize(&view, &mut rng);
        face_down[place(world.board().card(3).unwrap())] += 1;
        world.hand(Seat::new(2)).iter().for_each(|card| held[place(card)] += 1);
    }
    assert_uniform(&face_down, "the card face down");
    assert_uniform(&held, "cards in another hand");
}

/// The first draws of a game, whatever is decided: rolls by (seat, turn, roll), deals by number.
fn draws<G: Game>(game: &G, luck: &Chance, seed: u64) -> Vec<String> {
    let mut rng = rng(seed);
    let mut state = game.start();
    let mut draws = Vec::new();
    loop {
        match game.turn(&state) {
            Turn::Chance => {
                let request = game.request(&state);
                draws.push(format!("{request:?} {:?}", game.draw(request, luck)));
                game.advance(&mut state, luck);
            }
            Turn::Seat(_) => {
                // Some players need more random numbers than others.
                (0..seed % 5).for_each(|_| _ = rng.word());
                let action = game.legal(&state).pick(&mut rng);
                game.play_unchecked(&mut state, action);
            }
            Turn::Over => return draws,
        }
    }
}

#[test]
fn equal_requests_bring_equal_draws_whatever_was_decided() {
    for rules in AnyRules::defaults() {
        let luck = Chance::new(21, 4);
        let mut known = std::collections::BTreeMap::new();
        let mut met_again = 0;
        for seed in 0..30 {
            for draw in with_game!(rules, game => draws(&game, &luck, seed)) {
                let (request, outcome) = draw.rsplit_once('}').unwrap_or_else(|| draw.split_once(' ').unwrap());
                let before = known.insert(request.to_string(), outcome.to_string());
                met_again += usize::from(before.is_some());
                assert!(before.is_none_or(|before| before == outcome), "{rules}: {draw}");
            }
        }
        assert!(met_again >= 29, "{rules}: the first draw of every game is the same");
    }
}
