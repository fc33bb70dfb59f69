//! An experiment of one's own: is it good advice to shed low cards at rims, with two players and with three?
//!
//! `cargo run --release -p kosti-lab --example own_experiment`

#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::sync::atomic::AtomicBool;

use kosti_bots::habit::HabitGame;
use kosti_engine::{Game, Rims, Rules};
use kosti_lab::findings::{Findings, Lens, Ruling};
use kosti_lab::stats::Verdict;
use kosti_lab::{Conclusion, Experiment, Judged, LabConfig, LabError, Measured, Series, Source};

/// Everything is fixed before anything runs.
static LOW_CARDS: Experiment = Experiment {
    id: "X1",
    game: "rims",
    source: Source::Other("a question of mine"),
    claim: "When fighting for trump makes no sense, shed the card of the lowest rank.",
    rules: "rims for 2 and 3 players",
    method: "Games in pairs: the same players and cards, once without the habit and once with it in each seat.",
    margin: "one game in a hundred",
    measure: |lab| {
        let mut measured = Measured::default();
        for (players, part) in [(2, "2 players"), (3, "3 players")] {
            let game = Rims::new(Rules::parse(&format!("players={players}")).expect("rules of rims"));
            let series = Series {
                part,
                lens: Lens::Gain,
                game: &game,
                base: "greedy",
                habit: &|| Rims::habit("shed-lowest").expect("a habit of rims"),
                blocks: 2000,
                judged: Judged::Share(0.01),
            };
            measured.findings.extend(series.play(lab)?);
        }
        Ok(measured)
    },
    conclude: |findings| {
        let verdicts: Vec<Verdict> = findings.iter().filter_map(|finding| finding.verdict).collect();
        let any = |wanted: [Verdict; 2]| verdicts.iter().any(|verdict| wanted.contains(verdict));
        let ruling = match (
            any([Verdict::Helps, Verdict::HelpsSizeUnclear]),
            any([Verdict::Harms, Verdict::HarmsSizeUnclear]),
        ) {
            (true, false) => Ruling::True,
            (false, true) => Ruling::False,
            (true, true) => Ruling::Depends,
            (false, false) => Ruling::Unclear,
        };
        Conclusion {
            ruling,
            sentence: "see the figures below.".into(),
            at_the_table: "Look at the number of players.".into(),
        }
    },
};

/// Runs the experiment.
pub fn measure() -> Result<Findings, LabError> {
    let config = LabConfig { seed: 7, ..LabConfig::default() };
    kosti_lab::run(&[&LOW_CARDS], &config, &AtomicBool::new(false), &mut |_| ())
}

/// Runs the example.
pub fn main() -> Result<(), LabError> {
    let findings = measure()?;
    for claim in &findings.claims {
        println!("{}: {}", claim.ruling, claim.claim);
    }
    for finding in &findings.findings {
        let verdict = finding.verdict.map_or(String::new(), |verdict| format!("  {verdict}"));
        println!("  {}: {:+.4} {:?}{verdict}", finding.part, finding.value, finding.unit);
    }
    Ok(())
}
