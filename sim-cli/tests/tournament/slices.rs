//! Runs cut into slices, and joined again to the bytes of one run.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{Scratch, fails, says};
use crate::{PLAN, assert_same, files, with};

/// The folders of all parts of a plan.
fn shards(scratch: &Scratch, plan: &[&str], of: u64) -> Vec<String> {
    let part = |number: u64| {
        let (folder, shard) = (scratch.path(&format!("part-{number}")), format!("{number}/{of}"));
        says(&with(plan, &["--quiet", "--out", &folder, "--shard", &shard]));
        folder
    };
    (1..=of).map(part).collect()
}

fn merge(folders: &[String], more: &[&str]) -> Vec<String> {
    let folders = folders.iter().map(String::as_str);
    ["merge"].into_iter().chain(folders).chain(more.iter().copied()).map(String::from).collect()
}

fn merged(folders: &[String], more: &[&str]) -> String {
    says(&merge(folders, more).iter().map(String::as_str).collect::<Vec<_>>())
}

fn refused(folders: &[String], more: &[&str]) -> String {
    fails(1, &merge(folders, more).iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn shards_merge_into_the_bytes_of_a_single_run() {
    let scratch = Scratch::new("shards");
    let plan = with(PLAN, &["--games-csv", "--record-every", "7", "--batch", "64"]);
    let (whole, out) = (scratch.path("whole"), scratch.path("out"));
    says(&with(&plan, &["--quiet", "--out", &whole]));
    let parts = shards(&scratch, &plan, 7);
    merged(&parts, &["--out", &out, "--quiet"]);
    assert_same(&whole, &out);
    // Once more changes nothing, and so does playing a part again.
    merged(&parts, &["--out", &out, "--quiet"]);
    says(&with(&plan, &["--quiet", "--out", &parts[3], "--shard", "4/7"]));
    assert_same(&whole, &out);
    let message = fails(1, &with(&plan, &["--out", &parts[3], "--shard", "5/7"]));
    assert!(message.contains("of this plan, not") && message.contains("choose another folder"), "{message}");
    let message = fails(2, &with(PLAN, &["--out", &scratch.path("none"), "--shard", "1/1000"]));
    assert!(message.contains("has no blocks"), "{message}");
}

#[test]
fn merges_can_be_merged() {
    let scratch = Scratch::new("merges");
    let plan = with(PLAN, &["--games-csv", "--batch", "64"]);
    let [whole, left, right, out] = ["whole", "left", "right", "out"].map(|name| scratch.path(name));
    says(&with(&plan, &["--quiet", "--out", &whole]));
    let part = |blocks: &str| {
        let folder = scratch.path(blocks);
        says(&with(&plan, &["--quiet", "--out", &folder, "--blocks", blocks]));
        folder
    };
    let parts = ["0..50", "50..130", "130..400", "400..500"].map(part);
    merged(&parts[..2], &["--out", &left, "--blocks", "0..130", "--quiet"]);
    merged(&parts[2..], &["--out", &right, "--blocks", "130..500", "--quiet"]);
    let halves = [right, left];
    merged(&halves, &["--out", &out, "--quiet"]);
    assert_same(&whole, &out);
    let message = refused(&parts[..2], &["--out", &scratch.path("no"), "--blocks", "0..100"]);
    assert!(message.contains("and 0..100 are to be joined"), "{message}");
}

#[test]
fn a_rule_for_stopping_is_applied_to_slices_in_their_order() {
    let scratch = Scratch::new("stops");
    for (name, bots, rule) in [
        ("sprt", "greedy,random", &["--sprt", "0,20"][..]),
        ("until", "greedy,random", &["--until", "0.02"]),
        ("never", "random,random", &["--until", "0.0001"]),
    ] {
        let scratch = Scratch::new(&format!("stops-{name}"));
        let base = ["tournament", "--game", "dice-poker", "--bots", bots, "--games", "6000", "--batch", "16"];
        let plan = with(&base, rule);
        let (whole, out) = (scratch.path("whole"), scratch.path("out"));
        says(&with(&plan, &["--quiet", "--out", &whole]));
        let parts = shards(&scratch, &plan, 5);
        merged(&parts, &["--out", &out, "--quiet"]);
        assert_same(&whole, &out);
        assert_eq!(files(&out)["summary.json"].contains("\"stopped\": null"), name == "never");
        if name != "never" {
            // What lies behind the end of the run need not be there.
            let few = scratch.path("few");
            merged(&parts[..2], &["--out", &few, "--quiet"]);
            assert_same(&whole, &few);
            let message = refused(&parts[1..], &["--out", &scratch.path("no")]);
            assert!(message.contains("no slice holds the blocks 0..592"), "{message}");
        }
    }
    drop(scratch);
}

#[test]
fn a_partial_merge_says_what_is_missing_and_writes_nothing() {
    let scratch = Scratch::new("partial");
    let parts = shards(&scratch, PLAN, 5);
    let some = [parts[3].clone(), parts[0].clone()];
    let told = merged(&some, &["--partial"]);
    assert!(told.starts_with("PARTIAL: 200 of 500 blocks; missing are the blocks 100..300, 400..500\n"), "{told}");
    assert!(told.contains("600 games"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&merged(&some, &["--partial", "--json"])).unwrap();
    assert_eq!((&json["partial"], &json["blocks"], &json["of"]), (&true.into(), &200.into(), &500.into()));
    assert_eq!(json["missing"], serde_json::json!(["100..300", "400..500"]));
    assert_eq!(json["summary"]["games"], 600);
    let whole = merged(&parts, &["--partial"]);
    assert!(whole.starts_with("PARTIAL: 500 of 500 blocks\n"), "{whole}");
}

#[test]
fn sweeps_are_cut_and_joined_run_by_run() {
    let scratch = Scratch::new("sweep-shards");
    let plan =
        ["tournament", "--game", "rims:players=2..4", "--bots", "greedy,random", "--games", "40", "--batch", "4"];
    let (whole, out) = (scratch.path("whole"), scratch.path("out"));
    says(&with(&plan, &["--quiet", "--out", &whole]));
    let parts = shards(&scratch, &plan, 3);
    merged(&parts, &["--out", &out, "--quiet"]);
    for cell in ["0001", "0002", "0003"] {
        assert_same(&format!("{whole}/{cell}"), &format!("{out}/{cell}"));
    }
    for name in ["sweep.csv", "sweep.toml"] {
        let [one, other] = [&whole, &out].map(|folder| fs::read(Path::new(folder).join(name)).unwrap());
        assert_eq!(one, other, "{name}");
    }
    says(&["tournament", "--resume", &parts[0], "--quiet"]);
    let message = refused(&parts[..2], &["--out", &scratch.path("no")]);
    assert!(message.contains("no slice holds the blocks"), "{message}");
}

#[test]
fn slices_of_other_builds_are_not_merged_unless_that_is_wanted() {
    let scratch = Scratch::new("builds");
    let parts = shards(&scratch, PLAN, 2);
    let manifest = Path::new(&parts[1]).join("manifest.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let build =
        text.lines().find_map(|line| line.strip_prefix("build = \"")).unwrap().trim_end_matches('"').to_string();
    assert_eq!(build.len(), 16, "{text}");
    // The same games, said to come from another build, with the checksums that belong to that.
    let other = text.replace(&build, "0123456789abcdef");
    crate::hostile::forge(&parts[1], &other);
    let out = scratch.path("out");
    let message = refused(&parts, &["--out", &out]);
    assert!(message.contains("was made by build 0123456789abcdef") && message.contains("--any-build"), "{message}");
    assert!(fails(1, &["tournament", "--resume", &parts[1]]).contains("--any-build"));
    merged(&parts, &["--out", &out, "--any-build", "--quiet"]);
    let whole = scratch.path("whole");
    says(&with(PLAN, &["--quiet", "--out", &whole]));
    assert_same(&whole, &out);
}

#[test]
fn large_seeds_are_kept() {
    let scratch = Scratch::new("seeds");
    let plan =
        ["tournament", "--game", "rims", "--bots", "greedy,random", "--games", "30", "--seed", "18446744073709551615"];
    let folder = scratch.path("run");
    says(&with(&plan, &["--quiet", "--out", &folder]));
    assert!(files(&folder)["manifest.toml"].contains("seed = \"18446744073709551615\""));
    says(&with(&plan, &["--quiet", "--out", &folder]));
    says(&["tournament", "--resume", &folder, "--quiet"]);
}

#[test]
fn a_plan_is_told_without_playing_it() {
    let scratch = Scratch::new("plan");
    let args = ["plan", "--game", "rims:players=3", "--bots", "greedy,random,random", "--games", "1e9", "--seed", "5"];
    let told = says(&args);
    assert!(told.contains("games          1,000,000,002\n"), "{told}");
    assert!(told.contains("blocks         333,333,334 of up to 3 games each\n"), "{told}");
    assert!(told.contains("CPU time       about "), "{told}");
    let json: serde_json::Value = serde_json::from_str(&says(&with(&args, &["--json", "--no-trial"]))).unwrap();
    assert_eq!((&json[0]["blocks"], &json[0]["not_timed"]), (&333_333_334.into(), &"not-asked".into()));
    let folder = scratch.path("run");
    says(&with(PLAN, &["--quiet", "--out", &folder, "--shard", "1/5"]));
    let told = says(&["plan", &folder, "--no-trial"]);
    assert!(told.contains("played         100 of 100 blocks in this folder\n"), "{told}");
    let sweep = ["plan", "--game", "rims:players=2..4", "--bots", "greedy,random", "--games", "12", "--no-trial"];
    assert!(says(&sweep).starts_with("3 runs, 36 games\n\ngame"), "{}", says(&sweep));
    assert!(fails(2, &["plan", "--game", "rims"]).contains("no bots given"));
    assert!(fails(1, &["plan", &scratch.path("nothing")]).contains("is no run folder"));
}

/// The scripts for many machines: what they play together is the whole, also when tasks are killed and repeated.
#[test]
fn the_scripts_for_clusters_play_the_whole() {
    let scratch = Scratch::new("scripts");
    let whole = scratch.path("whole");
    says(&with(PLAN, &["--quiet", "--out", &whole]));
    let script = |name: &str| format!("{}/../examples/cluster/{name}", env!("CARGO_MANIFEST_DIR"));
    let bash = |name: &str, args: &[&str]| {
        let mut bash = Command::new("bash");
        bash.arg(script(name)).args(args).env("KOSTI", env!("CARGO_BIN_EXE_kosti"));
        bash
    };
    let folder = scratch.path("parallel");
    for _ in 0..2 {
        let output = bash("parallel.sh", &with(&[&folder, "5"], &PLAN[1..])).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_same(&whole, &format!("{folder}/whole"));
    }
    let folder = scratch.path("array");
    let task = |number: u32| {
        let mut task = bash("slurm.sh", &with(&[&folder], &PLAN[1..]));
        task.env("SLURM_ARRAY_TASK_ID", number.to_string()).env("SLURM_ARRAY_TASK_MAX", "4");
        task
    };
    fs::create_dir(&folder).unwrap();
    let mut killed = task(2).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(30));
    killed.kill().unwrap();
    killed.wait().unwrap();
    for number in 1..=4 {
        assert!(task(number).status().unwrap().success());
    }
    let parts: Vec<String> = (1..=4).map(|number| format!("{folder}/part-{number}")).collect();
    let out = scratch.path("out");
    merged(&parts, &["--out", &out, "--quiet"]);
    assert_same(&whole, &out);
}
