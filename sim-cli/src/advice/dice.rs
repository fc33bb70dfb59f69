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

impl<R: Row + Send + Sync + 'static> Tested<'_, R> {
    /// What it costs an optimal player to keep to the rule: a negative number of points.
    pub(super) fn cost<S: Scoresheet<Row = R>>(&self, lab: &Lab, game: &SheetGame<S>) -> anyhow::Result<Finding> {
        lab.go_on()?;
        let free = Solution::shared(game).mean();
        let bound = Solution::under(game, self.rule.clone());
        let value = (bound.mean() - free).min(0.0);
        // To follow every state forward takes longer than to solve the game.
        let bites = || {
            let mut bites = Bites::default();
            bound.watched(&Sheet::default(), &mut bites);
            bites.0
        };
        Ok(Finding {
            margin: Some(MARGIN),
            verdict: Some(Verdict::exact(value, MARGIN)),
            changed: (lab.budget > LabBudget::Quick).then(bites),
            ..Finding::exact(
                self.claim,
                self.part,
                Lens::Cost,
                "optimal",
                &game.rules().to_string(),
                value,
                Unit::Points,
            )
        })
    }

    /// What a simple player has of keeping to it.
    pub(super) fn gain<S: Scoresheet<Row = R>>(
        &self,
        lab: &Lab,
        game: &SheetGame<S>,
        blocks: u64,
    ) -> anyhow::Result<Vec<Finding>>
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
const BLOCKS: u64 = 6000;

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
