//! Pages of results as a user makes them and meets them in a browser.

#[path = "../common/mod.rs"]
mod common;
mod laboratory;
mod page;

use std::fs;
use std::path::Path;

use common::{Scratch, fails, says};
use kosti_reports::findings::Findings;
use kosti_reports::stats::Verdict;

/// Made-up results with everything that a page can show.
const ADVICE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/report/advice");

/// A copy of the made-up results.
fn copy(scratch: &Scratch) -> String {
    let folder = scratch.path("advice");
    fs::create_dir(&folder).unwrap();
    for entry in fs::read_dir(ADVICE).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, Path::new(&folder).join(path.file_name().unwrap())).unwrap();
    }
    folder
}

#[test]
fn the_made_up_results_have_every_verdict() {
    let advice = Findings::read(Path::new(ADVICE)).unwrap();
    let mut verdicts: Vec<Verdict> = advice.findings.iter().filter_map(|finding| finding.verdict).collect();
    verdicts.sort_unstable();
    verdicts.dedup();
    assert_eq!(verdicts.len(), 9, "{verdicts:?}");
}

#[test]
fn a_page_is_written_beside_the_results_or_where_it_is_wanted() {
    let scratch = Scratch::new("report-advice");
    let folder = copy(&scratch);
    let beside = format!("{folder}/report.html");
    assert_eq!(says(&["report", &folder]), format!("{beside}\n"));
    let elsewhere = scratch.path("page.html");
    assert_eq!(says(&["report", &folder, "--out", &elsewhere]), format!("{elsewhere}\n"));
    let page = fs::read_to_string(&beside).unwrap();
    assert_eq!(page, fs::read_to_string(&elsewhere).unwrap());
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for text in
        ["20 minutes", "helps, size unclear", "+1.24\u{a0}points", "51.3\u{a0}%", "kosti advice --only D2 --seed 7"]
    {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn damage_is_told_by_file_and_line() {
    let scratch = Scratch::new("report-damage");
    let folder = copy(&scratch);
    let path = format!("{folder}/advice.csv");
    fs::write(&path, fs::read_to_string(&path).unwrap().replacen(",gain,", ",loss,", 1)).unwrap();
    let said = fails(1, &["report", &folder]);
    assert_eq!(said, format!("kosti: {path}, line 3: lens is 'loss'; expected one of cost, gain, expert, figure\n"));
    assert!(!Path::new(&folder).join("report.html").exists());
}

#[test]
fn what_is_missing_is_told() {
    let scratch = Scratch::new("report-missing");
    let folder = copy(&scratch);
    fs::remove_file(format!("{folder}/plots.csv")).unwrap();
    fs::remove_file(format!("{folder}/advice.csv")).unwrap();
    let said = fails(1, &["report", &folder]);
    assert_eq!(said, format!("kosti: {folder} is not complete: there is no advice.csv and no plots.csv in it\n"));

    let empty = scratch.path("empty");
    fs::create_dir(&empty).unwrap();
    let said = fails(1, &["report", &empty]);
    assert!(
        said.contains("holds no results: there is neither claims.csv") && said.contains("nor standings.csv"),
        "{said}"
    );

    fs::write(format!("{empty}/manifest.toml"), "").unwrap();
    let said = fails(1, &["report", &empty]);
    assert!(said.contains("no standings.csv and no pairs.csv and no seats.csv and no summary.json"), "{said}");

    let said = fails(1, &["report", &scratch.path("nowhere")]);
    assert!(said.starts_with("kosti: there is no folder "), "{said}");
    let said = fails(2, &["report"]);
    assert!(said.contains("<DIR>"), "{said}");
}

#[test]
fn tournaments_have_pages_too() {
    let scratch = Scratch::new("report-tournament");
    let plans: [(&str, &[&str]); 3] = [
        ("rims", &["--game", "rims:players=3", "--bots", "greedy,random,random"]),
        ("two", &["--game", "rims:players=2", "--bots", "greedy,random"]),
        ("single", &["--game", "rims:players=2", "--bots", "greedy"]),
    ];
    for (name, plan) in plans {
        let folder = scratch.path(name);
        says(&[&["tournament", "--games", "600", "--seed", "5", "--quiet", "--out", &folder], plan].concat());
        let page = fs::read_to_string(says(&["report", &folder]).trim_end()).unwrap();
        assert_eq!(page.matches("<svg").count(), 4, "{name}");
        assert!(page.contains("Seat advantage"), "{name}");
        for text in ["NaN", ">inf<"] {
            assert!(!page.replace("Number.isNaN", "").contains(text), "{name}: {text}");
        }
    }
}

/// Tables with a changed, cut off or doubled part, as a bad disk or hand leaves them: none is shown as if it were right.
#[test]
fn no_damaged_table_becomes_a_page() {
    let scratch = Scratch::new("report-damage");
    let folder = scratch.path("run");
    let plan = ["--game", "rims:players=3", "--bots", "greedy,random,random", "--games", "90", "--games-csv"];
    says(&[&["tournament", "--quiet", "--out", &folder][..], &plan].concat());
    let tries = std::env::var("KOSTI_CAMPAIGN").ok().and_then(|tries| tries.parse().ok()).unwrap_or(24usize);
    let names = ["standings.csv", "pairs.csv", "seats.csv", "summary.json"];
    for number in 0..tries {
        let path = Path::new(&folder).join(names[number % names.len()]);
        let good = fs::read(&path).unwrap();
        let at = number * 7919 % good.len();
        let mut bad = good.clone();
        match number / names.len() % 4 {
            0 => bad[at] = if bad[at] == b'1' { b'2' } else { b'1' },
            1 => bad.truncate(at),
            2 => _ = bad.remove(at),
            _ => bad.insert(at, good[at]),
        }
        fs::write(&path, &bad).unwrap();
        let said = fails(1, &["report", &folder]);
        assert!(said.contains(path.file_name().unwrap().to_str().unwrap()), "{said}");
        fs::write(&path, good).unwrap();
    }
    says(&["report", &folder]);
}

/// A small sweep in a folder.
fn played_sweep(scratch: &Scratch) -> String {
    let folder = scratch.path("sweep");
    let plan = ["--game", "rims:players=2..4", "--bots", "greedy,random", "--games", "60", "--quiet"];
    says(&[&["tournament", "--out", &folder][..], &plan].concat());
    folder
}

#[test]
fn a_sweep_has_a_page_with_its_runs() {
    let scratch = Scratch::new("report-sweep");
    let folder = played_sweep(&scratch);
    assert_eq!(says(&["report", &folder]), format!("{folder}/report.html\n"));
    let page = fs::read_to_string(format!("{folder}/report.html")).unwrap();
    for text in [
        "<h1>Sweep: rims by players</h1>",
        "<dt>game</dt><dd>rims:players=2..4</dd>",
        "<dt>bots</dt><dd>greedy, random</dd>",
        "<dt>seed</dt><dd>1</dd>",
        "<dt>version</dt><dd>kosti ",
        "<code>kosti tournament --plan sweep.toml</code>",
        "Share of each game in % by players",
        "<a href=\"0003/\"><code>0003</code></a>",
        ">complete<",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("Not complete") && !page.replace("Number.isNaN", "").contains("NaN"));
    says(&["report", &format!("{folder}/0001")]);
    says(&["report", &format!("{folder}/")]);
    let page = fs::read_to_string(format!("{folder}/report.html")).unwrap();
    assert!(page.contains("<a href=\"0001/report.html\">") && page.contains("<a href=\"0002/\">"), "pages are linked");

    let elsewhere = scratch.path("page.html");
    says(&["report", &folder, "--out", &elsewhere]);
    let page = fs::read_to_string(elsewhere).unwrap();
    assert!(
        !page.contains("<a href=\"0001/") && page.contains("/<wbr>0001</code>"),
        "there is nothing beside this page"
    );
}

#[test]
fn a_sweep_that_is_not_finished_has_a_page_that_says_so() {
    let scratch = Scratch::new("report-part-of-sweep");
    let folder = played_sweep(&scratch);
    let table = fs::read_to_string(format!("{folder}/sweep.csv")).unwrap();
    // The header, and two entrants in each of the first two runs.
    let part: String = table.lines().take(5).map(|line| format!("{line}\n")).collect();
    fs::write(format!("{folder}/sweep.csv"), part).unwrap();
    says(&["report", &folder]);
    let page = fs::read_to_string(format!("{folder}/report.html")).unwrap();
    assert!(page.contains("Not complete: 2 of 3 runs.") && !page.contains("0003/"));
}

#[test]
fn damaged_sweeps_are_told_in_one_line() {
    let scratch = Scratch::new("report-damaged-sweep");
    let folder = played_sweep(&scratch);
    let file = |name: &str| format!("{folder}/{name}");
    let refused = |told: &[&str]| {
        let said = fails(1, &["report", &folder]);
        assert_eq!(said.lines().count(), 1, "{said}");
        told.iter().for_each(|text| assert!(said.contains(text), "{text} is not in {said}"));
        assert!(!Path::new(&file("report.html")).exists());
    };
    let table = fs::read(file("sweep.csv")).unwrap();
    for number in 0..12 {
        let at = number * 7919 % table.len();
        let mut bad = table.clone();
        match number % 4 {
            0 => bad[at] ^= 1,
            1 => bad.truncate(at),
            2 => _ = bad.remove(at),
            _ => bad.insert(at, table[at]),
        }
        fs::write(file("sweep.csv"), bad).unwrap();
        refused(&["sweep.csv does not hold the figures of the runs beside it", "kosti tournament --resume "]);
    }
    fs::remove_file(file("sweep.csv")).unwrap();
    refused(&["holds a sweep without results: there is no sweep.csv in it", "kosti merge"]);
    fs::write(file("sweep.csv"), &table).unwrap();

    let standings = fs::read_to_string(file("0002/standings.csv")).unwrap();
    fs::write(file("0002/standings.csv"), standings.replacen(",3", ",4", 1)).unwrap();
    refused(&["0002/standings.csv was changed or damaged"]);
    fs::write(file("0002/standings.csv"), standings).unwrap();

    let plan = fs::read_to_string(file("sweep.toml")).unwrap();
    fs::write(file("sweep.toml"), plan.replace("2..4", "4..2")).unwrap();
    refused(&["sweep.toml is damaged: '4..2' is no range"]);
    fs::write(file("sweep.toml"), plan.replace("2..4", "2..5")).unwrap();
    says(&["report", &folder]);
    assert!(fs::read_to_string(file("report.html")).unwrap().contains("Not complete: 3 of 4 runs."));
    fs::remove_file(file("report.html")).unwrap();
    fs::remove_file(file("sweep.toml")).unwrap();
    refused(&["cannot read ", "sweep.toml"]);
    fs::write(file("sweep.toml"), plan).unwrap();

    fs::rename(file("0003"), file("moved")).unwrap();
    refused(&["there is no ", "0003, although sweep.csv tells of this run"]);
    fs::rename(file("moved"), file("0003")).unwrap();
    says(&["report", &folder]);
}
