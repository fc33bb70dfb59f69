//! A series of paired games that is part of an experiment.

use kosti_bots::habit::Habit;
use kosti_bots::{BotGame, BotSpec};
use kosti_engine::Game;
use kosti_reports::findings::{Finding, Lens, Unit};
use kosti_reports::stats::PValues;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::figure::exact_figure;
use crate::lab::Lab;
use crate::pairing::{Judged, Keep, PairedResult, Pairing, sequence};
use crate::run_folder::{file_name, keep, read_kept};

/// A series of paired games: a base bot plays in all seats, once without a habit and once with it in each seat, with the
/// same luck. It ends early when the verdict is clear.
pub struct Series<'a, G: Game> {
    /// What it is about, such as `3 players`: the part of its findings.
    pub part: &'a str,
    /// From which side the claim is looked at.
    pub lens: Lens,
    /// The game.
    pub game: &'a G,
    /// The base bot, as it is written: `greedy`.
    pub base: &'a str,
    /// Makes the habit.
    pub habit: &'a (dyn Fn() -> Box<dyn Habit<G>> + Sync),
    /// The most blocks of a quick run; longer runs have this many times more. In a block, all games have the same luck.
    pub blocks: u64,
    /// What is judged, and what counts as a difference.
    pub judged: Judged,
}

/// A series as it is kept in a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Everything that the result follows from.
    series: String,
    result: PairedResult,
}

/// What the findings of a series have in common.
struct Described<'a> {
    part: &'a str,
    lens: Lens,
    base: String,
    rules: String,
    most_blocks: u64,
    judged: Judged,
}

impl<G: BotGame> Series<'_, G> {
    /// Plays the series; the finding on what is judged comes first, and one by the other measure if the habit changed
    /// anything. If the lab has a folder, the series goes on where it was stopped.
    ///
    /// # Errors
    /// If the base bot cannot be made, the series cannot be kept, or the caller wants an end.
    pub fn play(&self, lab: &Lab<'_>) -> Result<Vec<Finding>, LabError> {
        let base: BotSpec = self.base.parse()?;
        let described = Described {
            part: self.part,
            lens: self.lens,
            base: base.to_string(),
            rules: self.game.rules().to_string(),
            most_blocks: self.blocks * lab.budget.times(),
            judged: self.judged,
        };
        let pairing = Pairing {
            game: self.game,
            base: &base,
            habit: self.habit,
            most_blocks: described.most_blocks,
            judged: self.judged,
        };
        let result = described.resume(lab, &mut |from, keep| pairing.play(lab, from, keep))?;
        Ok(described.findings(&result))
    }
}

/// Plays on from a result, and keeps the result after every batch.
type PlayOn<'a> = dyn FnMut(PairedResult, &mut Keep<'_>) -> Result<PairedResult, LabError> + 'a;

impl Described<'_> {
    /// Plays on from what an earlier run kept, and keeps what comes of it.
    fn resume(&self, lab: &Lab<'_>, play: &mut PlayOn<'_>) -> Result<PairedResult, LabError> {
        let Self { part, base, rules, most_blocks, judged, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        let identity = format!("{} {part} {rules} {base} {judged:?} {most_blocks} {} {version}", lab.id, lab.seed);
        let Some(folder) = lab.unfinished() else { return play(PairedResult::default(), &mut |_| Ok(())) };
        let [id, part, base, rules] = [lab.id, part, base, rules].map(file_name);
        let file = folder.join(format!("{id}-{part}-{base}-{rules}.json"));
        let from =
            read_kept::<Kept>(&file).filter(|kept| kept.series == identity).map(|kept| kept.result).unwrap_or_default();
        play(from, &mut |result| keep(&file, &Kept { series: identity.clone(), result: *result }))
    }

    /// What the result says, by what is judged first. If the habit changed nothing, there is no difference to tell the size
    /// of: there is only the verdict that it is untested.
    fn findings(&self, result: &PairedResult) -> Vec<Finding> {
        let other = match self.judged {
            Judged::Share(_) => Judged::Points(0.5),
            Judged::Points(_) => Judged::Share(0.005),
        };
        let told = if result.changed == 0 { vec![self.judged] } else { vec![self.judged, other] };
        told.into_iter().map(|judged| self.finding(result, judged)).collect()
    }

    /// What the result says by one measure.
    fn finding(&self, result: &PairedResult, by: Judged) -> Finding {
        let unit = match by {
            Judged::Share(_) => Unit::Share,
            Judged::Points(_) => Unit::Points,
        };
        let (sums, margin) = result.judged(by);
        let sequence = sequence(by, self.most_blocks);
        let interval = sequence.interval(sums, 0.05).filter(|_| result.changed > 0);
        let is_judged = by == self.judged;
        let verdict = is_judged.then(|| result.verdict(by, &sequence, 0.05));
        let p = verdict.and_then(|verdict| PValues::of(verdict, &sequence, sums, margin));
        let a_game = |times: u64| Some(times as f64 / result.games.max(1) as f64);
        Finding {
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            margin: is_judged.then_some(margin),
            blocks: sums.blocks,
            games: result.games,
            had_a_say: a_game(result.applied),
            changed: a_game(result.changed),
            p: p.map(|p| p.verdict),
            p_zero: p.map(|p| p.zero),
            p_equal: p.map(|p| p.equal),
            verdict,
            ..exact_figure(self.part, self.lens, &self.base, &self.rules, sums.mean(), unit)
        }
    }
}

#[cfg(test)]
mod tests {
    use kosti_bots::habit::HabitGame;
    use kosti_bots::habit::null::ChangesNothing;
    use kosti_engine::{Rims, Rules};
    use kosti_reports::stats::Verdict;

    use super::*;
    use crate::budget::LabBudget;

    fn series(habit: &(dyn Fn() -> Box<dyn Habit<Rims>> + Sync)) -> Vec<Finding> {
        let game = Rims::new(Rules::parse("players=2").unwrap());
        let judged = Judged::Share(0.005);
        let series =
            Series { part: "2 players", lens: Lens::Gain, game: &game, base: "greedy", habit, blocks: 64, judged };
        series.play(&Lab::alone("X1", 1, LabBudget::Quick)).unwrap()
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
}
