//! An experiment that is written outside the crate.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{env, fs, process};

use kosti_bots::habit::{Habit, HabitGame};
use kosti_engine::{Game, Rims, Rules};
use kosti_lab::findings::{Finding, Findings, Lens, PlotKind, Ruling, Unit};
use kosti_lab::{
    Conclusion, Experiment, Figures, Judged, LabConfig, LabError, LabProgress, Measured, Plot, Series, Source,
    exact_figure,
};

/// Habits that the second experiment has made; a series asks for one on every thread and batch of blocks.
static MADE: AtomicU64 = AtomicU64::new(0);
/// Turns true when this many have been made.
static STOP: AtomicBool = AtomicBool::new(false);
static STOP_AT: AtomicU64 = AtomicU64::new(u64::MAX);

fn shed_lowest() -> Box<dyn Habit<Rims>> {
    if MADE.fetch_add(1, Ordering::Relaxed) + 1 >= STOP_AT.load(Ordering::Relaxed) {
        STOP.store(true, Ordering::Relaxed);
    }
    Rims::habit("shed-lowest").unwrap()
}

fn rims() -> Rims {
    Rims::new(Rules::parse("players=2").unwrap())
}

fn answered(findings: &[Finding]) -> Conclusion {
    let value = Figures(findings).value("part", Lens::Figure);
    let sentence = format!("the answer is {value}.");
    Conclusion { ruling: Ruling::Answered, sentence, at_the_table: "Remember it.".into() }
}

const QUESTION: Experiment = Experiment {
    id: "X1",
    game: "rims",
    source: Source::Other("a question of mine"),
    claim: "What is the answer?",
    rules: "rims",
    method: "Known.",
    margin: "",
    measure: |lab| {
        let plot = Plot { title: "Answers".into(), kind: PlotKind::Bar, x_name: "question", y_name: "answer" };
        Ok(Measured {
            findings: vec![exact_figure("part", Lens::Figure, "anybody", "rims", lab.seed as f64, Unit::Points)],
            plots: vec![plot.point("known", 1, 42.0)],
        })
    },
    conclude: answered,
};

const HABIT: Experiment = Experiment {
    id: "X2",
    claim: "Shed the lowest card.",
    measure: |lab| {
        let series = Series {
            part: "2 players",
            lens: Lens::Gain,
            game: &rims(),
            base: "greedy",
            habit: &shed_lowest,
            blocks: 2000,
            judged: Judged::Points(0.001),
        };
        Ok(series.play(lab)?.into())
    },
    conclude: |findings| {
        let verdict = Figures(findings).get("2 players", Lens::Gain).verdict.unwrap();
        Conclusion { ruling: Ruling::Unclear, sentence: format!("It {verdict}."), at_the_table: String::new() }
    },
    ..QUESTION
};

fn run_in(folder: Option<&Path>, progress: &mut dyn FnMut(LabProgress<'_>)) -> Result<Findings, LabError> {
    let config = LabConfig { seed: 3, folder: folder.map(Into::into), ..LabConfig::default() };
    kosti_lab::run(&[&QUESTION, &HABIT], &config, &STOP, progress)
}

#[test]
fn it_runs_is_stopped_and_goes_on() {
    let folder = env::temp_dir().join(format!("kosti-lab-own-{}", process::id()));
    _ = fs::remove_dir_all(&folder);
    let mut seen = Vec::new();
    let straight = run_in(None, &mut |progress| seen.push((progress.id.to_string(), progress.done, progress.of)));
    let straight = straight.unwrap();
    assert_eq!(seen, [("X1".to_string(), 0, 2), ("X2".to_string(), 1, 2)]);

    // Everything bears the id of its experiment.
    let ids: Vec<&str> = straight.findings.iter().map(|finding| finding.claim.as_str()).collect();
    assert_eq!(ids, ["X1", "X2", "X2"]);
    assert_eq!(straight.points[0].claim, "X1");
    let claim = &straight.claims[0];
    assert_eq!((claim.id.as_str(), claim.source.as_str()), ("X1", "a question of mine"));
    assert_eq!((claim.ruling, claim.sentence.as_str()), (Ruling::Answered, "Answered: the answer is 3."));
    assert_eq!(claim.command, "experiment X1, budget quick, seed 3");
    assert!(straight.findings[1].p_holm.is_some(), "verdicts are corrected: {:?}", straight.findings[1]);

    // Stopped within the series, after some batches.
    let whole = MADE.load(Ordering::Relaxed);
    STOP_AT.store(whole + whole / 2, Ordering::Relaxed);
    assert!(matches!(run_in(Some(&folder), &mut |_| ()), Err(LabError::Stopped)));
    let kept: Vec<String> = fs::read_dir(folder.join("unfinished"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert!(kept.contains(&"X1.json".to_string()), "{kept:?}");
    assert!(kept.iter().any(|name| name.starts_with("X2-2-players-greedy-rims-players-2")), "{kept:?}");

    STOP_AT.store(u64::MAX, Ordering::Relaxed);
    STOP.store(false, Ordering::Relaxed);
    // What was kept and then changed is not believed.
    let damaged = env::temp_dir().join(format!("kosti-lab-damaged-{}", process::id()));
    _ = fs::remove_dir_all(&damaged);
    fs::create_dir_all(damaged.join("unfinished")).unwrap();
    fs::copy(folder.join("plan.json"), damaged.join("plan.json")).unwrap();
    for name in &kept {
        let text = fs::read_to_string(folder.join("unfinished").join(name)).unwrap();
        let digit = text.rfind(|c: char| c.is_ascii_digit() && c != '9').unwrap();
        let digit = text[..digit.saturating_sub(40)].rfind(|c: char| c.is_ascii_digit() && c != '9').unwrap_or(digit);
        let mut changed = text.into_bytes();
        changed[digit] += 1;
        fs::write(damaged.join("unfinished").join(name), changed).unwrap();
    }
    assert_eq!(run_in(Some(&damaged), &mut |_| ()).unwrap(), straight);
    fs::remove_dir_all(&damaged).unwrap();

    // What was kept is not played again, and makes no difference to the results.
    let before = MADE.load(Ordering::Relaxed);
    assert_eq!(run_in(Some(&folder), &mut |_| ()).unwrap(), straight);
    let rest = MADE.load(Ordering::Relaxed) - before;
    assert!(rest > 0 && rest < whole, "{rest} of {whole}");
    assert!(folder.join("report.html").exists() && !folder.join("unfinished").exists());

    // A finished run is read, and measures nothing; another run is refused.
    assert_eq!(run_in(Some(&folder), &mut |_| panic!("nothing is measured")).unwrap(), straight);
    let config = LabConfig { folder: Some(folder.clone()), ..LabConfig::default() };
    let refused = kosti_lab::run(&[&QUESTION], &config, &STOP, &mut |_| ()).unwrap_err();
    assert!(
        refused.to_string().ends_with("holds another run (2 claims, budget quick, seed 3, version 0.1.0)"),
        "{refused}"
    );
    let replaced = kosti_lab::run(&[&QUESTION], &LabConfig { replace: true, ..config }, &STOP, &mut |_| ()).unwrap();
    assert_eq!(replaced.findings[0].value, 1.0);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_id_is_given_once() {
    let never = AtomicBool::new(false);
    let refused = kosti_lab::run(&[&QUESTION, &QUESTION], &LabConfig::default(), &never, &mut |_| ()).unwrap_err();
    assert_eq!(refused.to_string(), "two experiments have the id 'X1'");
}

#[test]
fn failures_name_the_experiment() {
    let failing = Experiment { measure: |_| Err(LabError::other("out of dice")), ..QUESTION };
    let never = AtomicBool::new(false);
    let error = kosti_lab::run(&[&failing], &LabConfig::default(), &never, &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "claim X1");
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "out of dice");
}

#[test]
fn commands_are_the_callers_own() {
    let program = String::from("mine");
    let command = |id: Option<&str>| format!("{program} {}", id.unwrap_or("all"));
    let config = LabConfig { command: Some(&command), ..LabConfig::default() };
    let findings = kosti_lab::run(&[&QUESTION], &config, &AtomicBool::new(false), &mut |_| ()).unwrap();
    assert_eq!((findings.claims[0].command.as_str(), findings.run[0].value.as_str()), ("mine X1", "mine all"));
}
