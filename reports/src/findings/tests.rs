use std::fs;
use std::path::PathBuf;

use super::*;
use crate::FileError;
use crate::stats::Verdict;

/// A folder that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosti-advice-{}-{name}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn finding() -> Finding {
    Finding {
        claim: "D10".into(),
        part: "two sixes, \"quoted\"".into(),
        lens: Lens::Gain,
        player: "greedy".into(),
        rules: "rims:players=3".into(),
        value: 0.1 + 0.2,
        unit: Unit::Points,
        low: Some(-1e-9),
        high: Some(1.0 / 3.0),
        margin: Some(0.5),
        blocks: 12,
        games: 36,
        had_a_say: Some(1.5),
        changed: None,
        p: Some(0.04),
        p_zero: Some(0.01),
        p_equal: Some(0.7),
        p_holm: Some(0.08),
        verdict: Some(Verdict::HelpsSizeUnclear),
    }
}

fn advice() -> Findings {
    let claim = Claim {
        id: "D10".into(),
        game: "dice".into(),
        source: "a book".into(),
        claim: "Keep two sixes,\nalways?".into(),
        rules: "plain".into(),
        method: "exact".into(),
        margin: "0.5 points".into(),
        ruling: Ruling::True,
        sentence: "Yes; 5 % — more.".into(),
        at_the_table: String::new(),
        seed: u64::MAX,
        command: "kosti".into(),
    };
    let exact = Finding {
        low: None,
        high: None,
        p: None,
        p_zero: None,
        p_equal: None,
        p_holm: None,
        verdict: None,
        margin: None,
        ..finding()
    };
    let point = PlotPoint {
        claim: "D10".into(),
        title: "By turn".into(),
        kind: PlotKind::Line,
        x_name: "turn".into(),
        y_name: "points".into(),
        series: "greedy".into(),
        x: "1".into(),
        value: 2.5,
        low: Some(2.0),
        high: Some(3.0),
        games: 40,
        label: String::new(),
    };
    let heat = PlotPoint { kind: PlotKind::Heat, title: "Map".into(), x: "six".into(), ..point.clone() };
    Findings {
        run: vec![Fact::new("command", "kosti")],
        claims: vec![claim],
        findings: vec![finding(), exact],
        points: vec![point, heat],
    }
}

#[test]
fn what_is_written_is_read() {
    let scratch = Scratch::new("round-trip");
    for advice in [advice(), Findings::default()] {
        advice.write(&scratch.0).unwrap();
        assert_eq!(Findings::read(&scratch.0).unwrap(), advice);
    }
    let names: Vec<_> = fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 5, "{names:?}");
}

#[test]
fn the_account_of_the_run_may_be_missing_but_nothing_else() {
    let scratch = Scratch::new("missing");
    advice().write(&scratch.0).unwrap();
    fs::remove_file(scratch.0.join(RUN)).unwrap();
    assert_eq!(Findings::read(&scratch.0).unwrap().run, []);
    fs::remove_file(scratch.0.join(PLOTS)).unwrap();
    assert!(matches!(Findings::read(&scratch.0), Err(FileError::Read { file, .. }) if file.ends_with(PLOTS)));
}

#[test]
fn numbers_that_are_none_are_never_written() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for change in [
            |finding: &mut Finding, bad| finding.value = bad,
            |finding: &mut Finding, bad| finding.high = Some(bad),
            |finding: &mut Finding, bad| finding.p = Some(bad),
            |finding: &mut Finding, bad| finding.changed = Some(bad),
        ] {
            let mut advice = advice();
            change(&mut advice.findings[1], bad);
            let error = advice.files().unwrap_err().to_string();
            assert!(error.starts_with("advice.csv, line 3: "), "{error}");
            assert!(error.contains("expected a finite number"), "{error}");
        }
    }
}

#[test]
fn damage_is_told_by_file_and_line() {
    let cases = [
        (FINDINGS, "gain", "win", "advice.csv, line 2: lens is 'win'; expected one of cost, gain, expert, figure"),
        (FINDINGS, ",36,", ",-36,", "advice.csv, line 2: games is '-36'; expected a whole number from 0 to"),
        (FINDINGS, "0.04,", "4,", "advice.csv, line 2: p is 4; expected a chance from 0 to 1"),
        (FINDINGS, "0.7,", "-0.7,", "advice.csv, line 2: p_equal is -0.7; expected a chance from 0 to 1"),
        (FINDINGS, "helps-size-unclear", "good", "line 2: verdict is 'good'; expected nothing or one of helps, "),
        (FINDINGS, "-1e-9", "", "line 2: high is there without low; expected both or neither"),
        (FINDINGS, "-1e-9", "0.5", "line 2: low is 0.5 and high is 0.3333333333333333; expected low not above high"),
        (FINDINGS, "D10", "D11", "line 2: there is no claim 'D11'; expected an id of claims.csv"),
        (FINDINGS, "12,36", "12", "line 2: there are 18 values; expected 19, as many as there are columns"),
        (FINDINGS, "lens", "lense", "line 1: there is no column 'lens'; expected the columns claim,part,lens,"),
        (FINDINGS, ",margin", ",low", "line 1: two columns 'low'; expected the columns claim,part,"),
        (CLAIMS, "18446744073709551615", "1.5", "claims.csv, line 2: seed is '1.5'; expected a whole number"),
        (
            CLAIMS,
            ",true,",
            ",truly,",
            "claims.csv, line 2: ruling is 'truly'; expected one of true, nearly true, mostly true,",
        ),
        (CLAIMS, "\nD10", "\n", "claims.csv, line 2: the id is empty; expected a name such as D10"),
        (PLOTS, "greedy,1,", "greedy,one,", "plots.csv, line 2: x is 'one'; expected a finite number, as the plot"),
        (PLOTS, "2.5", "inf", "plots.csv, line 2: value is 'inf'; expected a finite number"),
        (PLOTS, "Map", "By turn", "plots.csv, line 3: the plot 'By turn' is of another kind than in line 2; expected"),
    ];
    let scratch = Scratch::new("damage");
    for (file, from, to, told) in cases {
        advice().write(&scratch.0).unwrap();
        let path = scratch.0.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} is not in {text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let error = Findings::read(&scratch.0).unwrap_err().to_string();
        assert!(error.contains(told), "{error}\nis not\n{told}");
    }
    advice().write(&scratch.0).unwrap();
    fs::write(scratch.0.join(RUN), b"name,value\n\xFF,1\n").unwrap();
    let error = Findings::read(&scratch.0).unwrap_err().to_string();
    assert!(error.contains("run.csv, line 2: this is no UTF-8; expected text in UTF-8"), "{error}");
}

#[test]
fn a_claim_stands_once() {
    let scratch = Scratch::new("twice");
    let mut twice = advice();
    twice.claims.push(twice.claims[0].clone());
    twice.write(&scratch.0).unwrap();
    let error = Findings::read(&scratch.0).unwrap_err().to_string();
    assert!(
        error.contains("claims.csv, line 4: the claim 'D10' was already in line 2; expected every id once"),
        "{error}"
    );
}

#[test]
fn the_published_results_are_read_and_written_alike() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results"));
    for (name, bytes) in Findings::read(&folder).unwrap().files().unwrap() {
        assert!(fs::read(folder.join(name)).unwrap() == bytes, "{name} differs");
    }
}
