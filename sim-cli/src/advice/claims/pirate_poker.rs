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

/// The mean score of the best play under house rules.
fn worth(lab: &Lab, rules: HousePirate) -> anyhow::Result<f64> {
    lab.go_on()?;
    Ok(*lab.shared(rules.to_string(), || Solution::new(&SheetGame::new(rules)).mean()))
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
        method: "The game solved with the prize, without it, and with one point more or less: what one more point is worth is the \
            chance to get the prize. So what a player who does not care for it scores under the usual rules is known exactly.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let at = |prize| worth(lab, HousePirate { prize, ..HousePirate::default() });
            let (usual, without) = (at(70)?, at(0)?);
            let chance = at(71)? - usual;
            let careless = at(1)? - without;
            Ok(Measured {
                findings: vec![
                    cost("P1", "not caring for the prize", without + 70.0 * careless - usual),
                    figure("P1", "chance of the prize", chance, Unit::Chance),
                    figure("P1", "chance of the prize when not caring", careless, Unit::Chance),
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
        method: "The game solved with the fine, without it, and with a fine so high that it is avoided wherever possible; what one \
            point more of it costs is the chance to pay it.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            const DREADED: i32 = 2000;
            let at = |fine| worth(lab, HousePirate { fine, ..HousePirate::default() });
            let (usual, without, dreaded) = (at(50)?, at(0)?, at(DREADED)?);
            let chance = usual - at(51)?;
            let careless = without - at(1)?;
            let dreading = dreaded - at(DREADED + 1)?;
            Ok(Measured {
                findings: vec![
                    cost("P3", "avoiding it at all costs", dreaded + f64::from(DREADED - 50) * dreading - usual),
                    cost("P3", "not caring for it", without - 50.0 * careless - usual),
                    figure("P3", "chance of the fine", chance, Unit::Chance),
                    figure("P3", "chance of the fine when not caring", careless, Unit::Chance),
                    figure("P3", "chance of the fine when avoiding it at all costs", dreading, Unit::Chance),
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
                     costs {:.2} more, to avoid it at all costs {:.2}.",
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
                    "Take the duty as it comes: a good first roll that may not be written is the only thing lost."
                        .into(),
            }
        },
    },
];
