//! What programs outside are told: all that a seat may know, nothing else, and as the documentation says.

use kosti_bots::protocol::{WireGame, act_line};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Rng, Seat, Turn, with_game};
use serde_json::{Value, json};

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
        assert_eq!(game.read_view(&message["view"]), Ok(view), "{}", message["view"]);
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

/// One value of a written view, changed, taken away or doubled.
fn change(told: &mut Value, rng: &mut Rng, texts: &[String]) {
    fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
        match value {
            Value::Object(map) => map.values_mut().for_each(|value| leaves(value, found)),
            Value::Array(list) if !list.is_empty() && !list.iter().any(Value::is_array) => {
                found.push(value);
            }
            Value::Array(list) => list.iter_mut().for_each(|value| leaves(value, found)),
            _ => found.push(value),
        }
    }
    let mut found = Vec::new();
    leaves(told, &mut found);
    let count = found.len();
    let place = rng.below(count as u32) as usize;
    let leaf: &mut Value = found.swap_remove(place);
    if let Value::Array(list) = leaf {
        let at = rng.below(list.len() as u32) as usize;
        match rng.below(6) {
            0 => _ = list.remove(at),
            1 => list.push(list[at].clone()),
            2 => list.reverse(),
            _ => change_leaf(&mut list[at], rng, texts),
        }
    } else {
        change_leaf(leaf, rng, texts);
    }
}

fn change_leaf(leaf: &mut Value, rng: &mut Rng, texts: &[String]) {
    *leaf = match (rng.below(5), &leaf) {
        (0, _) => Value::Null,
        (1, _) => [0, 1, -1, 5, 27, 40_000, i64::MAX][rng.below(7) as usize].into(),
        (2, Value::Number(number)) => (number.as_i64().unwrap_or(0) + 1).into(),
        (3, Value::Number(number)) => (number.as_i64().unwrap_or(0) - 1).into(),
        _ => texts[rng.below(texts.len() as u32) as usize].as_str().into(),
    };
}

/// Reads views with something wrong in them: they are refused, or are views of some game that can be played on.
fn survives_changed_views<G: WireGame>(game: &G, refused: &mut u64) {
    let mut rng = Rng::from_state(5);
    let mut texts: Vec<String> =
        ["stand", "play", "bid", "blind", "As", "2c", "Th", "6-6", "0-0", "1-1"].map(String::from).into();
    each_decision(game, 5, |state, seat, number| {
        let view = game.observe(state, seat);
        let told = serde_json::to_value(game.wire_view(&view)).expect("JSON");
        texts.extend(told["hand"].as_array().into_iter().flatten().filter_map(|card| card.as_str().map(String::from)));
        for _ in 0..if number < 300 { 12 } else { 0 } {
            let mut told = told.clone();
            change(&mut told, &mut rng, &texts);
            match game.read_view(&told) {
                Err(_) => *refused += 1,
                Ok(view) => {
                    let world = game.determinize(&view, &mut rng);
                    let seat = told["seat"].as_u64().expect("a seat") as usize;
                    assert_eq!(game.observe(&world, Seat::new(seat)), view, "{}: {told}", game.rules());
                }
            }
        }
    });
}

#[test]
fn changed_views_are_refused_or_make_sense() {
    let mut refused = 0;
    for rules in [
        "dice-poker",
        "pirate-poker:players=2",
        "yahtzee",
        "yatzy",
        "graph-poker",
        "graph-poker:players=7,decks=2",
        "rims",
        "rims:players=13",
        "domino-poker",
        "domino-poker:players=2",
        "domino-poker:last=on,sevens=1,players=6",
    ] {
        with_game!(AnyRules::parse(rules).expect("rules"), game => survives_changed_views(&game, &mut refused));
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn views_that_no_game_shows_are_refused_in_words() {
    for (rules, decision, key, value, why) in [
        ("rims", 4, "trump", json!("x"), "\"trump\" is \"x\", but from the rest follows \"s\""),
        ("rims", 4, "deal", json!(1), "no game comes to this: a deal has one to three tricks"),
        ("rims", 4, "hand", json!([]), "seat 1 holds or laid 1, but was dealt 4"),
        (
            "rims",
            4,
            "hand",
            json!(["1s"]),
            "\"1s\" cannot be read: expected a card such as Ts or Ah (ranks 23456789TJQKA, suits shdc)",
        ),
        ("rims", 4, "seat", json!(0), "seat 0 holds or laid 5, but was dealt 4"),
        ("rims", 4, "seat", json!(null), "invalid type: null, expected u64"),
        ("graph-poker", 1, "hand", json!(["As", "As"]), "As is there more often than it can be"),
        ("graph-poker", 1, "held", json!([52, 52]), "\"held\" is [52,52], but from the rest follows [12,13,13,13]"),
        ("domino-poker", 9, "scores", json!([1, 2]), "no game comes to this: one for each of the 4 seats is needed"),
        (
            "domino-poker",
            9,
            "bids",
            json!([9, 1, 1, 1]),
            "seat 0 cannot have played 9: a bid is at most the number of dominoes in hand, 2",
        ),
        ("dice-poker", 3, "dice", json!([1, 2, 3, 4, 7]), "[1, 2, 3, 4, 7] are no dice: faces are 1 to 6"),
        ("dice-poker", 3, "rolls", json!(4), "no game comes to this: a turn has one to three rolls"),
    ] {
        with_game!(AnyRules::parse(rules).expect("rules"), game => each_decision(&game, 3, |state, seat, number| {
            if number == decision {
                let mut told = serde_json::to_value(game.wire_view(&game.observe(state, seat))).expect("JSON");
                told[key] = value.clone();
                assert_eq!(game.read_view(&told).map(|_| ()).map_err(|error| error.to_string()), Err(why.into()));
            }
        }));
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
