//! How programs end when kosti does not get to end them, and how they play when there is no guard to do so.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use kosti_bots::external::{Guard, GuardCommand, OnFault, Settings};

use crate::{Mark, play, settings};

/// A process that is killed cannot clean up after itself: the guard does it.
#[test]
fn no_bot_outlives_a_killed_host() {
    let mark = Mark::new();
    let mut host = Command::new(env!("CARGO_BIN_EXE_kosti"))
        .args(["check-bot", &mark.faulty("hang-with-child"), "--game", "rims", "--move-timeout", "60s"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("kosti starts");
    mark.wait_until("the bot and its child should run", |bots| bots.iter().any(|bot| bot.contains(" sleep ")));
    host.kill().expect("the host can be killed");
    host.wait().expect("the host ends");
    mark.wait_until("the guard should have ended them", <[String]>::is_empty);
}

/// Guards and launchers are there for the worst: without them programs play as well, and faults are reported as clearly.
#[test]
fn programs_play_without_guards_and_launchers_too() {
    let scratch = std::env::temp_dir().join(&Mark::new().0);
    std::fs::copy(env!("CARGO_BIN_EXE_kosti"), &scratch).expect("a copy");
    let copy = GuardCommand { program: scratch.clone(), args: vec!["guard".into()], launch: vec!["guard".into()] };
    let no_launcher = Guard::start(&copy).expect("a guard");
    std::fs::remove_file(&scratch).expect("the copy can go");
    // It does something else and ends.
    let program = PathBuf::from(env!("CARGO_BIN_EXE_kosti"));
    let gone = GuardCommand { program, args: vec!["games".into()], launch: vec!["guard".into(), "--".into()] };
    let no_guard = Guard::start(&gone).expect("a guard that leaves");
    for guard in [None, Some(Arc::new(no_launcher)), Some(Arc::new(no_guard))] {
        let settings = || Settings { guard: guard.clone(), ..settings(OnFault::Abort) };
        let mark = Mark::new();
        assert_eq!(play(&mark.faulty("none"), 3, settings()).0, Ok(()), "{guard:?}");
        let error = play(&mark.faulty("hang-with-child"), 3, Settings { move_timeout: Duration::ZERO, ..settings() });
        assert!(error.0.is_err_and(|error| error.starts_with("timeout: ")), "{guard:?}");
        let error = play("/no/such/program", 1, settings()).0.expect_err("no program");
        assert!(error.ends_with("'/no/such/program': No such file or directory (os error 2)"), "{error}");
    }
}

/// The same if it is killed while it starts them. `KOSTI_KILLS` says how often, 20 times if it is not set.
#[test]
fn no_bot_outlives_a_host_that_is_killed_while_it_starts_bots() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/campaigns/kill_at_start.py");
    let output = Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_kosti")).output().expect("python3 starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}
