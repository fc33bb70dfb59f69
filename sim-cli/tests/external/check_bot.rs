//! `kosti check-bot`, and what programs write on the terminal.

use std::process::{Command, Output};

use kosti_bots::external::OnFault;

use crate::{Mark, example, play, settings};

fn check_bot(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kosti")).arg("check-bot").args(args).output().expect("kosti starts")
}

#[test]
fn check_bot_passes_the_examples() {
    for command in [format!("python3 {}", example("bot.py")), format!("sh {}", example("bot.sh"))] {
        let output = check_bot(&[&command, "--games", "2"]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && !said.contains("FAILED"), "{said}");
        assert!(said.contains("plays yahtzee with 2 at the table") && said.contains(" decisions, "), "{said}");
    }
}

/// Bots of kosti are programs that play by the protocol, in all games.
#[test]
fn check_bot_passes_the_bots_of_kosti() {
    let kosti = env!("CARGO_BIN_EXE_kosti");
    for (bot, game) in [("greedy", "yahtzee"), ("ismcts:iterations=8", "domino-poker")] {
        let output = check_bot(&[&format!("cmd:{kosti} bot {bot}"), "--games", "2"]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && !said.contains("FAILED"), "{said}");
        assert!(said.contains(&format!("plays {game} with ")), "{said}");
    }
}

#[test]
fn check_bot_says_how_the_games_went() {
    let output = check_bot(&[&format!("python3 {}", example("bot.py")), "--game", "rims", "--games", "30"]);
    let said = String::from_utf8_lossy(&output.stdout);
    let row = said.lines().find(|line| line.starts_with("plays rims with 3 at the table")).expect("a row");
    let (_, result) = row.split_once("30 games against random: ").expect("the number of games");
    let number = |before: &str| -> f64 {
        let (text, _) = result.split_once(before).expect("a result");
        text.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    let [won, tied, lost, share] = [" won, ", " tied, ", " lost, ", " %, "].map(number);
    assert_eq!(won + tied + lost, 30.0, "{row}");
    // A tie of two is half a win, one of three a third.
    assert!(share >= (won + tied / 3.0) / 0.3 - 0.1 && share <= (won + tied / 2.0) / 0.3 + 0.1, "{row}");
    assert!(number(" points a game against ") > 0.0 && number("; ") > 0.0, "{row}");
}

#[test]
fn check_bot_shows_a_traceback_as_lines() {
    let mark = Mark::new();
    let output = check_bot(&[&mark.faulty("traceback"), "--game", "rims", "--games", "3"]);
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    assert_eq!(lines.iter().filter(|&&line| line == "KeyError: 'the card'").count(), 1, "{said}");
    assert!(lines.contains(&"Traceback (most recent call last):") && !said.contains(" | "), "{said}");
    assert!(lines.iter().any(|line| line.ends_with("its last words on standard error: as above")), "{said}");
}

#[test]
fn check_bot_finds_what_is_wrong() {
    let faults = [
        ("garbage", "no message"),
        ("illegal", "it chose 'keep 7'"),
        ("no-pong", "expected a \"pong\", but nothing came within 0.3 s"),
        ("stays", "it still runs 1 s after \"quit\""),
        ("chess", "it does not play rims; the games in its \"hello\" are chess, go"),
        ("no-hello", "expected a \"hello\", but nothing came within 0.4 s"),
        ("crash-at-once", "it was ended by signal 6"),
    ];
    // They mostly wait.
    at_once(faults, |(habit, told)| {
        let mark = Mark::new();
        let times = ["--move-timeout", "300ms", "--hello-timeout", if habit == "no-hello" { "400ms" } else { "10s" }];
        let output = check_bot(&[&[&mark.faulty(habit)[..], "--game", "rims", "--games", "3"][..], &times].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{habit}: {said}");
        assert!(said.lines().any(|line| line.contains("FAILED") && line.contains(told)), "{habit}: {said}");
    });
    let output = check_bot(&["/no/such/bot"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("cannot start '/no/such/bot'"));
    assert_eq!(check_bot(&["bot 'x"]).status.code(), Some(2));
}

/// Checks all of these at the same time.
fn at_once<T: Send>(these: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    let check = &check;
    std::thread::scope(|scope| {
        for this in these {
            scope.spawn(move || check(this));
        }
    });
}

/// Whatever a program writes, an error message has no character that a terminal would obey.
#[test]
fn a_program_cannot_talk_to_the_terminal() {
    let faults = [
        ("colours", "it exited with status 3; its last words on standard error:\n    red and \u{FFFD}\u{FFFD}"),
        ("coloured-move", "it chose 'Ts\u{FFFD}': expected a card"),
        ("error-lines", "it reported an error: \n    lost: Traceback:\n      File \"x\"\n    KeyError: y;"),
    ];
    at_once(faults, |(habit, told)| {
        let mark = Mark::new();
        let error = play(&mark.faulty(habit), 5, settings(OnFault::Abort)).0.expect_err(habit);
        assert!(error.contains(told), "{habit}: {error:?}");
        let output = check_bot(&[&mark.faulty(habit), "--game", "rims", "--games", "3"]);
        let said = String::from_utf8(output.stdout).expect("UTF-8") + &String::from_utf8(output.stderr).expect("UTF-8");
        for text in [error, said] {
            let obeyed = |char: char| char != '\n' && (char.is_control() || char == '\u{202E}');
            assert!(!text.contains(obeyed) && !text.contains("title"), "{habit}: {text:?}");
        }
    });
}
