//! The commands as a user meets them.

#[path = "../common/mod.rs"]
mod common;
mod options;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{Scratch, command, fails, says, text};
use serde_json::Value;

fn kosti_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kosti starts");
    // A command that does not read its input may close it early.
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().expect("kosti ends");
    writer.join().unwrap();
    output
}

fn records(args: &[&str]) -> Vec<Value> {
    says(args).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Rules of every game that differ from the default in many ways.
const VARIANTS: &[&str] = &[
    "dice-poker",
    "dice-poker:players=3,school=count,penalty=each,double=no-roads,even-odd=strict,crossing=forced,five-full=no,four-pairs=no",
    "dice-poker:players=1,even-odd=loose,double=combos-only,crossing=forced",
    "dice-poker:double=no-pairs-full,even-odd=strict",
    "pirate-poker",
    "pirate-poker:players=5,exact=roll",
    "graph-poker",
    "graph-poker:players=2,ace=both",
    "graph-poker:players=16,decks=8,ace=both",
    "graph-poker:players=3,decks=2,start=rotate",
    "graph-poker:start=rotate",
    "rims",
    "rims:players=2,lead=winner",
    "rims:players=13",
    "domino-poker",
    "domino-poker:players=2,last=on",
    "domino-poker:players=6,sevens=1,blind=2,grab=0,mizer=3,last=on",
    "yatzy",
    "yahtzee:players=1",
];

#[test]
fn games_are_listed() {
    let listed = says(&["games"]);
    for word in ["dice-poker", "graph-poker", "decks", "no-pairs-full", "1..8, 1*", "face*", "greedy", "random"] {
        assert!(listed.contains(word), "{word}");
    }
    let json: Value = serde_json::from_str(&says(&["games", "--json"])).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 7);
    assert_eq!(json["games"][3]["default"], "rims:players=3,lead=dealer");
    assert_eq!(json["games"][3]["keys"][0]["max"], 13);
    assert_eq!(json["games"][0]["keys"][1]["values"][0]["value"], "face");
    assert_eq!(json["bots"][0]["bot"], "random");
}

#[test]
fn habits_are_listed_and_kept_in_every_command() {
    let listed = says(&["games", "rims"]);
    assert!(listed.contains("shed-lowest") && !listed.contains("blind-bid"), "{listed}");
    let json: Value = serde_json::from_str(&says(&["games", "--json"])).unwrap();
    assert_eq!(json["games"][3]["habits"][3]["habit"], "shed-lowest");
    let args = ["--game", "rims:players=2", "--seed", "3"];
    let bots = "greedy+habit=shed-lowest,mc:rollouts=8,policy=greedy+habit=lead-highest+habit=shed-lowest";
    let record = says(&[&["record", "--bots", bots], &args[..]].concat());
    assert!(record.contains("\"mc:rollouts=8,policy=greedy+habit=lead-highest+habit=shed-lowest\""), "{record}");
    let played = says(&[&["tournament", "--bots", bots, "--games", "20", "--json"], &args[..]].concat());
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["entrants"][0]["bot"], "greedy+habit=shed-lowest");
    let said = fails(2, &["tournament", "--game", "rims", "--bots", "greedy,mc+habit=shed-lowst"]);
    assert!(said.contains("unknown habit 'shed-lowst' (did you mean 'shed-lowest'?)"), "{said}");
    let said = fails(2, &["bench", "rims", "--bot", "greedy+habit=bid-less"]);
    assert!(said.contains("habit 'bid-less' belongs to domino-poker"), "{said}");
}

#[test]
fn a_bot_is_tuned_and_the_same_command_goes_on() {
    let scratch = Scratch::new("tune");
    let folder = &scratch.path("kept");
    let args = ["tune", "expectimax", "--game", "yatzy", "--param", "spread=0..8", "--candidates", "4"];
    let args = [&args[..], &["--games", "80", "--confirm", "40", "--threads", "1", "--seed", "5"]].concat();
    let first = says(&[&args[..], &["--out", folder]].concat());
    assert!(first.contains("than the untuned bot"), "{first}");
    assert_eq!(first, says(&[&args[..], &["--out", folder]].concat()));
    assert_eq!(first, says(&args));
    let json: Value = serde_json::from_str(&says(&[&args[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["bot"], "expectimax");
    assert_eq!(json["tried"][0]["values"][0], "1");
    assert_eq!(
        json,
        serde_json::from_slice::<Value>(&std::fs::read(format!("{folder}/tuning.json")).unwrap()).unwrap()
    );
    let page = std::fs::read_to_string(format!("{folder}/tuning.html")).unwrap();
    assert!(page.contains("Share by spread") && page.contains("<svg"), "{page}");
    let said = fails(2, &["tune", "ismcts", "--game", "rims", "--param", "iterations=1..5"]);
    assert!(said.contains("'iterations' sets how much work a decision is"), "{said}");
    let said = fails(2, &["tune", "ismcts", "--game", "rims", "--param", "explore=5"]);
    assert!(
        said.contains("expected a parameter with two numbers, such as explore=0.1..3, found 'explore=5'"),
        "{said}"
    );
    let other = [&args[..args.len() - 1], &["6", "--out", folder]].concat();
    let said = fails(1, &other);
    assert!(said.contains("holds another tuning"), "{said}");
}

#[test]
fn records_of_every_game_are_verified() {
    for bot in ["random", "greedy"] {
        for rules in VARIANTS {
            let scratch = Scratch::new(&format!("{bot}-{}", rules.replace([':', ',', '='], "-")));
            let out = &scratch.path("records.jsonl");
            says(&["record", "--game", rules, "--bots", bot, "--games", "7", "--seed", "5", "--out", out]);
            assert_eq!(says(&["verify", "--chance", out]), "7 records verified\n", "{rules}");
        }
    }
}

#[test]
fn entrants_rotate_over_the_seats_and_share_their_luck() {
    let games = records(&[
        "record",
        "--game",
        "rims",
        "--bots",
        "greedy,random,random",
        "--games",
        "7",
        "--seed",
        "18446744073709551615",
    ]);
    for (number, game) in games.iter().enumerate() {
        assert_eq!((&game["block"], &game["rotation"]), (&(number / 3).into(), &(number % 3).into()));
        assert_eq!(game["seed"], "18446744073709551615");
        assert_eq!(game["format"], "kosti-record/1");
        for seat in 0..3 {
            let entrant = (seat + number % 3) % 3;
            assert_eq!(game["seats"][seat], ["greedy", "random", "random"][entrant]);
        }
        // The first deal belongs to the block.
        let first = &games[number / 3 * 3]["events"][0];
        assert_eq!(&game["events"][0], first);
    }
    assert_ne!(games[0]["events"][0], games[3]["events"][0]);
    let keys: Vec<&String> = games[0].as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 9);
}

#[test]
fn shares_of_any_number_of_winners_are_read_exactly() {
    for players in 2..=16 {
        let rules = format!("graph-poker:players={players}");
        let args = ["record", "--game", &rules, "--bots", "random", "--games", "40", "--seed", "9"];
        let output = kosti_with_input(&["verify", "-"], says(&args).as_bytes());
        assert_eq!(text(&output.stdout), "40 records verified\n", "{rules}");
    }
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    let args = ["record", "--game", "domino-poker:last=on", "--bots", "greedy,random,greedy,random", "--games", "9"];
    assert_eq!(says(&args), says(&args));
    assert_ne!(says(&args), says(&[&args[..], &["--seed", "2"]].concat()));
}

#[test]
fn bots_are_given_in_a_list_or_one_by_one() {
    let seats =
        |args: &[&str]| records(&[&["record", "--game", "rims:players=2"], args].concat())[0]["seats"].to_string();
    assert_eq!(seats(&["--bots", "greedy,random"]), r#"["greedy","random"]"#);
    assert_eq!(seats(&["--bot", "greedy", "--bot", "random"]), r#"["greedy","random"]"#);
    assert_eq!(seats(&["--bots", "greedy", "--bot", "random"]), r#"["greedy","random"]"#);
    assert_eq!(seats(&["--bots", "greedy"]), r#"["greedy","greedy"]"#);
}

#[test]
fn wrong_arguments_are_told_what_would_be_right() {
    let record = |game: &str, bots: &str| fails(2, &["record", "--game", game, "--bots", bots]);
    let check = |said: &str, parts: &[&str]| parts.iter().for_each(|part| assert!(said.contains(part), "{said}"));
    check(&record("rism", "greedy"), &["unknown game 'rism'", "did you mean 'rims'?", "domino-poker"]);
    check(&record("rims:player=4", "greedy"), &["no rule 'player'", "did you mean 'players'?", "lead"]);
    check(&record("rims:players=14", "greedy"), &["'14'", "from 2 to 13"]);
    check(&record("rims:lead=none", "greedy"), &["'none' is no value for lead", "dealer, winner"]);
    check(&record("rims", "gredy"), &["unknown bot 'gredy'", "did you mean 'greedy'?", "random, greedy"]);
    check(&record("rims", "greedy:depth=3"), &["bot 'greedy' has no parameter 'depth'"]);
    check(&record("rims", "greedy,random"), &["2 bots for 3 seats", "one for each seat, or one for all"]);
    check(&fails(2, &["record", "--game", "rims"]), &["no bots given"]);
    check(&fails(2, &["record", "--game", "rims", "--bots", "greedy", "--games", "0"]), &["0"]);
    check(&fails(2, &["record", "--game", "rims", "--bots", "greedy", "--seed", "-1"]), &["-1"]);
    check(&fails(2, &["bench", "chess"]), &["unknown game 'chess'"]);
    check(&fails(2, &["bench", "--seconds", "0"]), &["from 0.01 to 3600"]);
    check(&fails(2, &["verify"]), &["FILE"]);
    check(&fails(1, &["verify", "/no/such/file"]), &["cannot read /no/such/file"]);
    let unwritable = ["record", "--game", "rims", "--bots", "greedy", "--out", "/no/such/dir/file"];
    check(&fails(1, &unwritable), &["cannot write /no/such/dir/file"]);
    check(&fails(1, &["bench", "rims", "--csv", "/no/such/dir/file"]), &["cannot write /no/such/dir/file"]);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [&["record", "--game", "rims", "--bots", "random", "--games", "20000"][..], &["games"]] {
        let mut child = common::kosti().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "");
        assert!(output.status.success());
    }
}

#[test]
fn bench_measures() {
    let scratch = Scratch::new("bench");
    let csv = &scratch.path("bench.csv");
    let json =
        says(&["bench", "rims", "yatzy:players=1", "--seconds", "0.05", "--threads", "2", "--json", "--csv", csv]);
    let rows: Value = serde_json::from_str(&json).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["game"], "rims:players=3,lead=dealer");
    for row in rows {
        assert_eq!(row["threads"], 2);
        for key in ["games_per_second", "decisions_per_second", "ns_per_decision", "cost_over_chance"] {
            assert!(row[key].as_f64().unwrap() > 0.0, "{key}");
        }
    }
    let file = std::fs::read_to_string(csv).unwrap();
    assert!(file.starts_with("game,threads,games_per_second,decisions_per_second,ns_per_decision,cost_over_chance\n"));
    assert_eq!(file.lines().count(), 3);
    assert!(says(&["bench", "rims", "--seconds", "0.05"]).starts_with("game"));
}

/// A record of each variant, one a line.
fn one_of_each() -> Vec<String> {
    VARIANTS
        .iter()
        .map(|rules| says(&["record", "--game", rules, "--bots", "random", "--seed", "3"]).trim_end().to_string())
        .collect()
}

fn verify(lines: &[String]) -> Output {
    kosti_with_input(&["verify", "-"], (lines.join("\n") + "\n").as_bytes())
}

#[test]
fn good_records_pass_and_bad_ones_are_told_by_line_and_event() {
    let good = one_of_each();
    assert_eq!(text(&verify(&good).stdout), format!("{} records verified\n", good.len()));
    let mut lines = good.clone();
    lines[2] = lines[2].replacen("\"crossed\":false", "\"crossed\":true", 1);
    lines[4] = lines[4][..lines[4].len() / 2].into();
    lines[6] = "{\"hello\":1}".into();
    lines[8] = String::new();
    lines[10] = lines[10].replacen("kosti-record/1", "kosti-record/2", 1);
    lines[12] = lines[12].replacen("\"shares\":[", "\"shares\":[0.25,", 1);
    let output = verify(&lines);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    let told: Vec<&str> = said.lines().collect();
    assert_eq!(told.len(), 6, "{said}");
    for (told, (line, part)) in told.iter().zip([
        (3, "event "),
        (5, "the line is cut off"),
        (7, "not a record: unknown field `hello`"),
        (9, "the line is empty"),
        (11, "the format is \"kosti-record/2\""),
        (13, "shares: expected"),
    ]) {
        assert!(told.starts_with(&format!("standard input: line {line}: ")) && told.contains(part), "{told}");
    }
    assert!(text(&output.stderr).contains(&format!("6 of {} records are bad", good.len())));
}

#[test]
fn an_empty_file_and_binary_rubbish_are_reported() {
    let check = |input: &[u8], part: &str| {
        let output = kosti_with_input(&["verify", "-"], input);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stdout).contains(part), "{}", text(&output.stdout));
    };
    check(b"", "there is no record in it");
    let stderr = text(&kosti_with_input(&["verify", "-"], b"").stderr);
    assert_eq!(stderr, "kosti: a file holds no record; 0 records are good\n");
    check(&[0xFF, 0xFE, 0, 1, 2], "line 1: the line is not UTF-8 text");
    check(b"[1,2,3]\n", "line 1: not a record");
    check(&vec![b'['; 100_000], "line 1: not a record");
    check(&[b"{\"events\":".as_slice(), &[b'['; 100_000]].concat(), "line 1: not JSON: recursion limit");
    check(&vec![b'x'; 17 << 20], "line 1: the line is longer than 16 MiB");
}

#[test]
fn dice_of_another_seed_are_found_when_asked_for() {
    let line = says(&["record", "--game", "rims", "--bots", "random", "--seed", "3"]);
    let other = line.replacen("\"seed\":\"3\"", "\"seed\":\"4\"", 1);
    assert!(kosti_with_input(&["verify", "-"], other.as_bytes()).status.success());
    let output = kosti_with_input(&["verify", "--chance", "-"], other.as_bytes());
    assert!(text(&output.stdout).contains("event 1: this is not what the seed and block bring"));
}

/// Events left out or written twice, wrong results, and fields too many or too few.
#[test]
fn tampering_is_noticed() {
    let mut lines = Vec::new();
    for line in one_of_each() {
        let original: Value = serde_json::from_str(&line).unwrap();
        let events = original["events"].as_array().unwrap().len();
        for event in (0..events).step_by(events / 12 + 1) {
            // An event left out, and one written twice.
            let mut shorter = original.clone();
            shorter["events"].as_array_mut().unwrap().remove(event);
            let mut longer = original.clone();
            let twice = original["events"][event].clone();
            longer["events"].as_array_mut().unwrap().insert(event, twice);
            lines.extend([shorter.to_string(), longer.to_string()]);
        }
        for seat in 0..original["scores"].as_array().unwrap().len() {
            let mut score = original.clone();
            score["scores"][seat] = (score["scores"][seat].as_i64().unwrap() + 1).into();
            let mut share = original.clone();
            share["shares"][seat] = 0.125.into();
            lines.extend([score.to_string(), share.to_string()]);
        }
        let mut more = original.clone();
        more["extra"] = 1.into();
        let mut fewer = original.clone();
        fewer.as_object_mut().unwrap().remove("rotation");
        let mut seats = original.clone();
        seats["seats"].as_array_mut().unwrap().push("random".into());
        let mut short_form = original;
        short_form["game"] = short_form["game"].as_str().unwrap().split(':').next().unwrap().into();
        lines.extend([more, fewer, seats, short_form].map(|record| record.to_string()));
    }
    let output = verify(&lines);
    assert!(!text(&output.stderr).contains("panicked"));
    let said = text(&output.stdout);
    let told: Vec<usize> = said
        .lines()
        .map(|line| line.split(' ').nth(3).unwrap().trim_end_matches(':').parse().expect("a line number"))
        .collect();
    let missed: Vec<_> = (1..=lines.len()).filter(|line| !told.contains(line)).collect();
    assert!(missed.is_empty(), "not noticed: {}", lines[missed[0] - 1]);
}

/// Rubbish of many kinds is reported and never panics.
#[test]
fn broken_bytes_never_panic() {
    let mut state = 12345u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut lines = Vec::new();
    for line in one_of_each() {
        for _ in 0..60 {
            let mut bytes = line.clone().into_bytes();
            for _ in 0..=random() % 3 {
                let place = random() % bytes.len();
                bytes[place] = b"0123456789\"[]{},:-shdcTJQKA "[random() % 28];
            }
            if random() % 5 == 0 {
                bytes.truncate(random() % bytes.len());
            }
            lines.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    let output = verify(&lines);
    assert_eq!(output.status.code(), Some(1));
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
}

/// Golden records: what a seed brings never changes unnoticed.
#[test]
fn golden_records_are_verified_and_written_again_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let golden = std::fs::read_to_string(&path).unwrap();
        let name = path.to_str().unwrap();
        let count = golden.lines().count();
        assert_eq!(says(&["verify", "--chance", name]), format!("{count} records verified\n"), "{name}");
        let first: Value = serde_json::from_str(golden.lines().next().unwrap()).unwrap();
        let bots: Vec<&str> = first["seats"].as_array().unwrap().iter().map(|bot| bot.as_str().unwrap()).collect();
        let again = says(&[
            "record",
            "--game",
            first["game"].as_str().unwrap(),
            "--bots",
            &bots.join(","),
            "--games",
            &count.to_string(),
            "--seed",
            first["seed"].as_str().unwrap(),
        ]);
        assert!(again == golden, "{name} is not what its seed brings now");
        files += 1;
    }
    assert!(files >= 7, "one for each game");
}

/// A referee that shares no code with the engine, in Python, agrees with every step.
#[test]
fn an_independent_referee_agrees() {
    let referee = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee.py");
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "python3 is needed for the referee");
        #[expect(clippy::print_stdout, reason = "whoever runs the tests should know")]
        {
            println!("NOT CHECKED BY THE INDEPENDENT REFEREE: there is no python3 here");
        }
        return;
    }
    for (number, rules) in VARIANTS.iter().enumerate() {
        for bot in ["random", "greedy"] {
            let scratch = Scratch::new(&format!("referee-{bot}-{number}"));
            let out = &scratch.path("records.jsonl");
            let games = "24";
            says(&["record", "--game", rules, "--bots", bot, "--games", games, "--seed", "17", "--out", out]);
            let output = Command::new("python3").arg(&referee).arg(out).output().unwrap();
            assert_eq!(text(&output.stdout), format!("{games} records verified\n"), "{rules} {bot}");
        }
    }
}

#[track_caller]
fn exploit(args: &[&str]) -> Value {
    let common = ["exploit", "--deals", "60", "--hands", "6", "--seed", "4", "--json"];
    serde_json::from_str(&says(&[&common, args].concat())).expect("JSON")
}

fn mean_of(figure: &Value) -> f64 {
    let [mean, low, high] = ["mean", "low", "high"].map(|key| figure[key].as_f64().expect("a number"));
    assert!(low <= mean && mean <= high, "{figure}");
    mean
}

#[test]
fn a_random_player_can_be_exploited_on_any_number_of_threads() {
    let told = exploit(&["--bot", "random", "--threads", "1"]);
    assert_eq!((&told["game"], &told["bot"]), (&"rims:players=2,lead=dealer".into(), &"random".into()));
    let gains = [&told["gain"], &told["open_gain"]].map(|gains| {
        let both = mean_of(&gains["both"]);
        assert!((both - (mean_of(&gains["as_dealer"]) + mean_of(&gains["as_other"])) / 2.0).abs() < 1e-9, "{gains}");
        both
    });
    assert!(0.3 < gains[0] && gains[0] < gains[1], "{gains:?}");
    assert_eq!(exploit(&["--bot", "random", "--threads", "2"]), told);
}

#[test]
fn the_text_on_an_exploited_bot_says_what_is_bounded() {
    let said = says(&["exploit", "rims:players=2,lead=winner", "--bot", "greedy", "--deals", "30", "--hands", "4"]);
    for part in [
        "greedy against a responder, rims:players=2,lead=winner",
        "4 hands considered, 64 drawn for each at most",
        "at least",
        "at most",
        "95 %",
        "decisions no hand was found",
    ] {
        assert!(said.contains(part), "{part} is missing in: {said}");
    }
}

#[test]
fn an_exploited_bot_that_decides_by_the_clock_is_marked() {
    let told = exploit(&["--bot", "greedy"]);
    assert_eq!((&told["reproducible"], &told["draws"]), (&true.into(), &64.into()));
    // Few questions, since each takes a millisecond.
    let timed = ["--bot", "mc:ms=1,policy=random", "--deals", "30", "--hands", "1", "--draws", "1"];
    let json = says(&[&["exploit", "--json"][..], &timed].concat());
    let told: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&told["reproducible"], &told["bot"]), (&false.into(), &"mc:ms=1,policy=random".into()));
    let [decisions, unexplained] = ["decisions", "unexplained"].map(|key| told[key].as_u64().expect("a count"));
    // With one hand drawn at each decision, some do not explain what was done.
    assert!(0 < unexplained && unexplained < decisions, "{unexplained} of {decisions}");
}

#[test]
fn too_few_or_too_many_deals_are_refused() {
    for deals in ["29", "10000001"] {
        let said = fails(2, &["exploit", "--bot", "greedy", "--deals", deals]);
        assert!(said.contains(&format!("{deals} is not in 30..=10000000")), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn search_trees_that_do_not_fit_into_memory_are_refused_before_anything_runs() {
    let scratch = Scratch::new("memory");
    let out = &scratch.path("out");
    let bot = "ismcts:iterations=8388608";
    let many = ["--threads", "1024"];
    for args in [
        &["tournament", "--game", "rims:players=2", "--bot", bot, "--bot", "greedy", "--out", out][..],
        &["strength", "rims:players=2", "--bot", bot, "--bot", "greedy", "--out", out],
        &["exploit", "--bot", bot],
        &["bench", "rims", "--bot", bot],
    ] {
        let said = fails(2, &[args, &many].concat());
        for part in ["the search trees of these bots take about", "GB with 1024 threads", "use fewer iterations"] {
            assert!(said.contains(part), "{said}");
        }
        assert!(!Path::new(out).exists());
    }
}

#[test]
fn the_last_stage_is_told_as_a_table_and_as_json() {
    let table = says(&["last-stage", "--players", "3", "--shown", "6-4"]);
    for part in ["players", "exploitability", "6-4", "The columns 0 to 12"] {
        assert!(table.contains(part), "{part} is missing in: {table}");
    }
    let cases: Value = serde_json::from_str(&says(&["last-stage", "--players", "3", "--json"])).expect("JSON");
    let cases = cases.as_array().expect("a list");
    assert_eq!(cases.len(), 28);
    for case in cases {
        assert_eq!(case["players"], 3);
        assert!(case["exploitability"].as_f64().is_some_and(|most| (0.0..0.01).contains(&most)), "{case}");
        let open = case["open"].as_array().expect("a list");
        assert_eq!(open.len(), 13);
        for chance in open {
            assert!(chance.is_null() || chance.as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)), "{case}");
        }
        let shown = case["shown"].as_str().expect("a domino");
        let one = says(&["last-stage", "--players", "3", "--shown", shown, "--json"]);
        assert_eq!(serde_json::from_str::<Value>(&one).expect("JSON")[0], *case);
    }
}

#[test]
fn a_last_stage_that_cannot_be_is_refused() {
    for players in ["1", "7", "two"] {
        let said = fails(2, &["last-stage", "--players", players]);
        assert!(said.contains(&format!("invalid value '{players}' for '--players")), "{said}");
    }
    let said = fails(2, &["last-stage", "--shown", "7-7"]);
    assert!(said.contains("7-7"), "{said}");
}

#[test]
fn only_bots_for_rims_of_two_can_be_exploited() {
    for (args, message) in [
        (&["rims", "--bot", "greedy"], "only bots for rims:players=2 can be exploited, not for rims:players=3"),
        (&["yatzy", "--bot", "greedy"], "only bots for rims:players=2 can be exploited, not for yatzy"),
        (&["rims:players=2", "--bot", "optimal"], "bot 'optimal' does not play rims"),
        (&["rims:players=2", "--bot", "gready"], "did you mean 'greedy'?"),
        (&["rims:players=2", "--bot", "cmd:true"], "is a program of its own"),
    ] {
        let said = fails(2, &[&["exploit"][..], args].concat());
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn an_exact_response_needs_a_bot_whose_chances_are_known() {
    let args = ["exploit", "--bot", "mc:rollouts=5", "--exact", "10", "--deals", "30"];
    let said = fails(2, &args);
    assert!(said.contains("the best response to 'mc:rollouts=5' cannot be worked out exactly"), "{said}");
    let said = fails(2, &["exploit", "--bot", "greedy", "--exact", "9"]);
    assert!(said.contains("9 is not in 10..=1000000"), "{said}");
}

#[test]
fn leaf_values_are_trained_with_a_curve() {
    let scratch = Scratch::new("train-leaf");
    let (out, curve) = (&scratch.path("table"), &scratch.path("curve.csv"));
    let args = ["train", "graph-poker:players=2", "--iterations", "12", "--generations", "2", "--search", "4"];
    let said = says(&[&args[..], &["--seed", "3", "--out", out, "--curve", curve, "--games", "4"]].concat());
    let command = "kosti train graph-poker:players=2,decks=1,ace=high,start=dealer --iterations 12 --generations 2 --search 4 --seed 3";
    assert!(said.contains("leaf values for 8 spans of rounds"), "{said}");
    let text = std::fs::read_to_string(out).unwrap();
    assert!(text.starts_with("kosti leaf values 1\n") && text.contains(command), "{text}");
    assert_eq!(std::fs::read_to_string(curve).unwrap().lines().count(), 3);
    let said = fails(2, &["train", "graph-poker:decks=2", "--out", &scratch.path("no")]);
    assert!(said.contains("2 to 4 players, one deck and start=dealer"), "{said}");
    let said = fails(2, &["train", "graph-poker", "--out", out, "--curve", curve, "--checkpoints", "3"]);
    assert!(said.contains("--checkpoints is about training rims and domino-poker"), "{said}");
}

#[test]
fn blueprints_and_policies_are_trained_with_a_curve() {
    let scratch = Scratch::new("train");
    let (out, again, curve) = (&scratch.path("table"), &scratch.path("again"), &scratch.path("curve.csv"));
    let said = says(&[
        "train",
        "rims:players=2,lead=winner",
        "--iterations",
        "500",
        "--seed",
        "2",
        "--out",
        out,
        "--curve",
        curve,
        "--checkpoints",
        "2",
        "--games",
        "20",
    ]);
    assert!(said.contains("kosti train rims:players=2,lead=winner --iterations 500 --seed 2"), "{said}");
    says(&["train", "rims:players=2,lead=winner", "--iterations", "500", "--seed", "2", "--out", again]);
    let bytes = std::fs::read(out).unwrap();
    assert!(bytes.starts_with(b"kosti blueprint\nformat 1\n") && bytes == std::fs::read(again).unwrap());
    assert_eq!(std::fs::read_to_string(curve).unwrap().lines().count(), 3);
    let said = says(&["train", "domino-poker:players=3", "--iterations", "300", "--seed", "2", "--out", out]);
    assert!(
        said.contains("42,651 cells") && said.contains("kosti train domino-poker:players=3 --iterations 300 --seed 2")
    );
    assert!(std::fs::read(out).unwrap().starts_with(b"kosti rollout policy 1\n"));
    for rules in ["rims", "yatzy"] {
        let said = fails(2, &["train", rules, "--out", &scratch.path("no")]);
        assert!(
            said.contains(
                "only rims:players=2 (with either value of lead), domino-poker and graph-poker can be trained"
            ),
            "{said}"
        );
    }
    let said = fails(2, &["train", "--search", "8", "--out", &scratch.path("no")]);
    assert!(said.contains("--search is about training graph-poker"), "{said}");
    // What was trained is played; what cannot be is refused before anything is played.
    let file = &scratch.path("again");
    let own = format!("blueprint:table={file}");
    let play = |rules, bots| ["tournament", "--game", rules, "--bots", bots, "--games", "4"];
    let both = format!("{own},blueprint");
    assert!(says(&play("rims:players=2,lead=winner", &both)).contains("blueprint:table="));
    says(&["exploit", "--game", "rims:players=2,lead=winner", "--bot", &own, "--deals", "30", "--hands", "2"]);
    let said = fails(2, &play("rims:players=2", &both));
    assert!(said.contains("trained for rims:players=2,lead=winner, not for rims:players=2,lead=dealer"), "{said}");
    let mut bytes = std::fs::read(file).expect("the table");
    *bytes.last_mut().expect("a table has bytes") ^= 1;
    std::fs::write(file, bytes).expect("a file");
    let said = fails(2, &play("rims:players=2,lead=winner", &both));
    assert!(said.contains("cannot be played: the blueprint is damaged"), "{said}");
    let said = fails(2, &play("rims:players=2", &format!("greedy,blueprint:table={}", scratch.path("none"))));
    assert!(said.contains("cannot be played: No such file"), "{said}");
    let said = fails(1, &["train", "--out", &scratch.path("no/such/folder/table")]);
    assert!(said.contains("table"), "{said}");
    let said = fails(2, &["tournament", "--game", "rims", "--bots", "blueprint,greedy,random", "--games", "6"]);
    assert!(
        said.contains("bot 'blueprint' does not play rims:players=3,lead=dealer; it plays rims:players=2"),
        "{said}"
    );
}

const STRENGTH: &[&str] =
    &["strength", "rims:players=2", "--games", "60", "--bots", "random,greedy,mc:rollouts=8", "--seed", "3"];

#[test]
fn strength_is_told_as_a_table_as_json_and_as_csv() {
    let scratch = Scratch::new("strength");
    let (folder, csv) = (&scratch.path("run"), &scratch.path("strength.csv"));
    let json = says(&[STRENGTH, &["--json", "--out", folder, "--csv", csv]].concat());
    let told: Value = serde_json::from_str(&json).unwrap();
    let mut rows = csv::Reader::from_path(csv).unwrap();
    let header = "game,players,bot,reproducible,games,share,low,high,points,points_se,rating,rating_low,rating_high,\
                  us_per_decision,decisions_timed,seed";
    let columns: Vec<String> = rows.headers().unwrap().iter().map(String::from).collect();
    assert_eq!(columns.join(","), header);
    let bots = told["bots"].as_array().unwrap();
    assert_eq!(bots.len(), 3);
    let mut shares = 0.0;
    for (row, bot) in rows.records().zip(bots) {
        for (field, column) in row.unwrap().iter().zip(&columns) {
            let value = &bot[column];
            assert!(value.as_str().is_some_and(|text| text == field) || field.parse().ok().as_ref() == Some(value));
        }
        assert_eq!((&bot["game"], &bot["players"]), (&"rims:players=2,lead=dealer".into(), &2.into()));
        assert_eq!((&bot["seed"], &bot["games"], &bot["reproducible"]), (&3.into(), &40.into(), &true.into()));
        assert!(bot["us_per_decision"].as_f64().unwrap() > 0.0);
        assert!(bot["decisions_timed"].as_u64().unwrap() >= 50);
        shares += bot["share"].as_f64().unwrap();
    }
    assert!((shares - 1.5).abs() < 1e-5, "{shares}");
    assert!(bots.is_sorted_by(|a, b| a["share"].as_f64() >= b["share"].as_f64()));
    assert_eq!(told["par"], 0.5);
    let pairs: Vec<_> = told["steps"].as_array().unwrap().iter().map(|step| (&step["lower"], &step["upper"])).collect();
    assert_eq!(pairs, [(&"random".into(), &"greedy".into()), (&"greedy".into(), &"mc:rollouts=8".into())]);
    assert_eq!(told["steps"][0]["verdict"], "apart");

    // The folder is that of a tournament; the same command goes on with it, and finds nothing left to play.
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&scratch.path("run/strength.csv")), read(csv));
    let (game, bots, plain) = (STRENGTH[1], STRENGTH[5], &scratch.path("plain"));
    let tournament = ["tournament", "--game", game, "--bots", bots, "--games", "60", "--seed", "3", "--out", plain];
    says(&tournament);
    for file in ["manifest.toml", "batches.jsonl", "standings.csv", "pairs.csv"] {
        assert_eq!(read(&format!("{folder}/{file}")), read(&format!("{plain}/{file}")), "{file}");
    }
    let batches = read(&format!("{folder}/batches.jsonl"));
    let table = says(&[STRENGTH, &["--out", folder]].concat());
    assert_eq!(read(&format!("{folder}/batches.jsonl")), batches);
    for words in ["60 games in 30 blocks, seed 3", "µs/decision", "reproducible", "Par is a win share of 0.5000."] {
        assert!(table.contains(words), "{table}");
    }
    assert!(table.contains("\nrandom < greedy: apart\n"), "{table}");
}

#[test]
fn strength_of_wrong_arguments_is_refused_before_anything_is_written() {
    let scratch = Scratch::new("strength-refused");
    let (folder, csv) = (&scratch.path("run"), &scratch.path("strength.csv"));
    let refused = |code, args: &[&str], parts: &[&str]| {
        let said = fails(code, &[&["strength"], args, &["--out", folder]].concat());
        parts.iter().for_each(|part| assert!(said.contains(part), "{said}"));
        assert!(!Path::new(folder).exists() && !Path::new(csv).exists(), "{args:?}");
    };
    refused(2, &["rism", "--csv", csv], &["unknown game 'rism'", "did you mean 'rims'?"]);
    refused(2, &["rims:players=14", "--csv", csv], &["'14'", "from 2 to 13"]);
    refused(2, &["rims", "--csv", csv, "--bots", "gredy,random"], &["unknown bot 'gredy'", "did you mean 'greedy'?"]);
    refused(2, &["rims", "--csv", csv, "--bots", "optimal"], &["bot 'optimal' does not play rims", "ismcts"]);
    refused(2, &["rims", "--csv", csv, "--bots", "mc:rollouts=0"], &["'0' is no value for rollouts"]);
    refused(2, &["rims", "--csv", csv, "--games", "0"], &["0"]);
    refused(2, &["rims", "--csv", csv, "--seed", "-1"], &["-1"]);
    refused(2, &[], &["no game is given"]);
    refused(1, &["rims", "--csv", "/no/such/dir/file"], &["cannot write /no/such/dir/file"]);
}

#[test]
fn strength_does_not_go_on_with_another_tournament() {
    let scratch = Scratch::new("strength-other");
    let folder = &scratch.path("run");
    says(&["tournament", "--game", "rims:players=2", "--bots", "random", "--games", "60", "--out", folder, "--quiet"]);
    let said = fails(1, &[STRENGTH, &["--out", folder]].concat());
    assert!(said.contains("differs") && said.contains("bots is"), "{said}");
    assert!(!Path::new(folder).join("strength.csv").exists());
}
