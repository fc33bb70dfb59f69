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
use kosti_reports::advice::{Finding, Lens, Unit};
use kosti_reports::{ConfidenceSequence, Sums, Verdict};
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

    /// Plays a series of pairs; a finding by what is judged, and one by the other measure if the habit changed anything.
    pub(super) fn paired<G: GreedyGame + Experts + 'static>(
        &self,
        series: &Series<'_, G>,
    ) -> anyhow::Result<Vec<Finding>> {
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

/// What a series says, by what is judged first. Of a habit that changed nothing only the verdict is told: a difference of
/// nothing would be no figure of it.
fn findings<G: Game>(
    series: &Series<'_, G>,
    base: &BotSpec,
    rules: &str,
    most_blocks: u64,
    result: &PairedResult,
) -> Vec<Finding> {
    let is_untested = result.changed == 0;
    let finding = |judged: Judged, unit: Unit| {
        let (sums, margin) = result.judged(judged);
        let sequence = sequence(judged, most_blocks);
        let interval = sequence.interval(sums, 0.05).filter(|_| !is_untested);
        let is_judged = judged == series.judged;
        let verdict = is_judged.then(|| result.verdict(judged, &sequence, 0.05));
        let chances = verdict.and_then(|verdict| Chances::of(verdict, &sequence, sums, margin));
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
            p: chances.map(|chances| chances.verdict),
            p_zero: chances.map(|chances| chances.zero),
            p_equal: chances.map(|chances| chances.equal),
            p_holm: None,
            verdict,
        }
    };
    let (judged, other) = match series.judged {
        Judged::Share(_) => ((series.judged, Unit::Share), (Judged::Points(0.5), Unit::Points)),
        Judged::Points(_) => ((series.judged, Unit::Points), (Judged::Share(0.005), Unit::Share)),
    };
    let told = if is_untested { vec![judged] } else { vec![judged, other] };
    told.into_iter().map(|(judged, unit)| finding(judged, unit)).collect()
}

/// The chances of such a result if what could be said of it were wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Chances {
    /// The verdict; if nothing can be said, what comes nearest to it. So every series that was tested is one of the many
    /// verdicts that are corrected together, whatever it brought.
    verdict: f64,
    /// That there is a difference.
    zero: f64,
    /// That there is none of the size of the margin.
    equal: f64,
}

impl Chances {
    /// Those of a verdict; nothing if there was no test.
    fn of(verdict: Verdict, sequence: &ConfidenceSequence, sums: &Sums, margin: f64) -> Option<Self> {
        let [below, zero, above] = [-margin, 0.0, margin].map(|mean| sequence.p(sums, mean));
        // An interval is left on one side as often as on the other, and here each mean is to be left on one side only. As
        // long as the middle is not between the margins, nothing speaks for it.
        let is_between = sums.mean().abs() < margin;
        let farther = below.max(above);
        let equal = if is_between && farther < 1.0 { farther / 2.0 } else { 1.0 };
        let verdict = match verdict {
            Verdict::Helps => above,
            Verdict::Harms => below,
            Verdict::NoPracticalDifference => equal,
            Verdict::HelpsNegligibly | Verdict::HarmsNegligibly => zero.max(equal),
            Verdict::HelpsSizeUnclear | Verdict::HarmsSizeUnclear => zero,
            Verdict::Inconclusive => zero.min(equal),
            Verdict::Untested => return None,
        };
        Some(Self { verdict, zero, equal })
    }
}

#[cfg(test)]
mod tests {
    use kosti_bots::advice::HabitGame;
    use kosti_bots::advice::null::ChangesNothing;
    use kosti_engine::{Rims, Rules};

    use super::*;

    fn series(habit: &(dyn Fn() -> Box<dyn Habit<Rims>> + Sync)) -> Vec<Finding> {
        let game = Rims::new(Rules::parse("players=2").unwrap());
        let (claim, part, base) = ("X1", "2 players", "greedy");
        let judged = Judged::Share(0.005);
        let series = Series { claim, part, lens: Lens::Gain, game: &game, base, habit, blocks: 64, judged };
        Lab::new(1, LabBudget::Quick, None).paired(&series).unwrap()
    }

    #[test]
    fn nothing_is_told_of_a_habit_that_changed_nothing_but_that_it_is_untested() {
        let findings = series(&|| Box::new(ChangesNothing));
        assert_eq!(findings.len(), 1);
        let Finding { verdict, low, high, p, p_zero, p_equal, .. } = findings[0];
        assert_eq!((verdict, low, high), (Some(Verdict::Untested), None, None));
        assert_eq!([p, p_zero, p_equal], [None; 3]);
    }

    #[test]
    fn a_series_that_tells_nothing_has_its_p_all_the_same() {
        let findings = series(&|| Rims::habit("lead-highest").unwrap());
        assert_eq!(findings.iter().map(|finding| finding.unit).collect::<Vec<_>>(), [Unit::Share, Unit::Points]);
        assert_eq!(findings[0].verdict, Some(Verdict::Inconclusive));
        assert!(findings[0].p.is_some_and(|p| p > 0.05), "{:?}", findings[0]);
        assert!(findings[0].low.is_some() && findings[1].low.is_some());
        assert_eq!([findings[1].p, findings[1].p_zero, findings[1].p_equal], [None; 3]);
    }

    #[test]
    fn a_verdict_stands_at_an_error_rate_exactly_if_its_p_is_below() {
        let sequence = ConfidenceSequence::new(1000, 1.0);
        for (mean, margin, verdict) in [
            (0.1, 0.05, Verdict::Helps),
            (0.04, 0.03, Verdict::HelpsSizeUnclear),
            (0.04, 0.09, Verdict::HelpsNegligibly),
            (0.0, 0.05, Verdict::NoPracticalDifference),
            (-0.04, 0.09, Verdict::HarmsNegligibly),
            (-0.04, 0.03, Verdict::HarmsSizeUnclear),
            (-0.1, 0.05, Verdict::Harms),
            (0.02, 0.01, Verdict::Inconclusive),
        ] {
            let mut sums = Sums::default();
            (0..2000).for_each(|block| sums.add(mean + if block % 2 == 0 { 0.4 } else { -0.4 }));
            let result = PairedResult { share: sums, changed: 1, ..PairedResult::default() };
            let at = |alpha| result.verdict(Judged::Share(margin), &sequence, alpha);
            assert_eq!(at(0.05), verdict, "{mean} {margin}");
            let p = Chances::of(verdict, &sequence, &sums, margin).unwrap().verdict;
            if verdict == Verdict::Inconclusive {
                assert!(p > 0.05, "{mean} {p}");
            } else {
                assert!(p <= 0.05 && at(p * 1.01) == verdict && at(p * 0.99) != verdict, "{mean} {verdict:?} {p}");
            }
        }
    }
}
