//! Domino-poker.

use kosti_bots::games::domino_poker::{LastStage, PIP_COUNTS};
use kosti_engine::domino_poker::MAX_HAND;
use kosti_engine::{DOMINOES, Domino, DominoPoker};
use kosti_reports::findings::{Finding, Lens, PlotKind, Ruling, Unit};
use kosti_reports::stats::{Interval, Verdict};

use super::by_table::{by_number_of_players, caption, changes, habit_method, is_above, is_on};
use super::habits::{HabitTest, MARGIN_WORDS, Tables, at_tables, conclude};
use super::leading_first;
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::lab::Lab;
use crate::wording::sentence;

/// Where bids are tested that are one less or one more.
const BIDS: Tables<'_> =
    Tables { players: &[2, 3, 4], simple: 2000, strong_in_quick: Some((2, 60)), strong: &[(2, 60), (4, 60)] };

/// Where it is tested to lead trumps or to keep them.
const TRUMPS: Tables<'_> = Tables { strong: &[(2, 120), (4, 20)], ..BIDS };

/// Where blind bids are tested.
const BLIND_BIDS: Tables<'_> =
    Tables { players: &[2, 3, 4, 5, 6], simple: 1000, strong_in_quick: None, strong: &[(4, 16)] };

/// The dominoes in a full hand.
fn full_hand(players: u8) -> u8 {
    (DOMINOES as u8 / players).min(MAX_HAND as u8)
}

/// Whether some findings on a part have one of these verdicts, and whether all of them do. Findings that say nothing yet do not
/// count.
fn points(findings: &[Finding], part: &str, way: [Verdict; 2]) -> (bool, bool) {
    let known = findings.iter().filter(|finding| is_on(finding, part)).filter_map(|finding| {
        finding.verdict.filter(|verdict| !matches!(verdict, Verdict::Inconclusive | Verdict::Untested))
    });
    let (mut some, mut only) = (false, true);
    for verdict in known {
        let is_this_way = way.contains(&verdict);
        some |= is_this_way;
        only &= is_this_way;
    }
    (some, some && only)
}

const HELPS: [Verdict; 2] = [Verdict::Helps, Verdict::HelpsSizeUnclear];
const HARMS: [Verdict; 2] = [Verdict::Harms, Verdict::HarmsSizeUnclear];

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "M1",
        game: "domino-poker",
        source: Source::Question,
        claim: "What is the best blind bid?",
        rules: "domino-poker for 2 to 6 players",
        method: "Games in pairs: one seat after the other always bids a certain number in the blind stage, against its usual bid, with \
            the same dominoes. A sweep over all bids, on a simple player (greedy), and with four players in longer runs on a strong one \
            (mc with 64 rollouts). The best bid is the one that wins the largest share of games; others may be as good if they are not \
            below it beyond doubt. What a player always bids anyway is called its usual bid: there is nothing to compare.",
        margin: MARGIN_WORDS,
        measure: measure_blind_bids,
        conclude: conclude_blind_bids,
    },
    Experiment {
        id: "M2",
        game: "domino-poker",
        source: Source::Question,
        claim: "Bid what you expect, or one less?",
        rules: "domino-poker for 2 to 4 players",
        method: habit_method!(
            "Habits: who has seen the hand and would bid any tricks bids one less, or one more if the hand is large enough. A bid of \
             none stays as it is."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| {
            let mut measured = at_tables::<DominoPoker>(lab, "bid-less", ("", ONE_LESS), &BIDS)?;
            let tables = Tables { strong_in_quick: None, ..BIDS };
            measured.extend(at_tables::<DominoPoker>(lab, "bid-more", ("", ONE_MORE), &tables)?);
            Ok(measured)
        },
        conclude: |findings| {
            let [harms, helps] = [HARMS, HELPS].map(|way| points(findings, ONE_LESS, way).1);
            let more_helps = points(findings, ONE_MORE, HELPS).0;
            let (ruling, at_the_table) = match (harms, helps) {
                (true, _) if !more_helps => (Ruling::WhatYouExpect, "Bid what you expect."),
                (_, true) => (Ruling::OneLess, "Bid a trick less than you expect."),
                _ => (Ruling::Depends, "It depends on the number of players and on who plays: see the figures."),
            };
            Conclusion { ruling, ..conclude(findings, "To change the bid", &[ONE_LESS, ONE_MORE], [at_the_table; 3]) }
        },
    },
    leading_first::M3,
    Experiment {
        id: "M4",
        game: "domino-poker",
        source: Source::Question,
        claim: "With which dominoes to open in the last stage?",
        rules: "domino-poker:last=on for 2 to 6 players",
        method: "The equilibrium of the last stage, in which nobody gains by playing otherwise, averaged over the domino that is shown.",
        margin: "",
        measure: |_| {
            let heat = Plot {
                title: "How often to open in the last stage".into(),
                kind: PlotKind::Heat,
                x_name: "pips on the domino",
                y_name: "players",
            };
            let mut measured = Measured::default();
            for players in 2..=6u8 {
                let solved: Vec<_> = Domino::all().map(|shown| LastStage::new(players, shown).solve()).collect();
                for pips in 0..PIP_COUNTS {
                    let open = solved.iter().map(|solved| solved.open[pips]).sum::<f64>() / solved.len() as f64;
                    measured.plots.push(heat.point(&players.to_string(), pips, open));
                    let part = format!("open {pips} pips, {players} players");
                    measured.findings.push(exact_figure(
                        &part,
                        Lens::Figure,
                        "equilibrium",
                        "domino-poker:last=on",
                        open,
                        Unit::Chance,
                    ));
                }
            }
            Ok(measured)
        },
        conclude: |findings| {
            let from = |players: u8| {
                let open = |pips: usize| {
                    Figures(findings).value(&format!("open {pips} pips, {players} players"), Lens::Figure)
                };
                (0..PIP_COUNTS).find(|&pips| open(pips) > 0.5).unwrap_or(PIP_COUNTS)
            };
            let words: Vec<String> =
                (2..=6).map(|players| format!("{} pips with {players} players", from(players))).collect();
            Conclusion {
                ruling: Ruling::Answered,
                sentence: format!("Open more often than not from {}.", words.join(", ")),
                at_the_table: "Open a domino with many pips only; the more players, the more it takes.".into(),
            }
        },
    },
    Experiment {
        id: "M5",
        game: "domino-poker",
        source: Source::Question,
        claim: "Lead trumps early, or keep them?",
        rules: "domino-poker for 2 to 4 players",
        method: habit_method!(
            "Tricks are wanted in grab, and while a bid is not reached. Habits of who leads and wants tricks: to lead the strongest trump \
             in the first half of the tricks; or to lead no trump while there is anything else, but the strongest of that. The poker \
             is not a trump."
        ),
        margin: MARGIN_WORDS,
        measure: |lab| {
            let mut measured = Measured::default();
            for (habit, part) in [("lead-trumps-in-need", LEAD), ("keep-trumps-in-need", KEEP)] {
                measured.extend(at_tables::<DominoPoker>(lab, habit, ("", part), &TRUMPS)?);
            }
            Ok(measured)
        },
        conclude: conclude_trumps,
    },
];

/// What the habits with bids are called in the findings.
const ONE_LESS: &str = "one less";
const ONE_MORE: &str = "one more";

/// What the habits with trumps are called in the findings.
const LEAD: &str = "lead trumps early";
const KEEP: &str = "keep trumps";

fn conclude_trumps(findings: &[Finding]) -> Conclusion {
    let [lead, keep] = [LEAD, KEEP].map(|part| (points(findings, part, HELPS).0, points(findings, part, HARMS).0));
    let of = |part: &str| -> Vec<Finding> { findings.iter().filter(|finding| is_on(finding, part)).cloned().collect() };
    let known = lead.0 || lead.1 || keep.0 || keep.1;
    let (ruling, at_the_table) = match (lead, keep) {
        ((true, false), (false, _)) => (Ruling::LeadThem, "While you need tricks, lead trumps.".into()),
        ((false, _), (true, false)) => (Ruling::KeepThem, "While you need tricks, keep trumps for later.".into()),
        ((false, _), (false, _)) if known => (Ruling::Neither, "Neither rule pays.".into()),
        ((false, _), (false, _)) => (Ruling::Unclear, "Nobody can tell yet which of the two pays.".into()),
        ((_, _), (true, true)) => (
            Ruling::Depends,
            by_number_of_players(&of(KEEP), "keep trumps while you need tricks", "do not make that a rule"),
        ),
        _ => (
            Ruling::Depends,
            by_number_of_players(&of(LEAD), "lead trumps while you need tricks", "do not make that a rule"),
        ),
    };
    let change = |part: &str, lens: Lens| changes(findings, &[part], lens);
    let unknown = || "nothing that can be told".to_string();
    let strong = change(KEEP, Lens::Expert)
        .map_or(String::new(), |keep| format!("; for a strong player, to keep them by {keep}"));
    let told = format!(
        "to keep trumps changes what a simple player wins of a hundred games by {}, and to lead them early by {}{strong}",
        change(KEEP, Lens::Gain).unwrap_or_else(unknown),
        change(LEAD, Lens::Gain).unwrap_or_else(unknown)
    );
    Conclusion { ruling, sentence: sentence(ruling, &told), at_the_table }
}

/// What a blind bid is called in the findings.
fn blind_bid(bid: u8) -> String {
    format!("bid {bid}")
}

/// The same if the player makes that bid anyway.
fn usual_bid(bid: u8) -> String {
    format!("bid {bid}, the usual bid")
}

/// A bid that changes nothing is not untested: it is the one that the others are compared with.
fn as_usual(finding: Finding, bid: u8, players: u8) -> Finding {
    let is_usual = finding.changed == Some(0.0) && finding.had_a_say.is_some_and(|times| times > 0.0);
    if !is_usual {
        return finding;
    }
    Finding {
        part: caption(&usual_bid(bid), players),
        low: None,
        high: None,
        margin: None,
        p: None,
        p_zero: None,
        verdict: None,
        ..finding
    }
}

fn measure_blind_bids(lab: &Lab<'_>) -> Result<Measured, LabError> {
    let plot = Plot {
        title: "Share of games that a blind bid wins, compared with the player's usual bid".into(),
        kind: PlotKind::Line,
        x_name: "blind bid",
        y_name: "share of games",
    };
    let mut measured = Measured::default();
    for &players in BLIND_BIDS.players {
        let blocks = BLIND_BIDS.blocks(lab.budget, players);
        for bid in 0..=full_hand(players) {
            let habit = format!("blind-bid={bid}");
            let test = HabitTest { habit: &habit, part: &blind_bid(bid), rules: "", blocks };
            for finding in test.play::<DominoPoker>(lab, players)? {
                let finding = as_usual(finding, bid, players);
                if finding.unit == Unit::Share {
                    let strong = if finding.lens == Lens::Expert { ", strong" } else { "" };
                    let series = format!("{players} players{strong}");
                    let [low, high] = [finding.low, finding.high].map(|end| end.unwrap_or(finding.value));
                    let interval = Interval { low, high };
                    measured.plots.push(plot.sampled(&series, bid, finding.value, interval, finding.games));
                }
                measured.findings.push(finding);
            }
        }
    }
    Ok(measured)
}

/// The bid that wins the largest share at a table, and those that are not below it beyond doubt.
fn best_bid(findings: &[Finding], lens: Lens, players: u8) -> Option<(u8, Vec<u8>)> {
    let found = |part: &str| {
        let part = caption(part, players);
        let is_it = |finding: &&Finding| finding.lens == lens && finding.unit == Unit::Share && finding.part == part;
        findings.iter().find(is_it).cloned()
    };
    // The usual bid is where it is without any doubt.
    let exactly = |finding: Finding| {
        let (value, games) = (finding.value, finding.games);
        finding.sampled(Interval { low: value, high: value }, games)
    };
    let bid_of = |bid: u8| Some((bid, found(&blind_bid(bid)).or_else(|| found(&usual_bid(bid)).map(exactly))?));
    let bids: Vec<(u8, Finding)> = (0..=full_hand(players)).filter_map(bid_of).collect();
    let (bid, best) = bids.iter().max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value))?;
    let others = bids.iter().filter(|(other, finding)| other != bid && !is_above(best, finding));
    Some((*bid, others.map(|(other, _)| *other).collect()))
}

/// What falls to each player on average, rounded down.
fn even_bid(players: u8) -> u8 {
    full_hand(players) / players
}

fn conclude_blind_bids(findings: &[Finding]) -> Conclusion {
    let words = |lens: Lens| {
        let told = |&players: &u8| {
            let (bid, others) = best_bid(findings, lens, players)?;
            let others: Vec<String> = others.iter().map(u8::to_string).collect();
            let or = if others.is_empty() { String::new() } else { format!(" (or {})", others.join(", ")) };
            Some(format!("{bid}{or} with {players}"))
        };
        BLIND_BIDS.players.iter().filter_map(told).collect::<Vec<_>>().join(", ")
    };
    let (simple, strong) = (words(Lens::Gain), words(Lens::Expert));
    let and_strong = if strong.is_empty() { String::new() } else { format!("; for a strong player {strong}") };
    let is_even = BLIND_BIDS.players.iter().all(|&players| {
        let mut bests = [Lens::Gain, Lens::Expert].into_iter().filter_map(|lens| best_bid(findings, lens, players));
        bests.all(|(bid, others)| bid == even_bid(players) || others.contains(&even_bid(players)))
    });
    Conclusion {
        ruling: Ruling::Answered,
        sentence: format!(
            "The blind bid that wins most for a simple player, by number of players, and in brackets those that may be as good: \
             {simple}{and_strong}."
        ),
        at_the_table: if is_even {
            let bids: Vec<String> =
                BLIND_BIDS.players.iter().map(|&players| format!("{} with {players}", even_bid(players))).collect();
            format!("Bid blind what falls to you on average, rounded down: {} players.", bids.join(", "))
        } else {
            format!("Bid blind by the number of players: {simple}.")
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bid(bid: u8, players: u8, value: f64, half: f64) -> Finding {
        let part = caption(&blind_bid(bid), players);
        let figure = exact_figure(&part, Lens::Gain, "greedy", "domino-poker", value, Unit::Share);
        Finding {
            verdict: Some(Verdict::Inconclusive),
            had_a_say: Some(1.0),
            changed: Some(1.0),
            ..figure.sampled(Interval { low: value - half, high: value + half }, 100)
        }
    }

    /// At each table this bid is the best, and all others are below it beyond doubt.
    fn bids(best: impl Fn(u8) -> u8) -> Vec<Finding> {
        let of_table = |&players: &u8| {
            let best = best(players);
            (0..=full_hand(players))
                .map(move |number| bid(number, players, if number == best { 0.1 } else { -0.1 }, 0.01))
        };
        BLIND_BIDS.players.iter().flat_map(of_table).collect()
    }

    #[test]
    fn the_tip_says_what_was_tested() {
        assert_eq!(
            conclude_blind_bids(&bids(even_bid)).at_the_table,
            "Bid blind what falls to you on average, rounded down: 3 with 2, 2 with 3, 1 with 4, 1 with 5, 0 with 6 players."
        );
        // Less than that is modest too, but something else.
        assert_eq!(
            conclude_blind_bids(&bids(|_| 0)).at_the_table,
            "Bid blind by the number of players: 0 with 2, 0 with 3, 0 with 4, 0 with 5, 0 with 6."
        );
    }

    #[test]
    fn a_bid_that_changes_nothing_is_the_usual_one() {
        let unchanged = Finding { changed: Some(0.0), verdict: Some(Verdict::Untested), ..bid(1, 5, 0.0, 0.3) };
        let usual = as_usual(unchanged, 1, 5);
        assert_eq!((usual.part.as_str(), usual.verdict, usual.low), ("bid 1, the usual bid, 5 players", None, None));
        assert_eq!(as_usual(bid(2, 5, 0.0, 0.3), 2, 5), bid(2, 5, 0.0, 0.3));
        // It is compared with the others all the same, and is not in doubt.
        let others = [bid(0, 5, -0.005, 0.01), bid(2, 5, -0.05, 0.01)];
        assert_eq!(best_bid(&[&[usual][..], &others].concat(), Lens::Gain, 5), Some((1, vec![0])));
    }

    #[test]
    fn bids_without_an_interval_may_be_as_good() {
        let unknown = Finding { low: None, high: None, ..bid(2, 2, -0.3, 0.0) };
        assert_eq!(best_bid(&[bid(3, 2, 0.1, 0.01), unknown], Lens::Gain, 2), Some((3, vec![2])));
    }

    #[test]
    fn trumps_are_told_by_number_of_players() {
        let finding = |part: &str, players: u8, value: f64, verdict| {
            let rules = format!("domino-poker:players={players}");
            let figure = exact_figure(&caption(part, players), Lens::Gain, "greedy", &rules, value, Unit::Share);
            Finding { verdict: Some(verdict), ..figure }
        };
        let told = conclude_trumps(&[
            finding("lead trumps early", 2, -0.043, Verdict::Harms),
            finding("keep trumps", 2, -0.127, Verdict::Harms),
            finding("keep trumps", 4, 0.033, Verdict::Helps),
        ]);
        assert_eq!(
            told.sentence,
            "Depends: to keep trumps changes what a simple player wins of a hundred games by −12.7 with 2 and +3.3 with 4 players, and to \
             lead them early by −4.3 with 2 players."
        );
        assert_eq!(
            told.at_the_table,
            "With 4 players keep trumps while you need tricks; with 2 do not make that a rule."
        );
        assert_eq!(conclude_trumps(&[finding("keep trumps", 2, 0.0, Verdict::Inconclusive)]).ruling, Ruling::Unclear);
    }
}
