//! Pirate-poker: what its prizes and fines are worth.

use kosti_bots::solver::Solution;
use kosti_engine::sheet::SheetGame;
use kosti_engine::{Game, PiratePoker, Rules};
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use crate::advice::dice::{MARGIN, MARGIN_WORDS, distribution};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, Plot, sentence};
use crate::advice::house_pirate::HousePirate;
use crate::advice::lab::Lab;

const RULES: &str = "pirate-poker";

/// The mean score of the best play under house rules, in points.
fn worth(lab: &Lab, rules: HousePirate) -> anyhow::Result<f64> {
    lab.go_on()?;
    let solve = || Solution::new(&SheetGame::new(rules)).mean() / f64::from(rules.parts);
    Ok(*lab.shared(rules.to_string(), solve))
}

/// Parts of a point by which a prize or a fine that nobody cares for is varied.
const PARTS: i16 = 8;

/// A number that lies between two others.
#[derive(Clone, Copy)]
struct Between {
    low: f64,
    high: f64,
}

impl Between {
    /// How often best play gets something that is worth so much, from what it is worth with a step less and a step more: the
    /// more it is worth, the more often it is got, so the true chance lies between the two slopes.
    fn slopes(less: f64, here: f64, more: f64, step: f64) -> Self {
        let (below, above) = ((here - less) / step, (more - here) / step);
        // Where both are nearly equal, rounding may swap them.
        Self { low: below.min(above), high: below.max(above) }
    }

    fn map(self, of: impl Fn(f64) -> f64) -> Self {
        let (one, other) = (of(self.low), of(self.high));
        Self { low: one.min(other), high: one.max(other) }
    }

    fn middle(self) -> f64 {
        (self.low + self.high) / 2.0
    }

    /// The same finding with the middle for its value and the ends.
    fn put(self, finding: Finding) -> Finding {
        Finding { value: self.middle(), low: Some(self.low), high: Some(self.high), ..finding }
    }
}

/// What becomes of the optimal player under the usual rules: the chances of the fine and of the prize.
fn chances(lab: &Lab) -> (f64, f64) {
    let usual = HousePirate::default();
    let all = distribution(lab, &PiratePoker::new(Rules::parse("players=1").expect("rules")));
    let fine = 1.0 - all.upper.at_least(0);
    // All that the rows do not bring is prize or fine.
    let rows: f64 = all.rows.iter().map(|row| row.points.mean()).sum();
    (fine, (all.score.mean() - rows + f64::from(usual.fine) * fine) / f64::from(usual.prize))
}

/// A figure of the optimal player.
fn figure(claim: &'static str, part: &str, value: f64, unit: Unit) -> Finding {
    Finding::exact(claim, part, Lens::Figure, "optimal", RULES, value, unit)
}

/// What a way to play costs an optimal player.
fn cost(claim: &'static str, part: &str, value: f64) -> Finding {
    Finding {
        margin: Some(MARGIN),
        verdict: Some(Verdict::exact(value, MARGIN)),
        ..Finding::exact(claim, part, Lens::Cost, "optimal", RULES, value, Unit::Points)
    }
}

/// All of them.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "P1",
        game: "pirate-poker",
        source: Source::Question,
        claim: "Is the prize of 70 for a sheet without crossed rows worth playing for?",
        rules: RULES,
        method: "The chance to get the prize: every state of optimal play followed forward. A player who does not care for it is the \
            optimum of the game without the prize; how often that one gets it lies between what an eighth of a point more and \
            less would be worth there, which is as close as the ends that are given.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let usual = worth(lab, HousePirate::default())?;
            let at = |prize| {
                let fine = 50 * i32::from(PARTS);
                worth(lab, HousePirate { prize, fine, parts: PARTS, ..HousePirate::default() })
            };
            let without = at(0)?;
            let careless = Between::slopes(at(-1)?, without, at(1)?, 1.0 / f64::from(PARTS));
            let lost = careless.map(|chance| without + 70.0 * chance - usual);
            let when_not = figure("P1", "chance of the prize when not caring", 0.0, Unit::Chance);
            Ok(Measured {
                findings: vec![
                    lost.put(cost("P1", "not caring for the prize", lost.middle())),
                    figure("P1", "chance of the prize", chances(lab).1, Unit::Chance),
                    careless.put(when_not),
                    figure("P1", "mean score", usual, Unit::Points),
                    figure("P1", "mean score without the prize in the rules", without, Unit::Points),
                ],
                plots: Vec::new(),
            })
        },
        tell: |findings| {
            let figures = Figures(findings);
            let lost = figures.get("not caring for the prize", Lens::Cost);
            let ruling = if lost.verdict == Some(Verdict::Harms) { "yes" } else { "no" };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "who does not care for it loses {:.2} points a game; an optimal player gets the prize in {:.1} % of games, one \
                         who does not care in {:.1} %",
                        -lost.value,
                        100.0 * figures.value("chance of the prize", Lens::Figure),
                        100.0 * figures.value("chance of the prize when not caring", Lens::Figure)
                    ),
                ),
                at_the_table: "The prize is rare: hope for it while poker is open and nothing is crossed, and let go at the first cross.".into(),
            }
        },
    },
    Experiment {
        id: "P2",
        game: "pirate-poker",
        source: Source::Question,
        claim: "Which mandatory rows go into the first three turns?",
        rules: RULES,
        method: "Every state of optimal play followed forward: which row each of the first three turns fills.",
        margin: "",
        measure: |lab| {
            let game = PiratePoker::new(Rules::parse("players=1").expect("rules"));
            let all = distribution(lab, &game);
            let heat = Plot {
                claim: "P2",
                title: "The row that each of the first turns fills (chance)".into(),
                kind: PlotKind::Heat,
                x_name: "turn",
                y_name: "row",
            };
            let mut measured = Measured::default();
            for row in all.rows.iter().take(6) {
                let name = row.row.to_string();
                let by_turn = row.filled.iter().zip(&row.crossed).map(|(filled, crossed)| filled + crossed);
                let first: f64 = by_turn.clone().take(3).sum();
                measured.findings.push(figure("P2", &format!("{name} in the first three turns"), first, Unit::Chance));
                measured.findings.push(figure("P2", &format!("{name} on average"), row.points.mean(), Unit::Points));
                measured
                    .plots
                    .extend(by_turn.take(6).enumerate().map(|(turn, chance)| heat.point(&name, turn + 1, chance)));
            }
            Ok(measured)
        },
        tell: |findings| {
            let part = |face: usize| format!("must-{face} in the first three turns");
            let mut faces: Vec<usize> = (1..=6).collect();
            let chance = |face: usize| Figures(findings).value(&part(face), Lens::Figure);
            faces.sort_by(|&one, &other| chance(other).total_cmp(&chance(one)));
            let words: Vec<String> =
                faces.iter().map(|&face| format!("{face}s {:.0} %", 100.0 * chance(face))).collect();
            Told {
                ruling: "answered",
                sentence: format!("Among the first three rows an optimal player fills: {}.", words.join(", ")),
                at_the_table: format!(
                    "Start with whatever three of a kind comes; when in doubt fill {}s and {}s first.",
                    faces[0], faces[1]
                ),
            }
        },
    },
    Experiment {
        id: "P3",
        game: "pirate-poker",
        source: Source::Question,
        claim: "What does the fine of 50 for a negative mandatory part change?",
        rules: RULES,
        method: "The chance to pay the fine: every state of optimal play followed forward. A player who does not care for it is the \
            optimum of the game without it, one who avoids it at all costs that of a game with a fine of 2000. How often those two \
            pay it lies between what a little more and less of a fine would be worth there, which is as close as the ends that are \
            given.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            const DREADED: i32 = 2000;
            const STEP: i32 = 20;
            let at = |fine| worth(lab, HousePirate { fine, ..HousePirate::default() });
            let in_parts = |fine| {
                let prize = 70 * i32::from(PARTS);
                worth(lab, HousePirate { prize, fine, parts: PARTS, ..HousePirate::default() })
            };
            let (usual, without, dreaded) = (at(50)?, in_parts(0)?, at(DREADED)?);
            // A smaller fine is worth more, and paid more often.
            let careless = Between::slopes(in_parts(1)?, without, in_parts(-1)?, 1.0 / f64::from(PARTS));
            let dreading = Between::slopes(at(DREADED + STEP)?, dreaded, at(DREADED - STEP)?, f64::from(STEP));
            let avoiding = dreading.map(|chance| dreaded + f64::from(DREADED - 50) * chance - usual);
            let ignoring = careless.map(|chance| without - 50.0 * chance - usual);
            let chance = |part: &str, value: f64| figure("P3", part, value, Unit::Chance);
            Ok(Measured {
                findings: vec![
                    avoiding.put(cost("P3", "avoiding it at all costs", avoiding.middle())),
                    ignoring.put(cost("P3", "not caring for it", ignoring.middle())),
                    chance("chance of the fine", chances(lab).0),
                    careless.put(chance("chance of the fine when not caring", 0.0)),
                    dreading.put(chance("chance of the fine when avoiding it at all costs", 0.0)),
                    figure("P3", "points that the fine takes", without - usual, Unit::Points),
                ],
                plots: Vec::new(),
            })
        },
        tell: |findings| {
            let figures = Figures(findings);
            Told {
                ruling: "answered",
                sentence: format!(
                    "The fine takes {:.2} points a game from an optimal player, who pays it in {:.1} % of games; not to care for it \
                     costs {:.1} more, to avoid it at all costs {:.1}.",
                    figures.value("points that the fine takes", Lens::Figure),
                    100.0 * figures.value("chance of the fine", Lens::Figure),
                    -figures.value("not caring for it", Lens::Cost),
                    -figures.value("avoiding it at all costs", Lens::Cost)
                ),
                at_the_table: "Keep the mandatory part at zero or above; it is worth giving up a combination now and then, not always.".into(),
            }
        },
    },
    Experiment {
        id: "P4",
        game: "pirate-poker",
        source: Source::Question,
        claim: "What does the duty to start with three mandatory rows cost?",
        rules: RULES,
        method: "The game solved with the duty and without it.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let at = |mandatory_turns| worth(lab, HousePirate { mandatory_turns, ..HousePirate::default() });
            let free = at(0)?;
            let plot = Plot {
                claim: "P4",
                title: "Mean score of an optimal player by the number of mandatory turns at the start".into(),
                kind: PlotKind::Line,
                x_name: "mandatory turns",
                y_name: "points",
            };
            let mut measured = Measured::default();
            for turns in 0..=6 {
                let worth = at(turns)?;
                measured.plots.push(plot.point("optimal", turns, worth));
                if turns == 3 {
                    measured.findings.push(cost("P4", "three mandatory turns", worth - free));
                    measured.findings.push(figure("P4", "mean score", worth, Unit::Points));
                }
            }
            Ok(measured)
        },
        tell: |findings| {
            let cost = Figures(findings).value("three mandatory turns", Lens::Cost);
            Told {
                ruling: "answered",
                sentence: format!("The duty costs an optimal player {:.2} points a game.", -cost),
                at_the_table:
                    "The duty is no choice: agree on it before the game, knowing that it takes points from everybody."
                        .into(),
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_lies_between_the_slopes() {
        // Worth half the square of the prize: the chance at 2 is 2 parts in 10.
        let worth = |prize: f64| prize * prize / 20.0;
        let chance = Between::slopes(worth(1.5), worth(2.0), worth(2.5), 0.5);
        assert!(chance.low < 0.2 && 0.2 < chance.high && (chance.middle() - 0.2).abs() < 1e-12);
        let cost = chance.map(|chance| -10.0 * chance);
        assert!(cost.low < cost.high && (cost.middle() + 2.0).abs() < 1e-12);
    }
}
