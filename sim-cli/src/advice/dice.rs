//! What experiments with dice have in common.

use kosti_bots::Experts;
use kosti_bots::advice::{DiceRule, Habit};
use kosti_bots::greedy::GreedyGame;
use kosti_bots::solver::{Solution, Watcher};
use kosti_engine::sheet::{DicePokerRow, Roll, Row, RowSet, Scoresheet, Sheet, SheetGame};
use kosti_engine::{Dice, DicePoker, Game, Rules};
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, Unit};

use super::budget::LabBudget;
use super::experiment::Measured;
use super::lab::{Lab, Series};
use super::paired::Judged;

/// What counts as a difference in a game with dice, in points.
pub(super) const MARGIN: f64 = 0.5;
/// The same in words.
pub(super) const MARGIN_WORDS: &str = "half a point a game";

/// The rows of the school.
pub(super) const SCHOOL: [DicePokerRow; 6] = [
    DicePokerRow::School1,
    DicePokerRow::School2,
    DicePokerRow::School3,
    DicePokerRow::School4,
    DicePokerRow::School5,
    DicePokerRow::School6,
];

/// Dice-poker for so many players under these rules.
pub(super) fn dice_poker(rules: &str, players: u8) -> DicePoker {
    let comma = if rules.is_empty() { "" } else { "," };
    DicePoker::new(Rules::parse(&format!("players={players}{comma}{rules}")).expect("rules of dice-poker"))
}

/// By roll: the rows whose combination it makes, on an empty sheet. School rows count if they have three of their face.
pub(super) fn made(game: &DicePoker) -> Vec<RowSet> {
    let makes = |dice: Dice, row: &DicePokerRow| match row.school_face() {
        Some(face) => dice.counts()[usize::from(face) - 1] >= 3,
        None => !game.booking(&Sheet::default(), dice, Roll::Later, *row).crossed,
    };
    let of = |dice| game.rows().iter::<DicePokerRow>().filter(|row| makes(dice, row)).fold(RowSet::EMPTY, RowSet::with);
    Dice::all().map(of).collect()
}

/// How often a game the rule that a player keeps to forbids something better.
#[derive(Default)]
struct Bites(f64);

impl<R: Row> Watcher<R> for Bites {
    fn bitten(&mut self, _: RowSet, times: f64) {
        self.0 += times;
    }
}

/// A rule with its name, as part of a claim.
pub(super) struct Tested<'a, R> {
    pub(super) claim: &'static str,
    pub(super) part: &'a str,
    pub(super) rule: &'a DiceRule<R>,
}

/// How often a game something better was not allowed, while somebody else watches the same games.
fn bites<S: Scoresheet>(bound: &Solution<S>, watcher: &mut impl Watcher<S::Row>) -> f64 {
    let mut bites = Bites::default();
    bound.watched(&Sheet::default(), &mut (watcher, &mut bites));
    bites.0
}

/// What it costs an optimal player to be bound, a negative number of points; `bites` is how often that changes a decision, if
/// it is known.
fn cost_finding<S: Scoresheet>(claim: &str, part: &str, bound: &Solution<S>, bites: Option<f64>) -> Finding {
    let game = bound.game();
    let value = (bound.mean() - Solution::shared(game).mean()).min(0.0);
    Finding {
        margin: Some(MARGIN),
        verdict: Some(Verdict::exact(value, MARGIN)),
        changed: bites,
        ..Finding::exact(claim, part, Lens::Cost, "optimal", &game.rules().to_string(), value, Unit::Points)
    }
}

/// What it costs an optimal player to be bound, with how often that changes a decision in all but quick runs: to follow every
/// state forward takes longer than to solve the game.
pub(super) fn cost_of_bound<S: Scoresheet>(lab: &Lab, claim: &str, part: &str, bound: &Solution<S>) -> Finding {
    let follow = lab.budget > LabBudget::Quick;
    cost_finding(claim, part, bound, follow.then(|| bites(bound, &mut ())))
}

impl<R: Row + Send + Sync + 'static> Tested<'_, R> {
    /// What it costs an optimal player to keep to the rule: a negative number of points.
    pub(super) fn cost<S: Scoresheet<Row = R>>(&self, lab: &Lab, game: &SheetGame<S>) -> anyhow::Result<Finding> {
        Ok(cost_of_bound(lab, self.claim, self.part, &self.bound(lab, game)?))
    }

    /// The same while somebody watches all games of that player: how often the rule changes a decision is seen on the way.
    pub(super) fn cost_watched<S: Scoresheet<Row = R>>(
        &self,
        lab: &Lab,
        game: &SheetGame<S>,
        watcher: &mut impl Watcher<R>,
    ) -> anyhow::Result<Finding> {
        let bound = self.bound(lab, game)?;
        Ok(cost_finding(self.claim, self.part, &bound, Some(bites(&bound, watcher))))
    }

    /// The game solved for a player who keeps to the rule.
    fn bound<S: Scoresheet<Row = R>>(&self, lab: &Lab, game: &SheetGame<S>) -> anyhow::Result<Solution<S>> {
        lab.go_on()?;
        Ok(Solution::under(game, self.rule.clone()))
    }

    /// What a simple player has of keeping to it.
    pub(super) fn gain<S: Scoresheet<Row = R>>(
        &self,
        lab: &Lab,
        game: &SheetGame<S>,
        blocks: u64,
    ) -> anyhow::Result<[Finding; 2]>
    where
        SheetGame<S>: GreedyGame + Experts,
        DiceRule<R>: Habit<SheetGame<S>>,
    {
        lab.paired(&Series {
            claim: self.claim,
            part: self.part,
            lens: Lens::Gain,
            game,
            base: "greedy",
            habit: &|| Box::new(self.rule.clone()),
            blocks,
            judged: Judged::Points(MARGIN),
        })
    }
}

/// Blocks of a quick run for what a simple player gains.
pub(super) const BLOCKS: u64 = 6000;

/// What some rules that are parts of one claim cost an optimal player.
pub(super) fn weigh_cost(
    lab: &Lab,
    claim: &'static str,
    rules: &[(&str, DiceRule<DicePokerRow>)],
) -> anyhow::Result<Vec<Finding>> {
    rules.iter().map(|(part, rule)| Tested { claim, part, rule }.cost(lab, &dice_poker("", 1))).collect()
}

/// Cost and gain of some rules that are parts of one claim, in dice-poker with these rules of the game.
pub(super) fn weigh(
    lab: &Lab,
    claim: &'static str,
    of_game: &str,
    rules: &[(&str, DiceRule<DicePokerRow>)],
) -> anyhow::Result<Measured> {
    let mut findings = Vec::new();
    for (part, rule) in rules {
        let tested = Tested { claim, part, rule };
        findings.push(tested.cost(lab, &dice_poker(of_game, 1))?);
        findings.extend(tested.gain(lab, &dice_poker(of_game, 2), BLOCKS)?);
    }
    Ok(Measured { findings, plots: Vec::new() })
}

#[cfg(test)]
mod tests {
    use kosti_bots::solver::{End, Situation};
    use kosti_engine::sheet::SheetAction;

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
    fn a_cost_is_the_same_whoever_watches() {
        let rule = DiceRule::new([DicePokerRow::Pair], |moment: &Situation, action| {
            moment.rolls > 1 || action != SheetAction::Row(DicePokerRow::Pair)
        });
        let tested = Tested { claim: "D10", part: "no pair on the first roll", rule: &rule };
        let game = dice_poker("", 1);
        let quick = tested.cost(&Lab::new(1, LabBudget::Quick, None), &game).unwrap();
        let normal = tested.cost(&Lab::new(1, LabBudget::Normal, None), &game).unwrap();
        let mut ends = Ends::default();
        let watched = tested.cost_watched(&Lab::new(1, LabBudget::Quick, None), &game, &mut ends).unwrap();
        assert!((ends.0 - 1.0).abs() < 1e-9);
        assert_eq!(watched, normal);
        assert_eq!(quick, Finding { changed: None, ..normal.clone() });
        assert!(quick.value < 0.0 && normal.changed.is_some_and(|changed| changed > 0.0), "{normal:?}");
    }
}
