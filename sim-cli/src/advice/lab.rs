//! Where experiments are run.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::{any::Any, fs};

use kosti_bots::advice::Habit;
use kosti_bots::greedy::GreedyGame;
use kosti_bots::{BotSpec, Experts};
use kosti_engine::Game;
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, Unit};
use serde::{Deserialize, Serialize};

use super::budget::LabBudget;
use super::paired::{Judged, PairedGames, PairedResult, sequence};
use crate::interrupt::{self, Interrupted};
use crate::output::write_file;

/// Where experiments are run: their seed, how much work they may be, and what they share.
pub struct Lab {
    /// The seed of everything that is simulated.
    pub seed: u64,
    /// How much work they may be.
    pub budget: LabBudget,
    /// Where unfinished series are kept, if anywhere.
    unfinished: Option<PathBuf>,
    stop: &'static AtomicBool,
    shared: Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>,
}

/// A series of pairs of games that is part of a claim.
pub struct Series<'a, G: Game> {
    /// The claim.
    pub claim: &'static str,
    /// What it is about.
    pub part: &'a str,
    /// From which side.
    pub lens: Lens,
    /// The game.
    pub game: &'a G,
    /// Who plays.
    pub base: &'a str,
    /// Makes the habit.
    pub habit: &'a (dyn Fn() -> Box<dyn Habit<G>> + Sync),
    /// The most blocks of a quick run.
    pub blocks: u64,
    /// What is judged.
    pub judged: Judged,
}

/// A series as it is kept in a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Everything that the result follows from.
    series: String,
    result: PairedResult,
}

impl Lab {
    /// A place for experiments; unfinished ones are kept in a folder, if there is one.
    pub fn new(seed: u64, budget: LabBudget, unfinished: Option<PathBuf>) -> Self {
        Self { seed, budget, unfinished, stop: interrupt::watch(), shared: Mutex::default() }
    }

    /// What experiments share, worked out by the first that needs it.
    pub(super) fn shared<T: Any + Send + Sync>(&self, key: String, make: impl FnOnce() -> T) -> Arc<T> {
        let mut shared = self.shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let value = shared.entry(key).or_insert_with(|| Arc::new(make())).clone();
        value.downcast().expect("a key stands for one type")
    }

    /// Fails if the user wants an end.
    pub(super) fn go_on(&self) -> anyhow::Result<()> {
        match self.stop.load(std::sync::atomic::Ordering::Relaxed) {
            true => Err(Interrupted { go_on_with: None }.into()),
            false => Ok(()),
        }
    }

    /// Plays a series of pairs; a finding by what is judged, and one by the other measure.
    pub(super) fn paired<G: GreedyGame + Experts + 'static>(
        &self,
        series: &Series<'_, G>,
    ) -> anyhow::Result<[Finding; 2]> {
        let base: BotSpec = series.base.parse()?;
        let most_blocks = series.blocks * self.budget.times();
        let games = PairedGames {
            game: series.game,
            base: &base,
            habit: series.habit,
            seed: self.seed,
            most_blocks,
            judged: series.judged,
        };
        let rules = series.game.rules().to_string();
        let identity = format!(
            "{} {} {rules} {base} {:?} {most_blocks} {} {}",
            series.claim,
            series.part,
            series.judged,
            self.seed,
            env!("CARGO_PKG_VERSION")
        );
        let file = self.unfinished.as_ref().map(|folder| {
            let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
            folder.join(format!(
                "{}-{}-{}-{}.json",
                series.claim,
                plain(series.part),
                plain(series.base),
                plain(&rules)
            ))
        });
        // A file that cannot be read only costs time: what is in it can be played again.
        let kept = file.as_ref().and_then(|file| serde_json::from_slice::<Kept>(&fs::read(file).ok()?).ok());
        let from = kept.filter(|kept| kept.series == identity).map(|kept| kept.result).unwrap_or_default();
        let mut failed = None;
        let result = games.play(from, self.stop, |result| {
            if let Some(file) = &file {
                let kept = Kept { series: identity.clone(), result: *result };
                let written = serde_json::to_vec(&kept).map_err(Into::into).and_then(|bytes| write_file(file, &bytes));
                failed = failed.take().or(written.err());
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let result = result.ok_or(Interrupted { go_on_with: None })?;
        Ok(findings(series, &base, &rules, most_blocks, &result))
    }
}

/// What a series says, by what is judged first.
fn findings<G: Game>(
    series: &Series<'_, G>,
    base: &BotSpec,
    rules: &str,
    most_blocks: u64,
    result: &PairedResult,
) -> [Finding; 2] {
    let verdict_by = sequence(series.judged, most_blocks);
    let finding = |judged: Judged, unit: Unit| {
        let (sums, margin) = result.judged(judged);
        let sequence = sequence(judged, most_blocks);
        let interval = sequence.interval(sums, 0.05);
        let is_judged = judged == series.judged;
        let verdict = is_judged.then(|| result.verdict(judged, &verdict_by, 0.05));
        let p = verdict.and_then(|verdict| match verdict {
            Verdict::Helps => Some(sequence.p(sums, margin)),
            Verdict::Harms => Some(sequence.p(sums, -margin)),
            Verdict::NoPracticalDifference => Some(sequence.p(sums, margin).max(sequence.p(sums, -margin)) / 2.0),
            Verdict::HelpsNegligibly => Some(sequence.p(sums, 0.0).max(sequence.p(sums, margin) / 2.0)),
            Verdict::HarmsNegligibly => Some(sequence.p(sums, 0.0).max(sequence.p(sums, -margin) / 2.0)),
            Verdict::HelpsSizeUnclear | Verdict::HarmsSizeUnclear => Some(sequence.p(sums, 0.0)),
            Verdict::Untested | Verdict::Inconclusive => None,
        });
        Finding {
            claim: series.claim.into(),
            part: series.part.into(),
            lens: series.lens,
            player: base.to_string(),
            rules: rules.into(),
            value: sums.mean(),
            unit,
            low: interval.map(|(low, _)| low),
            high: interval.map(|(_, high)| high),
            margin: is_judged.then_some(margin),
            blocks: sums.blocks,
            games: result.games,
            had_a_say: Some(result.had_a_say as f64 / result.games.max(1) as f64),
            changed: Some(result.changed as f64 / result.games.max(1) as f64),
            p,
            p_zero: p.and(Some(sequence.p(sums, 0.0))),
            p_holm: None,
            verdict,
        }
    };
    match series.judged {
        Judged::Share(_) => [finding(series.judged, Unit::Share), finding(Judged::Points(0.5), Unit::Points)],
        Judged::Points(_) => [finding(series.judged, Unit::Points), finding(Judged::Share(0.005), Unit::Share)],
    }
}
