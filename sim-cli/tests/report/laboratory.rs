//! The laboratory as a user meets it.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kosti_reports::findings::Findings;

use crate::common::{Scratch, command, fails, says};

/// The results and the guide that are part of the project.
const RESULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results");
const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strategy.md");

#[test]
fn claims_are_tested_kept_and_shown_again() {
    let scratch = Scratch::new("advice");
    let out = scratch.path("run");
    let told = says(&["advice", "d22", "R7", "--out", &out]);
    assert!(told.contains("D22  nearly true") && told.contains("96.2 %") && told.contains("89.5 %"), "{told}");
    for name in ["run.csv", "claims.csv", "advice.csv", "plots.csv", "advice.json", "report.html"] {
        assert!(Path::new(&out).join(name).exists(), "{name}");
    }
    assert_eq!(says(&["advice", "D22", "R7", "--out", &out]), told);
    let page = fs::read_to_string(format!("{out}/report.html")).expect("a page");
    says(&["report", &out]);
    assert_eq!(fs::read_to_string(format!("{out}/report.html")).expect("a page"), page);
}

#[test]
fn what_is_wrong_is_told_and_nothing_is_lost() {
    let scratch = Scratch::new("advice-wrong");
    let out = scratch.path("run");
    let error = fails(2, &["advice", "D100", "--out", &out]);
    assert!(error.contains("there is no claim 'D100' (did you mean D10?)"), "{error}");
    assert!(!Path::new(&out).exists());
    says(&["advice", "R7", "--out", &out]);
    let error = fails(1, &["advice", "D22", "--out", &out]);
    assert!(error.contains("holds another run") && error.contains("--force"), "{error}");
    assert!(says(&["advice", "D22", "--out", &out, "--force"]).contains("D22"));
    let file = format!("{out}/advice.csv");
    let rows = fs::read_to_string(&file).expect("rows").replace(",chance,", ",luck,");
    fs::write(&file, rows).expect("written");
    let error = fails(1, &["advice", "D22", "--out", &out]);
    assert!(error.contains("advice.csv, line 2: unit is 'luck'"), "{error}");
    fs::write(format!("{out}/plan.json"), "{").expect("written");
    let error = fails(1, &["advice", "D22", "--out", &out]);
    assert!(error.contains("plan.json is damaged; replace the run with --force"), "{error}");
    assert!(says(&["advice", "D22", "--out", &out, "--force"]).contains("D22"));
    // A run that was killed before it had measured anything.
    for name in ["claims.csv", "advice.csv", "plots.csv"] {
        fs::remove_file(format!("{out}/{name}")).expect("removed");
    }
    assert!(says(&["advice", "D22", "--out", &out]).contains("96.2 %"));
    let mine = scratch.path("mine");
    fs::create_dir(&mine).expect("a folder");
    fs::write(format!("{mine}/letter.txt"), "dear").expect("written");
    let error = fails(1, &["advice", "D22", "--out", &mine, "--force"]);
    assert!(error.contains("is not empty and holds no run"), "{error}");
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let scratch = Scratch::new("advice-killed");
    let (out, whole) = (scratch.path("run"), scratch.path("whole"));
    let args = ["advice", "R7", "R4", "--seed", "2", "--out", &out];
    let mut run = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("kosti starts");
    let started = Instant::now();
    let any_series = || {
        let files = fs::read_dir(format!("{out}/unfinished")).ok();
        files.is_some_and(|mut files| {
            files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("R4-")))
        })
    };
    while !any_series() && started.elapsed() < Duration::from_secs(60) && run.try_wait().expect("it runs").is_none() {
        sleep(Duration::from_millis(5));
    }
    _ = run.kill();
    _ = run.wait();
    says(&args);
    says(&["advice", "R7", "R4", "--seed", "2", "--out", &whole]);
    for name in ["claims.csv", "advice.csv", "plots.csv"] {
        let [one, other] = [&out, &whole].map(|folder| fs::read_to_string(format!("{folder}/{name}")).expect("rows"));
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn two_at_once_in_one_folder_are_refused() {
    let scratch = Scratch::new("advice-lock");
    let out = scratch.path("run");
    let args = ["advice", "R4", "--seed", "2", "--out", &out];
    let mut run = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("kosti starts");
    let started = Instant::now();
    while !fs::exists(format!("{out}/unfinished")).unwrap() && started.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(2));
    }
    let message = fails(1, &args);
    _ = run.kill();
    _ = run.wait();
    assert!(message.contains(&format!("another kosti (process {}", run.id())), "{message}");
}

#[test]
fn the_guide_has_the_figures_of_the_results() {
    says(&["report", RESULTS, "--guide", GUIDE, "--check"]);
}

#[test]
fn the_page_is_made_of_the_results() {
    let scratch = Scratch::new("advice-page");
    let page = scratch.path("page.html");
    says(&["report", RESULTS, "--out", &page]);
    let committed = fs::read_to_string(format!("{RESULTS}/report.html")).expect("a page");
    assert!(
        fs::read_to_string(&page).expect("a page") == committed,
        "docs/results/report.html is stale: kosti report docs/results"
    );
    assert_eq!(Findings::read(Path::new(RESULTS)).expect("results").claims.len(), 51);
}

#[test]
fn a_guide_that_is_stale_is_told_by_line() {
    let scratch = Scratch::new("advice-guide");
    let guide = scratch.path("guide.md");
    fs::write(&guide, "one\n<!-- R7 -->nothing<!-- / -->\n").expect("written");
    let error = fails(1, &["report", RESULTS, "--guide", &guide, "--check"]);
    assert!(error.contains("line 2: the figures are not those of"), "{error}");
    says(&["report", RESULTS, "--guide", &guide]);
    says(&["report", RESULTS, "--guide", &guide, "--check"]);
    assert!(fs::read_to_string(&guide).expect("a guide").contains("89.5 %"));
}
