//! Dice-poker: when to roll on, and the row for what is left over.

use kosti_bots::games::dice::DiceRule;
use kosti_engine::sheet::DicePokerRow::{self, BigRoad, Four, Pair, SmallRoad, Sum, Three, TwoPairs};
use kosti_engine::sheet::{ROLLS, Sheet, SheetAction};
use kosti_engine::{Dice, FACES};
use kosti_reports::findings::{Lens, PlotKind, Ruling, Unit};
use kosti_solver::{Situation, Solution};

use super::dice_games::{SituationCount, of_optimum};
use super::dice_parts::{Action, RULES, conclude_part, each_time, is_group, mean_turn};
use crate::dice::{BLOCKS, MARGIN, MARGIN_WORDS, RuleTest, SCHOOL, dice_poker, made, weigh, weigh_cost};
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::wording::{gain_words, sentence};

/// Combinations that leave dice to roll again.
const COMBINATIONS: [DicePokerRow; 4] = [Pair, Three, Four, TwoPairs];

/// Whether the dice make such a combination, it is open, and other dice are left.
fn is_made(moment: &Situation, row: DicePokerRow) -> bool {
    let pairs = moment.dice.counts().into_iter().filter(|&count| count >= 2).count();
    let made = match row {
        Pair => pairs > 0,
        Three => many(moment.dice, 1..=FACES, 3),
        TwoPairs => pairs == 2,
        _ => many(moment.dice, 1..=FACES, 4),
    };
    // Five equal dice, a full: nothing is left to roll.
    let done = many(moment.dice, 1..=FACES, 5) || is_group(moment.dice, &[2, 3]);
    made && !done && moment.open.contains(row)
}

/// Whether some of these faces come at least this many times.
fn many(dice: Dice, faces: std::ops::RangeInclusive<usize>, times: u8) -> bool {
    faces.into_iter().any(|face| dice.counts()[face - 1] >= times)
}

/// What to do with what is made, by what it costs to roll on and to stop: in the school, and with combinations by roll.
fn tips(on: f64, stop: f64, first: (f64, f64), second: (f64, f64)) -> String {
    let school = if on < stop {
        "Do not stop with a school row of three while rolls are left: a fourth die is a plus."
    } else {
        "Write a school row of three as soon as it is made."
    };
    let with = "With pair, three, four or two pairs";
    let better = |(on, stop): (f64, f64)| if on < stop { "roll again" } else { "stop" };
    let after_first = match first {
        (on, stop) if on.min(stop) > MARGIN => format!(
            "but after the first look at the dice: it doubles the points, and always to roll on costs {on:.1} points a game, always to stop \
             {stop:.1}"
        ),
        first => format!("and after the first {}", better(first)),
    };
    format!("{school} {with} {} after the second roll, {after_first}.", better(second))
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D19",
        game: "dice-poker",
        source: Source::Document,
        claim: "With 2-3-4-4-5 and both roads open, roll one four again for either road.",
        rules: RULES,
        method: "Cost: the game solved for a player who always does it after the first and the second roll, and for one who does it only \
            when the school row of the fours is filled; each time: divided by how often that player comes to it, every state followed \
            forward. At the start of a game: from the solved game. Gain: a simple player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let dice = Dice::from_faces([2, 3, 4, 4, 5]).expect("five dice");
            let keep = kosti_engine::Keep::from_faces(&[2, 3, 4, 5]).expect("four dice");
            let fours = SCHOOL[3];
            let due = move |moment: &Situation| {
                let both = moment.open.contains(SmallRoad) && moment.open.contains(BigRoad);
                both && moment.dice == dice && moment.rolls < ROLLS
            };
            let always = DiceRule::new([SmallRoad, BigRoad], move |moment: &Situation, action: Action| {
                !due(moment) || action == SheetAction::Keep(keep)
            });
            let filled = DiceRule::new([SmallRoad, BigRoad, fours], move |moment: &Situation, action: Action| {
                !due(moment) || moment.open.contains(fours) || action == SheetAction::Keep(keep)
            });
            let mut count = SituationCount::new(vec![dice], |filled, rolls| {
                !filled.contains(SmallRoad) && !filled.contains(BigRoad) && rolls < ROLLS
            });
            let test = RuleTest { part: "2-3-4-4-5", rule: &always };
            let cost = test.cost_watched(lab, &dice_poker("", 1), &mut count)?;
            let each = each_time("2-3-4-4-5", cost.value, count.times());
            let mut measured = Measured::from(vec![cost]);
            measured.findings.extend(test.gain(lab, &dice_poker("", 2), BLOCKS)?);
            measured.findings.extend(weigh_cost(lab, &[("2-3-4-4-5, fours filled", filled)])?);
            measured.findings.extend(each);
            let turn = Solution::shared(&dice_poker("", 1)).turn(&Sheet::default());
            for (part, rolls) in [("first roll of a game", 1), ("second roll of a game", 2)] {
                let loss = turn.of(dice, rolls, SheetAction::Keep(keep)) - turn.of(dice, rolls, turn.best(dice, rolls));
                measured.findings.push(exact_figure(part, Lens::Figure, "optimal", RULES, loss, Unit::Points));
            }
            Ok(measured)
        },
        conclude: |findings| {
            let (ruling, words) = conclude_part(findings, "2-3-4-4-5");
            let figure = |part: &str| 0.0 - Figures(findings).value(part, Lens::Figure);
            let early = figure("first roll of a game");
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "rolling one four again {words}. Each time it costs an optimal player {:.2} points, {early:.2} on the first roll of a \
                         game and {:.2} on the second. Done only when the row of fours is filled it costs {:.2} points a game",
                        figure("2-3-4-4-5: each time"),
                        figure("second roll of a game"),
                        0.0 - Figures(findings).value("2-3-4-4-5, fours filled", Lens::Cost)
                    ),
                ),
                at_the_table: if early > MARGIN {
                    "While the row of fours is open keep the two fours, above all early in the game; when it is filled go for the roads.".into()
                } else {
                    "With both roads open go for them from 2-3-4-5.".into()
                },
            }
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
            let mut measured = weigh(lab, "", &[("only as a dump", rule)])?;
            let (all, _) = &*of_optimum(lab, &game)?;
            let sum = all.rows.iter().find(|row| row.row == Sum).expect("there is a sum");
            let figure = |part: &str, value, unit| exact_figure(part, Lens::Figure, "optimal", RULES, value, unit);
            measured.findings.push(figure("points booked in sum", sum.points.mean(), Unit::Points));
            measured.findings.push(figure("sum is filled in turn", mean_turn(&sum.filled), Unit::Turns));
            let plot = Plot {
                title: "What the optimum books in sum".into(),
                kind: PlotKind::Bar,
                x_name: "points",
                y_name: "chance",
            };
            measured.plots.extend(sum.points.iter().map(|(points, chance)| plot.point("optimal", points, chance)));
            Ok(measured)
        },
        conclude: |findings| {
            let booked = Figures(findings).value("points booked in sum", Lens::Figure);
            let (ruling, words) = conclude_part(findings, "only as a dump");
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!("keeping it as a dump {words}. The optimum books {booked:.2} points there on average"),
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
        method: "Cost: the game solved for a player who never books what is made while rolls are left and other dice could be rolled, and \
            for one who always stops then; the school apart from pair, three, four and two pairs, and these by roll, since the \
            first one doubles. Gain: a simple player with and without the habit of rolling on, in the same games for two.",
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
            let on_combinations = |roll: u8| {
                DiceRule::new(COMBINATIONS, move |moment: &Situation, action: Action| match action {
                    _ if moment.rolls != roll => true,
                    SheetAction::Row(row) => !COMBINATIONS.contains(&row) || !is_made(moment, row),
                    SheetAction::Keep(keep) => {
                        keep.len() < 5 || !COMBINATIONS.into_iter().any(|row| is_made(moment, row))
                    }
                })
            };
            let stop_combinations = |roll: u8| {
                DiceRule::new(COMBINATIONS, move |moment: &Situation, action: Action| {
                    let due = moment.rolls == roll && COMBINATIONS.into_iter().any(|row| is_made(moment, row));
                    !due || matches!(action, SheetAction::Row(row) if COMBINATIONS.contains(&row) && is_made(moment, row))
                })
            };
            let roll_on = [
                ("school: roll on", on_school),
                ("combinations, first roll: roll on", on_combinations(1)),
                ("combinations, second roll: roll on", on_combinations(2)),
            ];
            let stop = [
                ("school: stop", stop_school),
                ("combinations, first roll: stop", stop_combinations(1)),
                ("combinations, second roll: stop", stop_combinations(2)),
            ];
            let mut findings = Vec::new();
            for (part, rule) in &roll_on {
                let test = RuleTest { part, rule };
                findings.push(test.cost(lab, &dice_poker("", 1))?);
                // A simple player hardly ever stops early but on the first roll, where a few games are enough to tell.
                findings.extend(test.gain(lab, &dice_poker("", 2), BLOCKS / 3)?);
            }
            findings.extend(weigh_cost(lab, &stop)?);
            Ok(findings.into())
        },
        conclude: |findings| {
            let cost = |part: &str| 0.0 - Figures(findings).value(part, Lens::Cost);
            let gain = |part: &str| gain_words(Figures(findings).get(part, Lens::Gain));
            let (on, stop) = (cost("school: roll on"), cost("school: stop"));
            let first = (cost("combinations, first roll: roll on"), cost("combinations, first roll: stop"));
            let second = (cost("combinations, second roll: roll on"), cost("combinations, second roll: stop"));
            let better = [(on, stop), first, second].into_iter().filter(|(on, stop)| on < stop).count();
            let ruling = match better {
                3 if on <= MARGIN && first.0 <= MARGIN && second.0 <= MARGIN => Ruling::True,
                3 => Ruling::MostlyTrue,
                0 => Ruling::False,
                _ => Ruling::HalfTrue,
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "in the school, always rolling on costs an optimal player {on:.2} points a game, always stopping {stop:.2}. With \
                         pair, three, four or two pairs it is {:.2} and {:.2} on the first roll, {:.2} and {:.2} on the second. Always \
                         rolling on {} in the school; with these combinations it {} on the first roll and {} on the second",
                        first.0,
                        first.1,
                        second.0,
                        second.1,
                        gain("school: roll on"),
                        gain("combinations, first roll: roll on"),
                        gain("combinations, second roll: roll on")
                    ),
                ),
                at_the_table: tips(on, stop, first, second),
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tips_tell_the_exception_of_the_first_roll_only_if_there_is_one() {
        let usual = tips(0.0, 23.9, (12.6, 18.4), (0.0, 25.9));
        assert!(usual.starts_with("Do not stop with a school row") && usual.contains("costs 12.6 points"), "{usual}");
        assert!(usual.contains("roll again after the second roll, but after the first look"), "{usual}");
        let plain = tips(3.0, 1.0, (0.1, 18.4), (9.0, 2.0));
        assert!(plain.starts_with("Write a school row") && !plain.contains("look at the dice"), "{plain}");
        assert!(plain.contains("stop after the second roll, and after the first roll again"), "{plain}");
    }
}
