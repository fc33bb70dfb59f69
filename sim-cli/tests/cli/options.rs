//! One wording for one option, and rules that are given the same way to every command.

use std::collections::HashMap;

use crate::common::{fails, says};

/// Options that mean different things in different commands.
const OF_THEIR_OWN: &[&str] =
    &["against", "any-build", "blocks", "bot", "game", "games", "help", "out", "tables", "threads"];

/// All commands that `kosti --help` names.
fn commands() -> Vec<String> {
    let help = says(&["--help"]);
    let (_, listed) = help.split_once("Commands:\n").expect("a list of commands");
    let names = listed.lines().take_while(|line| !line.is_empty());
    names
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  ").map(|(name, _)| name.to_string()))
        .filter(|name| !name.is_empty())
        .collect()
}

/// The options of a command with what is said of each.
fn options(command: &str) -> Vec<(String, String)> {
    let help = says(&[command, "--help"]);
    let (_, listed) = help.split_once("Options:\n").expect("a list of options");
    let mut options: Vec<(String, String)> = Vec::new();
    for line in listed.lines().map(str::trim) {
        let long = line.strip_prefix("--").or_else(|| line.split_once(", --").map(|(_, long)| long));
        match long.filter(|_| line.starts_with('-')) {
            Some(long) => {
                let end = long.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(long.len());
                options.push((long[..end].into(), long[end..].trim().into()));
            }
            None => {
                if let Some((_, said)) = options.last_mut() {
                    *said = format!("{said} {line}").trim().to_string();
                }
            }
        }
    }
    options
}

#[test]
fn an_option_is_said_in_the_same_words_everywhere() {
    let mut known: HashMap<String, (String, String)> = HashMap::new();
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        for (option, said) in options(&command).into_iter().filter(|(name, _)| !OF_THEIR_OWN.contains(&name.as_str())) {
            let (first, before) = known.entry(option.clone()).or_insert_with(|| (command.clone(), said.clone()));
            assert_eq!(*before, said, "--{option} in {first} and {command}");
        }
    }
    assert!(known.contains_key("json") && known.contains_key("seed"), "{known:?}");
}

#[test]
fn rules_are_an_argument_or_follow_game() {
    for (command, rules, others) in [
        ("games", "rims", &[][..]),
        ("tournament", "rims:players=2", &["--bots", "greedy,random", "--games", "20", "--quiet", "--json"]),
        ("plan", "rims:players=2", &["--bots", "greedy,random", "--games", "20", "--no-trial"]),
        ("record", "rims:players=2", &["--bots", "greedy,random"]),
        (
            "hint",
            "yatzy",
            &[
                "--sheet",
                "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,pair=12,two-pairs=22,three=18,four=24",
                "--dice",
                "6,6,6,6,1",
            ],
        ),
        ("exploit", "rims:players=2", &["--bot", "random", "--deals", "30", "--hands", "2"]),
        ("last-stage", "domino-poker:players=3", &["--shown", "6-4"]),
    ] {
        let timeless =
            |text: String| text.lines().filter(|line| !line.contains("\"seconds\"")).collect::<Vec<_>>().join("\n");
        let first = timeless(says(&[&[command, rules], others].concat()));
        let named = timeless(says(&[&[command, "--game", rules], others].concat()));
        assert_eq!(first, named, "{command}");
        assert!(!first.is_empty());
        let unknown = fails(2, &[&[command, "rimz"], others].concat());
        assert!(unknown.starts_with("kosti: unknown game 'rimz'"), "{command}: {unknown}");
    }
    for command in ["strength", "solve", "hint", "record"] {
        assert!(fails(2, &[command]).starts_with("kosti: no game is given; the games are dice-poker, "), "{command}");
    }
    let twice = fails(2, &["record", "rims", "--game", "rims"]);
    assert_eq!(twice, "kosti: the argument '[RULES]' cannot be used with '--game <RULES>'; see kosti record --help\n");
}

#[test]
fn parameters_of_bots_are_listed() {
    let listed = says(&["games", "rims"]);
    for word in ["rollouts", "iterations", "explore", "procs", "4000"] {
        assert!(listed.contains(word), "{listed}");
    }
    assert!(!listed.contains("dice-poker:") || !listed.contains("spread"), "{listed}");
    let listed: serde_json::Value = serde_json::from_str(&says(&["games", "yatzy", "--json"])).expect("JSON");
    let bots = listed["bots"].as_array().expect("bots");
    let expectimax = bots.iter().find(|bot| bot["bot"] == "expectimax").expect("it plays yatzy");
    assert_eq!(expectimax["parameters"][0]["parameter"], "spread");
    assert_eq!(expectimax["parameters"][0]["default"], "1");
    assert!(bots.iter().all(|bot| bot["bot"] != "ismcts"), "it does not play yatzy");
}

#[test]
fn a_folder_can_be_planned_but_not_with_a_game_besides() {
    let refused = fails(2, &["plan", ".", "--bots", "random"]);
    assert_eq!(refused, "kosti: . says what is played; leave out all other arguments of a plan\n");
    assert!(fails(1, &["plan", "./nowhere"]).contains("nowhere"));
}
