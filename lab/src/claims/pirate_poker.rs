//! Pirate-poker: what its prizes and fines are worth.

use kosti_engine::Game;
use kosti_engine::sheet::{PiratePokerRow, Row, Sheet, SheetGame};
use kosti_reports::findings::{Finding, Lens, PlotKind, Ruling, Unit};
use kosti_reports::stats::Verdict;
use kosti_solver::{End, Fill, Solution, Watcher};

use crate::dice::{MARGIN, MARGIN_WORDS};
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::house_pirate::HousePirate;
use crate::lab::Lab;
use crate::wording::sentence;

const RULES: &str = "pirate-poker";
/// Rows of the mandatory part, and the first turns that are shown.
const MANDATORY: usize = 6;
/// The prize and the fine of the usual rules.
const PRIZE: f64 = 70.0;
const FINE: f64 = 50.0;

/// What the best play under house rules comes to.
#[derive(Clone, Copy, Default)]
struct BestPlay {
    /// The mean score under these rules.
    worth: f64,
    /// How often every row is filled.
    uncrossed: f64,
    /// How often the mandatory part ends below zero.
    negative: f64,
    /// By turn and row of the mandatory part: how often it is filled then.
    filled: [[f64; MANDATORY]; MANDATORY],
}

impl Watcher<PiratePokerRow> for BestPlay {
    fn filled(&mut self, fill: &Fill<PiratePokerRow>, chance: f64) {
        if let Some(by_row) = self.filled.get_mut(fill.before.len())
            && let Some(times) = by_row.get_mut(fill.row.index())
        {
            *times += chance;
        }
    }

    fn ended(&mut self, end: &End, chance: f64) {
        self.uncrossed += if end.marked { 0.0 } else { chance };
        self.negative += if end.upper < 0 { chance } else { 0.0 };
    }
}

impl BestPlay {
    fn under(lab: &Lab<'_>, rules: HousePirate) -> Result<Self, LabError> {
        Ok(*lab.shared(&format!("best play under {rules}"), || {
            let solution = Solution::new(&SheetGame::new(rules));
            let mut play = Self { worth: solution.mean(), ..Self::default() };
            solution.watched(&Sheet::default(), &mut play);
            Ok(play)
        })?)
    }
}

/// The mean score of the best play under house rules.
fn worth(lab: &Lab<'_>, rules: HousePirate) -> Result<f64, LabError> {
    Ok(*lab.shared(&rules.to_string(), || Ok(Solution::new(&SheetGame::new(rules)).mean()))?)
}

/// A figure of the optimal player.
fn figure(part: &str, value: f64, unit: Unit) -> Finding {
    exact_figure(part, Lens::Figure, "optimal", RULES, value, unit)
}

/// What a way to play costs an optimal player.
fn cost(part: &str, value: f64) -> Finding {
    Finding {
        margin: Some(MARGIN),
        verdict: Some(Verdict::exact(value, MARGIN)),
        ..exact_figure(part, Lens::Cost, "optimal", RULES, value, Unit::Points)
    }
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "P1",
        game: "pirate-poker",
        source: Source::Question,
        claim: "Is the prize of 70 for a sheet without crossed rows worth playing for?",
        rules: RULES,
        method: "A player who does not care for the prize is the optimum of the game without it. Every state of that player and of the \
            optimum followed forward.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let usual = BestPlay::under(lab, HousePirate::default())?;
            let careless = BestPlay::under(lab, HousePirate { prize: 0, ..HousePirate::default() })?;
            let lost = careless.worth + PRIZE * careless.uncrossed - usual.worth;
            Ok(vec![
                cost("not caring for the prize", lost),
                figure("chance of the prize", usual.uncrossed, Unit::Chance),
                figure("chance of the prize when not caring", careless.uncrossed, Unit::Chance),
                figure("mean score", usual.worth, Unit::Points),
                figure("mean score without the prize in the rules", careless.worth, Unit::Points),
            ]
            .into())
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let lost = figures.get("not caring for the prize", Lens::Cost);
            let ruling = if lost.verdict == Some(Verdict::Harms) { Ruling::Yes } else { Ruling::No };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "who does not care for it loses {:.2} points a game; the best player gets it in {:.1} % of games, and one who \
                         does not care in {:.1} %",
                        -lost.value,
                        100.0 * figures.value("chance of the prize", Lens::Figure),
                        100.0 * figures.value("chance of the prize when not caring", Lens::Figure)
                    ),
                ),
                at_the_table: if ruling == Ruling::No {
                    "Play as if there were no prize, and take it if it comes.".into()
                } else {
                    "Keep the prize in mind: not to care for it costs more than it saves.".into()
                },
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
            let play = BestPlay::under(lab, HousePirate::default())?;
            let heat = Plot {
                title: "The row that each of the first turns fills (chance)".into(),
                kind: PlotKind::Heat,
                x_name: "turn",
                y_name: "row",
            };
            let mut measured = Measured::default();
            for row in PiratePokerRow::ALL.iter().take(MANDATORY) {
                let by_turn = play.filled.iter().map(|by_row| by_row[row.index()]);
                let first: f64 = by_turn.clone().take(3).sum();
                measured.findings.push(figure(&format!("{row} in the first three turns"), first, Unit::Chance));
                measured
                    .plots
                    .extend(by_turn.zip(1..).map(|(chance, turn)| heat.point(&row.to_string(), turn, chance)));
            }
            Ok(measured)
        },
        conclude: |findings| {
            let part = |face: usize| format!("must-{face} in the first three turns");
            let mut faces: Vec<usize> = (1..=6).collect();
            let chance = |face: usize| Figures(findings).value(&part(face), Lens::Figure);
            faces.sort_by(|&one, &other| chance(other).total_cmp(&chance(one)));
            let words: Vec<String> =
                faces.iter().map(|&face| format!("{face}s {:.0} %", 100.0 * chance(face))).collect();
            Conclusion {
                ruling: Ruling::Answered,
                sentence: format!("Among the first three rows an optimal player fills: {}.", words.join(", ")),
                at_the_table: format!(
                    "No row has to come first; of the first three rows the best player fills {}s and {}s most often, and {}s least.",
                    faces[0], faces[1], faces[5]
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
        method: "A player who does not care for the fine is the optimum of the game without it, one who avoids it at all costs that of a \
            game with a fine of 2000. Every state of both and of the optimum followed forward.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            const DREADED: i32 = 2000;
            let at = |fine| BestPlay::under(lab, HousePirate { fine, ..HousePirate::default() });
            let (usual, careless, dreading) = (BestPlay::under(lab, HousePirate::default())?, at(0)?, at(DREADED)?);
            let avoiding = dreading.worth + (f64::from(DREADED) - FINE) * dreading.negative - usual.worth;
            let ignoring = careless.worth - FINE * careless.negative - usual.worth;
            let chance = |part: &str, play: BestPlay| figure(part, play.negative, Unit::Chance);
            Ok(vec![
                cost("avoiding it at all costs", avoiding),
                cost("not caring for it", ignoring),
                chance("chance of the fine", usual),
                chance("chance of the fine when not caring", careless),
                chance("chance of the fine when avoiding it at all costs", dreading),
                figure("points that the fine takes", careless.worth - usual.worth, Unit::Points),
            ]
            .into())
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let [ignoring, avoiding] =
                ["not caring for it", "avoiding it at all costs"].map(|part| figures.get(part, Lens::Cost));
            Conclusion {
                ruling: Ruling::Answered,
                sentence: format!(
                    "The fine takes {:.1} points a game from the best player, who pays it in {:.1} % of games. Who does not care for it \
                     loses {:.1} points more, and who avoids it at any price loses {:.1} more.",
                    figures.value("points that the fine takes", Lens::Figure),
                    100.0 * figures.value("chance of the fine", Lens::Figure),
                    -ignoring.value,
                    -avoiding.value
                ),
                at_the_table: match [ignoring, avoiding].map(|cost| cost.verdict == Some(Verdict::Harms)) {
                    [true, true] => "Try to keep the mandatory part at zero or above, but not at any price.".into(),
                    [true, false] => "Keep the mandatory part at zero or above, whatever it takes.".into(),
                    [false, _] => "Do not mind the fine.".into(),
                },
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
                    measured.findings.push(cost("three mandatory turns", worth - free));
                    measured.findings.push(figure("mean score", worth, Unit::Points));
                }
            }
            Ok(measured)
        },
        conclude: |findings| {
            let cost = Figures(findings).value("three mandatory turns", Lens::Cost);
            Conclusion {
                ruling: Ruling::Answered,
                sentence: format!("The duty costs an optimal player {:.2} points a game.", -cost),
                at_the_table: "Agree on the duty before the game: it takes points even from the best player.".into(),
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::LabBudget;

    #[test]
    fn chances_are_what_a_point_more_is_worth() {
        let lab = Lab::alone("X1", 1, LabBudget::Quick);
        let usual = BestPlay::under(&lab, HousePirate::default()).unwrap();
        let at = |prize, fine| worth(&lab, HousePirate { prize, fine, ..HousePirate::default() }).unwrap();
        // The more something is worth, the more often it is got: the chance lies between what a point less and more change.
        let between = |chance: f64, less: f64, more: f64| {
            assert!(usual.worth - less < chance + 1e-3 && chance < more - usual.worth + 1e-3, "{less} {chance} {more}");
        };
        between(usual.uncrossed, at(69, 50), at(71, 50));
        between(usual.negative, at(70, 51), at(70, 49));
    }
}
