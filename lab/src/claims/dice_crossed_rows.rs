//! Dice-poker: which rows are given up.

use kosti_bots::games::dice::DiceRule;
use kosti_engine::sheet::DicePokerRow::{self, BigRoad, Four, Full, Poker, SmallRoad, Sum};
use kosti_engine::sheet::{Sheet, SheetAction};
use kosti_engine::{Dice, DicePoker};
use kosti_reports::findings::{Finding, Lens, PlotKind, Ruling, Unit};
use kosti_reports::stats::Verdict;
use kosti_solver::{Ending, Situation};

use super::by_table::signed;
use super::dice_games::{FIVE, TURNS, of_optimum};
use super::dice_parts::{Action, RULES, conclude_part, is_harmless, mean_turn};
use crate::dice::{MARGIN_WORDS, dice_poker, made, weigh};
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::lab::Lab;
use crate::wording::sentence;

/// How much later than the others a row is crossed, and how often at all.
fn crossing_findings(lab: &Lab<'_>, rows: &[DicePokerRow], game: &DicePoker) -> Result<Measured, LabError> {
    let (all, _) = &*of_optimum(lab, game)?;
    let plot = Plot {
        title: "How often the optimum crosses a row, by turn".into(),
        kind: PlotKind::Line,
        x_name: "turn",
        y_name: "chance",
    };
    let mut measured = Measured::default();
    for row in all.rows.iter().filter(|row| rows.contains(&row.row)) {
        let name = row.row.to_string();
        let chance: f64 = row.crossed.iter().sum();
        let figure = |part: String, value, unit| exact_figure(&part, Lens::Figure, "optimal", RULES, value, unit);
        measured.findings.push(figure(format!("{name} is crossed"), chance, Unit::Chance));
        if chance > 0.0 {
            let turn = mean_turn(&row.crossed);
            measured.findings.push(figure(format!("{name} is crossed in turn"), turn, Unit::Turns));
        }
        let points = row.crossed.iter().enumerate().map(|(turn, chance)| plot.point(&name, turn + 1, *chance));
        measured.plots.extend(points);
    }
    Ok(measured)
}

/// A sheet on which all but these rows are filled, with this many points from 5 to 100 outside the school.
fn sheet_with_points(game: &DicePoker, open: &[DicePokerRow], points: i32) -> Result<Sheet, LabError> {
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
    game.sheet_with(filled.map(entry)).map_err(|error| LabError::other(error.to_string()))
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D12",
        game: "dice-poker",
        source: Source::Document,
        claim: "Four is small change: late it is crossed for the sake of poker, early it is given up for the school.",
        rules: RULES,
        method: "How often each of the two rows is crossed, in which turn, and while the other is open, and what four equal dice of the \
            first five turns are written into: every state of optimal play followed forward.",
        margin: "",
        measure: |lab| {
            let mut measured = crossing_findings(lab, &[Four, Poker], &dice_poker("", 1))?;
            let (_, seen) = &*of_optimum(lab, &dice_poker("", 1))?;
            let figure = |part: &str, value| exact_figure(part, Lens::Figure, "optimal", RULES, value, Unit::Chance);
            let plot = Plot {
                title: "How often the optimum crosses one of the two while the other is open, by turn".into(),
                kind: PlotKind::Line,
                x_name: "turn",
                y_name: "chance",
            };
            for (name, by_turn) in [
                ("four is crossed while poker is open", seen.four_before_poker),
                ("poker is crossed while four is open", seen.poker_before_four),
            ] {
                for (when, turns) in [("", 0..TURNS), (", last five turns", TURNS - FIVE..TURNS)] {
                    measured.findings.push(figure(&format!("{name}{when}"), by_turn[turns].iter().sum()));
                }
                measured.plots.extend((1..).zip(by_turn).map(|(turn, chance)| plot.point(name, turn, chance)));
            }
            let school = seen.four_equal_early.school();
            measured.findings.push(figure("four equal dice of the first five turns go into the school", school));
            Ok(measured)
        },
        conclude: |findings| {
            let chance = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let four = chance("four is crossed while poker is open, last five turns");
            let poker = chance("poker is crossed while four is open, last five turns");
            let school = chance("four equal dice of the first five turns go into the school");
            let ruling = match (four > poker, school > 50.0) {
                (true, true) => Ruling::True,
                (false, false) => Ruling::False,
                _ => Ruling::HalfTrue,
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "in the last five turns an optimal player crosses four with poker open in {four:.1} % of games, and poker with \
                         four open in {poker:.1} %; of four equal dice in the first five turns, {school:.0} % go into the school. In \
                         all, four is crossed in {:.1} % of games and poker in {:.1} %",
                        chance("four is crossed"),
                        chance("poker is crossed")
                    ),
                ),
                at_the_table: format!(
                    "When one of the two has to go, cross {}. Early in the game four equal dice belong in {}.",
                    if four > poker { "four" } else { "poker" },
                    if school > 50.0 { "the school" } else { "four" }
                ),
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
            lab.check_stop()?;
            let game = dice_poker("", 2);
            let plot = Plot {
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
                let ending =
                    Ending::new(&game, &mover, &opponent).map_err(|error| LabError::other(error.to_string()))?;
                let worth = |row| ending.turn().of(junk, 3, SheetAction::Row(row));
                let (cross_poker, cross_four) = (worth(Poker), worth(Four));
                measured.plots.push(plot.point("cross poker, keep four", lead, cross_poker));
                measured.plots.push(plot.point("cross four, keep poker", lead, cross_four));
                let value = cross_poker - cross_four;
                measured.findings.push(Finding {
                    margin: Some(0.01),
                    verdict: Some(Verdict::exact(value, 0.01)),
                    ..exact_figure(&format!("lead {lead}"), Lens::Cost, "optimal", RULES, value, Unit::Share)
                });
            }
            Ok(measured)
        },
        conclude: |findings| {
            let better = |leads: &[i32]| {
                let value = |lead: &i32| Figures(findings).value(&format!("lead {lead}"), Lens::Cost);
                leads.iter().map(value).sum::<f64>() / leads.len() as f64
            };
            let (ahead, behind) = (better(&[30, 35, 40, 45, 50]), better(&[-15, -10, -5]));
            let ruling = match (ahead > 0.01, behind > 0.01) {
                (true, true) => Ruling::True,
                (false, false) => Ruling::False,
                _ => Ruling::HalfTrue,
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "to cross poker rather than four changes the chance to win by {} percentage points on average when 30 to 50 \
                         ahead, and by {} when 5 to 15 behind",
                        signed(100.0 * ahead, 1),
                        signed(100.0 * behind, 1)
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
        method: "At any price: the game solved for a player who never crosses poker while another row is open, compared with the free \
            optimum, and a simple player with and without that habit in the same games for two. To the end: when the optimum \
            crosses it, every state followed forward.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let makes = made(&dice_poker("", 1));
            let rows = dice_poker("", 1).rows().iter().collect();
            let rule = DiceRule::counting(vec![rows], move |moment: &Situation, action: Action| {
                let only_poker = moment.open.iter::<DicePokerRow>().count() == 1;
                action != SheetAction::Row(Poker) || only_poker || makes[moment.dice.index()].contains(Poker)
            });
            let mut measured = weigh(lab, "", &[("never crossed", rule)])?;
            let (all, _) = &*of_optimum(lab, &dice_poker("", 1))?;
            let poker = all.rows.iter().find(|row| row.row == Poker).expect("there is a poker");
            let late = poker.crossed[TURNS - 3..].iter().sum::<f64>() / poker.crossed.iter().sum::<f64>();
            let part = "crossed in the last three turns, if at all";
            measured.findings.push(exact_figure(part, Lens::Figure, "optimal", RULES, late, Unit::Chance));
            Ok(measured)
        },
        conclude: |findings| {
            let (_, words) = conclude_part(findings, "never crossed");
            let late = Figures(findings).value("crossed in the last three turns, if at all", Lens::Figure);
            let ruling = match (late > 0.5, !is_harmless(findings, "never crossed")) {
                (true, true) => Ruling::True,
                (false, false) => Ruling::False,
                _ => Ruling::HalfTrue,
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "of the games in which an optimal player crosses poker, it stays open until the last three turns in {:.0} %. \
                         Never to cross it while another row is open {words}",
                        100.0 * late
                    ),
                ),
                at_the_table: if late > 0.5 {
                    "Leave poker open as long as another row can be spared, and no longer.".into()
                } else {
                    "Do not save poker for the end: cross it sooner than a row that is likely to be filled.".into()
                },
            }
        },
    },
    Experiment {
        id: "D17",
        game: "dice-poker",
        source: Source::Document,
        claim: "Roads are written only from the first roll; after sum they are the first rows to go.",
        rules: RULES,
        method: "Only from the first roll: the game solved for a player who takes no road later, compared with the free optimum, and a \
            simple player with and without the habit in the same games for two. First to go: the first row that the optimum \
            crosses, every state followed forward; sum cannot be crossed.",
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
            let mut measured = weigh(lab, "", &[("only from the first roll", rule)])?;
            let crossed = crossing_findings(lab, &[SmallRoad, BigRoad, Four, Poker, Full], &game)?;
            measured.findings.extend(crossed.findings);
            measured.plots.extend(crossed.plots);
            let first = &of_optimum(lab, &dice_poker("", 1))?.1.first_crossed;
            let plot = Plot {
                title: "The first row that the optimum crosses".into(),
                kind: PlotKind::Bar,
                x_name: "row",
                y_name: "share of games",
            };
            measured.plots.extend(first.iter().map(|(row, chance)| plot.point("optimal", row, *chance)));
            let chance = |row: &DicePokerRow| first.get(row).copied().unwrap_or_default();
            for (part, chance) in [
                ("a road is the first row crossed", chance(&SmallRoad) + chance(&BigRoad)),
                ("the small road is the first row crossed", chance(&SmallRoad)),
                ("poker is the first row crossed", chance(&Poker)),
            ] {
                measured.findings.push(exact_figure(part, Lens::Figure, "optimal", RULES, chance, Unit::Chance));
            }
            Ok(measured)
        },
        conclude: |findings| {
            let (refusing, words) = conclude_part(findings, "only from the first roll");
            let first =
                |what: &str| 100.0 * Figures(findings).value(&format!("{what} is the first row crossed"), Lens::Figure);
            let (road, small, poker) = (first("a road"), first("the small road"), first("poker"));
            let ruling = match (refusing == Ruling::False, road > 50.0) {
                (true, true) => Ruling::HalfTrue,
                (true, false) => Ruling::False,
                (false, true) => refusing,
                (false, false) => Ruling::HalfTrue,
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "refusing a road after a re-roll {words}. The first row that an optimal player crosses is a road in {road:.0} % of \
                         games, the small one in {small:.0} %, and poker in {poker:.0} %"
                    ),
                ),
                at_the_table: format!(
                    "{} {}",
                    if refusing == Ruling::False {
                        "Take a road whenever it comes."
                    } else {
                        "Leave roads to the first roll."
                    },
                    if small > poker {
                        "If a row has to go, think of the small road first."
                    } else {
                        "If a row has to go, think of poker first."
                    }
                ),
            }
        },
    },
];
