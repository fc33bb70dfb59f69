//! Dice-poker: what to write from the first roll at once.

use kosti_bots::games::dice::DiceRule;
use kosti_engine::sheet::DicePokerRow::{self, Full, Pair, Three, TwoPairs};
use kosti_engine::sheet::{RowSet, Sheet, SheetAction};
use kosti_engine::{Dice, FACES};
use kosti_reports::findings::{Lens, Unit};
use kosti_solver::{Situation, Solution};

use super::best_keep::best_keeps;
use super::dice_games::SituationCount;
use super::dice_parts::{Action, RULES, Rule, conclude_part, each_time, is_group, is_harmless, overall};
use crate::dice::{BLOCKS, MARGIN, MARGIN_WORDS, RuleTest, SCHOOL, dice_poker, weigh, weigh_cost};
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, exact_figure};
use crate::wording::sentence;

/// On the first roll, dice for which `due` holds fill this row at once.
fn at_once(row: DicePokerRow, due: impl Fn(Dice) -> bool + Send + Sync + 'static) -> Rule {
    DiceRule::new([row], move |moment: &Situation, action: Action| {
        let is_due = moment.rolls == 1 && moment.open.contains(row) && due(moment.dice);
        !is_due || action == SheetAction::Row(row)
    })
}

/// Whether there are this many of this face and nothing else is equal.
fn only(dice: Dice, face: usize, times: u8) -> bool {
    dice.counts()[face - 1] == times && is_group(dice, &[times])
}

/// Words as they are listed in a sentence: `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D10",
        game: "dice-poker",
        source: Source::Document,
        claim: "Two sixes or two fives on the first roll belong in the pair at once.",
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
            let mut measured = weigh(lab, "", &[("two sixes", due(6)), ("two fives", due(5))])?;
            let filled =
                [("two sixes, school row filled", once_filled(6)), ("two fives, school row filled", once_filled(5))];
            measured.findings.extend(weigh_cost(lab, &filled)?);
            measured.plots.extend(best_keeps(&dice_poker("", 1)));
            Ok(measured)
        },
        conclude: |findings| {
            let (sixes, fives) = (conclude_part(findings, "two sixes"), conclude_part(findings, "two fives"));
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
            Conclusion {
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
        claim: "Three fours, fives or sixes on the first roll belong in three at once.",
        rules: RULES,
        method: "Rolls with three of the face and no full. Cost: the game solved for a player who always does it, for each face and for \
            all three, compared with the free optimum. Gain: a simple player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let all = at_once(Three, |dice| (4..=6).any(|face| only(dice, face, 3)));
            let mut measured = weigh(lab, "", &[("three of 4 to 6", all)])?;
            let each = |face: usize| at_once(Three, move |dice| only(dice, face, 3));
            let faces = [("three fours", each(4)), ("three fives", each(5)), ("three sixes", each(6))];
            measured.findings.extend(weigh_cost(lab, &faces)?);
            Ok(measured)
        },
        conclude: |findings| {
            let (ruling, words) = conclude_part(findings, "three of 4 to 6");
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
            Conclusion {
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
            weigh(lab, "", &parts)
        },
        conclude: |findings| {
            let [high, low, never] = ["high pairs at once", "low pairs at once", "never collected"]
                .map(|part| conclude_part(findings, part));
            let ruling = overall(&[high.0, low.0, never.0]);
            let changed = Figures(findings).get("never collected", Lens::Gain).changed.unwrap_or(0.0);
            let tip = |part: &str, fine: &str, bad: &str| {
                if is_harmless(findings, part) { fine.into() } else { bad.to_string() }
            };
            Conclusion {
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
            compared with the free optimum; each time: divided by how often that player gets such a roll with full open, every \
            state followed forward. Gain: a simple player with and without the habit, in the same games for two.",
        margin: MARGIN_WORDS,
        measure: |lab| {
            const WEAK: u8 = 14;
            let weak = |dice: Dice| is_group(dice, &[2, 3]) && dice.faces().sum::<u8>() <= WEAK;
            let any = |dice: Dice| is_group(dice, &[2, 3]);
            let (one, two) = (dice_poker("", 1), dice_poker("", 2));
            let mut measured = Measured::default();
            type Rolls = fn(Dice) -> bool;
            let parts: [(&str, Rolls); 2] = [("any full", any), ("a weak full", weak)];
            for (part, is_such) in parts {
                let rolls = Dice::all().filter(|&dice| is_such(dice)).collect();
                let mut count = SituationCount::new(rolls, |filled, rolls| !filled.contains(Full) && rolls == 1);
                let test = RuleTest { part, rule: &at_once(Full, is_such) };
                let cost = test.cost_watched(lab, &one, &mut count)?;
                let each = each_time(part, cost.value, count.times());
                measured.findings.push(cost);
                measured.findings.extend(test.gain(lab, &two, BLOCKS)?);
                measured.findings.extend(each);
            }
            let weakest = Dice::from_faces([2, 2, 2, 3, 3]).expect("five dice");
            for (part, filled) in [
                ("2-2-2-3-3 at the start", RowSet::EMPTY),
                ("2-2-2-3-3 with only the twos filled", RowSet::EMPTY.with(SCHOOL[1])),
            ] {
                let turn = Solution::shared(&dice_poker("", 1)).turn(&Sheet::outline(filled, 0));
                let loss = turn.of(weakest, 1, SheetAction::Row(Full)) - turn.of(weakest, 1, turn.best(weakest, 1));
                measured.findings.push(exact_figure(part, Lens::Figure, "optimal", RULES, loss, Unit::Points));
            }
            Ok(measured)
        },
        conclude: |findings| {
            let (ruling, words) = conclude_part(findings, "any full");
            let each = |part: &str| 0.0 - Figures(findings).value(&format!("{part}: each time"), Lens::Figure);
            let (any, weak) = (each("any full"), each("a weak full"));
            let loss = |when: &str| 0.0 - Figures(findings).value(&format!("2-2-2-3-3 {when}"), Lens::Figure);
            let (start, filled) = (loss("at the start"), loss("with only the twos filled"));
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "writing every first-roll full {words}. They come {:.2} times a game; each costs {any:.2} points, a weak one {weak:.2}. \
                         2-2-2-3-3 at the start of a game costs {start:.2}, and {filled:.2} if the row of twos is filled",
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
    }

    #[test]
    fn words_are_listed_as_they_are_said() {
        assert_eq!(listed(&["fours"]), "fours");
        assert_eq!(listed(&["fours", "fives", "sixes"]), "fours, fives or sixes");
    }
}
