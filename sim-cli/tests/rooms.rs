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
