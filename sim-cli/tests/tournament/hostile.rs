//! Folders and moments that were made to do harm.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Scratch, command, fails, says, text};
use crate::{PLAN, assert_same, files, with};

/// Writes another manifest into a finished folder, with all checksums that follow from it.
pub(crate) fn forge(folder: &str, manifest: &str) {
    let path = Path::new(folder).join("batches.jsonl");
    let lines = fs::read_to_string(&path).unwrap();
    fs::write(Path::new(folder).join("manifest.toml"), manifest).unwrap();
    let header = format!("{{\"format\":\"kosti-run/2\",\"manifest\":\"{:08x}\"", crc(0, manifest.as_bytes()));
    let bodies = lines.lines().skip(1).map(|line| line.rsplit_once(",\"check\":").unwrap().0.to_string());
    fs::write(path, chained(std::iter::once(header).chain(bodies))).unwrap();
}

/// Lines with the checksums that a run would give them.
fn chained(bodies: impl IntoIterator<Item = String>) -> String {
    let mut last = 0;
    let line = |body: String| {
        last = crc(last, body.as_bytes());
        format!("{body},\"check\":\"{last:08x}\"}}\n")
    };
    bodies.into_iter().map(line).collect()
}

/// The CRC-32 of a text behind another one, bit by bit.
fn crc(before: u32, text: &[u8]) -> u32 {
    let mut state = !before;
    for byte in text {
        state ^= u32::from(*byte);
        for _ in 0..8 {
            state = (state >> 1) ^ (0xEDB8_8320 & (state & 1).wrapping_neg());
        }
    }
    !state
}

/// How often a campaign is tried: a few times here, more often by hand with `KOSTI_CAMPAIGN=120`.
fn tries(usual: u32) -> u32 {
    std::env::var("KOSTI_CAMPAIGN").ok().and_then(|tries| tries.parse().ok()).unwrap_or(usual)
}

/// Two processes that create one folder at the same moment: one of them plays, and the folder holds its run alone.
#[test]
fn of_two_that_create_a_folder_at_once_one_plays() {
    let scratch = Scratch::new("double");
    for number in 0..tries(12) {
        let folder = scratch.path(&format!("{number}"));
        let start = |seed: &str| {
            let args = ["tournament", "--game", "rims", "--bots", "greedy,random", "--games", "300", "--games-csv"];
            let mut command = command(&with(&args, &["--quiet", "--out", &folder, "--seed", seed]));
            command.stderr(Stdio::piped()).spawn().unwrap()
        };
        let both = [("1", start("1")), ("2", start("2"))];
        let ended = both.map(|(seed, child)| (seed, child.wait_with_output().unwrap()));
        let won: Vec<&str> =
            ended.iter().filter(|(_, output)| output.status.success()).map(|(seed, _)| *seed).collect();
        let told = ended.each_ref().map(|(_, output)| text(&output.stderr));
        assert_eq!(won.len(), 1, "{told:?}");
        let lost = ended.iter().find(|(seed, _)| *seed != won[0]).unwrap();
        let message = text(&lost.1.stderr);
        // The other one came at the same time, or after it.
        assert!(message.contains("another kosti") || message.contains("differs: seed"), "{message}");
        let plan = ["tournament", "--game", "rims", "--bots", "greedy,random", "--games", "300", "--games-csv"];
        let alone = scratch.path(&format!("{number}-alone"));
        says(&with(&plan, &["--quiet", "--out", &alone, "--seed", won[0]]));
        assert_same(&folder, &alone);
    }
}

/// Foreign files in the folder are left alone, links are not followed, and nothing is written.
#[test]
fn a_folder_that_is_not_empty_and_no_run_is_refused_untouched() {
    let scratch = Scratch::new("foreign");
    let elsewhere = scratch.path("elsewhere");
    for (number, name) in
        ["games.csv", "records.jsonl", "manifest.toml", "batches.jsonl", "notes.txt", "sweep.csv"].iter().enumerate()
    {
        for link in [false, true] {
            let folder = scratch.path(&format!("{number}-{link}"));
            fs::create_dir_all(&folder).unwrap();
            let file = Path::new(&folder).join(name);
            fs::write(&elsewhere, "mine\n").unwrap();
            if link {
                symlink(&elsewhere, &file).unwrap();
            } else {
                fs::write(&file, "mine\n").unwrap();
            }
            for args in [
                with(PLAN, &["--games-csv", "--record-every", "5", "--out", &folder]),
                vec!["tournament", "--game", "rims:players=2..3", "--bots", "greedy", "--games", "9", "--out", &folder],
                vec!["strength", "rims", "--bots", "greedy,random", "--games", "9", "--out", &folder],
                vec!["advice", "D10", "--out", &folder],
            ] {
                let message = fails(1, &args);
                assert!(message.contains("not empty") || message.contains("no run"), "{args:?}: {message}");
                assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{args:?}");
                assert_eq!(fs::read_to_string(&file).unwrap(), "mine\n");
            }
            assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "mine\n");
        }
    }
}

/// A file of a run that was replaced by a link is not written through when the run goes on.
#[test]
fn links_in_a_run_folder_are_not_followed() {
    let scratch = Scratch::new("links");
    let (folder, elsewhere) = (scratch.path("run"), scratch.path("elsewhere"));
    says(&with(PLAN, &["--quiet", "--games-csv", "--out", &folder]));
    let games = Path::new(&folder).join("games.csv");
    fs::rename(&games, &elsewhere).unwrap();
    symlink(&elsewhere, &games).unwrap();
    let before = fs::read(&elsewhere).unwrap();
    assert!(fails(1, &["tournament", "--resume", &folder]).contains("it is no plain file"));
    assert_eq!(fs::read(&elsewhere).unwrap(), before);
}

/// Every number of every batch, forged with right checksums: a clear word or the result, never a panic.
#[test]
fn forged_batches_do_not_panic() {
    let scratch = Scratch::new("forged");
    let folder = scratch.path("run");
    let plan =
        ["tournament", "--game", "rims:players=2", "--bots", "greedy,random,random", "--games", "60", "--batch", "10"];
    says(&with(&plan, &["--quiet", "--out", &folder]));
    let path = Path::new(&folder).join("batches.jsonl");
    let good = fs::read_to_string(&path).unwrap();
    let bodies: Vec<String> = good.lines().map(|line| line.rsplit_once(",\"check\":").unwrap().0.to_string()).collect();
    // The places of all numbers and table names behind the header.
    let mut places = Vec::new();
    for (line, body) in bodies.iter().enumerate().skip(1) {
        let digits = |at: usize| body.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        places.extend((0..body.len()).filter(|&at| digits(at) && !digits(at.wrapping_sub(1))).map(|at| (line, at)));
    }
    let tries = tries(60) as usize;
    let mut refused = 0;
    for number in 0..tries {
        let (line, at) = places[number * 7919 % places.len()];
        let value = ["0", "1", "99", "4294967295", "18446744073709551615", "170141183460469231731687303715884105727"];
        let mut forged = bodies.clone();
        let end = at + forged[line][at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(forged[line].len() - at);
        forged[line].replace_range(at..end, value[number % value.len()]);
        fs::write(&path, chained(forged)).unwrap();
        let output = command(&["merge", &folder, "--partial"]).output().unwrap();
        let stderr = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{stderr}");
        refused += u32::from(output.status.code() == Some(1));
    }
    assert!(refused as usize * 2 > tries, "{refused} of {tries}");
}

#[test]
fn an_interrupted_merge_is_run_again() {
    let scratch = Scratch::new("torn-merge");
    let plan = ["tournament", "--game", "rims", "--bots", "greedy,random,random", "--games", "60000", "--games-csv"];
    let plan = with(&plan, &["--record-every", "3", "--batch", "100", "--quiet"]);
    let parts = ["1/2", "2/2"].map(|shard| {
        let folder = scratch.path(&shard.replace('/', "-"));
        says(&with(&plan, &["--out", &folder, "--shard", shard]));
        folder
    });
    let (whole, out) = (scratch.path("whole"), scratch.path("out"));
    says(&with(&plan, &["--out", &whole]));
    let merge = ["merge", &parts[0], &parts[1], "--out", &out, "--quiet"];
    for delay in [5, 20, 60, 120, 250] {
        let mut child = command(&merge).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        // It is there whole or not at all.
        assert!(!Path::new(&out).exists() || files(&out).contains_key("summary.json"));
    }
    says(&merge);
    assert_same(&whole, &out);
    let left: Vec<_> = fs::read_dir(scratch.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_str().unwrap().contains("merging")), "{left:?}");
}

/// However large a batch is, a kill loses about a second.
#[test]
fn a_batch_that_takes_long_is_kept_on_the_way() {
    let scratch = Scratch::new("checkpoint");
    let options = ["--batch", "1000000", "--games-csv", "--record-every", "500", "--quiet", "--threads", "2"];
    let (whole, torn) = (scratch.path("whole"), scratch.path("torn"));
    let checkpoint = Path::new(&torn).join("checkpoint.json");
    // A fast machine needs more games until something is kept.
    let mut games = 40_000;
    let (plan, mut child) = loop {
        let count = games.to_string();
        let bots = "greedy,random,greedy,random";
        let plan = ["tournament", "--game", "domino-poker", "--bots", bots, "--games", &count].map(String::from);
        let mut child =
            command(&with(&plan.each_ref().map(String::as_str), &options)).args(["--out", &torn]).spawn().unwrap();
        while !checkpoint.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        if child.try_wait().unwrap().is_none() {
            break (plan, child);
        }
        assert!(games < 1_000_000, "nothing was kept on the way");
        fs::remove_dir_all(&torn).unwrap();
        games *= 2;
    };
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = fs::read_to_string(&checkpoint).unwrap();
    assert!(kept.starts_with("{\"first\":0,\"end\":"), "{kept}");
    says(&with(&with(&plan.each_ref().map(String::as_str), &options), &["--out", &whole]));
    let copy = scratch.path("copy");
    assert!(Command::new("cp").args(["-r", &torn, &copy]).status().unwrap().success());
    says(&["tournament", "--resume", &torn, "--quiet"]);
    assert_same(&whole, &torn);
    // A checkpoint that was changed is not believed: the batch is played again.
    let damaged = Path::new(&copy).join("checkpoint.json");
    fs::write(&damaged, kept.replacen("\"wins\":", "\"wins\":1", 1)).unwrap();
    says(&["tournament", "--resume", &copy, "--quiet"]);
    assert_same(&whole, &copy);
}

/// Resuming a folder that this user has not made starts no programs without `--trust`.
#[test]
fn the_programs_of_a_strangers_folder_are_not_run_unasked() {
    let scratch = Scratch::new("trust");
    let (mine, moved, state) = (scratch.path("mine"), scratch.path("moved"), scratch.path("state"));
    let bot = format!("cmd:python3 {}/../examples/bot.py", env!("CARGO_MANIFEST_DIR"));
    let run = |args: &[&str]| {
        let output = command(args).env("XDG_STATE_HOME", &state).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    let bots = format!("{bot},greedy");
    let plan =
        ["tournament", "--game", "rims:players=2", "--bots", &bots, "--games", "4", "--move-timeout", "20s", "--quiet"];
    assert_eq!(run(&with(&plan, &["--out", &mine])), (Some(0), String::new()));
    assert_eq!(run(&["tournament", "--resume", &mine, "--quiet"]), (Some(0), String::new()));
    fs::rename(&mine, &moved).unwrap();
    let (code, message) = run(&["tournament", "--resume", &moved, "--quiet"]);
    assert_eq!(code, Some(1));
    assert!(message.contains("would run:\n  cmd:python3") && message.contains("add --trust"), "{message}");
    assert_eq!(run(&["tournament", "--resume", &moved, "--quiet", "--trust"]), (Some(0), String::new()));
    assert_eq!(run(&["tournament", "--resume", &moved, "--quiet", "--bots", &bots]), (Some(0), String::new()));
    assert_eq!(run(&["tournament", "--resume", &moved, "--quiet", "--bots", "greedy,greedy"]).0, Some(1));
}

#[test]
fn errors_are_told_by_the_exit_code_where_there_is_no_standard_error() {
    let script = format!("exec '{}' tournament --game rimms --bots greedy 2>&-", env!("CARGO_BIN_EXE_kosti"));
    let status = Command::new("sh").args(["-c", &script]).stdout(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_damaged_manifest_fails_as_a_bad_file() {
    let scratch = Scratch::new("bad-manifest");
    let folder = scratch.path("run");
    says(&with(PLAN, &["--quiet", "--out", &folder]));
    fs::write(Path::new(&folder).join("manifest.toml"), "game = 'rims'\nbots = ['gredy']\n[made]\n").unwrap();
    fails(1, &["tournament", "--resume", &folder]);
    fails(1, &["merge", &folder, "--partial"]);
    fails(1, &with(PLAN, &["--out", &folder]));
}

/// A recording that is killed leaves the file as it was.
#[test]
fn a_killed_recording_leaves_no_half_file() {
    let scratch = Scratch::new("half-record");
    let file = scratch.path("games.jsonl");
    fs::write(&file, "before\n").unwrap();
    let args = [
        "record",
        "--game",
        "graph-poker",
        "--bots",
        "greedy,random,random,random",
        "--games",
        "100000",
        "--out",
        &file,
    ];
    let mut child = command(&args).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "before\n");
    says(&["record", "--game", "rims", "--bots", "greedy,random,random", "--games", "3", "--out", &file]);
    assert_eq!(says(&["verify", &file]), "3 records verified\n");
}
