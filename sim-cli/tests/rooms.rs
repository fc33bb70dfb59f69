//! The rooms of the house: dependencies point one way, between crates and between the modules of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The crates, each with those of ours that it may use.
const CRATES: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("bots/solver", &["kosti-engine"]),
    ("bots", &["kosti-engine", "kosti-solver"]),
    ("reports", &[]),
    ("arena", &["kosti-fingerprint", "kosti-solver", "kosti-engine", "kosti-bots", "kosti-reports"]),
    ("lab", &["kosti-engine", "kosti-solver", "kosti-bots", "kosti-reports", "kosti-arena"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The module of a file, at most two levels deep; tests and the root are none.
fn module(source: &Path, file: &Path) -> Option<Vec<String>> {
    let parts: Vec<String> =
        file.strip_prefix(source).unwrap().iter().map(|part| part.to_str().unwrap().into()).collect();
    if parts.iter().any(|part| part.starts_with("tests") || part == "made_up.rs") {
        return None;
    }
    let names: Vec<String> = parts.iter().map(|part| part.trim_end_matches(".rs").to_string()).collect();
    let names: Vec<String> =
        names.into_iter().filter(|name| name != "mod" && name != "lib" && name != "main").collect();
    (!names.is_empty()).then(|| names.into_iter().take(2).collect())
}

/// What a file uses of its own crate, by full paths, without its tests.
fn uses(text: &str) -> BTreeSet<Vec<String>> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        for (place, _) in line.match_indices("crate::") {
            let is_macro = line[..place].ends_with('$');
            let path = &line[place + "crate::".len()..];
            let end = path.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(path.len());
            let names: Vec<String> =
                path[..end].split("::").take(2).filter(|name| !name.is_empty()).map(Into::into).collect();
            if !is_macro && !names.is_empty() {
                found.insert(names);
            }
        }
    }
    found
}

/// Whether a path leads from a node back to itself.
fn cycle<'a>(graph: &'a BTreeMap<String, BTreeSet<String>>, start: &'a str) -> Option<Vec<&'a str>> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![vec![start]]);
    while let Some(path) = open.pop() {
        for next in graph.get(*path.last().unwrap()).into_iter().flatten() {
            if next == start {
                return Some(path.into_iter().chain([start]).collect());
            }
            if seen.insert(next) {
                open.push(path.iter().copied().chain([next.as_str()]).collect());
            }
        }
    }
    None
}

#[test]
fn modules_do_not_depend_on_each_other_in_circles() {
    for (name, _) in CRATES {
        let source = Path::new(ROOT).join(name).join("src");
        let files: Vec<(Vec<String>, String)> = sources(&source)
            .into_iter()
            .filter_map(|file| Some((module(&source, &file)?, fs::read_to_string(&file).unwrap())))
            .collect();
        let modules: BTreeSet<Vec<String>> = files.iter().map(|(module, _)| module.clone()).collect();
        // At the first level, and within each folder of it at the second.
        let mut top: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut inner: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (module, text) in &files {
            for path in uses(text) {
                let known = modules.iter().any(|other| other[0] == path[0]);
                if known && path[0] != module[0] {
                    top.entry(module[0].clone()).or_default().insert(path[0].clone());
                }
                if let ([first, own], [other_first, other]) = (module.as_slice(), path.as_slice())
                    && first == other_first
                    && own != other
                    && modules.contains(&path)
                {
                    inner.entry(first.clone()).or_default().entry(own.clone()).or_default().insert(other.clone());
                }
            }
        }
        for graph in std::iter::once(&top).chain(inner.values()) {
            for start in graph.keys() {
                assert_eq!(cycle(graph, start), None, "modules of {name}");
            }
        }
    }
}

#[test]
fn crates_depend_on_those_below_and_on_no_terminal() {
    for (name, below) in CRATES {
        let manifest = fs::read_to_string(Path::new(ROOT).join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
        for line in dependencies.lines() {
            let crate_name = line.split(['.', ' ']).next().unwrap();
            assert!(!crate_name.starts_with("kosti") || below.contains(&crate_name), "{name} depends on {crate_name}");
            for terminal in ["clap", "indicatif", "ctrlc", "terminal_size", "anyhow"] {
                assert_ne!(crate_name, terminal, "{name}");
            }
        }
    }
}

/// The modules that need no more than memory, so that they also work in a page: whole crates, or folders and files of them.
const WITHOUT_A_SYSTEM: &[&str] = &[
    "engine/src",
    "bots/solver/src",
    "bots/src/bot.rs",
    "bots/src/game.rs",
    "bots/src/games",
    "bots/src/greedy.rs",
    "bots/src/habit",
    "bots/src/play.rs",
    "bots/src/playout.rs",
    "bots/src/protocol",
    "bots/src/random.rs",
    "bots/src/record",
    "bots/src/roster.rs",
    "bots/src/search",
    "bots/src/served.rs",
    "bots/src/spec.rs",
    "reports/src/stats",
    "reports/src/html",
    "reports/src/plot",
    "reports/src/tournament",
    "arena/src/blocks.rs",
    "arena/src/built_in.rs",
    "arena/src/clock.rs",
    "arena/src/entrant.rs",
    "arena/src/plan.rs",
    "arena/src/schedule.rs",
    "arena/src/totals.rs",
    "arena/src/tournament.rs",
    "lab/src/trial.rs",
    "lab/src/pairing.rs",
];

/// What those modules do not use: it panics or fails where there is no system below.
const OF_A_SYSTEM: &[&str] = &["fs", "process", "thread", "net", "env"];

/// What a text uses of the system, without its tests.
fn of_the_system(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    let code = code.join("\n");
    let words = |list: &str| -> Vec<String> {
        list.split(|c: char| !c.is_alphanumeric() && c != '_').map(Into::into).collect()
    };
    let mut used: Vec<String> = Vec::new();
    for (place, _) in code.match_indices("std::") {
        let path = &code[place + "std::".len()..];
        let named = match path.strip_prefix('{') {
            // All names of the list: one that only stands deeper in it is a false alarm that a plain path settles.
            Some(list) => words(list.split(';').next().unwrap_or_default()),
            None => words(path).into_iter().take(1).collect(),
        };
        used.extend(named.into_iter().filter(|name| OF_A_SYSTEM.contains(&name.as_str())));
    }
    used.extend(["Instant::now", "SystemTime"].iter().filter(|name| code.contains(**name)).map(ToString::to_string));
    used
}

#[test]
fn what_a_page_needs_uses_no_files_processes_threads_or_clocks() {
    for name in WITHOUT_A_SYSTEM {
        let path = Path::new(ROOT).join(name);
        let files = if path.is_dir() { sources(&path) } else { vec![path] };
        for file in files {
            let is_test = file.iter().any(|part| part.to_string_lossy().starts_with("tests"));
            if !is_test {
                let used = of_the_system(&fs::read_to_string(&file).unwrap());
                assert!(used.is_empty(), "{} uses {}", file.display(), used.join(", "));
            }
        }
    }
}

#[test]
fn uses_of_the_system_are_found_however_they_are_written() {
    for (text, used) in [
        ("use std::fs;", "fs"),
        ("use std::{fmt,\n    thread};\nfn one() {}", "thread"),
        ("fn one() { std::process::exit(1) }", "process"),
        ("use std::time::Instant;\nfn one() { Instant::now(); }", "Instant::now"),
        ("//! As std::fs does.\nuse std::{fmt, io};\nuse std::time::Instant;", ""),
        ("fn one() {}\n\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}", ""),
    ] {
        assert_eq!(of_the_system(text).join(","), used, "{text}");
    }
}

#[test]
fn every_package_brings_its_readme_and_both_licences() {
    for (name, _) in CRATES.iter().chain(&[("sim-cli", &[][..])]) {
        let folder = Path::new(ROOT).join(name);
        assert!(folder.join("README.md").is_file(), "{name}");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = fs::read_to_string(folder.join(licence)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(text, fs::read_to_string(Path::new(ROOT).join(licence)).unwrap(), "{name}");
        }
    }
}
