//! Runs that are killed, interrupted, cut into slices or tampered with.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Scratch, command, fails, says, text};
use crate::{PLAN, assert_same, files, with};

/// Waits until a run has written this many lines.
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
    // Another plan in the same folder would only do harm; the same one goes on with it, and then finds itself finished.
    let message = fails(1, &with(LONG, &["--out", &cut, "--move-timeout", "2s"]));
    assert!(message.contains("differs: move-timeout is 1.0 there and 2.0 here; choose another folder"), "{message}");
    says(&with(LONG, &["--out", &cut]));
    assert_same(&whole, &cut);
    says(&with(LONG, &["--out", &cut]));
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
    let batches = fs::read_to_string(Path::new(&whole).join("batches.jsonl")).unwrap();
    let header = batches.split_inclusive('\n').next().unwrap();
    // In the order in which a beginning run writes its files.
    for left in [
        &[("batches.jsonl", "")][..],
        &[("batches.jsonl", header)],
        &[("batches.jsonl", header), ("games.csv", "block,ga")],
        &[("batches.jsonl", header), ("manifest.toml.part", "game = 'ri")],
    ] {
        fs::create_dir_all(&folder).unwrap();
        left.iter().for_each(|(name, text)| fs::write(Path::new(&folder).join(name), text).unwrap());
        says(&with(PLAN, &["--quiet", "--out", &folder]));
        _ = fs::remove_file(Path::new(&folder).join("games.csv"));
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
    assert!(fails(1, &with(PLAN, &["--out", &scratch.path("")])).contains("is not empty, and what it holds is no run"));
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
    let holder = format!("another kosti (process {}", child.id());
    assert!(message.contains(&holder) && message.contains("is working in"), "{message}");
}
