//! Tournaments as a user meets them: the same bytes whatever happens, and nothing lost.

#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod lasting;
mod programs;
mod slices;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{Scratch, fails, says, text};

/// All files of a folder; the summary without what a run took.
fn files(folder: &str) -> BTreeMap<String, String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let mut content = text(&fs::read(&path).unwrap());
            if path.ends_with("summary.json") {
                let timeless = |line: &&str| !line.contains("\"threads\"") && !line.contains("\"seconds\"");
                let unchecked = |line| if str::contains(line, "\"check\": ") { "  \"check\": \"\"" } else { line };
                content = content.lines().filter(timeless).map(unchecked).collect::<Vec<_>>().join("\n");
            }
            (path.file_name().unwrap().to_str().unwrap().into(), content)
        })
        .collect()
}

#[track_caller]
fn assert_same(one: &str, other: &str) {
    let (one, other) = (files(one), files(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, content) in &one {
        assert!(*content == other[name], "{name} differs");
    }
}

const PLAN: &[&str] =
    &["tournament", "--game", "rims:players=3", "--bots", "greedy,random,random", "--games", "1500", "--seed", "5"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    args.iter().chain(more).copied().collect()
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let scratch = Scratch::new("threads");
    let folders = ["1", "2", "8"].map(|threads| {
        let folder = scratch.path(threads);
        says(&with(PLAN, &["--out", &folder, "--threads", threads, "--games-csv", "--record-every", "50", "--quiet"]));
        folder
    });
    assert_same(&folders[0], &folders[1]);
    assert_same(&folders[0], &folders[2]);
    let names: Vec<String> = files(&folders[0]).into_keys().collect();
    assert_eq!(
        names,
        [
            "batches.jsonl",
            "checksums.txt",
            "games.csv",
            "manifest.toml",
            "pairs.csv",
            "records.jsonl",
            "seats.csv",
            "standings.csv",
            "summary.json"
        ]
    );
    assert_eq!(files(&folders[0])["games.csv"].lines().count(), 1501);
    let records = scratch.path("1/records.jsonl");
    assert_eq!(says(&["verify", "--chance", &records]), "30 records verified\n");
}

#[test]
fn every_game_can_be_played_in_every_format() {
    for game in
        ["dice-poker", "pirate-poker:players=4", "graph-poker", "rims:players=5", "domino-poker", "yatzy:players=1"]
    {
        let out = says(&["tournament", "--game", game, "--bots", "greedy,random", "--games", "20"]);
        assert!(
            out.contains("greedy") && out.contains("random") && !out.contains("NaN") && !out.contains("inf"),
            "{out}"
        );
    }
    for more in [
        &["--format", "gauntlet"][..],
        &["--seatings", "all"],
        &["--format", "gauntlet", "--seatings", "all"],
        &["--format", "round-robin", "--bot", "greedy"],
    ] {
        let args = with(
            &["tournament", "--game", "rims:players=3", "--bots", "greedy,random,random,random", "--games", "40"],
            more,
        );
        assert!(says(&args).contains("random#3"), "{more:?}");
    }
    let out = says(&[
        "tournament",
        "--game",
        "yahtzee",
        "--bots",
        "greedy,random",
        "--format",
        "head-to-head",
        "--games",
        "10",
    ]);
    assert!(out.contains("Elo"), "{out}");
}

#[test]
fn who_plays_alone_is_compared_with_the_same_luck() {
    let scratch = Scratch::new("solo");
    let folder = scratch.path("run");
    let args = ["tournament", "--game", "dice-poker:players=1", "--bots", "greedy,random,greedy", "--games", "1000"];
    says(&with(&args, &["--games-csv", "--record-every", "50", "--out", &folder]));
    says(&["verify", "--chance", &format!("{folder}/records.jsonl")]);
    let rows = fs::read_to_string(format!("{folder}/games.csv")).unwrap();
    let points: Vec<&str> = rows.lines().skip(1).map(|row| row.split(',').nth(3).unwrap()).collect();
    assert_eq!(points.len(), 1002);
    for block in points.chunks(3) {
        assert_eq!(block[0], block[2], "copies with the same luck");
    }
    assert_eq!(fs::read_to_string(format!("{folder}/seats.csv")).unwrap().lines().count(), 1);
    let test =
        ["tournament", "--game", "yatzy:players=1", "--bots", "greedy,random", "--games", "100000", "--sprt", "0,50"];
    assert!(says(&test).contains("SPRT: greedy is better by at least 50 Elo"));
}

#[test]
fn games_are_rounded_up_to_whole_blocks() {
    let summary =
        says(&["tournament", "--game", "rims:players=4", "--bots", "greedy,random", "--games", "10", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    assert_eq!((&summary["games"], &summary["blocks"]), (&12.into(), &3.into()));
    for key in ["game", "seed", "blocks", "games", "threads", "seconds", "entrants"] {
        assert!(!summary[key].is_null(), "{key}");
    }
    for key in ["bot", "games", "share", "low", "high", "points", "points_se", "rating"] {
        assert!(summary["entrants"][0].get(key).is_some(), "{key}");
    }
}

#[test]
fn plans_are_read_and_overridden() {
    let scratch = Scratch::new("plans");
    let plan = scratch.path("plan.toml");
    fs::write(&plan, "game = 'rims:players=3'\nbots = ['greedy', 'random', 'random']\ngames = 1500\nseed = 9\n")
        .unwrap();
    let (a, b, c) = (scratch.path("a"), scratch.path("b"), scratch.path("c"));
    says(&with(PLAN, &["--quiet", "--out", &a]));
    says(&["tournament", "--plan", &plan, "--seed", "5", "--quiet", "--out", &b]);
    says(&["tournament", "--plan", &format!("{a}/manifest.toml"), "--quiet", "--out", &c]);
    assert_same(&a, &b);
    assert_same(&a, &c);
    fs::write(&plan, "game = 'rims'\nbotz = ['greedy']\n").unwrap();
    let message = fails(1, &["tournament", "--plan", &plan]);
    assert!(
        message.contains("plan.toml is no plan") && message.contains("unknown field `botz`, expected one of"),
        "{message}"
    );
    assert!(message.contains("line 2"), "{message}");
    fs::write(&plan, "game = \n").unwrap();
    assert!(fails(1, &["tournament", "--plan", &plan]).contains("line 1"));
    assert!(fails(1, &["tournament", "--plan", "/nowhere.toml"]).contains("cannot read /nowhere.toml"));
}

#[test]
fn tests_stop_early_and_say_so() {
    let run = |threads: &str| {
        says(&[
            "tournament",
            "--game",
            "rims:players=2",
            "--bots",
            "greedy,random",
            "--sprt",
            "0,30",
            "--threads",
            threads,
            "--json",
        ])
    };
    let timeless = |text: String| {
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["threads"] = 0.into();
        value["seconds"] = 0.into();
        value
    };
    let summary = timeless(run("1"));
    assert_eq!(summary["stopped"], "better");
    assert_eq!(summary["complete"], true);
    assert_eq!(summary, timeless(run("2")));
    assert_eq!(summary, timeless(run("8")));
    assert!(summary["games"].as_u64().unwrap() < 1000);
    let out = says(&["tournament", "--game", "rims:players=2", "--bots", "random,greedy", "--sprt", "0,30"]);
    assert!(out.contains("SPRT: random is better by at most 0 Elo") && out.contains("Stopped early"), "{out}");

    let out = says(&["tournament", "--game", "rims", "--bots", "greedy,random", "--until", "±0.02", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(summary["stopped"], "narrow");
    for entrant in summary["entrants"].as_array().unwrap() {
        assert!(entrant["high"].as_f64().unwrap() - entrant["low"].as_f64().unwrap() <= 0.0401);
    }
    let message = fails(2, &["tournament", "--game", "rims:players=2", "--bots", "greedy,random", "--sprt", "5,0"]);
    assert!(message.contains("--sprt: the first hypothesis, 5 Elo, must be below the second"), "{message}");
    let message = fails(2, &["tournament", "--game", "rims", "--bots", "greedy,random", "--sprt", "0,5"]);
    assert!(message.contains("a game for one or two"), "{message}");
}

#[test]
fn sweeps_run_the_grid_and_make_one_tidy_table() {
    let scratch = Scratch::new("sweep");
    let folder = scratch.path("sweep");
    let args = [
        "tournament",
        "--game",
        "rims:players=2..4,lead=dealer|winner",
        "--bots",
        "greedy,random",
        "--games",
        "60",
        "--out",
        &folder,
    ];
    let out = says(&args);
    assert!(out.starts_with("6 runs, seed 1\n\nplayers  lead    bot"), "{out}");
    let table = fs::read_to_string(Path::new(&folder).join("sweep.csv")).unwrap();
    let mut lines = table.lines();
    assert!(lines.next().unwrap().starts_with("players,lead,game,stopped,entrant,bot,games,wins"));
    assert_eq!(lines.count(), 12);
    // A sweep that lost its last runs goes on with them.
    fs::remove_dir_all(Path::new(&folder).join("0006")).unwrap();
    fs::remove_dir_all(Path::new(&folder).join("0004")).unwrap();
    fs::remove_file(Path::new(&folder).join("sweep.csv")).unwrap();
    says(&["tournament", "--resume", &folder, "--quiet"]);
    assert_eq!(fs::read_to_string(Path::new(&folder).join("sweep.csv")).unwrap(), table);
    assert!(fails(1, &["tournament", "--resume", &folder, "--seed", "3"]).contains("holds another sweep"));
    says(&args);
    assert_eq!(fs::read_to_string(Path::new(&folder).join("sweep.csv")).unwrap(), table);
    assert!(fails(1, &with(&args, &["--seed", "3"])).contains("holds another sweep"));
    assert!(
        fails(2, &["tournament", "--game", "rims:players=4..2", "--bots", "greedy"]).contains("'4..2' is no range")
    );
    assert!(
        fails(2, &["tournament", "--game", "rims:players=12..14", "--bots", "greedy"]).contains("'14' is no value")
    );
}

#[test]
fn a_bot_is_at_par_with_itself() {
    let out = says(&["tournament", "--game", "rims:players=2", "--bots", "greedy", "--games", "200"]);
    assert!(out.contains("Mirror check: greedy scores 0.5000 against greedy#2"), "{out}");
    assert!(out.contains(": at par."), "{out}");
    let out = says(&["tournament", "--game", "rims:players=4", "--bots", "random", "--games", "2000"]);
    assert!(out.contains("the farthest apart of 6 pairs: at par."), "{out}");
    // It matters who sits before whom, so copies are only at par if everybody sits before everybody equally often.
    let out =
        says(&["tournament", "--game", "domino-poker:players=3", "--bots", "greedy,random,random", "--games", "9000"]);
    assert!(out.contains("Mirror check: random") && out.contains(": at par."), "{out}");
}

#[test]
fn tables_can_be_had_as_markdown() {
    let scratch = Scratch::new("markdown");
    let file = scratch.path("table.md");
    says(&with(PLAN, &["--quiet", "--export-markdown", &file]));
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with("## rims:players=3,lead=dealer\n\n1,500 games in 500 blocks, seed 5.\n\n| bot | games |"),
        "{text}"
    );
}

#[test]
fn wrong_arguments_are_told_before_anything_is_played() {
    for (args, message) in [
        (&["tournament"][..], "no game given"),
        (&["tournament", "--game", "rims"], "no bots given"),
        (&["tournament", "--game", "rims", "--bots", "greddy"], "did you mean 'greedy'?"),
        (&["tournament", "--game", "rimms", "--bots", "greedy"], "did you mean 'rims'?"),
        (&["tournament", "--game", "rims", "--bots", "greedy", "--games", "0"], "not a whole number from 1 to"),
        (&["tournament", "--game", "rims", "--bots", "greedy", "--until", "7"], "half-width"),
        (
            &["tournament", "--game", "rims", "--bots", "greedy", "--format", "gauntlet"],
            "a gauntlet needs at least two bots",
        ),
        (
            &["tournament", "--game", "rims", "--bots", "greedy,random,greedy", "--format", "head-to-head"],
            "exactly two",
        ),
        (
            &["tournament", "--game", "rims:players=8", "--bots", "greedy", "--seatings", "all"],
            "all seatings of 8 players",
        ),
        (&["tournament", "--game", "rims", "--bots", "greedy", "--blocks", "5"], "such as 0..500"),
        (&["tournament", "--game", "rims", "--bots", "greedy", "--games-csv"], "give --out DIR as well"),
        (&["tournament", "--game", "rims:players=2..3", "--bots", "greedy", "--games-csv"], "give --out DIR as well"),
        (&["tournament", "--game", "yatzy:players=1", "--bots", "greedy", "--until", "0.1"], "compared with nobody"),
        (&["tournament", "--game", "rims", "--bots", "greedy", "--alpha", "0.1"], "only make sense with --sprt"),
        (&["tournament", "--game", "rims", "--bots", "greedy", "--seed", "18446744073709551616"], "number too large"),
        (&["tournament", "--game", "rims", "--bots", "greedy", "--shard", "4/3"], "parts count from 1"),
    ] {
        let stderr = fails(2, args);
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
}
