//! The files of tournaments that were just played, and plans.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Scratch, fails, says};
use crate::messages::EXAMPLE;
use crate::{Kind, assert_fits};

pub fn as_json(toml: &str) -> Value {
    let table: toml::Table = toml.parse().unwrap();
    serde_json::to_value(table).unwrap()
}

/// The manifest and the summary of a run folder.
pub fn files(folder: &str) -> (Value, Value) {
    let read = |name: &str| fs::read_to_string(Path::new(folder).join(name)).unwrap();
    (as_json(&read("manifest.toml")), serde_json::from_str(&read("summary.json")).unwrap())
}

/// Plays a tournament, and checks both files.
#[track_caller]
fn played(folder: &str, args: &[&str]) -> (Value, Value) {
    says(&[&["tournament", "--quiet", "--out", folder], args].concat());
    let (manifest, summary) = files(folder);
    assert_fits(&Kind::Manifest.validator(), &manifest, &format!("{args:?}"));
    // A manifest can be used as a plan.
    assert_fits(&Kind::Plan.validator(), &manifest, &format!("{args:?}"));
    assert_fits(&Kind::Summary.validator(), &summary, &format!("{args:?}"));
    (manifest, summary)
}

#[test]
fn files_of_tournaments_of_all_kinds_fit() {
    let scratch = Scratch::new("schemas");
    let (manifest, summary) =
        played(&scratch.path("plain"), &["--game", "rims", "--bots", "greedy,random", "--games", "30"]);
    assert!(manifest.get("sprt").is_none() && summary["sprt"].is_null());

    let two = ["--game", "yahtzee", "--bots", "greedy,random", "--games", "2000"];
    let sprt = ["--sprt", "0,100", "--sprt-scale", "normalized", "--games-csv", "--record-every", "100"];
    let (manifest, summary) = played(&scratch.path("sprt"), &[&two[..], &sprt].concat());
    assert_eq!((&manifest["sprt-scale"], &summary["stopped"]), (&json!("normalized"), &json!("better")));
    assert!(summary["sprt"]["llr"].is_number());

    let until = ["--game", "graph-poker", "--bots", "greedy,random,random", "--games", "3000", "--until", "0.1"];
    let (manifest, summary) = played(&scratch.path("until"), &until);
    assert_eq!((&manifest["until"], &summary["stopped"]), (&json!(0.1), &json!("narrow")));

    let alone = ["--game", "dice-poker:players=1", "--bots", "greedy,random,greedy", "--games", "30"];
    assert_eq!(played(&scratch.path("alone"), &alone).1["solo"], json!(true));

    let all = ["--game", "domino-poker:players=3", "--bots", "greedy,random,greedy,random", "--games", "30"];
    played(&scratch.path("all"), &[&all[..], &["--format", "gauntlet", "--seatings", "all"]].concat());

    let timed = ["--game", "pirate-poker", "--bots", "mc:ms=1,random", "--games", "2"];
    let (manifest, summary) = played(&scratch.path("timed"), &timed);
    assert_eq!((&manifest["made"]["reproducible"], &summary["reproducible"]), (&json!(false), &json!(false)));
}

#[test]
fn files_of_slices_and_of_what_they_merge_to_fit() {
    let scratch = Scratch::new("schemas-slices");
    let args = ["--game", "yatzy", "--bots", "greedy,random", "--games", "40"];
    let slices = ["0..5", "5..20"].map(|blocks| {
        let folder = scratch.path(blocks);
        let (manifest, _) = played(&folder, &[&args[..], &["--blocks", blocks]].concat());
        assert_eq!(manifest["made"]["blocks"], blocks);
        folder
    });
    let whole = scratch.path("whole");
    says(&["merge", "--quiet", "--out", &whole, &slices[0], &slices[1]]);
    let (manifest, summary) = files(&whole);
    assert_fits(&Kind::Manifest.validator(), &manifest, "merged");
    assert_fits(&Kind::Summary.validator(), &summary, "merged");
    assert!(summary["threads"].is_null());
}

#[test]
fn files_of_a_tournament_with_a_program_fit() {
    let scratch = Scratch::new("schemas-program");
    let bots = format!("cmd:python3 {}/{EXAMPLE},greedy", env!("CARGO_MANIFEST_DIR"));
    let args = ["--game", "rims:players=2", "--bots", &bots, "--games", "6", "--move-timeout", "20s"];
    let (manifest, _) = played(&scratch.path("run"), &[&args[..], &["--on-fault", "forfeit"]].concat());
    assert_eq!((&manifest["on-fault"], &manifest["move-timeout"]), (&json!("forfeit"), &json!(20.0)));
}

/// Whether a plan fits is what the code that reads it says, too.
#[test]
fn plans_fit_if_they_can_be_read() {
    let documented = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tournaments.md")).unwrap();
    let examples: Vec<&str> =
        documented.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(!examples.is_empty());
    let written = examples.into_iter().map(|text| (text, true));
    let more = [
        ("", true),
        ("game = 'rims:players=2..6'\nbots = 'greedy,mc:rollouts=9'\nsprt = '0,5'\nmove-timeout = '500ms'", true),
        ("until = '±0.01'", true),
        ("sprt = [0, 5]\nmove-timeout = 2\nbots = ['greedy']", true),
        ("gmae = 'rims'", false),
        ("game = 5", false),
        ("bots = [1]", false),
        ("games = 0", false),
        ("games = 1.5", false),
        ("batch = 0", false),
        ("record-every = 2000000000000", false),
        ("seed = -1", false),
        ("format = 'swiss'", false),
        ("sprt = [0, 5, 9]", false),
        ("until = 0.5", false),
        ("until = 0", false),
        ("move-timeout = 4000", false),
        ("on-fault = 'cry'", false),
        ("games-csv = 'yes'", false),
        ("[made]\nkosti = '0.1.0'\nblocks = '0..5'", false),
        ("[made]\nkosti = '0.1.0'\nblocks = '0..5'\nplan = 5\nreproducible = false", true),
        ("[made]\nkosti = '0.1.0'\nblocks = '0..5'\nplan = 5\nmore = 1", false),
    ];
    let (validator, scratch) = (Kind::Plan.validator(), Scratch::new("schemas-plans"));
    let file = scratch.path("plan.toml");
    for (text, readable) in written.chain(more) {
        assert_eq!(kosti_arena::PlanFile::parse(text).is_ok(), readable, "{text}");
        assert_eq!(validator.is_valid(&as_json(text)), readable, "{text}");
        if !readable {
            fs::write(&file, text).unwrap();
            assert!(fails(1, &["tournament", "--plan", &file]).contains("is no plan"), "{text}");
        }
    }
}
