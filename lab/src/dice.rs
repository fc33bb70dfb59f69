//! What experiments with dice have in common.

use kosti_bots::games::dice::DiceRule;
use kosti_engine::sheet::{DicePokerRow, DicePokerRules, Roll, RowSet, Sheet};
use kosti_engine::{Dice, DicePoker, Game, Rules};
use kosti_reports::findings::{Finding, Lens, Unit};
use kosti_reports::stats::Verdict;
use kosti_solver::{Solution, Watcher};

use crate::budget::LabBudget;
use crate::error::LabError;
use crate::experiment::Measured;
use crate::figure::exact_figure;
use crate::lab::Lab;
use crate::pairing::Judged;
use crate::series::Series;

/// What counts as a difference in a game with dice, in points.
pub(crate) const MARGIN: f64 = 0.5;
/// The same in words.
pub(crate) const MARGIN_WORDS: &str = "half a point a game";

/// The rows of the school.
pub(crate) const SCHOOL: [DicePokerRow; 6] = [
    DicePokerRow::School1,
    DicePokerRow::School2,
    DicePokerRow::School3,
    DicePokerRow::School4,
    DicePokerRow::School5,
    DicePokerRow::School6,
];

/// Dice-poker for this many players under these rules.
pub(crate) fn dice_poker(rules: &str, players: u8) -> DicePoker {
    let comma = if rules.is_empty() { "" } else { "," };
    DicePoker::new(Rules::parse(&format!("players={players}{comma}{rules}")).expect("rules of dice-poker"))
}

/// By roll: the rows whose combination it makes, on an empty sheet. School rows count if they have three of their face.
pub(crate) fn made(game: &DicePoker) -> Vec<RowSet> {
    let makes = |dice: Dice, row: &DicePokerRow| match row.school_face() {
        Some(face) => dice.counts()[usize::from(face) - 1] >= 3,
        None => !game.booking(&Sheet::default(), dice, Roll::Later, *row).crossed,
    };
    let of = |dice| game.rows().iter::<DicePokerRow>().filter(|row| makes(dice, row)).fold(RowSet::EMPTY, RowSet::with);
    Dice::all().map(of).collect()
}

/// How often a game the rule that a player keeps to forbids something better.
#[derive(Default)]
struct Forbidden(f64);

impl<R> Watcher<R> for Forbidden {
    fn bitten(&mut self, _: RowSet, times: f64) {
        self.0 += times;
    }
}

/// How often a game something better is forbidden, while another watcher sees the same games.
fn forbidden(bound: &Solution<DicePokerRules>, watcher: &mut dyn Watcher<DicePokerRow>) -> f64 {
    let mut forbidden = Forbidden::default();
    bound.watched(&Sheet::default(), &mut (watcher, &mut forbidden));
    forbidden.0
}

/// What it costs an optimal player to be bound, a negative number of points; `changed` is how often that changes a decision,
/// if it is known.
fn cost_finding(part: &str, bound: &Solution<DicePokerRules>, changed: Option<f64>) -> Finding {
    let game = bound.game();
    let value = (bound.mean() - Solution::shared(game).mean()).min(0.0);
    Finding {
        margin: Some(MARGIN),
        verdict: Some(Verdict::exact(value, MARGIN)),
        changed,
        ..exact_figure(part, Lens::Cost, "optimal", &game.rules().to_string(), value, Unit::Points)
    }
}

/// What it costs an optimal player to be bound, with how often that changes a decision in all but quick runs: to follow every
/// state forward takes longer than to solve the game.
pub(crate) fn cost_of_bound(lab: &Lab<'_>, part: &str, bound: &Solution<DicePokerRules>) -> Finding {
    let follow = lab.budget > LabBudget::Quick;
    cost_finding(part, bound, follow.then(|| forbidden(bound, &mut ())))
}

/// A rule of dice-poker that is tested as a part of a claim.
pub(crate) struct RuleTest<'a> {
    pub(crate) part: &'a str,
    pub(crate) rule: &'a DiceRule<DicePokerRow>,
}

impl RuleTest<'_> {
    /// What it costs an optimal player to keep to the rule: a negative number of points.
    pub(crate) fn cost(&self, lab: &Lab<'_>, game: &DicePoker) -> Result<Finding, LabError> {
        Ok(cost_of_bound(lab, self.part, &self.bound(lab, game)?))
    }

    /// The same while a watcher sees all games of that player: how often the rule changes a decision is counted on the way.
    pub(crate) fn cost_watched(
        &self,
        lab: &Lab<'_>,
        game: &DicePoker,
        watcher: &mut dyn Watcher<DicePokerRow>,
    ) -> Result<Finding, LabError> {
        let bound = self.bound(lab, game)?;
        Ok(cost_finding(self.part, &bound, Some(forbidden(&bound, watcher))))
    }

    /// The game solved for a player who keeps to the rule.
    fn bound(&self, lab: &Lab<'_>, game: &DicePoker) -> Result<Solution<DicePokerRules>, LabError> {
        lab.check_stop()?;
        Ok(Solution::under(game, self.rule.clone()))
    }

    /// What a simple player gains by keeping to the rule.
    pub(crate) fn gain(&self, lab: &Lab<'_>, game: &DicePoker, blocks: u64) -> Result<Vec<Finding>, LabError> {
        let series = Series {
            part: self.part,
            lens: Lens::Gain,
            game,
            base: "greedy",
            habit: &|| Box::new(self.rule.clone()),
            blocks,
            judged: Judged::Points(MARGIN),
        };
        series.play(lab)
    }
}

/// Blocks of a quick run for what a simple player gains.
pub(crate) const BLOCKS: u64 = 6000;

/// What some rules cost an optimal player.
pub(crate) fn weigh_cost(lab: &Lab<'_>, rules: &[(&str, DiceRule<DicePokerRow>)]) -> Result<Vec<Finding>, LabError> {
    rules.iter().map(|(part, rule)| RuleTest { part, rule }.cost(lab, &dice_poker("", 1))).collect()
}

/// Cost and gain of some rules, in dice-poker with these rules of the game.
pub(crate) fn weigh(
    lab: &Lab<'_>,
    of_game: &str,
    rules: &[(&str, DiceRule<DicePokerRow>)],
) -> Result<Measured, LabError> {
    let mut findings = Vec::new();
    for (part, rule) in rules {
        let test = RuleTest { part, rule };
        findings.push(test.cost(lab, &dice_poker(of_game, 1))?);
        findings.extend(test.gain(lab, &dice_poker(of_game, 2), BLOCKS)?);
    }
    Ok(findings.into())
}

#[cfg(test)]
mod tests {
    use kosti_engine::sheet::SheetAction;
    use kosti_solver::{End, Situation};

    use super::*;

    /// How likely the ends are that are shown.
    #[derive(Default)]
    struct Ends(f64);

    impl Watcher<DicePokerRow> for Ends {
        fn ended(&mut self, _: &End, chance: f64) {
            self.0 += chance;
        }
    }

    #[test]
    fn a_cost_is_the_same_when_it_is_watched() {
        let rule = DiceRule::new([DicePokerRow::Pair], |moment: &Situation, action| {
            moment.rolls > 1 || action != SheetAction::Row(DicePokerRow::Pair)
        });
        let test = RuleTest { part: "no pair on the first roll", rule: &rule };
        let game = dice_poker("", 1);
        let quick = test.cost(&Lab::alone("X1", 1, LabBudget::Quick), &game).unwrap();
        let normal = test.cost(&Lab::alone("X1", 1, LabBudget::Normal), &game).unwrap();
        let mut ends = Ends::default();
        let watched = test.cost_watched(&Lab::alone("X1", 1, LabBudget::Quick), &game, &mut ends).unwrap();
        assert!((ends.0 - 1.0).abs() < 1e-9);
        assert_eq!(watched, normal);
        assert_eq!(quick, Finding { changed: None, ..normal.clone() });
        assert!(quick.value < 0.0 && normal.changed.is_some_and(|changed| changed > 0.0), "{normal:?}");
    }
}
