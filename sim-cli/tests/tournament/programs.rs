//! Tournaments with programs outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Scratch, command, fails, says, text};
use crate::{assert_same, files, with};

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

/// `greedy` draws no random numbers, so its games are the same with and without a pipe.
#[test]
fn a_bot_of_kosti_plays_over_a_pipe_what_it_plays_without() {
    let scratch = Scratch::new("own-bot-outside");
    let program = format!("cmd:{} bot greedy", env!("CARGO_BIN_EXE_kosti"));
    for game in ["dice-poker", "pirate-poker", "graph-poker:players=3", "rims:players=2", "domino-poker:sevens=1"] {
        let games = ["greedy", &program].map(|bot| {
            let folder = scratch.path(&format!("{game}-{}", bot.len()));
            let bots = format!("{bot},random");
            let args = ["tournament", "--game", game, "--bots", &bots, "--games", "24", "--out", &folder, "--quiet"];
            says(&with(&args, &["--games-csv", "--move-timeout", "20s"]));
            fs::read_to_string(Path::new(&folder).join("games.csv")).unwrap().replace(bot, "it")
        });
        assert_eq!(games[0], games[1], "{game}");
        assert!(games[0].lines().count() > 24);
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

/// The rows of `logs/times.csv`: entrant, moves, seconds, mean and slowest in milliseconds.
fn times(folder: &str) -> Vec<(String, [f64; 4])> {
    let mut reader = csv::Reader::from_path(format!("{folder}/logs/times.csv")).unwrap();
    let row = |row: csv::StringRecord| {
        let numbers: Vec<f64> = row.iter().skip(1).map(|cell| cell.parse().unwrap()).collect();
        (row[0].to_string(), numbers.try_into().unwrap())
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn programs_and_timed_bots_are_timed_and_no_others() {
    let scratch = Scratch::new("times");
    let whole = scratch.path("whole");
    // The first hundred moves of this one sleep for 20 ms.
    let bots = format!("{},mc:ms=1,greedy", faulty("steady", "times-test"));
    let plan = ["tournament", "--game", "rims:players=3", "--bots", &bots, "--games", "60", "--batch", "3"];
    let begin = Instant::now();
    let told = says(&with(&plan, &["--out", &whole, "--move-timeout", "20s"]));
    let elapsed = begin.elapsed().as_secs_f64();
    let rows = times(&whole);
    let names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names[0].starts_with("cmd:python3 ") && names[1..] == ["mc:ms=1 (timed)"], "{names:?}");
    for (name, [moves, seconds, mean, slowest]) in &rows {
        assert!((mean - seconds * 1e3 / moves).abs() < 0.001 && slowest >= mean, "{name}");
    }
    let [moves, seconds, _, slowest] = rows[0].1;
    // Requests wait for one another: each move counts from the end of the one before, so that no moment counts twice.
    assert!(moves > 100.0 && slowest >= 20.0 && (2.0..elapsed).contains(&seconds), "{rows:?}");
    let row = told.lines().skip_while(|line| !line.starts_with("move times")).nth(2).expect("a table of move times");
    assert!(row.starts_with("mc:ms=1 (timed) "), "{told}");
    // Nothing else in the folder knows of times, and a page can be made of it.
    assert!(fs::read_to_string(format!("{whole}/summary.json")).is_ok_and(|summary| !summary.contains("slowest")));
    says(&["report", &whole]);
    assert!(fs::read_to_string(format!("{whole}/report.html")).is_ok_and(|page| page.contains("<h2>Move times</h2>")));
    wait_for_none("times-test");
}

#[test]
fn move_times_are_kept_when_a_run_goes_on_and_when_slices_are_merged() {
    let scratch = Scratch::new("times-kept");
    let bots = format!("{},greedy", bot(EXAMPLE));
    let plan = ["tournament", "--game", "rims:players=2", "--bots", &bots, "--games", "60", "--batch", "10", "--quiet"];
    let play = |name: &str, more: &[&str]| {
        let folder = scratch.path(name);
        says(&with(&with(&plan, &["--out", &folder, "--move-timeout", "20s"]), more));
        folder
    };
    let whole = play("whole", &[]);
    let moves = |folder: &str| times(folder)[0].1[0];
    let all = moves(&whole);
    let slices = [play("one", &["--blocks", "0..13"]), play("two", &["--blocks", "13..30"])];
    let merged = scratch.path("merged");
    let told = says(&["merge", &slices[0], &slices[1], "--out", &merged]);
    assert_eq!((moves(&merged), moves(&slices[0]) + moves(&slices[1])), (all, all));
    assert!(told.contains("move times"), "{told}");
    // As if the run had been killed in its last batch.
    let batches = format!("{whole}/batches.jsonl");
    let text = fs::read_to_string(&batches).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&batches, &text[..last]).unwrap();
    says(&["tournament", "--resume", &whole, "--quiet"]);
    assert_eq!(fs::read_to_string(&batches).unwrap(), text);
    assert!(moves(&whole) > all && moves(&whole) < 2.0 * all, "{} and {all}", moves(&whole));
    // No bot here thinks by the clock.
    let quick = scratch.path("quick");
    says(&["tournament", "--game", "rims", "--bots", "greedy,random", "--games", "30", "--out", &quick, "--quiet"]);
    assert!(!Path::new(&quick).join("logs").exists());
}
