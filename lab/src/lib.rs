//! Experiments on strategy advice for the games of kosti.
//!
//! An [`Experiment`] is a claim and how it is tested, fixed before anything runs: what is claimed, under which rules, how it
//! is measured, and what counts as a difference. [`run`] measures some experiments, corrects their verdicts for being many,
//! lets each experiment draw its [`Conclusion`], and gives [`Findings`](findings::Findings): claims, figures and points of
//! plots. The experiments on the documents of the games are [`claims::all`].
//!
//! An experiment measures with a [`Lab`]. Where a game can be solved, the figures are exact. Elsewhere a [`Series`] plays
//! games in pairs: the same bots with the same luck, once without a habit and once with it in each seat.
//!
//! Nothing here prints, reads arguments, handles signals or ends the process. The caller passes in a flag that says when to
//! stop and a function that hears how far the run is. A run with a folder goes on where it was stopped.
//!
//! # An experiment of your own
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use kosti_bots::habit::HabitGame;
//! use kosti_engine::{Game, Rims, Rules};
//! use kosti_lab::findings::{Lens, Ruling};
//! use kosti_lab::stats::Verdict;
//! use kosti_lab::{Conclusion, Experiment, Figures, Judged, LabConfig, Measured, Series, Source};
//!
//! static LOW_CARDS: Experiment = Experiment {
//!     id: "X1",
//!     game: "rims",
//!     source: Source::Other("a question of mine"),
//!     claim: "When not fighting for trump, shed the lowest card.",
//!     rules: "rims for 2 players",
//!     method: "Games in pairs, with the habit and without it.",
//!     margin: "one game in a hundred",
//!     measure: |lab| {
//!         let game = Rims::new(Rules::parse("players=2").expect("rules of rims"));
//!         let series = Series {
//!             part: "always",
//!             lens: Lens::Gain,
//!             game: &game,
//!             base: "greedy",
//!             habit: &|| Rims::habit("shed-lowest").expect("a habit of rims"),
//!             blocks: 200,
//!             judged: Judged::Share(0.01),
//!         };
//!         Ok(Measured { findings: series.play(lab)?, plots: Vec::new() })
//!     },
//!     conclude: |findings| {
//!         let gain = Figures(findings).get("always", Lens::Gain);
//!         let ruling = match gain.verdict {
//!             Some(Verdict::Helps | Verdict::HelpsSizeUnclear) => Ruling::True,
//!             Some(Verdict::Harms | Verdict::HarmsSizeUnclear) => Ruling::False,
//!             _ => Ruling::Unclear,
//!         };
//!         Conclusion {
//!             ruling,
//!             sentence: format!("it changes the share of games won by {:+.3}.", gain.value),
//!             at_the_table: "Shed low cards if you like.".into(),
//!         }
//!     },
//! };
//!
//! let stop = AtomicBool::new(false);
//! let config = LabConfig { seed: 7, ..LabConfig::default() };
//! let mut progress = |progress: kosti_lab::LabProgress<'_>| assert_eq!((progress.id, progress.of), ("X1", 1));
//! let findings = kosti_lab::run(&[&LOW_CARDS], &config, &stop, &mut progress)?;
//! assert_eq!(findings.claims[0].id, "X1");
//! assert!(findings.findings.iter().all(|finding| finding.claim == "X1"));
//! # Ok::<(), kosti_lab::LabError>(())
//! ```

pub mod claims;

mod budget;
mod dice;
mod error;
mod experiment;
mod field;
mod figure;
mod house_pirate;
mod lab;
mod pairing;
mod run;
mod run_folder;
mod series;
mod survey;
mod trial;
mod wording;

pub use budget::LabBudget;
pub use error::{FolderError, LabError};
pub use experiment::{Conclusion, Experiment, Measured, Source};
pub use figure::{Figures, Plot, exact_figure};
pub use lab::Lab;
pub use pairing::Judged;
pub use run::{Command, LabConfig, LabProgress, run};
pub use run_folder::{PAGE_TITLE, RunFolder};
pub use series::Series;

pub use kosti_reports::{findings, stats};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
