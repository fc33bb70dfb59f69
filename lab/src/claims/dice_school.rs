//! Dice-poker: the school.

use kosti_bots::games::dice::DiceRule;
use kosti_engine::Dice;
use kosti_engine::sheet::DicePokerRow::{self, Four, School1};
use kosti_engine::sheet::{RowSet, SheetAction};
use kosti_reports::findings::{Lens, PlotKind, PlotPoint, Ruling, Unit};
use kosti_reports::stats::Verdict;
use kosti_solver::{Situation, Solution};

use super::by_table::signed;
use super::dice_games::{TURNS, of_greedy, of_optimum};
use super::dice_parts::{mean_turn, percent};
use super::school_ignored::SchoolIgnored;
use super::school_points::Worth;
use crate::dice::{BLOCKS, MARGIN, MARGIN_WORDS, RuleTest, SCHOOL, cost_of_bound, dice_poker, weigh};
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::wording::{cost_words, gain_words, ruling, sentence};

type Action = SheetAction<DicePokerRow>;

const RULES: &str = "dice-poker";
/// Rows of the sheet.
const ROWS: usize = 15;

/// How many of these rows are open.
fn count(open: RowSet, rows: &[DicePokerRow]) -> usize {
    rows.iter().filter(|row| open.contains(**row)).count()
}

/// The rows of the school, and all others.
fn school_and_others() -> Vec<Vec<DicePokerRow>> {
    let (school, others) = dice_poker("", 1).rows().iter::<DicePokerRow>().partition(|row| row.school_face().is_some());
    vec![school, others]
}

/// The school is full after this many turns.
fn school_within(turns: usize) -> DiceRule<DicePokerRow> {
    DiceRule::counting(school_and_others(), move |moment: &Situation, action: Action| {
        let turn = ROWS - moment.open.iter::<DicePokerRow>().count();
        let school = count(moment.open, &SCHOOL);
        let due = school > 0 && turn + school >= turns;
        !due || !matches!(action, SheetAction::Row(row) if row.school_face().is_none())
    })
}

/// In the first turns, this many, nothing is written into the school.
fn school_not_before(turns: usize) -> DiceRule<DicePokerRow> {
    DiceRule::counting(school_and_others(), move |moment: &Situation, action: Action| {
        let open = moment.open.iter::<DicePokerRow>().count();
        let others = open > count(moment.open, &SCHOOL);
        let early = ROWS - open < turns && others;
        !early || !matches!(action, SheetAction::Row(row) if row.school_face().is_some())
    })
}

/// Turns played and school totals of which the worth of a point is told: the optimum comes to each in at least one game of a
/// hundred. Six turns from the start it hardly ever has less than −2.
const SCHOOL_POINTS: [(usize, i32); 7] = [(6, -2), (6, 0), (6, 6), (6, 10), (3, 0), (9, 0), (12, 0)];

/// The name of the worth of a school point after this many turns at this total.
fn school_point(turns: usize, total: i32) -> String {
    format!("after {turns} turns, total {total:+}")
}

/// When to fill the school, by the cheapest fixed time and how often the optimum fills one of its rows in the first turn.
fn time_of_the_school(cheapest: f64, first: f64) -> String {
    let fixed = if cheapest > MARGIN {
        format!("Set no time for the school: even the cheapest costs {cheapest:.1} points a game.")
    } else {
        "A fixed time for the school does no harm, if it is the right one.".into()
    };
    let share = percent(first);
    let early = if first > 0.25 {
        format!("Take its rows as they come: the optimum fills one in {share} of first turns already.")
    } else {
        format!("It may wait: the optimum fills one of its rows in only {share} of first turns.")
    };
    format!("{fixed} {early}")
}

/// How often each face lies there.
fn of_face(dice: Dice, row: DicePokerRow) -> Option<u8> {
    row.school_face().map(|face| dice.counts()[usize::from(face) - 1])
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D01",
        game: "dice-poker",
        source: Source::Document,
        claim: "Fill the school early and do not leave it for the end.",
        rules: RULES,
        method: "Cost: the game solved for players who fill the school within the first so many turns, and for players who \
            leave it alone in the first so many. Gain: a simple player with and without the habit. When the optimum itself \
            fills each row: every state followed forward.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let (one, two) = (dice_poker("", 1), dice_poker("", 2));
            let mut measured = Measured::default();
            let plot = Plot {
                title: "What a fixed time for the school costs an optimal player".into(),
                kind: PlotKind::Line,
                x_name: "turns",
                y_name: "points a game",
            };
            const WITHIN: &str = "all within so many";
            const NOT_BEFORE: &str = "none in the first so many";
            for (part, series, turns, rule) in [
                ("school within 6 turns", WITHIN, 6, school_within(6)),
                ("school within 9 turns", WITHIN, 9, school_within(9)),
                ("school within 12 turns", WITHIN, 12, school_within(12)),
                ("no school in the first 3 turns", NOT_BEFORE, 3, school_not_before(3)),
                ("no school in the first 6 turns", NOT_BEFORE, 6, school_not_before(6)),
                ("no school in the first 9 turns", NOT_BEFORE, 9, school_not_before(9)),
            ] {
                let test = RuleTest { part, rule: &rule };
                let cost = test.cost(lab, &one)?;
                measured.plots.push(plot.point(series, turns, cost.value));
                measured.findings.push(cost);
                if turns == 9 {
                    measured.findings.extend(test.gain(lab, &two, 4000)?);
                }
            }
            let heat = Plot {
                title: "When the optimum fills each row (chance by turn)".into(),
                kind: PlotKind::Heat,
                x_name: "turn",
                y_name: "row",
            };
            let (mut school, mut others) = ([0.0; TURNS], [0.0; TURNS]);
            let figure = |part: &str, value, unit| exact_figure(part, Lens::Figure, "optimal", RULES, value, unit);
            for row in &of_optimum(lab, &one)?.0.rows {
                let by_turn: Vec<f64> =
                    row.filled.iter().zip(&row.crossed).map(|(filled, crossed)| filled + crossed).collect();
                let is_school = row.row.school_face().is_some();
                let all = if is_school { &mut school } else { &mut others };
                all.iter_mut().zip(&by_turn).for_each(|(all, chance)| *all += chance);
                if is_school {
                    let part = format!("{} is filled in turn", row.row);
                    measured.findings.push(figure(&part, mean_turn(&by_turn), Unit::Turns));
                }
                let cell = |(turn, &chance): (usize, &f64)| PlotPoint {
                    label: percent(chance),
                    ..heat.point(&row.row.to_string(), turn + 1, chance)
                };
                measured.plots.extend(by_turn.iter().enumerate().map(cell));
            }
            measured.findings.push(figure("a school row is filled in turn", mean_turn(&school), Unit::Turns));
            measured.findings.push(figure("another row is filled in turn", mean_turn(&others), Unit::Turns));
            measured.findings.push(figure("the first turn fills a school row", school[0], Unit::Chance));
            Ok(measured)
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let cost = |part: &str| -figures.value(part, Lens::Cost);
            // The same freedom at either end of the game.
            let pairs = [
                (cost("school within 12 turns"), cost("no school in the first 3 turns")),
                (cost("school within 9 turns"), cost("no school in the first 6 turns")),
                (cost("school within 6 turns"), cost("no school in the first 9 turns")),
            ];
            let ruling = match pairs.iter().filter(|(early, late)| *late > early + MARGIN).count() {
                3 => Ruling::True,
                0 => Ruling::False,
                _ => Ruling::HalfTrue,
            };
            let least = pairs.iter().fold(f64::MAX, |least, (early, late)| least.min(*early).min(*late));
            let figure = |part: &str| figures.value(part, Lens::Figure);
            let first = figure("the first turn fills a school row");
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "to leave the school alone in the first three turns costs an optimal player {:.1} points a game, to have it full \
                         three turns before the end {:.1}; with six turns it is {:.1} and {:.1}, with nine {:.1} and {:.1}. The habit of \
                         having it full within nine turns {}. Left free, the optimum fills school rows in turn {:.1} on average and \
                         others in turn {:.1}",
                        pairs[0].1,
                        pairs[0].0,
                        pairs[1].1,
                        pairs[1].0,
                        pairs[2].1,
                        pairs[2].0,
                        gain_words(figures.get("school within 9 turns", Lens::Gain)),
                        figure("a school row is filled in turn"),
                        figure("another row is filled in turn")
                    ),
                ),
                at_the_table: time_of_the_school(least, first),
            }
        },
    },
    Experiment {
        id: "D02",
        game: "dice-poker",
        source: Source::Document,
        claim: "Give up four to write a plus into the school.",
        rules: RULES,
        method: "Cost: the game solved for a player who never writes four equal dice into four while their school row is open, \
            and for one who never writes them into the school while four is open. What the optimum does: every state \
            followed forward.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let looks = || SCHOOL.into_iter().chain([Four]);
            let to_school = DiceRule::new(looks(), |moment: &Situation, action: Action| {
                let four = moment.dice.counts().iter().position(|&count| count >= 4);
                !(action == SheetAction::Row(Four) && four.is_some_and(|face| moment.open.contains(SCHOOL[face])))
            });
            let to_four = DiceRule::new(looks(), |moment: &Situation, action: Action| match action {
                SheetAction::Row(row) => {
                    !(moment.open.contains(Four) && of_face(moment.dice, row).is_some_and(|count| count >= 4))
                }
                SheetAction::Keep(_) => true,
            });
            let mut measured = weigh(lab, "", &[("always to the school", to_school), ("always to four", to_four)])?;
            let dice = of_optimum(lab, &dice_poker("", 1))?.1.four_equal;
            for (part, share) in
                [("the optimum takes the school", dice.school()), ("the optimum takes four", dice.four())]
            {
                measured.findings.push(exact_figure(part, Lens::Figure, "optimal", RULES, share, Unit::Chance));
            }
            Ok(measured)
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let (cost, gain) =
                (figures.get("always to the school", Lens::Cost), figures.get("always to the school", Lens::Gain));
            let opposite = figures.get("always to four", Lens::Cost);
            let ruling = match (cost.verdict, opposite.verdict) {
                (Some(Verdict::Harms), _) => Ruling::False,
                (_, Some(Verdict::Harms)) => Ruling::True,
                _ => ruling(cost, gain),
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "always to give four equal dice to the school {}, always to write four costs {:.2}; the optimum takes the \
                         school in {:.0} % of such moments. It {}",
                        cost_words(cost),
                        -opposite.value,
                        100.0 * figures.value("the optimum takes the school", Lens::Figure),
                        gain_words(gain)
                    ),
                ),
                at_the_table: "With four equal dice look at the school first.".into(),
            }
        },
    },
    Experiment {
        id: "D03",
        game: "dice-poker",
        source: Source::Document,
        claim: "A plus in the school buys freedom elsewhere.",
        rules: RULES,
        method: "The worth of one more point in the school, from the solved game: what the final score is on average with it and \
            without it. Averaged over all states that the optimum comes to, each as often as it comes to it, by turns played and \
            school total; states are left out in which nobody can have one more: the school is full, or its rows hold as much as they can.",
        margin: "",
        measure: |lab| {
            let points = &of_optimum(lab, &dice_poker("", 1))?.1.school_points;
            let heat = Plot {
                title: "Worth of one more school point, in points of the final score, where the optimum comes in at least one game of a \
                        hundred"
                    .into(),
                kind: PlotKind::Heat,
                x_name: "school total so far",
                y_name: "turns played",
            };
            let cell = |((turns, total), worth): ((usize, i32), Worth)| PlotPoint {
                label: format!("{:.1}", worth.mean()),
                ..heat.point(&turns.to_string(), total, worth.mean())
            };
            let figure = |(turns, total): (usize, i32)| {
                let worth = points.at(turns, total).mean();
                exact_figure(&school_point(turns, total), Lens::Figure, "optimal", RULES, worth, Unit::Points)
            };
            Ok(Measured {
                findings: SCHOOL_POINTS.map(figure).into(),
                plots: points.cells().filter(|(_, worth)| worth.chance >= 0.01).map(cell).collect(),
            })
        },
        conclude: |findings| {
            let at = |turns, total| Figures(findings).value(&school_point(turns, total), Lens::Figure);
            // A point anywhere else is worth one.
            let ruling = if at(6, 0) > 1.0 + MARGIN { Ruling::True } else { Ruling::False };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "after six turns one more point in the school is worth {:.1} points of the final score at a total of 0, {:.1} at −2 \
                         and {:.1} at +6. At a total of 0 it is {:.1} after three turns and {:.1} after twelve",
                        at(6, 0),
                        at(6, -2),
                        at(6, 6),
                        at(3, 0),
                        at(12, 0)
                    ),
                ),
                at_the_table: format!(
                    "Near zero a point in the school counts as much as {:.0} elsewhere, below zero even more; at +10 it is worth {:.1}.",
                    at(6, 0),
                    at(6, 10)
                ),
            }
        },
    },
    Experiment {
        id: "D04",
        game: "dice-poker",
        source: Source::Document,
        claim: "Do not care about the ones: −1 or −2 there is fine.",
        rules: RULES,
        method: "Cost of the opposite: the game solved for a player who writes ones only with at least three of them, as long as \
            anything else is open. Gain: a simple player with and without that habit, in the same games for two. What the optimum \
            books there: every state followed forward.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let game = dice_poker("", 1);
            let rule = DiceRule::new([], |moment: &Situation, action: Action| {
                action != SheetAction::Row(School1) || moment.dice.counts()[0] >= 3
            });
            let mut measured = weigh(lab, "", &[("ones only with three", rule)])?;
            let (all, _) = &*of_optimum(lab, &game)?;
            let ones = &all.rows.iter().find(|row| row.row == School1).expect("there are ones").points;
            let plot = Plot {
                title: "What the optimum books in the ones".into(),
                kind: PlotKind::Bar,
                x_name: "points",
                y_name: "chance",
            };
            measured.plots.extend(ones.iter().map(|(points, chance)| plot.point("optimal", points, chance)));
            let short = 1.0 - ones.at_least(0);
            measured.findings.push(exact_figure(
                "ones below zero",
                Lens::Figure,
                "optimal",
                RULES,
                short,
                Unit::Chance,
            ));
            Ok(measured)
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let cost = figures.get("ones only with three", Lens::Cost);
            let ruling = if cost.verdict == Some(Verdict::Harms) { Ruling::True } else { Ruling::HalfTrue };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "to insist on three ones {}; it {}. The optimum ends with fewer than three in {:.0} % of games",
                        cost_words(cost),
                        gain_words(figures.get("ones only with three", Lens::Gain)),
                        100.0 * figures.value("ones below zero", Lens::Figure)
                    ),
                ),
                at_the_table: if ruling == Ruling::True {
                    "Use the ones for a spoilt turn.".into()
                } else {
                    "Use the ones for a spoilt turn or for three ones: it makes no difference.".into()
                },
            }
        },
    },
    Experiment {
        id: "D05",
        game: "dice-poker",
        source: Source::Document,
        claim: "Keep the school near or above zero.",
        rules: RULES,
        method: "The distribution of the final school total of the optimum and of the simple player: every state followed forward.",
        margin: "",
        measure: |lab| {
            let game = dice_poker("", 1);
            let (all, _) = &*of_optimum(lab, &game)?;
            let (greedy, _) = &*of_greedy(lab, &game)?;
            let plot = Plot {
                title: "Final total of the school".into(),
                kind: PlotKind::Line,
                x_name: "total",
                y_name: "chance",
            };
            let mut measured = Measured::default();
            let shown = -30..=40;
            for (player, totals) in [("optimal", &all.upper), ("greedy", &greedy.upper)] {
                let totals = totals.iter().filter(|(total, _)| shown.contains(total));
                measured.plots.extend(totals.map(|(total, chance)| plot.point(player, total, chance)));
            }
            for (part, player, value, unit) in [
                ("school below zero", "optimal", 1.0 - all.upper.at_least(0), Unit::Chance),
                ("mean total", "optimal", all.upper.mean(), Unit::Points),
                ("school below zero, simple player", "greedy", 1.0 - greedy.upper.at_least(0), Unit::Chance),
            ] {
                measured.findings.push(exact_figure(part, Lens::Figure, player, RULES, value, unit));
            }
            Ok(measured)
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let (negative, mean) =
                (figures.value("school below zero", Lens::Figure), figures.value("mean total", Lens::Figure));
            let ruling = if negative < 0.25 { Ruling::True } else { Ruling::False };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "the optimum ends below zero in {:.1} % of games, with {} on average; a simple player does in {:.1} %",
                        100.0 * negative,
                        signed(mean, 1),
                        100.0 * figures.value("school below zero, simple player", Lens::Figure)
                    ),
                ),
                at_the_table: "A school at or a little above zero is the aim: below it every point costs ten.".into(),
            }
        },
    },
    Experiment {
        id: "D06",
        game: "dice-poker",
        source: Source::Document,
        claim: "If school rows count dice and not points, the school can be ignored.",
        rules: "dice-poker:school=count against dice-poker:school=face",
        method: "The game solved, under both rules, for a player who up to the last roll of a turn does only what would be best if the \
            school were worth nothing; the row is then chosen freely, and when nothing but the school is open all else as well. \
            As long as any school row is open, three of them count as places for spoilt turns. Gain: a simple player who does the same, \
            in the same games for two; with the habit it also takes over how well the best player chooses dice for the combinations.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            lab.check_stop()?;
            let ignored = SchoolIgnored::new(&dice_poker("", 1));
            let mut measured = Measured::default();
            for of_game in ["school=count", "school=face"] {
                lab.check_stop()?;
                let bound = Solution::under(&dice_poker(of_game, 1), ignored.clone());
                measured.findings.push(cost_of_bound(lab, of_game, &bound));
            }
            let test = RuleTest { part: "school=count", rule: &ignored.habit() };
            measured.findings.extend(test.gain(lab, &dice_poker("school=count", 2), BLOCKS / 4)?);
            Ok(measured)
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let (count, face) = (figures.get("school=count", Lens::Cost), figures.get("school=face", Lens::Cost));
            let ruling = if count.verdict == Some(Verdict::Harms) { Ruling::False } else { Ruling::True };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "never to choose dice for the school {} when rows count dice, and {:.2} when they count points. When they count dice \
                         it {}",
                        cost_words(count),
                        0.0 - face.value,
                        gain_words(figures.get("school=count", Lens::Gain))
                    ),
                ),
                at_the_table: if ruling == Ruling::False {
                    "Even if only dice are counted, ten for every missing die adds up.".into()
                } else {
                    "If only dice are counted, play for the combinations.".into()
                },
            }
        },
    },
    Experiment {
        id: "D07",
        game: "dice-poker",
        source: Source::Document,
        claim: "If every minus counts tenfold, never book a school row one or two dice short.",
        rules: "dice-poker:penalty=each",
        method: "Cost: the game solved for a player who never does while anything else is allowed. Gain: a simple player with and \
            without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let rule = DiceRule::new([], |moment: &Situation, action: Action| match action {
                SheetAction::Row(row) => of_face(moment.dice, row).is_none_or(|count| count >= 3),
                SheetAction::Keep(_) => true,
            });
            weigh(lab, "penalty=each", &[("short at all", rule)])
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let (cost, gain) = (figures.get("short at all", Lens::Cost), figures.get("short at all", Lens::Gain));
            let ruling = ruling(cost, gain);
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "never to book a row with fewer than three dice {}; it {}",
                        cost_words(cost),
                        gain_words(gain)
                    ),
                ),
                at_the_table: if cost.verdict == Some(Verdict::Harms) {
                    "Book a short row when everything else that is left would cost more.".into()
                } else {
                    "Leave a short row unbooked as long as anything else is open.".into()
                },
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::LabBudget;
    use crate::lab::Lab;

    #[test]
    fn a_tip_on_time_follows_from_the_figures() {
        let none = time_of_the_school(8.8, 0.45);
        assert!(none.contains("costs 8.8 points") && none.contains("45 % of first turns already"), "{none}");
        let some = time_of_the_school(0.3, 0.1);
        assert!(some.contains("no harm") && some.contains("may wait"), "{some}");
    }

    #[test]
    fn every_cell_of_the_optimum_has_a_worth() {
        let lab = Lab::alone("X1", 1, LabBudget::Quick);
        let points = &of_optimum(&lab, &dice_poker("", 1)).unwrap().1.school_points;
        for ((turns, total), worth) in points.cells() {
            // In the school a point counts at least once and at most tenfold.
            assert!((0.99..10.01).contains(&worth.mean()), "{turns} turns, total {total}: {worth:?}");
        }
        for (turns, total) in SCHOOL_POINTS {
            assert!(points.at(turns, total).chance >= 0.01, "{turns} turns, total {total} hardly ever comes");
        }
        let after = |turns: usize| -> f64 {
            points.cells().filter(|((played, _), _)| *played == turns).map(|(_, worth)| worth.chance).sum()
        };
        // Late in the game the school is often full.
        assert!(after(6) > 0.9 && after(6) < 1.0 + 1e-9 && after(14) < 0.5, "{} {}", after(6), after(14));
    }
}
