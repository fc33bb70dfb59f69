//! Dice-poker: what to write where.

use kosti_bots::advice::DiceRule;
use kosti_bots::solver::{Ending, Situation};
use kosti_engine::sheet::DicePokerRow::{self, BigRoad, Four, Full, Pair, Poker, SmallRoad, Sum, Three, TwoPairs};
use kosti_engine::sheet::{Sheet, SheetAction};
use kosti_engine::{Dice, DicePoker, FACES};
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use super::best_keep::best_keeps;
use crate::advice::dice::{MARGIN, MARGIN_WORDS, SCHOOL, dice_poker, distribution, made, weigh};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, Plot, cost_words, gain_words, ruling, sentence};
use crate::advice::lab::Lab;

type Rule = DiceRule<DicePokerRow>;
type Action = SheetAction<DicePokerRow>;

const RULES: &str = "dice-poker";
const EXACT_AND_PAIRED: &str = "Cost: the game solved for a player who always does it, compared with the free optimum. Gain: a \
    simple player with and without the habit, in the same games for two.";

/// On the first roll, dice for which `due` holds fill this row at once.
fn at_once(row: DicePokerRow, due: impl Fn(Dice) -> bool + Send + Sync + 'static) -> Rule {
    DiceRule::new([row], move |moment: &Situation, action: Action| {
        let is_due = moment.rolls == 1 && moment.open.contains(row) && due(moment.dice);
        !is_due || action == SheetAction::Row(row)
    })
}

/// Whether some of these faces come at least so often.
fn many(dice: Dice, faces: std::ops::RangeInclusive<usize>, times: u8) -> bool {
    faces.into_iter().any(|face| dice.counts()[face - 1] >= times)
}

/// What the figures of one rule mean.
fn tell_part(findings: &[Finding], part: &str) -> (&'static str, String) {
    let figures = Figures(findings);
    let (cost, gain) = (figures.get(part, Lens::Cost), figures.get(part, Lens::Gain));
    (ruling(cost, gain), format!("{}; it {}", cost_words(cost), gain_words(gain)))
}

/// What the figures of a claim with one part mean.
fn tell_one(findings: &[Finding], part: &str, what: &str, at_the_table: &str) -> Told {
    let (ruling, words) = tell_part(findings, part);
    Told { ruling, sentence: sentence(ruling, &format!("{what} {words}")), at_the_table: at_the_table.into() }
}

/// The worst of several rulings.
fn overall(rulings: &[&'static str]) -> &'static str {
    if rulings.iter().all(|ruling| ruling == &rulings[0]) { rulings[0] } else { "depends" }
}

/// How much later than the others a row is crossed, and how often at all.
fn crossing_findings(lab: &Lab, claim: &'static str, rows: &[DicePokerRow], game: &DicePoker) -> Measured {
    let all = distribution(lab, game);
    let plot = Plot {
        claim,
        title: "How often the optimum crosses a row, by turn".into(),
        kind: PlotKind::Line,
        x_name: "turn",
        y_name: "chance",
    };
    let mut measured = Measured::default();
    for row in all.rows.iter().filter(|row| rows.contains(&row.row)) {
        let name = row.row.to_string();
        let chance: f64 = row.crossed.iter().sum();
        let figure =
            |part: String, value, unit| Finding::exact(claim, &part, Lens::Figure, "optimal", RULES, value, unit);
        measured.findings.push(figure(format!("{name} is crossed"), chance, Unit::Chance));
        if chance > 0.0 {
            let turn =
                row.crossed.iter().enumerate().map(|(turn, chance)| (turn + 1) as f64 * chance).sum::<f64>() / chance;
            measured.findings.push(figure(format!("{name} is crossed in turn"), turn, Unit::Turns));
        }
        let points = row.crossed.iter().enumerate().map(|(turn, chance)| plot.point(&name, turn + 1, *chance));
        measured.plots.extend(points);
    }
    measured
}

/// A sheet on which all but these rows are filled, with so many points from 5 to 100 outside the school.
fn sheet_with_points(game: &DicePoker, open: &[DicePokerRow], points: i32) -> anyhow::Result<Sheet> {
    let roads = [0, 15, 30].into_iter().flat_map(|small| [0, 20, 40].map(|big| (small, big)));
    let fits = |&(small, big): &(i32, i32)| (5..=30).contains(&(points - small - big));
    let (small, big) = roads.into_iter().find(fits).expect("so many points can be written");
    let filled = game.rows().iter::<DicePokerRow>().filter(|row| !open.contains(row));
    let entry = |row| match row {
        SmallRoad => (row, small),
        BigRoad => (row, big),
        Sum => (row, points - small - big),
        _ => (row, 0),
    };
    game.sheet_with(filled.map(entry)).map_err(|error| anyhow::anyhow!("{error}"))
}

/// All of them.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D10",
        game: "dice-poker",
        source: Source::Document,
        claim: "Two sixes or two fives on the first roll belong into the pair at once.",
        rules: RULES,
        method: EXACT_AND_PAIRED,
        margin: MARGIN_WORDS,
        measure: |lab| {
            let due = |face: usize| at_once(Pair, move |dice| dice.counts()[face - 1] == 2);
            let mut measured = weigh(lab, "D10", "", &[("two sixes", due(6)), ("two fives", due(5))])?;
            measured.plots.extend(best_keeps(&dice_poker("", 1), "D10"));
            Ok(measured)
        },
        tell: |findings| {
            let (sixes, fives) = (tell_part(findings, "two sixes"), tell_part(findings, "two fives"));
            let ruling = overall(&[sixes.0, fives.0]);
            Told {
                ruling,
                sentence: sentence(ruling, &format!("with two sixes it {}. With two fives it {}", sixes.1, fives.1)),
                at_the_table:
                    "Look what else the dice promise before you write a pair: three or four more of a kind, a \
                    road or two pairs are often worth more than the doubled pair."
                        .into(),
            }
        },
    },
    Experiment {
        id: "D11",
        game: "dice-poker",
        source: Source::Document,
        claim: "Three fours, fives or sixes on the first roll belong into three at once.",
        rules: RULES,
        method: EXACT_AND_PAIRED,
        margin: MARGIN_WORDS,
        measure: |lab| weigh(lab, "D11", "", &[("three of 4 to 6", at_once(Three, |dice| many(dice, 4..=6, 3)))]),
        tell: |findings| {
            tell_one(
                findings,
                "three of 4 to 6",
                "writing it at once",
                "Keep the three and roll on: the school, four or a full pay more. Only three sixes are best written at once.",
            )
        },
    },
    Experiment {
        id: "D12",
        game: "dice-poker",
        source: Source::Document,
        claim: "Four is small change: late it is crossed for the sake of poker, early it is given up for the school.",
        rules: RULES,
        method: "Every state of optimal play followed forward: how often each of the two rows is crossed, and in which turn.",
        margin: "",
        measure: |lab| Ok(crossing_findings(lab, "D12", &[Four, Poker], &dice_poker("", 1))),
        tell: |findings| {
            let figures = Figures(findings);
            let (four, poker) =
                (figures.value("four is crossed", Lens::Figure), figures.value("poker is crossed", Lens::Figure));
            let ruling = if four > poker { "true" } else { "false" };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "an optimal player crosses four in {:.1} % of games and poker in {:.1} %",
                        100.0 * four,
                        100.0 * poker
                    ),
                ),
                at_the_table: if four > poker {
                    "When one of the two has to go, cross four.".into()
                } else {
                    "When one of the two has to go, cross poker: four comes far more often.".into()
                },
            }
        },
    },
    Experiment {
        id: "D13",
        game: "dice-poker",
        source: Source::Document,
        claim: "Ahead by 30 to 50 points, or a few behind: cross poker and go for four.",
        rules: RULES,
        method: "Endings of two players solved exactly for the chance to win: the mover has four and poker open and dice that \
            make neither, the opponent has only poker open.",
        margin: "one game in a hundred",
        measure: |lab| {
            lab.go_on()?;
            let game = dice_poker("", 2);
            let plot = Plot {
                claim: "D13",
                title: "Chance to win after crossing one of the two, by lead".into(),
                kind: PlotKind::Line,
                x_name: "lead in points before the turn",
                y_name: "chance to win",
            };
            let junk = Dice::from_faces([1, 2, 3, 4, 6]).expect("five dice");
            let mut measured = Measured::default();
            for lead in (-20..=60).step_by(5) {
                let mover = sheet_with_points(&game, &[Four, Poker], 30 + lead)?;
                let opponent = sheet_with_points(&game, &[Poker], 30)?;
                let ending = Ending::new(&game, &mover, &opponent).map_err(|error| anyhow::anyhow!("{error}"))?;
                let worth = |row| ending.turn().of(junk, 3, SheetAction::Row(row));
                let (cross_poker, cross_four) = (worth(Poker), worth(Four));
                measured.plots.push(plot.point("cross poker, keep four", lead, cross_poker));
                measured.plots.push(plot.point("cross four, keep poker", lead, cross_four));
                let value = cross_poker - cross_four;
                measured.findings.push(Finding {
                    margin: Some(0.01),
                    verdict: Some(Verdict::exact(value, 0.01)),
                    ..Finding::exact("D13", &format!("lead {lead}"), Lens::Cost, "optimal", RULES, value, Unit::Share)
                });
            }
            Ok(measured)
        },
        tell: |findings| {
            let better = |leads: &[i32]| {
                let value = |lead: &i32| Figures(findings).value(&format!("lead {lead}"), Lens::Cost);
                leads.iter().map(value).sum::<f64>() / leads.len() as f64
            };
            let (ahead, behind) = (better(&[30, 35, 40, 45, 50]), better(&[-15, -10, -5]));
            let ruling = match (ahead > 0.01, behind > 0.01) {
                (true, true) => "true",
                (false, false) => "false",
                _ => "half true",
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "to cross poker rather than four changes the chance to win by {:+.1} % on average when 30 to 50 \
                         ahead, and by {:+.1} % when 5 to 15 behind",
                        100.0 * ahead,
                        100.0 * behind
                    ),
                ),
                at_the_table: "Near the end count what you still need, and keep the row that is likeliest to bring it."
                    .into(),
            }
        },
    },
    Experiment {
        id: "D14",
        game: "dice-poker",
        source: Source::Document,
        claim: "Keep poker open to the end, but not at any price.",
        rules: RULES,
        method: EXACT_AND_PAIRED,
        margin: MARGIN_WORDS,
        measure: |lab| {
            let makes = made(&dice_poker("", 1));
            let rows = dice_poker("", 1).rows().iter().collect();
            let rule = DiceRule::counting(vec![rows], move |moment: &Situation, action: Action| {
                let only_poker = moment.open.iter::<DicePokerRow>().count() == 1;
                action != SheetAction::Row(Poker) || only_poker || makes[moment.dice.index()].contains(Poker)
            });
            weigh(lab, "D14", "", &[("never crossed", rule)])
        },
        tell: |findings| {
            let (_, words) = tell_part(findings, "never crossed");
            let costs = Figures(findings).get("never crossed", Lens::Cost).verdict == Some(Verdict::Harms);
            let ruling = if costs { "true" } else { "half true" };
            Told {
                ruling,
                sentence: sentence(ruling, &format!("never to cross it while another row is open {words}")),
                at_the_table: "Cross poker sooner than a row that is likely to be filled.".into(),
            }
        },
    },
    Experiment {
        id: "D15",
        game: "dice-poker",
        source: Source::Document,
        claim: "Two pairs are written on the first roll and never collected on purpose.",
        rules: RULES,
        method: EXACT_AND_PAIRED,
        margin: MARGIN_WORDS,
        measure: |lab| {
            let game = dice_poker("", 1);
            let (makes, also) = (made(&game), made(&game));
            let first = at_once(TwoPairs, move |dice| {
                makes[dice.index()].contains(TwoPairs) && !also[dice.index()].contains(Full)
            });
            // To keep exactly two pairs is to collect for two pairs or full; with full filled only two pairs are left.
            let never = DiceRule::new([TwoPairs, Full, Four], |moment: &Situation, action: Action| match action {
                SheetAction::Keep(keep) => {
                    let pairs = keep.counts().iter().filter(|&&count| count == 2).count();
                    keep.len() != 4 || pairs < 2 || moment.open.contains(Full) || !moment.open.contains(TwoPairs)
                }
                SheetAction::Row(_) => true,
            });
            weigh(lab, "D15", "", &[("written at once", first), ("never collected", never)])
        },
        tell: |findings| {
            let (at_once, never) = (tell_part(findings, "written at once"), tell_part(findings, "never collected"));
            let ruling = overall(&[at_once.0, never.0]);
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!("writing them at once {}. Never collecting them {}", at_once.1, never.1),
                ),
                at_the_table:
                    "Take two pairs when the first roll brings them; collect them only when little else is open.".into(),
            }
        },
    },
    Experiment {
        id: "D16",
        game: "dice-poker",
        source: Source::Document,
        claim: "A full on the first roll is written, even a weak one.",
        rules: RULES,
        method: EXACT_AND_PAIRED,
        margin: MARGIN_WORDS,
        measure: |lab| {
            let game = dice_poker("", 1);
            let makes = made(&game);
            let any = at_once(Full, move |dice| makes[dice.index()].contains(Full));
            let makes = made(&game);
            let weak = at_once(Full, move |dice| {
                let sum: u8 = dice.faces().sum();
                makes[dice.index()].contains(Full) && sum <= 14
            });
            weigh(lab, "D16", "", &[("any full", any), ("a weak full", weak)])
        },
        tell: |findings| {
            tell_one(findings, "any full", "writing every first-roll full", "Write a full of the first roll.")
        },
    },
    Experiment {
        id: "D17",
        game: "dice-poker",
        source: Source::Document,
        claim: "Roads are written only from the first roll; after sum they are the first rows to go.",
        rules: RULES,
        method: EXACT_AND_PAIRED,
        margin: MARGIN_WORDS,
        measure: |lab| {
            let game = dice_poker("", 1);
            let makes = made(&game);
            let rule = DiceRule::new([SmallRoad, BigRoad], move |moment: &Situation, action: Action| match action {
                SheetAction::Row(row @ (SmallRoad | BigRoad)) => {
                    moment.rolls == 1 || !makes[moment.dice.index()].contains(row)
                }
                _ => true,
            });
            let mut measured = weigh(lab, "D17", "", &[("only from the first roll", rule)])?;
            let crossed = crossing_findings(lab, "D17", &[SmallRoad, BigRoad, Four, Poker, Full], &game);
            measured.findings.extend(crossed.findings);
            measured.plots.extend(crossed.plots);
            Ok(measured)
        },
        tell: |findings| {
            tell_one(
                findings,
                "only from the first roll",
                "refusing a road after a re-roll",
                "Take a road whenever it comes.",
            )
        },
    },
    Experiment {
        id: "D19",
        game: "dice-poker",
        source: Source::Document,
        claim: "With 2-3-4-4-5 and both roads open, roll one four again for either road.",
        rules: RULES,
        method: "Cost: the game solved for a player who always does it after the first and the second roll. Gain: a simple \
            player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let dice = Dice::from_faces([2, 3, 4, 4, 5]).expect("five dice");
            let keep = kosti_engine::Keep::from_faces(&[2, 3, 4, 5]).expect("four dice");
            let rule = DiceRule::new([SmallRoad, BigRoad], move |moment: &Situation, action: Action| {
                let both = moment.open.contains(SmallRoad) && moment.open.contains(BigRoad);
                !(both && moment.dice == dice && moment.rolls < 3) || action == SheetAction::Keep(keep)
            });
            weigh(lab, "D19", "", &[("2-3-4-4-5", rule)])
        },
        tell: |findings| {
            tell_one(findings, "2-3-4-4-5", "rolling one four again", "With both roads open go for them from 2-3-4-5.")
        },
    },
    Experiment {
        id: "D20",
        game: "dice-poker",
        source: Source::Document,
        claim: "Sum is never filled on purpose, only when nothing else fits.",
        rules: RULES,
        method: "Cost: the game solved for a player who writes into sum only what makes no other open row. What the optimum \
            books there: every state followed forward. Gain: a simple player with and without the habit.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let game = dice_poker("", 1);
            let makes = made(&game);
            let rule = DiceRule::new(game.rows().iter(), move |moment: &Situation, action: Action| {
                let others = makes[moment.dice.index()].and(moment.open).iter::<DicePokerRow>().any(|row| row != Sum);
                action != SheetAction::Row(Sum) || (moment.rolls == 3 && !others)
            });
            let mut measured = weigh(lab, "D20", "", &[("only as a dump", rule)])?;
            let all = distribution(lab, &game);
            let sum = all.rows.iter().find(|row| row.row == Sum).expect("there is a sum");
            let figure =
                |part: &str, value, unit| Finding::exact("D20", part, Lens::Figure, "optimal", RULES, value, unit);
            measured.findings.push(figure("points booked in sum", sum.points.mean(), Unit::Points));
            let turn = sum.filled.iter().enumerate().map(|(turn, chance)| (turn + 1) as f64 * chance).sum();
            measured.findings.push(figure("sum is filled in turn", turn, Unit::Turns));
            let plot = Plot {
                claim: "D20",
                title: "What the optimum books in sum".into(),
                kind: PlotKind::Bar,
                x_name: "points",
                y_name: "chance",
            };
            measured.plots.extend(sum.points.iter().map(|(points, chance)| plot.point("optimal", points, chance)));
            Ok(measured)
        },
        tell: |findings| {
            let booked = Figures(findings).value("points booked in sum", Lens::Figure);
            let (ruling, words) = tell_part(findings, "only as a dump");
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!("keeping it as a dump {words}. The optimum books {booked:.1} points there on average"),
                ),
                at_the_table: "Sum is for spoilt turns, but a spoilt turn with high dice.".into(),
            }
        },
    },
    Experiment {
        id: "D21",
        game: "dice-poker",
        source: Source::Document,
        claim: "When the combination is made on the first or second roll, roll the other dice again.",
        rules: RULES,
        method: "Cost: the game solved for a player who never books a made row while rolls are left and other dice could be \
            rolled, and for one who always stops; school and combinations apart. Gain: a simple player with and without it.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            // All five dice may not be kept either: that would be to stop as well.
            let on_school = DiceRule::new(SCHOOL, |moment: &Situation, action: Action| {
                let made = |row: DicePokerRow| {
                    let count = row.school_face().map(|face| moment.dice.counts()[usize::from(face) - 1]);
                    moment.open.contains(row) && count.is_some_and(|count| (3..5).contains(&count))
                };
                match action {
                    _ if moment.rolls == 3 => true,
                    SheetAction::Row(row) => !made(row),
                    SheetAction::Keep(keep) => keep.len() < 5 || !SCHOOL.into_iter().any(made),
                }
            });
            let stop_school = DiceRule::new(SCHOOL, |moment: &Situation, action: Action| {
                let made = |row: &DicePokerRow| {
                    moment.dice.counts()[row.school_face().map_or(0, |face| usize::from(face) - 1)] >= 3
                };
                let due = moment.rolls < 3
                    && moment.open.iter::<DicePokerRow>().any(|row| row.school_face().is_some() && made(&row));
                !due || matches!(action, SheetAction::Row(row) if row.school_face().is_some() && made(&row))
            });
            let on_combinations = DiceRule::new([Pair, Three, Four], |moment: &Situation, action: Action| {
                let made = |(row, equal)| moment.open.contains(row) && many(moment.dice, 1..=FACES, equal);
                let rows = [(Pair, 2), (Three, 3), (Four, 4)];
                match action {
                    _ if moment.rolls != 2 => true,
                    SheetAction::Row(row) => !rows.into_iter().any(|of| of.0 == row && made(of)),
                    SheetAction::Keep(keep) => keep.len() < 5 || !rows.into_iter().any(made),
                }
            });
            weigh(
                lab,
                "D21",
                "",
                &[
                    ("school: roll on", on_school),
                    ("school: stop", stop_school),
                    ("pair, three, four on the second roll: roll on", on_combinations),
                ],
            )
        },
        tell: |findings| {
            let figures = Figures(findings);
            let on = figures.value("school: roll on", Lens::Cost);
            let stop = figures.value("school: stop", Lens::Cost);
            let ruling = if -on <= MARGIN && stop < on {
                "true"
            } else if stop < on {
                "mostly true"
            } else {
                "false"
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "in the school, always rolling on costs an optimal player {:.2} points a game, always stopping {:.2}; with \
                         pair, three or four on the second roll always rolling on costs {:.2}",
                        0.0 - on,
                        0.0 - stop,
                        0.0 - figures.value("pair, three, four on the second roll: roll on", Lens::Cost)
                    ),
                ),
                at_the_table: "Never stop with a school row of three while rolls are left: a fourth die is a plus."
                    .into(),
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_bots::solver::Solution;

    #[test]
    fn the_optimum_agrees_with_every_rule_it_would_follow_anyway() {
        let game = dice_poker("", 1);
        let free = DiceRule::new([], |_: &Situation, _: Action| true);
        let (bound, optimum) = (Solution::under(&game, free).mean(), Solution::shared(&game).mean());
        assert!((bound - optimum).abs() < 1e-9);
    }
}
