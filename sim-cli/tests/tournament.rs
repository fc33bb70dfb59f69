//! Tournaments as a user meets them: the same bytes whatever happens, and nothing lost.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use kosti::tournament::{Plan, PlanArgs, Report, Session, Totals, play};

/// A folder that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosti-tournament-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosti"));
    command.args(args).stdin(Stdio::null());
    command
}

fn kosti(args: &[&str]) -> Output {
    command(args).output().expect("kosti starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

#[track_caller]
fn says(args: &[&str]) -> String {
    let output = kosti(args);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    text(&output.stdout)
}

#[track_caller]
fn fails(code: i32, args: &[&str]) -> String {
    let output = kosti(args);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    stderr
}

/// All files of a folder; the summary without what a run took.
fn files(folder: &str) -> BTreeMap<String, String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let mut content = text(&fs::read(&path).unwrap());
            if path.ends_with("summary.json") {
                let timeless = |line: &&str| !line.contains("\"threads\"") && !line.contains("\"seconds\"");
                content = content.lines().filter(timeless).collect::<Vec<_>>().join("\n");
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

/// Waits until a run has written so many lines.
fn wait_for_lines(folder: &str, lines: usize) {
    let begin = Instant::now();
    let count =
        || fs::read(Path::new(folder).join("batches.jsonl")).map_or(0, |text| text.split(|&b| b == b'\n').count() - 1);
    while count() < lines {
        assert!(begin.elapsed() < Duration::from_secs(60), "the run does not get on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

const LONG: &[&str] = &[
    "tournament",
    "--game",
    "domino-poker",
    "--bots",
    "greedy,random,greedy,random",
    "--games",
    "30000",
    "--seed",
    "3",
    "--games-csv",
    "--record-every",
    "1000",
    "--batch",
    "20",
    "--quiet",
];

#[test]
fn a_killed_run_goes_on_as_if_nothing_had_happened() {
    let scratch = Scratch::new("kill");
    let (whole, torn) = (scratch.path("whole"), scratch.path("torn"));
    says(&with(LONG, &["--out", &whole]));
    let mut child = command(&with(LONG, &["--out", &torn])).spawn().unwrap();
    wait_for_lines(&torn, 5);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!Path::new(&torn).join("standings.csv").exists());
    says(&["tournament", "--resume", &torn, "--quiet", "--threads", "1"]);
    assert_same(&whole, &torn);
    // Going on with what is finished changes nothing.
    says(&["tournament", "--resume", &torn, "--quiet"]);
    assert_same(&whole, &torn);
}

#[test]
fn ctrl_c_ends_cleanly_and_tells_how_to_go_on() {
    let scratch = Scratch::new("int");
    let (whole, cut) = (scratch.path("whole"), scratch.path("cut here"));
    says(&with(LONG, &["--out", &whole]));
    let child = command(&with(LONG, &["--out", &cut])).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_lines(&cut, 5);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), format!("kosti: interrupted; go on with: kosti tournament --resume '{cut}'\n"));
    assert!(files(&cut)["summary.json"].contains("\"complete\": false"));
    // A second run in the same folder would only do harm.
    assert!(fails(1, &with(LONG, &["--out", &cut])).contains("holds a run already; go on with it"));
    says(&["tournament", "--resume", &cut, "--quiet"]);
    assert_same(&whole, &cut);
}

#[test]
fn a_full_disk_costs_only_the_batch_in_hand() {
    let scratch = Scratch::new("full");
    let (whole, full) = (scratch.path("whole"), scratch.path("full"));
    says(&with(LONG, &["--out", &whole]));
    // Files of this process may not grow beyond a limit, as on a full disk.
    let script =
        format!("trap '' XFSZ; ulimit -f 64; exec '{}' {} --out '{full}'", env!("CARGO_BIN_EXE_kosti"), LONG.join(" "));
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("all finished batches are safe") && stderr.contains("--resume"), "{stderr}");
    says(&["tournament", "--resume", &full, "--quiet"]);
    assert_same(&whole, &full);
}

#[test]
fn slices_merge_into_the_bytes_of_a_single_run() {
    let scratch = Scratch::new("merge");
    let more = &["--games-csv", "--record-every", "7", "--batch", "64", "--quiet"];
    let plan = with(PLAN, more);
    let whole = scratch.path("whole");
    says(&with(&plan, &["--out", &whole]));
    let slices = ["0..100", "100..333", "333..500"].map(|blocks| {
        let folder = scratch.path(blocks);
        says(&with(&plan, &["--out", &folder, "--blocks", blocks]));
        folder
    });
    let [a, b, c] = slices.each_ref().map(String::as_str);
    let merged = scratch.path("merged");
    says(&["merge", c, a, b, "--out", &merged, "--quiet"]);
    assert_same(&whole, &merged);

    let out = scratch.path("refused");
    let refused = |folders: &[&str]| fails(1, &with(&with(&["merge"], folders), &["--out", &out]));
    assert!(refused(&[a, c]).contains("no slice holds the blocks 100..333"));
    assert!(refused(&[a, b]).contains("no slice holds the blocks 333..500"));
    assert!(refused(&[a, a, b, c]).contains("blocks 0..100 are in both"));
    assert!(refused(&[a, b, c, &whole]).contains("are in both"));
    let stranger = scratch.path("stranger");
    let other: Vec<&str> = plan.iter().map(|&arg| if arg == "5" { "6" } else { arg }).collect();
    says(&with(&other, &["--out", &stranger, "--blocks", "100..333"]));
    assert!(refused(&[a, &stranger, c]).contains("is no slice of the same plan"));
    assert!(!Path::new(&out).exists());
    let message = fails(2, &with(&plan, &["--out", &out, "--blocks", "400..501"]));
    assert!(message.contains("it has blocks 0..500"), "{message}");
    assert!(
        fails(2, &with(&plan, &["--blocks", "0..5", "--out", &out, "--until", "0.1"]))
            .contains("cannot tell when to stop")
    );
}

#[test]
fn an_unfinished_slice_is_not_merged() {
    let scratch = Scratch::new("slice");
    let (first, second, out) = (scratch.path("first"), scratch.path("second"), scratch.path("out"));
    says(&with(PLAN, &["--quiet", "--out", &first, "--blocks", "0..250"]));
    says(&with(PLAN, &["--quiet", "--out", &second, "--blocks", "250..500"]));
    let batches = Path::new(&second).join("batches.jsonl");
    let lines = fs::read_to_string(&batches).unwrap();
    let cut: Vec<&str> = lines.lines().take(20).collect();
    fs::write(&batches, cut.join("\n") + "\n").unwrap();
    let message = fails(1, &["merge", &first, &second, "--out", &out]);
    assert!(message.contains("is not finished") && message.contains("--resume"), "{message}");
    says(&["tournament", "--resume", &second, "--quiet"]);
    says(&["merge", &first, &second, "--out", &out, "--quiet"]);
    let whole = scratch.path("whole");
    says(&with(PLAN, &["--quiet", "--out", &whole]));
    assert_same(&whole, &out);
}

/// A finished run, changed by somebody.
fn changed(name: &str, change: impl Fn(&Path)) -> String {
    let scratch = Scratch::new(name);
    let folder = scratch.path("run");
    says(&with(PLAN, &["--quiet", "--out", &folder, "--games-csv"]));
    change(Path::new(&folder));
    fails(1, &["tournament", "--resume", &folder])
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn damaged_folders_are_refused_with_the_reason() {
    let batches = |folder: &Path| folder.join("batches.jsonl");
    let message = changed("edited", |folder| edit(&batches(folder), "\"wins\":", "\"wins\":1"));
    assert!(message.contains("batches.jsonl, line 2: its checksum does not fit"), "{message}");
    let message = changed("lines", |folder| {
        let text = fs::read_to_string(batches(folder)).unwrap();
        let lines: Vec<&str> = text.lines().enumerate().filter(|(line, _)| *line != 3).map(|(_, line)| line).collect();
        fs::write(batches(folder), lines.join("\n") + "\n").unwrap();
    });
    assert!(message.contains("line 4: its checksum does not fit: it was changed, or a line before it"), "{message}");
    let message = changed("manifest", |folder| edit(&folder.join("manifest.toml"), "seed = 5", "seed = 6"));
    assert!(message.contains("manifest.toml was changed since the run began"), "{message}");
    let message = changed("version", |folder| {
        edit(&folder.join("manifest.toml"), env!("CARGO_PKG_VERSION"), "9.9.9");
    });
    assert!(message.contains("was made by kosti 9.9.9") && message.contains("--plan"), "{message}");
    let message = changed("unknown", |folder| edit(&folder.join("manifest.toml"), "seed", "sead"));
    assert!(message.contains("unknown field `sead`"), "{message}");
    let message = changed("none", |folder| fs::remove_file(batches(folder)).unwrap());
    assert!(message.contains("cannot read") && message.contains("batches.jsonl"), "{message}");
    let message = changed("empty", |folder| fs::write(batches(folder), "").unwrap());
    assert!(message.contains("holds no finished line"), "{message}");
    let games = |folder: &Path| folder.join("games.csv");
    let message = changed("header", |folder| edit(&games(folder), "block,game", "block;game"));
    assert!(message.contains("games.csv: its first line is not the header"), "{message}");
    let message = changed("rows", |folder| edit(&games(folder), "greedy", "gready"));
    assert!(message.contains("games.csv was changed: its part for blocks 0..2"), "{message}");
    let message = changed("no-rows", |folder| fs::remove_file(games(folder)).unwrap());
    assert!(message.contains("cannot go on without"), "{message}");
    let message = fails(1, &["tournament", "--resume", "/nowhere/at/all"]);
    assert!(message.contains("is no run folder: there is no manifest.toml in it"), "{message}");
}

#[test]
fn a_line_that_was_cut_off_is_played_again() {
    let scratch = Scratch::new("torn");
    let (whole, torn) = (scratch.path("whole"), scratch.path("torn"));
    for folder in [&whole, &torn] {
        says(&with(PLAN, &["--quiet", "--out", folder, "--games-csv", "--record-every", "9"]));
    }
    for (name, bytes) in [("batches.jsonl", 1), ("batches.jsonl", 700), ("batches.jsonl", 5000)] {
        let path = Path::new(&torn).join(name);
        let text = fs::read(&path).unwrap();
        fs::write(&path, &text[..text.len() - bytes]).unwrap();
        says(&["tournament", "--resume", &torn, "--quiet"]);
        assert_same(&whole, &torn);
    }
}

#[test]
fn rows_and_records_that_never_reached_the_disk_are_played_again() {
    let scratch = Scratch::new("power");
    let (whole, cut) = (scratch.path("whole"), scratch.path("cut"));
    for folder in [&whole, &cut] {
        says(&with(PLAN, &["--quiet", "--out", folder, "--games-csv", "--record-every", "9"]));
    }
    for (name, keep) in [("games.csv", 20_000), ("records.jsonl", 9_000), ("games.csv", 40), ("records.jsonl", 0)] {
        let path = Path::new(&cut).join(name);
        let text = fs::read(&path).unwrap();
        fs::write(&path, &text[..keep.min(text.len())]).unwrap();
        if keep == 40 {
            // Not even the header is whole: that file cannot be this run's.
            assert!(fails(1, &["tournament", "--resume", &cut]).contains("its first line is not the header"));
            fs::write(&path, text).unwrap();
        } else {
            says(&["tournament", "--resume", &cut, "--quiet"]);
        }
        assert_same(&whole, &cut);
    }
}

#[test]
fn a_run_that_never_began_does_not_block_its_folder() {
    let scratch = Scratch::new("unbegun");
    let (whole, folder) = (scratch.path("whole"), scratch.path("run"));
    says(&with(PLAN, &["--quiet", "--out", &whole]));
    for left in [&["manifest.toml.part"][..], &["manifest.toml", "batches.jsonl"]] {
        fs::create_dir_all(&folder).unwrap();
        left.iter().for_each(|name| fs::write(Path::new(&folder).join(name), "half").unwrap());
        says(&with(PLAN, &["--quiet", "--out", &folder]));
        _ = fs::remove_file(Path::new(&folder).join("manifest.toml.part"));
        assert_same(&whole, &folder);
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn folders_that_cannot_be_used_are_told_at_once() {
    let scratch = Scratch::new("folders");
    let file = scratch.path("file");
    fs::write(&file, "").unwrap();
    assert!(fails(1, &with(PLAN, &["--out", &format!("{file}/x")])).contains("cannot write to"));
    assert!(fails(1, &with(PLAN, &["--out", &scratch.path("")])).contains("is not empty; choose a new folder"));
    assert_eq!(fs::read(&file).unwrap(), b"", "a foreign file was touched");
    let folder = scratch.path("new");
    says(&with(PLAN, &["--quiet", "--out", &folder, "--export-markdown", &format!("{folder}/table.md")]));
    let message = fails(1, &with(PLAN, &["--export-markdown", &format!("{file}/x.md")]));
    assert!(message.contains("cannot write"), "{message}");
}

#[test]
fn only_the_same_plan_is_resumed() {
    let scratch = Scratch::new("differs");
    let folder = scratch.path("run");
    says(&with(PLAN, &["--quiet", "--out", &folder]));
    let same = ["--seed", "5", "--on-fault", "abort", "--move-timeout", "1s", "--format", "round-robin", "--quiet"];
    says(&with(&with(&PLAN[..1], &["--resume", &folder]), &same));
    let message = fails(1, &with(&PLAN[..1], &["--resume", &folder, "--seed", "6", "--games", "3000"]));
    assert!(message.contains("differs: games is 1500 there and 3000 here, seed is 5 there and 6 here"), "{message}");
}

#[test]
fn two_at_once_in_one_folder_are_refused() {
    let scratch = Scratch::new("lock");
    let folder = scratch.path("run");
    let mut child = command(&with(LONG, &["--out", &folder])).spawn().unwrap();
    wait_for_lines(&folder, 2);
    let message = fails(1, &["tournament", "--resume", &folder]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(message.contains("another kosti is playing in"), "{message}");
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
    assert!(fails(1, &args).contains("is not empty"));
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
        (&["tournament", "--game", "rims", "--bots", "greedy", "--games", "0"], "0 is not in 1.."),
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
        (&["tournament", "--game", "rims", "--bots", "greedy", "--seed", "18446744073709551615"], "is no seed"),
    ] {
        let stderr = fails(2, args);
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
}

/// How often the intervals of identical bots miss par over 1,000 small tournaments, in per cent.
fn misses(game: &str, blocks: u64) -> f64 {
    let players = kosti_engine::AnyRules::parse(game).unwrap().players();
    let text = format!("game = '{game}'\nbots = ['random']\ngames = {}", blocks * u64::from(players));
    let args = PlanArgs::parse(&text).unwrap();
    let interrupted = AtomicBool::new(false);
    let session = Session { threads: 1, interrupted: &interrupted, quiet: true };
    let missed = (1..=1000)
        .filter(|&seed| {
            let plan = Plan::new(&PlanArgs { seed: Some(seed), ..args.clone() }).unwrap();
            let mut totals = Totals::default();
            play(&plan, &(0..plan.blocks), &mut totals, None, &session).unwrap();
            let report = Report::new(&plan, &totals);
            // Shares of one tournament hang together: one entrant of each speaks.
            let standing = &report.standings().entrants[seed as usize % players as usize];
            !standing.share.interval.unwrap().contains(report.standings().par())
        })
        .count();
    missed as f64 / 10.0
}

#[test]
fn intervals_of_identical_bots_miss_par_as_often_as_they_may() {
    // Rims ties often, dice hardly ever.
    for game in ["rims:players=2", "rims:players=4", "yatzy:players=2", "yatzy:players=4"] {
        let missed = misses(game, 30);
        assert!((3.0..=7.0).contains(&missed), "{game}: {missed} %");
    }
}

// Programs outside

fn bot(script: &str) -> String {
    format!("cmd:python3 {}/{script}", env!("CARGO_MANIFEST_DIR"))
}

const EXAMPLE: &str = "../examples/bot.py";

/// Processes that run a script with this word in their command line.
fn left_over(word: &str) -> Vec<String> {
    let ps = Command::new("ps").args(["-eo", "pid,args"]).output().unwrap();
    text(&ps.stdout).lines().filter(|line| line.contains(word) && line.contains(".py")).map(String::from).collect()
}

fn wait_for_none(word: &str) {
    let begin = Instant::now();
    while !left_over(word).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", left_over(word));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn programs_outside_play_the_same_games_on_any_threads_and_processes() {
    let scratch = Scratch::new("outside");
    let mut folders = Vec::new();
    for threads in ["1", "2", "8"] {
        let folder = scratch.path(threads);
        let bots = format!("{},greedy", bot(EXAMPLE));
        let args = ["tournament", "--game", "rims", "--bots", &bots, "--games", "300", "--out", &folder, "--quiet"];
        let more = ["--threads", threads, "--games-csv", "--record-every", "10", "--move-timeout", "20s"];
        says(&with(&args, &more));
        folders.push(folder);
    }
    for folder in &folders {
        assert!(Path::new(folder).join("logs").is_dir());
        fs::remove_dir_all(Path::new(folder).join("logs")).unwrap();
    }
    assert_same(&folders[0], &folders[1]);
    assert_same(&folders[0], &folders[2]);
    let records = format!("{}/records.jsonl", folders[0]);
    assert_eq!(says(&["verify", "--chance", &records]), "30 records verified\n");
    // The number of processes is part of the bot's name, so only the results can be compared.
    let manifest = format!("{}/manifest.toml", folders[0]);
    let three = format!("{},procs=3,greedy", bot(EXAMPLE));
    let one: serde_json::Value = serde_json::from_str(&says(&[
        "tournament",
        "--plan",
        &manifest,
        "--bots",
        &three,
        "--json",
        "--games-csv",
        "false",
        "--out",
        &scratch.path("3"),
    ]))
    .unwrap();
    let summary: serde_json::Value = serde_json::from_str(&files(&folders[0])["summary.json"]).unwrap();
    assert_eq!(one["entrants"][0]["share"], summary["entrants"][0]["share"]);
    assert_eq!(one["entrants"][1]["points"], summary["entrants"][1]["points"]);
}

fn faulty(habit: &str, mark: &str) -> String {
    bot(&format!("tests/bots/faulty.py {habit} {mark}"))
}

#[test]
fn a_bot_that_fails_stops_the_run_and_nothing_is_lost() {
    let scratch = Scratch::new("faults");
    for (habit, message) in [
        ("crash", "crash: bot 'cmd:"),
        ("hang", "timeout: bot 'cmd:"),
        ("flood", "lines that nobody asked for"),
        ("closed", "it closed its standard output"),
        ("half", "in the middle of a line"),
        ("long", "a line of more than 1048576 bytes"),
        ("other-gid", "where it does not play"),
        ("other-id", "but the id asked for is"),
        ("illegal", "illegal: bot 'cmd:"),
        ("exit", "expected a \"hello\""),
        ("chess", "does not play rims"),
    ] {
        let mark = format!("mark-{habit}-{}", std::process::id());
        let folder = scratch.path(habit);
        let bots = format!("{},random", faulty(habit, &mark));
        let stderr = fails(
            3,
            &[
                "tournament",
                "--game",
                "rims",
                "--bots",
                &bots,
                "--games",
                "900",
                "--out",
                &folder,
                "--move-timeout",
                "500ms",
            ],
        );
        assert!(stderr.contains(message), "{habit}: {stderr}");
        wait_for_none(&mark);
        if habit == "exit" || habit == "chess" {
            // Nothing was played, and the mended command should find its folder free.
            assert!(!Path::new(&folder).exists(), "{habit}");
            continue;
        }
        assert!(stderr.contains("All finished batches are kept") && stderr.contains("--resume"), "{habit}: {stderr}");
        assert!(files_exist(&folder), "{habit}");
    }
    let stderr = fails(3, &["tournament", "--game", "rims", "--bots", "cmd:/no/such/bot,random", "--games", "9"]);
    assert!(stderr.contains("cannot start '/no/such/bot'"), "{stderr}");
}

fn files_exist(folder: &str) -> bool {
    ["manifest.toml", "batches.jsonl", "summary.json"].iter().all(|file| Path::new(folder).join(file).exists())
}

#[test]
fn faults_are_counted_apart_when_the_run_goes_on() {
    let bots = format!("{},random,random", faulty("illegal-once", "x"));
    let run = |policy: &str| -> serde_json::Value {
        let args = ["tournament", "--game", "rims", "--bots", &bots, "--games", "30", "--on-fault", policy, "--json"];
        serde_json::from_str(&says(&args)).unwrap()
    };
    // The second move of every game is illegal.
    let forfeit = run("forfeit");
    let loser = &forfeit["entrants"][0];
    assert_eq!((&loser["forfeits"], &loser["faults"], &loser["share"]), (&30.into(), &30.into(), &0.0.into()));
    assert!(loser["points"].is_null());
    assert_eq!(forfeit["entrants"][1]["share"], 0.5);
    for policy in ["random", "retry"] {
        let summary = run(policy);
        let bot = &summary["entrants"][0];
        assert_eq!((&bot["forfeits"], &bot["faults"]), (&0.into(), &30.into()), "{policy}");
        assert!(!bot["points"].is_null());
    }
}

#[test]
fn no_program_outlives_a_run_that_is_killed_or_interrupted() {
    for signal in ["-KILL", "-INT"] {
        let mark = format!("mark-end{signal}-{}", std::process::id());
        let bots = format!("{},random", faulty("steady", &mark));
        let args = ["tournament", "--game", "rims", "--bots", &bots, "--games", "1000000", "--quiet"];
        let mut child = command(&args).stderr(Stdio::null()).spawn().unwrap();
        let begin = Instant::now();
        while left_over(&mark).iter().all(|line| line.contains("tournament")) {
            assert!(begin.elapsed() < Duration::from_secs(30), "the bot does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(200));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap();
        wait_for_none(&mark);
    }
}
