//! Documents that are wrong in one place: the schemas refuse every one.

use jsonschema::Validator;
use kosti_engine::AnyRules;
use serde_json::{Value, json};

use crate::common::{Scratch, says};
use crate::messages::{EXAMPLE, exchange};
use crate::records::short_record;
use crate::tournaments::files;
use crate::{Kind, assert_fits};

/// Every place of a document, as a JSON pointer.
fn places(document: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.into());
    match document {
        Value::Object(map) => map.iter().for_each(|(key, value)| places(value, &format!("{here}/{key}"), found)),
        Value::Array(items) => {
            // Items of a list are alike: the first and the last will do.
            let last = items.len().saturating_sub(1);
            let ends = items.iter().enumerate().filter(|(number, _)| here == "/events" || [0, last].contains(number));
            ends.for_each(|(number, item)| places(item, &format!("{here}/{number}"), found));
        }
        _ => {}
    }
}

/// The document without a key, with one more, and with something of another type, at every place.
fn mutants(document: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    places(document, "", &mut all);
    let mut mutants = Vec::new();
    for place in all {
        let mut change = |what: String, change: &dyn Fn(&mut Value)| {
            let mut mutant = document.clone();
            change(mutant.pointer_mut(&place).unwrap());
            mutants.push((what, mutant));
        };
        let value = document.pointer(&place).unwrap();
        if let Value::Object(map) = value {
            for key in map.keys() {
                change(format!("without {place}/{key}"), &|object| _ = object.as_object_mut().unwrap().remove(key));
            }
            change(format!("with more in {place}"), &|object| object["unheard-of"] = json!(1));
        }
        let other = match value {
            Value::Number(_) | Value::Bool(_) => json!("text"),
            Value::Object(_) => json!([]),
            Value::String(_) | Value::Array(_) | Value::Null => json!({ "x": 1 }),
        };
        change(format!("another type at {place}"), &|value| *value = other.clone());
    }
    mutants
}

/// A document fits, and none of its mutants does, but for keys that may be missing.
#[track_caller]
fn refuses_all_mutants(validator: &Validator, document: &Value, may_be_missing: impl Fn(&str) -> bool) {
    assert_fits(validator, document, &document.to_string());
    let mutants = mutants(document);
    assert!(mutants.len() > 2);
    for (what, mutant) in mutants {
        let missing = what.strip_prefix("without ").is_some_and(&may_be_missing);
        assert_eq!(validator.is_valid(&mutant), missing, "{what}: {mutant}");
    }
}

/// A document fits, and does not with any of these values.
#[track_caller]
fn refuses(validator: &Validator, document: &Value, wrong: &[(&str, Value)]) {
    assert_fits(validator, document, &document.to_string());
    for (place, value) in wrong {
        let mut mutant = document.clone();
        *mutant.pointer_mut(place).unwrap_or_else(|| panic!("{place} of {document}")) = value.clone();
        assert!(!validator.is_valid(&mutant), "{place}: {value}");
    }
}

#[test]
fn records_have_all_keys_and_no_others() {
    let validator = Kind::Record.validator();
    for rules in AnyRules::defaults() {
        let rules = rules.to_string().replace("last=off", "last=on");
        refuses_all_mutants(&validator, &short_record(&rules), |_| false);
    }
}

#[test]
fn records_with_wrong_values_are_refused() {
    let validator = Kind::Record.validator();
    let dice = short_record("yatzy");
    let event = |value: Value| ("/events/0", value);
    refuses(
        &validator,
        &dice,
        &[
            ("/format", json!("kosti-record/2")),
            ("/game", json!("yatzy")),
            ("/game", json!("yatzy:players=17")),
            ("/game", json!("yatzy:players=02")),
            ("/game", json!("yatzy:players=2,lead=dealer")),
            ("/game", json!("rims:players=3,lead=dealer")),
            ("/game", json!("chess:players=2")),
            ("/seed", json!("-1")),
            ("/seed", json!("07")),
            ("/block", json!(-1)),
            ("/rotation", json!(0.5)),
            ("/seats", json!([])),
            ("/scores", json!([0.5, 1])),
            ("/shares", json!([1.5, 0.0])),
            event(json!({"seat": 0, "dance": true})),
            event(json!({"seat": 16, "keep": [3]})),
            event(json!({"seat": 0, "keep": [7]})),
            event(json!({"seat": 0, "keep": [1, 1, 1, 1, 1, 1]})),
            event(json!({"seat": 0, "roll": [1, 2, 3, 4], "n": 1})),
            event(json!({"seat": 0, "roll": [1, 2, 3, 4, 5], "n": 4})),
            event(json!({"seat": 0, "row": "school-1", "points": 3, "crossed": false})),
            event(json!({"seat": 0, "row": "yahtzee", "points": 50, "crossed": false})),
            event(json!({"seat": 0, "play": "As"})),
        ],
    );
    refuses(
        &validator,
        &short_record("graph-poker"),
        &[
            ("/game", json!("graph-poker:players=4,decks=1")),
            ("/game", json!("graph-poker:decks=1,players=4,ace=high,start=dealer")),
            ("/game", json!("graph-poker:players=4,decks=1,ace=low,start=dealer")),
            event(json!({"seat": 0, "card": "10h", "at": [0, 0]})),
            event(json!({"seat": 0, "card": "Th", "at": [0, 0, 0]})),
            event(json!({"hands": [["1s"]], "out": []})),
            event(json!({"round": 0, "combos": []})),
            event(
                json!({"round": 1, "combos": [{"kind": "pair", "cells": [[0,0],[1,0],[2,0],[3,0]], "owner": 0, "points": 2}]}),
            ),
            event(
                json!({"round": 1, "combos": [{"kind": "flush", "cells": [[0,0],[1,0],[2,0]], "owner": 0, "points": 2}]}),
            ),
        ],
    );
    refuses(
        &validator,
        &short_record("rims"),
        &[
            event(json!({"seat": 0, "stand": false})),
            event(json!({"trump": "x", "circles": 1})),
            event(json!({"trump": "h", "circles": 0})),
            event(json!({"seat": 0, "bid": 1})),
            event(json!({"seat": 0, "play": "6-4"})),
            event(json!({"trick": -1})),
        ],
    );
    let ring: Vec<String> = vec!["6-4".into(); 27];
    refuses(
        &validator,
        &short_record("domino-poker"),
        &[
            event(json!({"seat": 0, "play": "As"})),
            event(json!({"seat": 0, "play": "4-6"})),
            event(json!({"seat": 0, "bid": 8})),
            event(json!({"stage": "last", "starter": 0, "hands": []})),
            event(json!({"stage": "first", "starter": 0, "hands": []})),
            event(json!({"stage": "last", "ring": ring, "picker": 0, "pick": 5, "direction": 1})),
            event(json!({"points": ["10"]})),
        ],
    );
}

#[test]
fn messages_to_bots_have_all_keys_and_no_others() {
    let validator = Kind::ProtocolHost.validator();
    for (number, rules) in AnyRules::defaults().enumerate() {
        let exchange = exchange(&format!("mutants-{number}"), &rules.to_string(), EXAMPLE, &[]);
        for kind in ["hello", "new_game", "act", "end", "quit"] {
            // A late moment of a game has something in every list.
            let mut messages = exchange.host.iter().filter(|message| message["type"] == kind);
            let message = messages.by_ref().max_by_key(|message| message.to_string().len()).unwrap();
            // Rows that are not open or not filled are not there.
            let is_row = |place: &str| {
                place.contains("/books/") || place.starts_with("/view/sheets/") && place.contains("/rows/")
            };
            refuses_all_mutants(&validator, message, is_row);
        }
    }
}

#[test]
fn messages_to_bots_with_wrong_values_are_refused() {
    let validator = Kind::ProtocolHost.validator();
    let exchange = exchange("wrong", "rims", EXAMPLE, &[]);
    let first = |kind: &str| exchange.host.iter().find(|message| message["type"] == kind).unwrap();
    refuses(
        &validator,
        first("hello"),
        &[("/protocol", json!(2)), ("/games/0", json!("rims")), ("/type", json!("hi"))],
    );
    refuses(&validator, first("new_game"), &[("/seat", json!(16)), ("/bot_seed", json!("x")), ("/gid", json!(-4))]);
    refuses(
        &validator,
        first("act"),
        &[
            ("/legal", json!([])),
            ("/legal", json!(["Ts", "Ts"])),
            ("/legal", json!(["keep none"])),
            ("/view/phase", json!("deal")),
            ("/view/hand", json!(["6-4"])),
            ("/view/trump", json!("hearts")),
            ("/view/seat", json!(16)),
            ("/left_ms", json!(-1)),
            ("/view", json!({})),
        ],
    );
    refuses(&validator, first("end"), &[("/faults", json!(["laziness"])), ("/scores", json!([0.5]))]);
    let reject = json!({"type": "reject", "gid": 4, "id": 17, "code": "illegal", "message": "no"});
    refuses_all_mutants(&validator, &reject, |_| false);
    refuses(&validator, &reject, &[("/code", json!("laziness"))]);
    // With a view it asks again, and then nothing may be missing.
    let mut retry = first("act").clone();
    for key in ["type", "code", "message"] {
        retry[key] = reject[key].clone();
    }
    refuses_all_mutants(&validator, &retry, |_| false);
}

#[test]
fn summaries_and_manifests_that_are_wrong_are_refused() {
    let scratch = Scratch::new("refusals");
    let folder = scratch.path("run");
    let args = ["tournament", "--game", "yahtzee", "--bots", "greedy,random", "--games", "200", "--sprt", "0,5"];
    says(&[&args[..], &["--record-every", "10", "--quiet", "--out", &folder]].concat());
    let (manifest, summary) = files(&folder);
    let validator = Kind::Summary.validator();
    // Summaries of earlier versions do not tell these, and what is printed has no checksum.
    refuses_all_mutants(&validator, &summary, |place| ["/players", "/solo", "/notes", "/check"].contains(&place));
    refuses(&validator, &summary, &[("/stopped", json!("bored")), ("/games", json!(-1)), ("/seed", json!("1"))]);
    let validator = Kind::Manifest.validator();
    // What a plan says of its own accord.
    let chosen = ["/sprt", "/sprt-scale", "/alpha", "/beta", "/record-every"];
    refuses_all_mutants(&validator, &manifest, |place| chosen.contains(&place));
    refuses(
        &validator,
        &manifest,
        &[
            ("/game", json!("yahtzee")),
            ("/game", json!("yahtzee:players=2..4")),
            ("/game", json!("yahtzee:player=2")),
            ("/bots", json!("greedy,random")),
            ("/format", json!("swiss")),
            ("/seatings", json!("none")),
            ("/sprt", json!("0,5")),
            ("/sprt", json!([0])),
            ("/alpha", json!(0.5)),
            ("/games", json!(0)),
            ("/move-timeout", json!(0)),
            ("/made/blocks", json!("all")),
            ("/made/plan", json!(-1)),
        ],
    );
}
