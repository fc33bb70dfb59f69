//! Records, kept and new.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::says;
use crate::{Kind, assert_fits};

/// Rules of every game, and variants that bring other rows, events and numbers of players.
const VARIANTS: [&str; 14] = [
    "dice-poker",
    "dice-poker:players=3,school=count,penalty=each,double=no-roads,even-odd=strict,crossing=forced,five-full=no",
    "dice-poker:players=1,even-odd=loose",
    "pirate-poker:players=5,exact=roll",
    "graph-poker",
    "graph-poker:players=16,decks=8,ace=both",
    "rims",
    "rims:players=2,lead=winner",
    "rims:players=13",
    "domino-poker",
    "domino-poker:players=6,sevens=1,blind=2,grab=0,mizer=3,last=on",
    "yatzy:players=1",
    "yahtzee",
    "yahtzee:players=16",
];

/// The keys of an event: which kind of event it is.
fn shape(event: &Value) -> Vec<String> {
    event.as_object().expect("an event is an object").keys().cloned().collect()
}

/// A record of a game with one event of each kind.
pub fn short_record(rules: &str) -> Value {
    let lines = says(&["record", "--game", rules, "--bots", "random", "--games", "5", "--seed", "3"]);
    let mut records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut kinds = BTreeMap::new();
    for event in records.iter().flat_map(|record| record["events"].as_array().unwrap()) {
        // An end of a round with combinations tells more than one without.
        let told = event.to_string().len();
        let best: &mut Value = kinds.entry(shape(event)).or_insert(Value::Null);
        if best.is_null() || best.to_string().len() < told {
            *best = event.clone();
        }
    }
    records[0]["events"] = kinds.into_values().collect();
    records.swap_remove(0)
}

#[test]
fn golden_records_fit() {
    let validator = Kind::Record.validator();
    let mut games = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")).unwrap() {
        let path = entry.unwrap().path();
        for line in fs::read_to_string(&path).unwrap().lines() {
            assert_fits(&validator, &serde_json::from_str(line).unwrap(), &path.display().to_string());
            games += 1;
        }
    }
    assert!(games >= 11, "{games}");
}

#[test]
fn new_records_of_every_game_fit() {
    let validator = Kind::Record.validator();
    let mut kinds = std::collections::BTreeSet::new();
    for rules in VARIANTS {
        for bot in ["random", "greedy"] {
            for line in says(&["record", "--game", rules, "--bots", bot, "--games", "4", "--seed", "11"]).lines() {
                let record: Value = serde_json::from_str(line).unwrap();
                assert_fits(&validator, &record, rules);
                kinds.extend(record["events"].as_array().unwrap().iter().map(shape));
            }
        }
    }
    // Each kind of event of docs/records.md came up; a card and a domino that are played look alike, and so do tricks.
    assert_eq!(kinds.len(), 3 + 3 + 6 + 5, "{kinds:?}");
}
