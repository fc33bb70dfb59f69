//! The advice laboratory as a user meets it, and what its statistics must not do.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kosti::advice::{Judged, PairedGames, PairedResult};
use kosti_bots::advice::null::ChangesNothing;
use kosti_bots::advice::{Habit, HabitGame};
use kosti_engine::rims::RimsView;
use kosti_engine::{ActionSet, Game, Rims, Rules};
use kosti_reports::Verdict;
use kosti_reports::advice::Advice;

use crate::common::{Scratch, command, fails, says};

/// The results and the guide that are part of the project.
const RESULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results");
const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strategy.md");

/// Takes the last action where the first would be taken, and so on. For a player who takes all with the same chance it is
/// only another way to toss the coin.
struct Mirrored;

impl Habit<Rims> for Mirrored {
    fn ask(&self, game: &Rims, view: &RimsView, usual: <Rims as Game>::Action) -> Option<<Rims as Game>::Action> {
        let legal = game.legal_in(view);
        let place = legal.iter().position(|action| action == usual)?;
        Some(legal.nth(legal.len() - 1 - place))
    }
}

fn rims(players: u8) -> Rims {
    Rims::new(Rules::parse(&format!("players={players}")).expect("rules"))
}

fn series(
    game: &Rims,
    base: &str,
    habit: &(dyn Fn() -> Box<dyn Habit<Rims>> + Sync),
    seed: u64,
    (blocks, margin): (u64, f64),
) -> (PairedResult, Verdict) {
    let base = base.parse().expect("a bot");
    let judged = Judged::Share(margin);
    let games = PairedGames { game, base: &base, habit, seed, most_blocks: blocks, judged };
    let result = games.play(PairedResult::default(), &AtomicBool::new(false), |_| ()).expect("nobody stops it");
    (result, games.verdict(&result))
}

#[test]
fn habits_that_change_nothing_are_never_found_to_help_or_harm() {
    let game = rims(2);
    for seed in 0..200 {
        let (result, verdict) = series(&game, "greedy", &|| Box::new(ChangesNothing), seed, (64, 0.02));
        assert_eq!((result.changed, verdict), (0, Verdict::Untested));
        assert!(result.had_a_say > 0);
    }
}

#[test]
fn another_way_to_toss_a_coin_is_hardly_ever_found_to_help_or_harm() {
    let game = rims(2);
    let (mut wrong, mut level) = (0, 0);
    for seed in 0..200 {
        // So many blocks and so large a margin that some series can tell that there is no difference of that size.
        let (result, verdict) = series(&game, "random", &|| Box::new(Mirrored), seed, (600, 0.08));
        assert!(result.changed > 0);
        match verdict {
            Verdict::NoPracticalDifference => level += 1,
            Verdict::Inconclusive => {}
            _ => wrong += 1,
        }
    }
    // A twentieth is what the verdicts allow themselves.
    assert!(wrong <= 10, "{wrong} of 200");
    assert!(level >= 50, "only {level} of 200 found that there is no difference");
}

#[test]
fn a_habit_that_harms_is_found_and_the_threads_make_no_difference() {
    let game = rims(3);
    let habit = || Rims::habit("show-highest").expect("a habit of rims");
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| series(&game, "greedy", &habit, 5, (4000, 0.02)))
    };
    let (one, verdict) = with(1);
    assert_eq!(verdict, Verdict::Harms);
    assert_eq!(with(2), (one, verdict));
    assert!(one.share.blocks < 4000, "it should have stopped early");
}

#[test]
fn a_series_goes_on_where_it_ended() {
    let game = rims(2);
    let base = "greedy".parse().expect("a bot");
    let habit = || Rims::habit("lead-highest").expect("a habit of rims");
    let games = PairedGames {
        game: &game,
        base: &base,
        habit: &habit,
        seed: 3,
        most_blocks: 800,
        judged: Judged::Share(0.0001),
    };
    let mut parts = Vec::new();
    let whole = games
        .play(PairedResult::default(), &AtomicBool::new(false), |part| parts.push(*part))
        .expect("nobody stops it");
    assert!(parts.len() > 3);
    let rest = games.play(parts[1], &AtomicBool::new(false), |_| ()).expect("nobody stops it");
    assert_eq!(rest, whole);
}

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
    assert_eq!(Advice::read(Path::new(RESULTS)).expect("results").claims.len(), 51);
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
