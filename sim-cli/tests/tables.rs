//! Tables of solved games, kept from one run to the next.

mod common;

use std::fs;
use std::path::Path;

use common::{Scratch, command, fails, says, text};
use serde_json::Value;

/// The files of a folder that end like this, with their bytes.
fn files(folder: &str, ending: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && path.to_str().unwrap().ends_with(ending))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().into(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn listed(folder: &str) -> Value {
    serde_json::from_str(&says(&["tables", "--tables", folder, "--json"])).unwrap()
}

/// A target that is out of reach for all but the luckiest is solved quickly.
const BOTS: &str = "optimal,target:points=490,greedy";

fn tournament(out: &str, more: &[&str]) -> String {
    let args = ["tournament", "--game", "pirate-poker", "--bots", BOTS, "--games", "60", "--out", out, "--games-csv"];
    says(&[&args[..], more].concat())
}

/// What a run has written, but for the times in it.
fn written(out: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = files(out, "");
    files.retain(|(name, _)| name != "manifest.toml" && name != "summary.json");
    assert!(files.len() >= 3, "{files:?}");
    files
}

#[test]
fn results_are_the_same_with_and_without_tables() {
    let scratch = Scratch::new("tables-same");
    let (tables, out) = (scratch.path("tables"), |name: &str| scratch.path(name));
    let without = tournament(&out("without"), &["--no-tables"]);
    assert!(!Path::new(&tables).exists());
    let first = tournament(&out("first"), &["--tables", &tables]);
    let kept = files(&tables, ".table");
    assert_eq!(kept.len(), 2);
    let second = tournament(&out("second"), &["--tables", &tables]);
    // The first line says how long it took.
    let untimed = |text: &str| text.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(untimed(&without), untimed(&first));
    assert_eq!(untimed(&without), untimed(&second));
    assert_eq!(written(&out("without")), written(&out("first")));
    assert_eq!(written(&out("without")), written(&out("second")));
    assert_eq!(files(&tables, ".table"), kept, "read and not written again");

    // Damage is noticed and mended, at any place.
    for (name, bytes) in &kept {
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 16;
        fs::write(Path::new(&tables).join(name), &damaged[..bytes.len() - usize::from(name.contains("target"))])
            .unwrap();
    }
    tournament(&out("mended"), &["--tables", &tables]);
    assert_eq!(written(&out("without")), written(&out("mended")));
    let mended = files(&tables, ".table");
    for ((name, bytes), (_, new)) in kept.iter().zip(&mended) {
        assert_eq!(bytes.len(), new.len(), "{name}");
        assert_eq!(bytes[200..bytes.len() - 4], new[200..new.len() - 4], "{name}");
    }
}

#[test]
fn tables_are_listed_limited_and_removed() {
    let scratch = Scratch::new("tables-listed");
    let tables = scratch.path("tables");
    assert_eq!(says(&["tables", "--tables", &tables]), format!("no tables in {tables} (limit 4.29 GB)\n"));
    for game in ["yatzy", "pirate-poker:players=3,exact=roll"] {
        let out = scratch.path("record");
        says(&["record", "--game", game, "--bots", "optimal", "--tables", &tables, "--out", &out]);
    }
    let all = listed(&tables);
    assert_eq!((all["tables"].as_array().unwrap().len(), &all["limit"]), (2, &(4u64 << 30).into()));
    let newest = &all["tables"][0];
    assert_eq!(newest["rules"], "pirate-poker:exact=roll");
    assert_eq!((&newest["objective"], &newest["current"]), (&"mean".into(), &true.into()));
    let sizes: u64 = files(&tables, ".table").iter().map(|(_, bytes)| bytes.len() as u64).sum();
    assert_eq!(all["bytes"], sizes);
    let shown = says(&["tables", "--tables", &tables]);
    assert!(shown.starts_with("rules ") && shown.contains("just now"), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].len() == lines[0].len() && lines[2].len() == lines[0].len(), "{shown}");

    let told = says(&["tables", "--tables", &tables, "--clean", "pirate-poker"]);
    assert!(told.starts_with("removed 0 tables"), "{told}");
    let told = says(&["tables", "--tables", &tables, "--clean", "pirate-poker:exact=roll"]);
    assert!(told.starts_with("removed 1 table, ") && !told.contains("pirate-poker"), "{told}");
    says(&["tables", "--tables", &tables, "--limit", "1kB"]);
    assert_eq!((&listed(&tables)["limit"], listed(&tables)["tables"].as_array().unwrap().len()), (&1000.into(), 0));
    // What does not fit is not kept, and nothing fails.
    says(&["record", "--game", "yatzy", "--bots", "optimal", "--tables", &tables]);
    assert!(files(&tables, ".table").is_empty() && files(&tables, ".part").is_empty());
    says(&["tables", "--tables", &tables, "--limit", "1GB"]);
    says(&["record", "--game", "yatzy", "--bots", "optimal", "--tables", &tables]);
    assert!(says(&["tables", "--tables", &tables, "--clean"]).starts_with("removed 1 table, "));
    assert!(files(&tables, ".table").is_empty());
}

#[test]
fn solving_for_a_chance_uses_tables_and_says_so() {
    let scratch = Scratch::new("tables-solve");
    let tables = scratch.path("tables");
    let solve = |more: &[&str]| -> Value {
        let args = ["solve", "pirate-poker", "--objective", "target=490", "--json"];
        serde_json::from_str(&says(&[&args[..], more].concat())).unwrap()
    };
    let (alone, first) = (solve(&["--no-tables"]), solve(&["--tables", &tables]));
    let second = solve(&["--tables", &tables]);
    assert!(alone["seconds"].is_number() && first["seconds"].is_number() && second["seconds"].is_null());
    assert_eq!((&alone["value"], &alone["states"]), (&first["value"], &first["states"]));
    assert_eq!((&alone["value"], &alone["states"]), (&second["value"], &second["states"]));
    let [table] = &files(&tables, ".table")[..] else { panic!("one table") };
    assert!(table.0.starts_with("pirate-poker.target-490."), "{}", table.0);
}

#[test]
fn tables_are_kept_in_the_cache_of_the_user() {
    let scratch = Scratch::new("tables-user");
    let record = |cache: &str, more: &[&str]| {
        let args = ["record", "--game", "yatzy", "--bots", "optimal", "--out", &scratch.path("record")];
        let output = command(&[&args[..], more].concat()).env("XDG_CACHE_HOME", cache).output().unwrap();
        assert_eq!((text(&output.stderr).as_str(), output.status.success()), ("", true));
    };
    record(&scratch.path("off"), &["--no-tables"]);
    assert!(!Path::new(&scratch.path("off")).exists());
    record(&scratch.path("cache"), &[]);
    assert_eq!(files(&scratch.path("cache/kosti/tables"), ".table").len(), 1);
    // A cache that cannot be written is passed over.
    fs::write(scratch.path("file"), b"").unwrap();
    record(&scratch.path("file"), &[]);
    // No game that needs no tables makes the folder.
    let args = ["record", "--game", "rims", "--bots", "greedy", "--out", &scratch.path("record")];
    assert!(command(&args).env("XDG_CACHE_HOME", scratch.path("none")).status().unwrap().success());
    assert!(!Path::new(&scratch.path("none")).exists());
}

#[test]
fn wrong_arguments_are_told() {
    let scratch = Scratch::new("tables-wrong");
    fs::write(scratch.path("file"), b"").unwrap();
    let refuses = |code, args: &[&str], part: &str| {
        let said = fails(code, args);
        assert!(said.contains(part), "{part} is missing in: {said}");
    };
    let record = ["record", "--game", "yatzy", "--bots", "greedy"];
    refuses(1, &[&record[..], &["--tables", &scratch.path("file")]].concat(), "cannot keep tables in ");
    refuses(2, &[&record[..], &["--tables", "x", "--no-tables"]].concat(), "cannot be used with");
    refuses(2, &["tables", "--limit", "much"], "expected a size such as 500MB, 4GiB or 1.5GB, or a number of bytes");
    refuses(2, &["tables", "--clean", "chess"], "chess");
    refuses(2, &["tables", "--clean", "rims"], "there are no tables of rims");
    refuses(1, &["tables", "--tables", &scratch.path("file")], "cannot read ");
}
