//! What programs outside are told: all that a seat may know, nothing else, and as the documentation says.

use kosti_bots::protocol::{WireGame, act_line};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Rng, Seat, Turn, with_game};
use serde_json::Value;

use crate::variants::variants;

/// Plays a game at random and shows every decision.
fn each_decision<G: Game>(game: &G, block: u64, mut show: impl FnMut(&G::State, Seat, usize)) {
    let luck = Chance::new(7, block);
    let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
    let mut state = game.start();
    let mut number = 0;
    loop {
        match game.turn(&state) {
            Turn::Chance => game.advance(&mut state, &luck),
            Turn::Seat(seat) => {
                show(&state, seat, number);
                number += 1;
                let action = game.legal(&state).pick(&mut rng);
                game.play_unchecked(&mut state, action);
            }
            Turn::Over => return,
        }
    }
}

fn tells_nothing_hidden<G: WireGame>(game: &G) {
    let mut worlds = Rng::from_state(1);
    each_decision(game, 1, |state, seat, number| {
        let view = game.observe(state, seat);
        let told = act_line(game, &view, 1, 1, 1000);
        if number % 3 == 0 {
            let world = game.determinize(&view, &mut worlds);
            let told_there = act_line(game, &game.observe(&world, seat), 1, 1, 1000);
            assert!(told == told_there, "{}: decision {number} tells something hidden", game.rules());
        }
        let message: Value = serde_json::from_slice(&told).expect("a line of JSON");
        assert_eq!(told.iter().filter(|&&byte| byte == b'\n').count(), 1);
        assert_eq!(message["view"]["seat"], seat.index());
        let listed = message["legal"].as_array().expect("a list");
        let legal = game.legal(state);
        assert_eq!(listed.len(), legal.len());
        for (text, action) in listed.iter().zip(legal.iter()) {
            assert_eq!(text.as_str().expect("a text").parse::<G::Action>().ok(), Some(action));
        }
    });
}

#[test]
fn views_hold_only_what_the_seat_may_know_in_every_variant() {
    let [most, some] = ["graph-poker:decks=8", "graph-poker:decks=2"].map(|text| AnyRules::parse(text).expect("rules"));
    for rules in variants() {
        // The messages with eight decks are half a megabyte each.
        let rules = if rules == most { some } else { rules };
        with_game!(rules, game => tells_nothing_hidden(&game));
    }
}

#[test]
fn views_of_the_largest_game_are_whole() {
    let rules = AnyRules::parse("graph-poker:players=16,decks=8").expect("rules");
    with_game!(rules, game => each_decision(&game, 1, |state, seat, number| {
        if number % 50 == 0 {
            let line = act_line(&game, &game.observe(state, seat), 1, 1, 1000);
            let message: Value = serde_json::from_slice(&line).expect("a line of JSON");
            assert_eq!(message["view"]["board"].as_array().map(Vec::len), Some(number));
        }
    }));
}

/// What a view says of other seats is what everybody saw.
#[test]
fn views_of_rims_follow_the_game() {
    let rules = AnyRules::parse("rims:lead=winner").expect("rules");
    with_game!(rules, game => each_decision(&game, 2, |state, seat, _| {
        let line = act_line(&game, &game.observe(state, seat), 1, 1, 1000);
        let view = serde_json::from_slice::<Value>(&line).expect("a line of JSON")["view"].take();
        let len = |key: &str| view[key].as_array().expect("a list").len();
        let cards = |key: &str| view[key].as_array().expect("a list").iter().flat_map(|round| {
            round.as_array().expect("a list").iter().filter(|card| !card.is_null())
        }).count();
        // Whoever acts has laid a card in every round that is over.
        assert_eq!(len("hand") + cards("shown") / 3 + cards("tricks") / 3, 4);
        assert_eq!(view["trump"].is_null(), cards("shown") == 0);
        let led = (view["seat"].as_u64().expect("a seat") + 3 - view["leader"].as_u64().expect("a seat")) % 3;
        assert_eq!(led as usize, (cards("shown") + cards("tricks")) % 3);
    }));
}

/// The examples of docs/protocol.md: rules, and which decision of a certain random game.
const EXAMPLES: &[(&str, usize)] = &[
    ("dice-poker", 6),
    ("graph-poker:players=16", 18),
    ("rims", 32),
    ("domino-poker", 130),
    ("domino-poker:players=2,last=on,sevens=1,blind=0,grab=0,mizer=0", 126),
];

#[test]
fn the_documentation_shows_real_messages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md");
    let documentation = std::fs::read_to_string(path).expect("the documentation");
    for (rules, decision) in EXAMPLES {
        let rules = AnyRules::parse(rules).expect("rules");
        let mut example = String::new();
        with_game!(rules, game => each_decision(&game, 3, |state, seat, number| {
            if number == *decision {
                let line = act_line(&game, &game.observe(state, seat), 4, 17, 1000);
                example = String::from_utf8(line).expect("text");
            }
        }));
        assert!(!example.is_empty(), "{rules} ends before");
        let shown = documentation.lines().any(|line| line == example.trim_end());
        assert!(shown, "the documentation of {rules} should show:\n{example}");
    }
}
