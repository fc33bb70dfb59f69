//! `kosti solve` and `kosti hint` as a user meets them.

mod common;

use std::fs;

use common::{Scratch, fails, says};
use serde_json::{Value, json};

#[track_caller]
fn says_json(args: &[&str]) -> Value {
    serde_json::from_str(&says(&[args, &["--json"]].concat())).expect("JSON")
}

/// Checks that a command fails with this code and says all this.
#[track_caller]
fn refuses(code: i32, args: &[&str], parts: &[&str]) {
    let said = fails(code, args);
    parts.iter().for_each(|part| assert!(said.contains(part), "{part} is missing in: {said}"));
}

/// The names of all files of a folder.
fn files(scratch: &Scratch) -> Vec<String> {
    let entries = fs::read_dir(scratch.path("")).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

fn assert_near(one: f64, other: f64, tolerance: f64) {
    assert!((one - other).abs() < tolerance, "{one} is not {other}");
}

/// Solves a reference game with all files, and compares the figures with those published.
fn solve_reference(game: &str, mean: f64, scratch: &Scratch) -> Value {
    let (table, csv) = (scratch.path("table"), scratch.path("scores.csv"));
    let solved = says_json(&["solve", game, "--threads", "2", "--save", &table, "--distribution", &csv]);
    assert_eq!(files(scratch), ["scores.csv", "table"]);
    assert_eq!(solved["game"], format!("{game}:players=2"));
    assert_eq!((&solved["objective"], &solved["threads"]), (&json!("mean"), &json!(2)));
    assert_near(number(&solved["mean"]), mean, 1e-4);
    assert_near(number(&solved["value"]), mean, 1e-3);
    let ns = number(&solved["seconds"]) / number(&solved["states"]) * 1e9;
    assert_near(number(&solved["ns_per_state"]), ns, 1e-6 * ns);
    assert!(solved["upper_bonus"].is_number() && solved["upper_negative"].is_null());
    let text = fs::read_to_string(&csv).unwrap();
    assert!(text.starts_with("score,chance,at_least\n"));
    the_distribution_is_whole(&solved, &text);
    solved
}

fn the_distribution_is_whole(solved: &Value, csv: &str) {
    let lines = csv.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect());
    let lines: Vec<Vec<f64>> = lines.collect();
    let mean = number(&solved["mean"]);
    let moment = |of: fn(&[f64], f64) -> f64| lines.iter().map(|line| line[1] * of(line, mean)).sum::<f64>();
    assert_near(moment(|_, _| 1.0), 1.0, 1e-8);
    assert_near(moment(|line, _| line[0]), mean, 1e-5);
    assert_near(moment(|line, mean| (line[0] - mean).powi(2)).sqrt(), number(&solved["sd"]), 1e-5);
    assert_near(lines[0][2], 1.0, 1e-8);
    for pair in lines.windows(2) {
        assert!(pair[0][0] < pair[1][0]);
        assert_near(pair[0][2] - pair[0][1], pair[1][2], 1e-12);
    }
    let rows = solved["rows"].as_array().unwrap();
    let turns = rows.len() as f64;
    for row in rows {
        assert_near(number(&row["filled"]) + number(&row["crossed"]), 1.0, 1e-8);
        assert!((1.0..=turns).contains(&number(&row["turn"])), "{row}");
    }
    // One row is filled a turn.
    assert_near(rows.iter().map(|row| number(&row["turn"])).sum(), turns * (turns + 1.0) / 2.0, 1e-5);
    let quantiles = ["1", "5", "25", "50", "75", "95", "99"].map(|percent| number(&solved["quantiles"][percent]));
    assert!(quantiles.is_sorted() && quantiles[0] < quantiles[6], "{quantiles:?}");
}

#[test]
fn yatzy_has_its_published_value() {
    let solved = solve_reference("yatzy", 248.4400, &Scratch::new("yatzy"));
    assert_eq!(solved["rows"].as_array().unwrap().len(), 15);
}

#[test]
fn yahtzee_has_its_published_value_and_its_table_is_as_good_as_new() {
    let scratch = Scratch::new("yahtzee");
    let solved = solve_reference("yahtzee", 254.5896, &scratch);
    assert_eq!((&solved["states"], solved["rows"].as_array().unwrap().len()), (&json!(536_448), 13));
    assert_near(number(&solved["sd"]), 59.61, 0.01);
    // For any number of players.
    let table = scratch.path("table");
    let loaded = says_json(&["solve", "yahtzee:players=5", "--load", &table]);
    assert_eq!(loaded["game"], "yahtzee:players=5");
    for key in ["mean", "value", "sd", "states", "rows", "quantiles"] {
        assert_eq!(loaded[key], solved[key], "{key}");
    }
    assert!(loaded["seconds"].is_null() && loaded["ns_per_state"].is_null());
    yahtzee_hints(&table, number(&solved["value"]));
}

/// Hints from the saved values of yahtzee.
fn yahtzee_hints(table: &str, value: f64) {
    let hint = |args: &[&str]| says_json(&[&["hint", "yahtzee", "--load", table], args].concat());
    let before = hint(&[]);
    assert_eq!(number(&before["worth"]), value);
    assert_eq!((&before["actions"], &before["sheet"]), (&json!([]), &json!("")));
    assert!(before["dice"].is_null() && before["roll"].is_null());

    let sheet = "chance=20, yahtzee=50,ones=3,bonus=100,full=25";
    let here = hint(&["--sheet", sheet, "--dice", "6,6,6,5,2", "--roll", "2"]);
    assert_eq!(here["sheet"], "ones=3,full=25,yahtzee=50,chance=20,bonus=100");
    assert_eq!(here["dice"], json!([2, 5, 6, 6, 6]));
    assert_eq!((&here["roll"], &here["objective"]), (&json!(2), &json!("mean")));
    let actions = here["actions"].as_array().unwrap();
    // Keeps of no die to five: three sixes or fewer, with or without each of the two others; and all open rows.
    assert_eq!(actions.len(), 4 * 2 * 2 + 9);
    assert_eq!(actions[0]["worth"], here["worth"]);
    assert_eq!(actions[0]["loss"], 0.0);
    assert_eq!(actions[0]["keep"], json!([6, 6, 6]));
    for pair in actions.windows(2) {
        assert!(number(&pair[0]["worth"]) >= number(&pair[1]["worth"]));
    }
    for action in actions {
        assert!(number(&action["loss"]) >= 0.0);
        assert_near(number(&action["loss"]), number(&here["worth"]) - number(&action["worth"]), 1e-9);
        assert!(action.get("keep").is_some() != action.get("row").is_some(), "{action}");
    }
    assert!(actions.iter().any(|action| action["keep"] == json!([])));
    let three = actions.iter().find(|action| action["row"] == "three").expect("a row");
    // A row is worth what the sheet is worth after it.
    let after = hint(&["--sheet", &format!("{sheet},three=25")]);
    assert_near(number(&three["worth"]), number(&after["worth"]), 1e-3);

    let last = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three=20,four=20,full=25,small-straight=30,\
                large-straight=40,yahtzee=50";
    let rolled = hint(&["--sheet", last, "--dice", "11111", "--roll", "3"]);
    assert_eq!(rolled["actions"], json!([{"row": "chance", "worth": rolled["worth"], "loss": 0.0}]));
    // The bonus for 63 points, 100 for the second yahtzee.
    assert_near(number(&rolled["worth"]), f64::from(248 + 5 + 35 + 100), 1e-3);

    let default = hint(&["--dice", "4 4 4 2 1", "--top", "3"]);
    assert_eq!(default["roll"], 1);
    assert_eq!(default["actions"].as_array().unwrap().len(), 3);
    let told = says(&["hint", "yahtzee", "--load", table, "--dice", "44421"]);
    assert!(told.contains("dice       1 2 4 4 4, roll 1 of 3\n"), "{told}");
    assert_eq!(told.lines().skip_while(|line| !line.starts_with("action ")).count(), 1 + 10 + 1, "{told}");
    assert!(told.contains("\naction ") && told.ends_with("more actions; --top shows more\n"), "{told}");
    let told = says(&["hint", "yahtzee", "--load", table]);
    assert!(told.contains(&format!("worth      {value:.3} before the roll\n")), "{told}");
    let told = says(&["hint", "yahtzee", "--load", table, "--dice", "44421", "--roll", "3", "--top", "13"]);
    assert!(!told.contains("keep") && !told.contains("more"), "{told}");

    // The number of players and of threads make no difference.
    let alone = says_json(&["hint", "yahtzee:players=1", "--load", table, "--dice", "44421", "--threads", "1"]);
    assert_eq!(alone["actions"][0], default["actions"][0]);
}

#[test]
fn damaged_and_foreign_tables_are_refused() {
    let scratch = Scratch::new("tables");
    let table = scratch.path("pirates");
    says(&["solve", "pirate-poker", "--save", &table]);
    assert_eq!(files(&scratch), ["pirates"]);
    // A hint that solves what it needs says the same as one from the file.
    let sheet = "must-3=0,must-5=5,must-6=6,pair=24";
    let position = ["hint", "pirate-poker", "--sheet", sheet, "--dice", "4,4,4,2,1", "--roll", "2"];
    let solved = says_json(&position);
    assert_eq!(solved["sheet"], sheet);
    let loaded = says_json(&[&position[..], &["--load", &table]].concat());
    assert_near(number(&solved["worth"]), number(&loaded["worth"]), 1e-3);
    assert_eq!(solved["actions"][0]["keep"], loaded["actions"][0]["keep"]);
    assert_eq!(solved["actions"].as_array().unwrap().len(), loaded["actions"].as_array().unwrap().len());

    let whole = fs::read(&table).unwrap();
    let refused = |game: &str, bytes: &[u8], part: &str| {
        let path = scratch.path("other");
        fs::write(&path, bytes).unwrap();
        let told = format!("kosti: cannot load {path}: ");
        refuses(1, &["solve", game, "--load", &path], &[&told, part]);
        refuses(1, &["hint", game, "--load", &path, "--dice", "11111"], &[&told, part]);
    };
    refused("yatzy", &whole, "the table is for pirate-poker:exact=face, not for yatzy");
    let other = "the table is for pirate-poker:exact=face, not for pirate-poker:exact=roll";
    refused("pirate-poker:exact=roll", &whole, other);
    refused("pirate-poker", &whole[..whole.len() - 1], "cut short");
    refused("pirate-poker", &whole[..30], "cut short");
    refused("pirate-poker", b"", "this is no table of values");
    refused("pirate-poker", b"score,chance,at_least\n", "this is no table of values");
    refused("pirate-poker", &[&whole[..], b"x"].concat(), "something follows its end");
    for place in [20, whole.len() / 2, whole.len() - 1] {
        let mut edited = whole.clone();
        edited[place] ^= 1;
        refused("pirate-poker", &edited, "its checksum is wrong");
    }
    let mut newer = whole.clone();
    newer[8] = 4;
    refused("pirate-poker", &newer, "the table has format 4, and this version reads format 3");
    refuses(1, &["solve", "yatzy", "--load", "/no/such/file"], &["cannot load /no/such/file: No such file"]);

    // A file that cannot be written leaves nothing behind, and nothing is said.
    fs::create_dir(scratch.path("folder")).unwrap();
    let before = files(&scratch);
    for option in ["--distribution", "--save"] {
        let load: &[&str] = if option == "--save" { &[] } else { &["--load", &table] };
        for path in [scratch.path("folder"), scratch.path("no/such/file")] {
            let args = [&["solve", "pirate-poker", option, &path], load].concat();
            refuses(1, &args, &["cannot write", &path]);
        }
        assert_eq!(files(&scratch), before);
    }
    // What stood there before stays until there is something new.
    let csv = scratch.path("scores.csv");
    fs::write(&csv, "old").unwrap();
    refuses(1, &["solve", "yatzy", "--load", &table, "--distribution", &csv], &["not for yatzy"]);
    assert_eq!(fs::read_to_string(&csv).unwrap(), "old");
    let told = says(&["solve", "pirate-poker", "--load", &table, "--distribution", &csv]);
    for part in ["expected score       149.2043\n", "solved in            loaded from a file\n", "\ngarbage "] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(fs::read_to_string(&csv).unwrap().starts_with("score,chance,at_least\n"));
}

#[test]
fn wrong_arguments_are_told_what_would_be_right() {
    let games = "the games that can be are dice-poker, pirate-poker, yatzy, yahtzee";
    for command in ["solve", "hint"] {
        for game in ["rims", "graph-poker:decks=8", "domino-poker"] {
            let name = game.split(':').next().unwrap();
            refuses(2, &[command, game], &[&format!("{name} cannot be solved"), games]);
        }
        refuses(2, &[command], &["no game is given"]);
        refuses(2, &[command, "yatzi"], &["unknown game 'yatzi'", "did you mean 'yatzy'?"]);
        refuses(2, &[command, "yatzy", "--threads", "0"], &["0"]);
        for objective in ["best", "target", "target=x"] {
            refuses(2, &[command, "yatzy", "--objective", objective], &["expected mean, win, or target=N"]);
        }
        let objective = [command, "yatzy", "--objective", "target=200", "--load", "x"];
        refuses(2, &objective, &["--load goes with --objective mean only, not with target=200"]);
    }
    let win = ["solve", "yatzy", "--objective", "win"];
    refuses(2, &[&win[..], &["--save", "x"]].concat(), &["--save goes with --objective mean only, not with win"]);
    refuses(2, &[&win[..], &["--distribution", "x"]].concat(), &["--distribution goes with --objective mean only"]);
    refuses(2, &["solve", "yatzy", "--save", "x", "--load", "y"], &["--save", "--load"]);
}

#[test]
fn impossible_positions_are_told_what_is_wrong() {
    let hint = |game: &str, sheet: &str, parts: &[&str]| refuses(2, &["hint", game, "--sheet", sheet], parts);
    hint("yatzy", "par=4", &["--sheet: yatzy has no row 'par'", "did you mean 'pair'?", "ones, twos"]);
    hint("yatzy", "pair", &["expected row=points, found 'pair'", "ones, twos"]);
    hint("yatzy", "pair=4,pair=6", &["pair is given twice"]);
    hint("yatzy", "pair=5", &["pair cannot hold 5: possible are 0 2 4"]);
    hint("yatzy", "pair=x", &["pair cannot hold 'x'"]);
    hint("dice-poker", "even=4", &["these rules have no row even, as even-odd=strict would"]);
    hint("pirate-poker", "pair=12", &["pair cannot hold 12 with only these rows filled"]);
    hint("yahtzee", "bonus=100", &["bonus cannot be 100"]);
    let full = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three=20,four=20,full=25,small-straight=30,\
                large-straight=40,yahtzee=50,chance=20";
    hint("yahtzee", full, &["--sheet: every row is filled, so there is nothing left to decide"]);

    let dice = |args: &[&str], parts: &[&str]| refuses(2, &[&["hint", "yatzy"], args].concat(), parts);
    dice(&["--dice", "4,4,4,2"], &["4 dice where there should be 5, such as 4,4,4,2,1"]);
    dice(&["--dice", "444211"], &["6 dice where there should be 5"]);
    dice(&["--dice", ""], &["--dice"]);
    dice(&["--dice", "4,4,4,2,7"], &["'7' is no face of a die: expected 5 dice from 1 to 6"]);
    dice(&["--dice", "4,4,4,2,0"], &["'0' is no face of a die"]);
    dice(&["--dice", "4,4,4,2,x"], &["'x' is no face of a die"]);
    for roll in ["0", "4", "x", "300"] {
        dice(&["--dice", "44421", "--roll", roll], &["a turn has rolls 1 to 3"]);
    }
    dice(&["--roll", "2"], &["--dice"]);
    dice(&["--dice", "44421", "--top", "0"], &["--top"]);
}

#[test]
fn chances_have_no_mean() {
    // With few states: no upper total matters here.
    let rules = "dice-poker:penalty=each,school=count";
    for objective in ["win", "target=200"] {
        let solved = says_json(&["solve", rules, "--objective", objective]);
        assert_eq!(solved["objective"], objective);
        assert!((0.0..=1.0).contains(&number(&solved["value"])), "{solved}");
        for key in ["mean", "sd", "quantiles", "upper_negative", "upper_bonus"] {
            assert!(solved[key].is_null(), "{key}");
        }
        assert_eq!(solved["rows"], json!([]));
        let hint = says_json(&["hint", rules, "--objective", objective]);
        assert_near(number(&hint["worth"]), number(&solved["value"]), 1e-9);
    }
}

#[test]
fn an_ending_is_judged_by_the_chance_to_win() {
    let rows = "school-1=0,school-2=0,school-3=0,school-4=0,school-5=0,school-6=0,pair=24,three=15,two-pairs=36,full=25,\
                small-road=0,big-road=0,sum=20";
    let text =
        says(&["hint", "dice-poker", "--sheet", rows, "--against", rows, "--dice", "44421", "--roll", "3", "--json"]);
    let hint: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(hint["against"], rows);
    let worths: Vec<f64> = hint["actions"].as_array().unwrap().iter().map(|a| a["worth"].as_f64().unwrap()).collect();
    assert!(worths.len() == 2 && worths[0] >= worths[1] && worths.iter().all(|worth| (0.0..=1.0).contains(worth)));
    refuses(2, &["hint", "dice-poker", "--against", rows], &["at most 3"]);
    refuses(2, &["hint", "dice-poker", "--sheet", rows, "--against", "pair=25"], &["--against: pair cannot"]);
    refuses(2, &["solve", "yahtzee", "--bot", "random"], &["greedy, optimal, expectimax"]);
    refuses(2, &["solve", "yahtzee", "--bot", "greedy", "--objective", "win"], &["--bot"]);
}

#[test]
fn a_bot_is_followed_to_the_end() {
    let rules = "dice-poker:penalty=each,school=count";
    let text = says(&["solve", rules, "--bot", "expectimax", "--json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let (value, mean) = (report["value"].as_f64().unwrap(), report["mean"].as_f64().unwrap());
    assert_eq!(report["bot"], "expectimax");
    assert!(mean < value && mean > value - 10.0, "{mean} and {value}");
}
