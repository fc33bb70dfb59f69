//! Domino-poker.

use kosti_bots::domino::{LastStage, PIP_COUNTS};
use kosti_engine::domino_poker::MAX_HAND;
use kosti_engine::{DOMINOES, Domino, DominoPoker};
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use super::habits::{MARGIN_WORDS, Tables, Tried, at_tables, tell};
use super::leading_first;
use super::telling::{by_number_of_players, changes, habit_method, is_above};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, Plot, sentence};
use crate::advice::lab::Lab;

/// Where bids are changed by one.
const BIDS: Tables<'_> =
    Tables { players: &[2, 3, 4], simple: 2000, strong_in_quick: Some((2, 60)), strong: &[(2, 60), (4, 60)] };

/// Where trumps are led or kept.
const TRUMPS: Tables<'_> = Tables { strong: &[(2, 120), (4, 20)], ..BIDS };

/// Where blind bids are made.
const BLIND_BIDS: Tables<'_> =
    Tables { players: &[2, 3, 4, 5, 6], simple: 1000, strong_in_quick: None, strong: &[(4, 16)] };

/// The dominoes in a full hand.
fn full_hand(players: u8) -> u8 {
    (DOMINOES as u8 / players).min(MAX_HAND as u8)
}

/// Whether findings on a part point that way: some of them, and whether none points elsewhere. What is not known yet points
/// nowhere.
fn points(findings: &[Finding], part: &str, way: [Verdict; 2]) -> (bool, bool) {
    let known = findings.iter().filter(|finding| finding.part.starts_with(part)).filter_map(|finding| {
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

/// All of them.
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
        tell: tell_blind_bids,
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
            let mut measured = at_tables::<DominoPoker>(lab, "M2", "bid-less", ("", "one less"), &BIDS)?;
            let tables = Tables { strong_in_quick: None, ..BIDS };
            let more = at_tables::<DominoPoker>(lab, "M2", "bid-more", ("", "one more"), &tables)?;
            measured.findings.extend(more.findings);
            Ok(measured)
        },
        tell: |findings| {
            let [harms, helps] = [HARMS, HELPS].map(|way| points(findings, "one less", way).1);
            let more_helps = points(findings, "one more", HELPS).0;
            let (ruling, at_the_table) = match (harms, helps) {
                (true, _) if !more_helps => ("what you expect", "Bid what you expect."),
                (_, true) => ("one less", "Bid a trick less than you expect."),
                _ => ("depends", "It depends on the number of players and on who plays: see the figures."),
            };
            Told { ruling, ..tell(findings, "To change the bid", [at_the_table; 3]) }
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
                claim: "M4",
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
                    measured.findings.push(Finding::exact(
                        "M4",
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
        tell: |findings| {
            let from = |players: u8| {
                let open = |pips: usize| {
                    Figures(findings).value(&format!("open {pips} pips, {players} players"), Lens::Figure)
                };
                (0..PIP_COUNTS).find(|&pips| open(pips) > 0.5).unwrap_or(PIP_COUNTS)
            };
            let words: Vec<String> =
                (2..=6).map(|players| format!("{} pips with {players} players", from(players))).collect();
            Told {
                ruling: "answered",
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
                let some = at_tables::<DominoPoker>(lab, "M5", habit, ("", part), &TRUMPS)?;
                measured.findings.extend(some.findings);
            }
            Ok(measured)
        },
        tell: tell_trumps,
    },
];

/// What the habits with trumps are called in the findings.
const LEAD: &str = "lead trumps early";
const KEEP: &str = "keep trumps";

fn tell_trumps(findings: &[Finding]) -> Told {
    let [lead, keep] = [LEAD, KEEP].map(|part| (points(findings, part, HELPS).0, points(findings, part, HARMS).0));
    let of = |part: &str| -> Vec<Finding> {
        findings.iter().filter(|finding| finding.part.starts_with(part)).cloned().collect()
    };
    let known = lead.0 || lead.1 || keep.0 || keep.1;
    let (ruling, at_the_table) = match (lead, keep) {
        ((true, false), (false, _)) => ("lead them", "While you need tricks, lead trumps.".into()),
        ((false, _), (true, false)) => ("keep them", "While you need tricks, keep trumps for later.".into()),
        ((false, _), (false, _)) if known => ("neither", "Neither rule pays.".into()),
        ((false, _), (false, _)) => ("unclear", "Nobody can tell yet which of the two pays.".into()),
        ((_, _), (true, true)) => {
            ("depends", by_number_of_players(&of(KEEP), "keep trumps while you need tricks", "do not make that a rule"))
        }
        _ => {
            ("depends", by_number_of_players(&of(LEAD), "lead trumps while you need tricks", "do not make that a rule"))
        }
    };
    let change = |part: &str, lens: Lens| changes(findings, part, lens);
    let unknown = || "nothing that can be told".to_string();
    let strong = change(KEEP, Lens::Expert)
        .map_or(String::new(), |keep| format!("; for a strong player, to keep them by {keep}"));
    let told = format!(
        "to keep trumps changes what a simple player wins of a hundred games by {}, and to lead them early by {}{strong}",
        change(KEEP, Lens::Gain).unwrap_or_else(unknown),
        change(LEAD, Lens::Gain).unwrap_or_else(unknown)
    );
    Told { ruling, sentence: sentence(ruling, &told), at_the_table }
}

/// How a bid is called that the player makes anyway.
const USUAL: &str = "the usual bid";

/// A bid that changes nothing is no bid that was not tested: it is what the others are compared with.
fn as_usual(finding: Finding, bid: u8, players: u8) -> Finding {
    let is_usual = finding.changed == Some(0.0) && finding.had_a_say.is_some_and(|times| times > 0.0);
    if !is_usual {
        return finding;
    }
    Finding {
        part: format!("bid {bid}, {USUAL}, {players} players"),
        low: None,
        high: None,
        margin: None,
        p: None,
        p_zero: None,
        verdict: None,
        ..finding
    }
}

fn measure_blind_bids(lab: &Lab) -> anyhow::Result<Measured> {
    let plot = Plot {
        claim: "M1",
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
            let part = format!("bid {bid}");
            let tried = Tried { claim: "M1", habit: &habit, part: &part, rules: "", blocks };
            for finding in tried.play::<DominoPoker>(lab, players)? {
                let finding = as_usual(finding, bid, players);
                if finding.unit == Unit::Share {
                    let strong = if finding.lens == Lens::Expert { ", strong" } else { "" };
                    let series = format!("{players} players{strong}");
                    let interval = (finding.low.unwrap_or(finding.value), finding.high.unwrap_or(finding.value));
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
    let number = |finding: &Finding| finding.part.split(',').next()?.strip_prefix("bid ")?.parse::<u8>().ok();
    let of_table = |finding: &&Finding| {
        finding.lens == lens && finding.unit == Unit::Share && finding.part.ends_with(&format!(", {players} players"))
    };
    // The usual bid is where it is without any doubt.
    let placed = |finding: &Finding| match finding.part.contains(USUAL) {
        true => finding.clone().sampled((finding.value, finding.value), finding.games),
        false => finding.clone(),
    };
    let bids: Vec<(u8, Finding)> =
        findings.iter().filter(of_table).filter_map(|finding| Some((number(finding)?, placed(finding)))).collect();
    let (bid, best) = bids.iter().max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value))?;
    let others = bids.iter().filter(|(other, finding)| other != bid && !is_above(best, finding));
    Some((*bid, others.map(|(other, _)| *other).collect()))
}

/// What falls to each player on average, rounded down.
fn even_bid(players: u8) -> u8 {
    full_hand(players) / players
}

fn tell_blind_bids(findings: &[Finding]) -> Told {
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
    Told {
        ruling: "answered",
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
        let part = format!("bid {bid}, {players} players");
        let figure = Finding::exact("M1", &part, Lens::Gain, "greedy", "domino-poker", value, Unit::Share);
        Finding {
            verdict: Some(Verdict::Inconclusive),
            had_a_say: Some(1.0),
            changed: Some(1.0),
            ..figure.sampled((value - half, value + half), 100)
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
            tell_blind_bids(&bids(even_bid)).at_the_table,
            "Bid blind what falls to you on average, rounded down: 3 with 2, 2 with 3, 1 with 4, 1 with 5, 0 with 6 players."
        );
        // Less than that is modest too, but something else.
        assert_eq!(
            tell_blind_bids(&bids(|_| 0)).at_the_table,
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
        let finding = |part: &str, value: f64, verdict| {
            let figure = Finding::exact("M5", part, Lens::Gain, "greedy", "domino-poker", value, Unit::Share);
            Finding { verdict: Some(verdict), ..figure }
        };
        let told = tell_trumps(&[
            finding("lead trumps early, 2 players", -0.043, Verdict::Harms),
            finding("keep trumps, 2 players", -0.127, Verdict::Harms),
            finding("keep trumps, 4 players", 0.033, Verdict::Helps),
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
        assert_eq!(tell_trumps(&[finding("keep trumps, 2 players", 0.0, Verdict::Inconclusive)]).ruling, "unclear");
    }
}
