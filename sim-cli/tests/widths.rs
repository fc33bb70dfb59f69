//! What people read fits their terminals: no command prints a line that is too wide.

mod common;

use std::fs;
use std::process::Output;

use common::{Scratch, command, fails, says, text};

const EXAMPLE_BOT: &str = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../examples/bot.py");
const RULES: &str =
    "dice-poker:players=2,school=count,penalty=each,double=no-pairs-full,even-odd=off,crossing=free,five-full=no";

/// A sheet with few open rows, which is solved at once.
const NEARLY_FULL: &str = "school-1=0,school-2=0,school-3=0,school-4=0,school-5=0,school-6=0,pair=0,three=0,four=0,two-pairs=0,full=0,\
                           small-road=0,big-road=0";

/// What a command does on a terminal of this width.
fn at(columns: usize, args: &[&str]) -> Output {
    command(args).env("COLUMNS", columns.to_string()).output().expect("kosti starts")
}

/// Holds what a command says on terminals of several widths against them; it gives what it says at 80 columns.
#[track_caller]
fn fits(args: &[&str]) -> String {
    let mut said = String::new();
    for columns in [120, 80] {
        let output = at(columns, args);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        said = text(&output.stdout);
        assert!(!said.is_empty(), "{args:?}");
        let long = said.lines().find(|line| line.chars().count() > columns);
        assert!(long.is_none(), "{args:?} at {columns} columns: {long:?}\n{said}");
    }
    said
}

/// Whether a text has a number as a word of its own.
fn has(text: &str, number: &str) -> bool {
    text.split_whitespace().any(|word| word == number)
}

#[test]
fn lists_fit() {
    for args in [
        &["games"][..],
        &["advice", "--list"],
        &["last-stage", "--players", "3", "--shown", "6-4"],
        &["plan", "--no-trial", "--game", RULES, "--bots", "greedy,optimal,expectimax", "--games", "1000000000000"],
        &["plan", "--no-trial", "--game", "dice-poker:players=2..4,school=face|count", "--bots", "greedy,optimal"],
        &["hint", RULES, "--sheet", NEARLY_FULL, "--dice", "44421", "--roll", "2"],
        &["bench", "--seconds", "0.01"],
        &["bench", "--seconds", "0.01", "--bot", "greedy", RULES],
        &["exploit", "--bot", "mc:rollouts=2,policy=greedy", "--deals", "30", "--hands", "2", "--draws", "2"],
        &["check-bot", EXAMPLE_BOT, "--games", "2"],
    ] {
        fits(args);
    }
    let plan = fits(&["plan", "--no-trial", "--game", "rims", "--bots", "greedy,random", "--games", "1000000000000"]);
    assert!(has(&plan, "1,000,000,000,000") || plan.contains("1,000,000,000,"), "{plan}");
}

#[test]
fn tournaments_fit() {
    let scratch = Scratch::new("widths-tournament");
    let bots = [
        "greedy",
        "random",
        "mc:rollouts=2,policy=greedy",
        "ismcts:iterations=3,explore=1.25,policy=greedy",
        "ismcts:iterations=3,explore=1.5,policy=greedy",
    ];
    let bots: Vec<&str> = bots.iter().flat_map(|bot| ["--bot", bot]).collect();
    for players in ["2", "3", "9"] {
        let game = format!("rims:players={players}");
        let said = fits(&[&["tournament", "--games", "90", "--game", &game][..], &bots].concat());
        assert!(said.contains("score in %") && said.contains("rating"), "{said}");
    }
    fits(&["tournament", "--games", "200", "--game", RULES, "--bots", "greedy,random,expectimax"]);
    fits(&["tournament", "--games", "60", "--game", "rims:players=2..4,lead=dealer|winner", "--bots", "greedy,random"]);
    fits(&[&["strength", "rims:players=2", "--games", "60"][..], &bots].concat());

    let [one, two] = ["one", "two"].map(|name| scratch.path(name));
    for (folder, shard) in [(&one, "1/2"), (&two, "2/2")] {
        let plan = ["tournament", "--games", "60", "--game", "rims", "--bots", "greedy,random", "--quiet"];
        says(&[&plan[..], &["--out", folder, "--shard", shard]].concat());
    }
    fits(&["merge", &one, "--partial"]);
    fits(&["merge", &one, &two, "--out", &scratch.path("all")]);
}

#[test]
fn bad_records_are_told_in_lines_that_fit() {
    let scratch = Scratch::new("widths-verify");
    let file = scratch.path("records.jsonl");
    says(&["record", "--game", "rims:players=2", "--bots", "greedy,random", "--games", "2", "--out", &file]);
    assert_eq!(fits(&["verify", &file]), "2 records verified\n");
    let text_of = fs::read_to_string(&file).unwrap();
    fs::write(&file, text_of.replacen("\"points\":[", "\"points\":[77,", 1).replacen("\"seed\":", "\"sed\":", 2))
        .unwrap();
    let output = at(80, &["verify", &file]);
    let said = text(&output.stdout);
    assert!(!output.status.success() && said.contains("line 1"), "{said}");
    // A path is one word.
    let columns = 80.max(file.len() + 1);
    assert!(said.lines().all(|line| line.chars().count() <= columns), "{said}");
    assert!(fails(1, &["verify", &scratch.path("nowhere")]).starts_with("kosti: cannot read "));
}

#[test]
fn pipes_have_one_line_for_each_row() {
    let args = ["tournament", "--games", "90", "--game", "rims:players=3", "--bots", "greedy,random,mc:rollouts=2"];
    let said = says(&args);
    let rows: Vec<&str> = said.lines().filter(|line| line.starts_with("greedy ")).collect();
    assert_eq!(rows.len(), 1, "{said}");
    let header = said.lines().find(|line| line.starts_with("bot ")).expect("a header");
    assert!(header.contains("share") && header.contains("won") && header.contains("rating"), "{header}");
}

#[test]
fn json_does_not_depend_on_the_terminal() {
    let args = ["tournament", "--games", "90", "--game", "rims:players=3", "--bots", "greedy,random", "--json"];
    let without_time = |bytes: &[u8]| {
        let said = text(bytes);
        said.lines().filter(|line| !line.contains("\"seconds\"")).map(Into::into).collect::<Vec<String>>()
    };
    assert_eq!(without_time(&at(40, &args).stdout), without_time(says(&args).as_bytes()));
}
