//! Dice-poker: what to write where.

use kosti_bots::advice::DiceRule;
use kosti_bots::solver::{Ending, Situation, Solution};
use kosti_engine::sheet::DicePokerRow::{self, BigRoad, Four, Full, Pair, Poker, SmallRoad, Sum, Three, TwoPairs};
use kosti_engine::sheet::{RowSet, Sheet, SheetAction};
use kosti_engine::{Dice, DicePoker, FACES};
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use super::best_keep::best_keeps;
use crate::advice::dice::{MARGIN, MARGIN_WORDS, SCHOOL, dice_poker, distribution, made, weigh, weigh_cost};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, Plot, cost_words, gain_words, ruling, sentence};
use crate::advice::lab::Lab;
use crate::advice::survey::{chance_interval, mean_interval};
use crossings::{Crossings, FIVE, TURNS};

mod crossings;

type Rule = DiceRule<DicePokerRow>;
type Action = SheetAction<DicePokerRow>;

const RULES: &str = "dice-poker";

/// On the first roll, dice for which `due` holds fill this row at once.
fn at_once(row: DicePokerRow, due: impl Fn(Dice) -> bool + Send + Sync + 'static) -> Rule {
    DiceRule::new([row], move |moment: &Situation, action: Action| {
        let is_due = moment.rolls == 1 && moment.open.contains(row) && due(moment.dice);
        !is_due || action == SheetAction::Row(row)
    })
}

/// Whether the largest groups of equal dice are as large as this, and all other dice single.
fn is_group(dice: Dice, sizes: &[u8]) -> bool {
    let mut groups: Vec<u8> = dice.counts().into_iter().filter(|&count| count > 1).collect();
    groups.sort_unstable();
    groups == sizes
}

/// Whether there are so many of this face and nothing else is equal.
fn only(dice: Dice, face: usize, times: u8) -> bool {
    dice.counts()[face - 1] == times && is_group(dice, &[times])
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

/// The worst of several rulings.
fn overall(rulings: &[&'static str]) -> &'static str {
    if rulings.iter().all(|ruling| ruling == &rulings[0]) { rulings[0] } else { "depends" }
}

/// Whether advice does an optimal player no harm.
fn is_harmless(findings: &[Finding], part: &str) -> bool {
    Figures(findings).get(part, Lens::Cost).verdict != Some(Verdict::Harms)
}

/// Words as they are listed in a sentence: `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The chance of a roll like this.
fn ways(of: impl Fn(Dice) -> bool) -> f64 {
    Dice::all().filter(|dice| of(*dice)).map(|dice| f64::from(dice.ways())).sum::<f64>() / 7776.0
}

/// How often a game something comes, and what advice costs each time.
fn each_time(claim: &'static str, part: &str, cost: f64, times: f64) -> [Finding; 2] {
    let figure = |what: &str, value, unit| {
        Finding::exact(claim, &format!("{part}: {what}"), Lens::Figure, "optimal", RULES, value, unit)
    };
    [figure("times a game", times, Unit::Times), figure("each time", cost / times, Unit::Points)]
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

/// All of them.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D10",
        game: "dice-poker",
        source: Source::Document,
        claim: "Two sixes or two fives on the first roll belong into the pair at once.",
        rules: RULES,
        method: "Rolls with one pair and nothing else. Cost: the game solved for a player who always does it, and for one who does it \
            only when the school row of that face is filled, compared with the free optimum. Gain: a simple player with and \
            without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let due = |face: usize| at_once(Pair, move |dice| only(dice, face, 2));
            let once_filled = |face: usize| {
                DiceRule::new([Pair, SCHOOL[face - 1]], move |moment: &Situation, action: Action| {
                    let free = moment.open.contains(Pair) && !moment.open.contains(SCHOOL[face - 1]);
                    let is_due = moment.rolls == 1 && free && only(moment.dice, face, 2);
                    !is_due || action == SheetAction::Row(Pair)
                })
            };
            let mut measured = weigh(lab, "D10", "", &[("two sixes", due(6)), ("two fives", due(5))])?;
            let filled =
                [("two sixes, school row filled", once_filled(6)), ("two fives, school row filled", once_filled(5))];
            measured.findings.extend(weigh_cost(lab, "D10", &filled)?);
            measured.plots.extend(best_keeps(&dice_poker("", 1), "D10"));
            Ok(measured)
        },
        tell: |findings| {
            let (sixes, fives) = (tell_part(findings, "two sixes"), tell_part(findings, "two fives"));
            let ruling = overall(&[sixes.0, fives.0]);
            let filled =
                |face: &str| 0.0 - Figures(findings).value(&format!("two {face}, school row filled"), Lens::Cost);
            let of =
                |filled: &dyn Fn(&str) -> bool| ["sixes", "fives"].into_iter().filter(|face| filled(face)).collect();
            let always: Vec<&str> = of(&|face| is_harmless(findings, &format!("two {face}")));
            let later: Vec<&str> =
                of(&|face| !always.contains(&face) && is_harmless(findings, &format!("two {face}, school row filled")));
            let never: Vec<&str> = of(&|face| !always.contains(&face) && !later.contains(&face));
            let mut tips = Vec::new();
            if !always.is_empty() {
                tips.push(format!("Two {} of the first roll may always be written as a pair.", listed(&always)));
            }
            if !later.is_empty() {
                tips.push(format!("Write two {} as a pair only when their school row is filled.", listed(&later)));
            }
            if !never.is_empty() {
                tips.push(format!("Two {} of the first roll are better kept for more, even then.", listed(&never)));
            }
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "with two sixes and nothing else it {}. With two fives it {}. Done only when the school row of the face is filled, \
                         it costs an optimal player {:.2} with sixes and {:.2} with fives",
                        sixes.1,
                        fives.1,
                        filled("sixes"),
                        filled("fives")
                    ),
                ),
                at_the_table: tips.join(" "),
            }
        },
    },
    Experiment {
        id: "D11",
        game: "dice-poker",
        source: Source::Document,
        claim: "Three fours, fives or sixes on the first roll belong into three at once.",
        rules: RULES,
        method: "Rolls with three of the face and no full. Cost: the game solved for a player who always does it, for each face and for \
            all three, compared with the free optimum. Gain: a simple player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let all = at_once(Three, |dice| (4..=6).any(|face| only(dice, face, 3)));
            let mut measured = weigh(lab, "D11", "", &[("three of 4 to 6", all)])?;
            let each = |face: usize| at_once(Three, move |dice| only(dice, face, 3));
            let faces = [("three fours", each(4)), ("three fives", each(5)), ("three sixes", each(6))];
            measured.findings.extend(weigh_cost(lab, "D11", &faces)?);
            Ok(measured)
        },
        tell: |findings| {
            let (ruling, words) = tell_part(findings, "three of 4 to 6");
            let faces = ["fours", "fives", "sixes"];
            let cost = |face: &str| 0.0 - Figures(findings).value(&format!("three {face}"), Lens::Cost);
            let write: Vec<&str> =
                faces.into_iter().filter(|face| is_harmless(findings, &format!("three {face}"))).collect();
            let keep: Vec<&str> = faces.into_iter().filter(|face| !write.contains(face)).collect();
            let mut tips = Vec::new();
            if !keep.is_empty() {
                tips.push(format!("Keep three {} and roll the others again.", listed(&keep)));
            }
            if !write.is_empty() {
                tips.push(format!(
                    "Three {} may be written at once: that costs less than {MARGIN_WORDS}.",
                    listed(&write)
                ));
            }
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "writing it at once {words}. For an optimal player fours alone cost {:.2}, fives {:.2} and sixes {:.2}",
                        cost("fours"),
                        cost("fives"),
                        cost("sixes")
                    ),
                ),
                at_the_table: tips.join(" "),
            }
        },
    },
    Experiment {
        id: "D12",
        game: "dice-poker",
        source: Source::Document,
        claim: "Four is small change: late it is crossed for the sake of poker, early it is given up for the school.",
        rules: RULES,
        method: "How often each of the two rows is crossed, and in which turn: every state of optimal play followed forward. Which of \
            them goes while the other is open, and what four equal dice of the first five turns are written into: games of the \
            optimal player.",
        margin: "",
        measure: |lab| {
            let mut measured = crossing_findings(lab, "D12", &[Four, Poker], &dice_poker("", 1));
            let seen = Crossings::of_optimum(lab)?;
            let figure =
                |part: &str, value| Finding::exact("D12", part, Lens::Figure, "optimal", RULES, value, Unit::Chance);
            let plot = Plot {
                claim: "D12",
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
                    let times: u64 = by_turn[turns].iter().sum();
                    let chance = times as f64 / seen.games as f64;
                    let part = format!("{name}{when}");
                    measured
                        .findings
                        .push(figure(&part, chance).sampled(chance_interval(times, seen.games), seen.games));
                }
                for (turn, times) in by_turn.into_iter().enumerate() {
                    let (chance, interval) = (times as f64 / seen.games as f64, chance_interval(times, seen.games));
                    measured.plots.push(plot.sampled(name, turn + 1, chance, interval, seen.games));
                }
            }
            let school = figure("four equal dice of the first five turns go into the school", seen.to_school.value());
            measured.findings.push(school.sampled(seen.to_school.interval(), seen.games));
            Ok(measured)
        },
        tell: |findings| {
            let chance = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let four = chance("four is crossed while poker is open, last five turns");
            let poker = chance("poker is crossed while four is open, last five turns");
            let school = chance("four equal dice of the first five turns go into the school");
            let ruling = match (four > poker, school > 50.0) {
                (true, true) => "true",
                (false, false) => "false",
                _ => "half true",
            };
            Told {
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
                    "When one of the two has to go, cross {}. Early in the game four equal dice belong into {}.",
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
                        "to cross poker rather than four changes the chance to win by {:+.1} percentage points on average when 30 to 50 \
                         ahead, and by {:+.1} when 5 to 15 behind",
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
            let mut measured = weigh(lab, "D14", "", &[("never crossed", rule)])?;
            let all = distribution(lab, &dice_poker("", 1));
            let poker = all.rows.iter().find(|row| row.row == Poker).expect("there is a poker");
            let late = poker.crossed[TURNS - 3..].iter().sum::<f64>() / poker.crossed.iter().sum::<f64>();
            let part = "crossed in the last three turns, if at all";
            measured.findings.push(Finding::exact("D14", part, Lens::Figure, "optimal", RULES, late, Unit::Chance));
            Ok(measured)
        },
        tell: |findings| {
            let (_, words) = tell_part(findings, "never crossed");
            let late = Figures(findings).value("crossed in the last three turns, if at all", Lens::Figure);
            let ruling = match (late > 0.5, !is_harmless(findings, "never crossed")) {
                (true, true) => "true",
                (false, false) => "false",
                _ => "half true",
            };
            Told {
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
        id: "D15",
        game: "dice-poker",
        source: Source::Document,
        claim: "Two pairs are written on the first roll and never collected on purpose.",
        rules: RULES,
        method: "At once: rolls with two pairs and no full, high ones with both faces from four up. Never collected: two pairs, or a pair \
            and one more die, are never kept while two-pairs is open and full is filled; as long as full is open the same dice may \
            be meant for it. Cost: the game solved for a player who always does so, compared with the free optimum. Gain: a simple \
            player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let lower_pair = |dice: Dice| (1..=FACES).find(|face| dice.counts()[face - 1] == 2);
            let pairs = move |dice: Dice| lower_pair(dice).filter(|_| is_group(dice, &[2, 2]));
            let high = at_once(TwoPairs, move |dice| pairs(dice).is_some_and(|face| face >= 4));
            let low = at_once(TwoPairs, move |dice| pairs(dice).is_some_and(|face| face < 4));
            let never = DiceRule::new([TwoPairs, Full], |moment: &Situation, action: Action| match action {
                SheetAction::Keep(keep) => {
                    let mut groups: Vec<u8> = keep.counts().into_iter().filter(|&count| count > 0).collect();
                    groups.sort_unstable();
                    let collects = groups == [2, 2] || groups == [1, 2];
                    !collects || moment.open.contains(Full) || !moment.open.contains(TwoPairs)
                }
                SheetAction::Row(_) => true,
            });
            let parts = [("high pairs at once", high), ("low pairs at once", low), ("never collected", never)];
            weigh(lab, "D15", "", &parts)
        },
        tell: |findings| {
            let [high, low, never] =
                ["high pairs at once", "low pairs at once", "never collected"].map(|part| tell_part(findings, part));
            let ruling = overall(&[high.0, low.0, never.0]);
            let changed = Figures(findings).get("never collected", Lens::Gain).changed.unwrap_or(0.0);
            let tip = |part: &str, fine: &str, bad: &str| {
                if is_harmless(findings, part) { fine.into() } else { bad.to_string() }
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "writing high pairs at once {}. Writing low ones {}. Never collecting them, once full is filled, {}; it changes \
                         what a simple player does {changed:.2} times a game",
                        high.1, low.1, never.1
                    ),
                ),
                at_the_table: format!(
                    "{} {} {}",
                    tip(
                        "high pairs at once",
                        "High pairs of the first roll may be written at once.",
                        "Even high pairs of the first roll are better kept for more."
                    ),
                    tip("low pairs at once", "Low ones may be as well.", "Do not write low ones at once."),
                    tip(
                        "never collected",
                        "You need not collect them on purpose.",
                        "When full is filled, collecting them on purpose is right at times."
                    )
                ),
            }
        },
    },
    Experiment {
        id: "D16",
        game: "dice-poker",
        source: Source::Document,
        claim: "A full on the first roll is written, even a weak one.",
        rules: RULES,
        method: "Three and two equal dice, weak if they add up to 14 or less. Cost: the game solved for a player who always does it, \
            compared with the free optimum; each time: divided by how often an optimal player with full open gets such a roll, \
            every state followed forward. Gain: a simple player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            const WEAK: u8 = 14;
            let weak = |dice: Dice| is_group(dice, &[2, 3]) && dice.faces().sum::<u8>() <= WEAK;
            let any = |dice: Dice| is_group(dice, &[2, 3]);
            let rules = [("any full", at_once(Full, any)), ("a weak full", at_once(Full, weak))];
            let mut measured = weigh(lab, "D16", "", &rules)?;
            let all = distribution(lab, &dice_poker("", 1));
            let full = all.rows.iter().find(|row| row.row == Full).expect("there is a full");
            // The turns that begin with full open: up to the one that fills it.
            let turns: f64 = full
                .filled
                .iter()
                .zip(&full.crossed)
                .zip(1..)
                .map(|((filled, crossed), turn)| (filled + crossed) * f64::from(turn))
                .sum();
            for (part, ways) in [("any full", ways(any)), ("a weak full", ways(weak))] {
                let cost = Figures(&measured.findings).value(part, Lens::Cost);
                measured.findings.extend(each_time("D16", part, cost, turns * ways));
            }
            let weakest = Dice::from_faces([2, 2, 2, 3, 3]).expect("five dice");
            for (part, filled) in [
                ("2-2-2-3-3 at the start", RowSet::EMPTY),
                ("2-2-2-3-3 with only the twos filled", RowSet::EMPTY.with(SCHOOL[1])),
            ] {
                let turn = Solution::shared(&dice_poker("", 1)).turn(&Sheet::outline(filled, 0));
                let loss = turn.of(weakest, 1, SheetAction::Row(Full)) - turn.of(weakest, 1, turn.best(weakest, 1));
                measured.findings.push(Finding::exact("D16", part, Lens::Figure, "optimal", RULES, loss, Unit::Points));
            }
            Ok(measured)
        },
        tell: |findings| {
            let (ruling, words) = tell_part(findings, "any full");
            let each = |part: &str| 0.0 - Figures(findings).value(&format!("{part}: each time"), Lens::Figure);
            let (any, weak) = (each("any full"), each("a weak full"));
            let loss = |when: &str| 0.0 - Figures(findings).value(&format!("2-2-2-3-3 {when}"), Lens::Figure);
            let (start, filled) = (loss("at the start"), loss("with only the twos filled"));
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "writing every first-roll full {words}. They come {:.2} times a game; each costs {any:.1} points, a weak one {weak:.1}. \
                         2-2-2-3-3 at the start of a game costs {start:.1}, and {filled:.1} if the row of twos is filled",
                        Figures(findings).value("any full: times a game", Lens::Figure)
                    ),
                ),
                at_the_table: if start > filled && weak > MARGIN {
                    "Write a high full of the first roll; keep the three dice of a weak one if their school row is open.".into()
                } else {
                    "Write a full of the first roll.".into()
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
            crosses, in its games; sum cannot be crossed.",
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
            let seen = Crossings::of_optimum(lab)?;
            let plot = Plot {
                claim: "D17",
                title: "The first row that the optimum crosses".into(),
                kind: PlotKind::Bar,
                x_name: "row",
                y_name: "share of games",
            };
            let times = |row: &DicePokerRow| seen.first.get(row).copied().unwrap_or_default();
            for row in seen.first.keys() {
                let (chance, interval) =
                    (times(row) as f64 / seen.games as f64, chance_interval(times(row), seen.games));
                measured.plots.push(plot.sampled("optimal", row, chance, interval, seen.games));
            }
            for (part, times) in [
                ("a road is the first row crossed", times(&SmallRoad) + times(&BigRoad)),
                ("the small road is the first row crossed", times(&SmallRoad)),
                ("poker is the first row crossed", times(&Poker)),
            ] {
                let chance = times as f64 / seen.games as f64;
                let figure = Finding::exact("D17", part, Lens::Figure, "optimal", RULES, chance, Unit::Chance);
                measured.findings.push(figure.sampled(chance_interval(times, seen.games), seen.games));
            }
            Ok(measured)
        },
        tell: |findings| {
            let (refusing, words) = tell_part(findings, "only from the first roll");
            let first =
                |what: &str| 100.0 * Figures(findings).value(&format!("{what} is the first row crossed"), Lens::Figure);
            let (road, small, poker) = (first("a road"), first("the small road"), first("poker"));
            let ruling = match (refusing == "false", road > 50.0) {
                (true, true) => "half true",
                (true, false) => "false",
                (false, true) => refusing,
                (false, false) => "half true",
            };
            Told {
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
                    if refusing == "false" {
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
    Experiment {
        id: "D19",
        game: "dice-poker",
        source: Source::Document,
        claim: "With 2-3-4-4-5 and both roads open, roll one four again for either road.",
        rules: RULES,
        method: "Cost: the game solved for a player who always does it after the first and the second roll, and for one who does it only \
            when the school row of the fours is filled; each time: divided by how often it comes in games of the optimal player. At \
            the start of a game: from the solved game. Gain: a simple player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let dice = Dice::from_faces([2, 3, 4, 4, 5]).expect("five dice");
            let keep = kosti_engine::Keep::from_faces(&[2, 3, 4, 5]).expect("four dice");
            let fours = SCHOOL[3];
            let due = move |moment: &Situation| {
                let both = moment.open.contains(SmallRoad) && moment.open.contains(BigRoad);
                both && moment.dice == dice && moment.rolls < 3
            };
            let always = DiceRule::new([SmallRoad, BigRoad], move |moment: &Situation, action: Action| {
                !due(moment) || action == SheetAction::Keep(keep)
            });
            let filled = DiceRule::new([SmallRoad, BigRoad, fours], move |moment: &Situation, action: Action| {
                !due(moment) || moment.open.contains(fours) || action == SheetAction::Keep(keep)
            });
            let mut measured = weigh(lab, "D19", "", &[("2-3-4-4-5", always)])?;
            measured.findings.extend(weigh_cost(lab, "D19", &[("2-3-4-4-5, fours filled", filled)])?);
            let seen = Crossings::of_optimum(lab)?;
            let (sum, squares) = (seen.both_roads.0 as f64, seen.both_roads.1 as f64);
            let (times, interval) = (sum / seen.games as f64, mean_interval(sum, squares, seen.games));
            let cost = Figures(&measured.findings).value("2-3-4-4-5", Lens::Cost);
            let [often, each] = each_time("D19", "2-3-4-4-5", cost, times);
            measured.findings.push(often.sampled(interval, seen.games));
            measured.findings.push(each.sampled((cost / interval.0, cost / interval.1), seen.games));
            let turn = Solution::shared(&dice_poker("", 1)).turn(&Sheet::default());
            for (part, rolls) in [("first roll of a game", 1), ("second roll of a game", 2)] {
                let loss = turn.of(dice, rolls, SheetAction::Keep(keep)) - turn.of(dice, rolls, turn.best(dice, rolls));
                measured.findings.push(Finding::exact("D19", part, Lens::Figure, "optimal", RULES, loss, Unit::Points));
            }
            Ok(measured)
        },
        tell: |findings| {
            let (ruling, words) = tell_part(findings, "2-3-4-4-5");
            let figure = |part: &str| 0.0 - Figures(findings).value(part, Lens::Figure);
            let early = figure("first roll of a game");
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "rolling one four again {words}. Each time it costs an optimal player {:.1} points, {early:.1} on the first roll of a \
                         game and {:.1} on the second. Done only when the row of fours is filled it costs {:.2} points a game",
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
        method: "Cost: the game solved for a player who never books what is made while rolls are left and other dice could be rolled, and \
            for one who always stops then; the school apart from pair, three, four and two pairs, and these by roll, since the \
            first one doubles.",
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
            let rules = [
                ("school: roll on", on_school),
                ("school: stop", stop_school),
                ("combinations, first roll: roll on", on_combinations(1)),
                ("combinations, first roll: stop", stop_combinations(1)),
                ("combinations, second roll: roll on", on_combinations(2)),
                ("combinations, second roll: stop", stop_combinations(2)),
            ];
            Ok(Measured { findings: weigh_cost(lab, "D21", &rules)?, plots: Vec::new() })
        },
        tell: |findings| {
            let cost = |part: &str| 0.0 - Figures(findings).value(part, Lens::Cost);
            let (on, stop) = (cost("school: roll on"), cost("school: stop"));
            let first = (cost("combinations, first roll: roll on"), cost("combinations, first roll: stop"));
            let second = (cost("combinations, second roll: roll on"), cost("combinations, second roll: stop"));
            let better = [(on, stop), first, second].into_iter().filter(|(on, stop)| on < stop).count();
            let ruling = match better {
                3 if on <= MARGIN && first.0 <= MARGIN && second.0 <= MARGIN => "true",
                3 => "mostly true",
                0 => "false",
                _ => "half true",
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "in the school, always rolling on costs an optimal player {on:.2} points a game, always stopping {stop:.2}. With \
                         pair, three, four or two pairs it is {:.2} and {:.2} on the first roll, {:.2} and {:.2} on the second",
                        first.0, first.1, second.0, second.1
                    ),
                ),
                at_the_table: if on < stop {
                    "Do not stop with a school row of three while rolls are left: a fourth die is a plus.".into()
                } else {
                    "Write a school row of three as soon as it is made.".into()
                },
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_what_is_advised_on_and_nothing_better() {
        let dice = |faces| Dice::from_faces(faces).unwrap();
        assert!(only(dice([6, 6, 1, 2, 4]), 6, 2));
        for better in [[6, 6, 1, 1, 4], [6, 6, 1, 1, 1], [6, 6, 6, 1, 2], [5, 5, 1, 2, 6]] {
            assert!(!only(dice(better), 6, 2), "{better:?}");
        }
        assert!(only(dice([4, 4, 4, 1, 2]), 4, 3) && !only(dice([4, 4, 4, 2, 2]), 4, 3));
        assert!(is_group(dice([2, 2, 2, 3, 3]), &[2, 3]) && !is_group(dice([2, 2, 2, 2, 2]), &[2, 3]));
        assert!(is_group(dice([6, 6, 4, 4, 1]), &[2, 2]) && !is_group(dice([6, 6, 6, 6, 1]), &[2, 2]));
        // One full in 26 rolls: 300 of 7776.
        assert!((ways(|dice| is_group(dice, &[2, 3])) - 300.0 / 7776.0).abs() < 1e-12);
    }

    #[test]
    fn words_are_listed_as_they_are_said() {
        assert_eq!(listed(&["fours"]), "fours");
        assert_eq!(listed(&["fours", "fives", "sixes"]), "fours, fives or sixes");
    }

    #[test]
    fn the_optimum_agrees_with_every_rule_it_would_follow_anyway() {
        let game = dice_poker("", 1);
        let free = DiceRule::new([], |_: &Situation, _: Action| true);
        let (bound, optimum) = (Solution::under(&game, free).mean(), Solution::shared(&game).mean());
        assert!((bound - optimum).abs() < 1e-9);
    }
}
