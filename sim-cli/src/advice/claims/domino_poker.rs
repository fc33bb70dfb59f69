//! Domino-poker.

use kosti_bots::domino::{LastStage, PIP_COUNTS};
use kosti_bots::{BotSpec, Player, Players, Table};
use kosti_engine::domino_poker::{MAX_HAND, Stage};
use kosti_engine::{Chance, DOMINOES, Domino, DominoPoker, Game, MAX_SEATS, Rules, Seat, Turn};
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};
use kosti_reports::{Sums, Verdict};
use rayon::prelude::*;

use super::habits::{MARGIN_WORDS, METHOD, Tables, Tried, at_tables, tell};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, Plot};
use crate::advice::lab::Lab;
use crate::advice::survey::mean_interval;

/// Where bids are changed by one.
const BIDS: Tables<'_> =
    Tables { players: &[2, 3, 4], simple: 2000, strong_in_quick: Some((2, 60)), strong: &[(2, 60), (4, 60)] };

/// Where trumps are led or kept.
const TRUMPS: Tables<'_> = Tables { strong: &[(2, 120), (4, 20)], ..BIDS };

/// Where blind bids are made.
const BLIND_BIDS: Tables<'_> =
    Tables { players: &[2, 3, 4, 5, 6], simple: 1000, strong_in_quick: None, strong: &[(4, 16)] };

/// Points above the mean of the table, by stage and place after the player who starts the deal.
type ByPlace = Vec<Vec<Sums>>;

/// The stages in which tricks are played.
const STAGES: [(Stage, &str); 4] =
    [(Stage::Bidding, "bidding"), (Stage::Blind, "blind"), (Stage::Grab, "grab"), (Stage::Mizer, "mizer")];

/// What each place brings, from games of a bot with itself.
fn places(lab: &Lab, players: u8, bot: &str, games: u64) -> anyhow::Result<ByPlace> {
    let rules = Rules::parse(&format!("players={players}")).expect("rules of domino-poker");
    let game = DominoPoker::new(rules);
    let spec: BotSpec = bot.parse()?;
    let parts: Vec<ByPlace> = (0..games).into_par_iter().map(|block| places_of(lab, &game, &spec, block)).collect();
    lab.go_on()?;
    let mut all = no_places(players);
    for part in &parts {
        all.iter_mut().flatten().zip(part.iter().flatten()).for_each(|(sums, more)| sums.merge(more));
    }
    Ok(all)
}

fn no_places(players: u8) -> ByPlace {
    vec![vec![Sums::default(); usize::from(players)]; STAGES.len()]
}

/// The same for one game.
fn places_of(lab: &Lab, game: &DominoPoker, spec: &BotSpec, block: u64) -> ByPlace {
    let players = usize::from(game.players());
    let mut sums = no_places(game.players());
    if lab.go_on().is_err() {
        return sums;
    }
    let luck = Chance::new(lab.seed, block);
    let bots = (0..players).map(|_| Player::new(game, spec).expect("a bot that plays this game"));
    let mut table = Table::for_game(&luck, 0, bots);
    let mut state = game.start();
    let mut deal: Option<(Stage, Seat)> = None;
    let mut before = [0; MAX_SEATS];
    // By stage and place: points above the mean in all deals of this game, and how many deals there were.
    let mut gains = vec![vec![(0.0, 0u32); players]; STAGES.len()];
    loop {
        let mut scores = [0; MAX_SEATS];
        Seat::all(game.players()).for_each(|seat| scores[seat.index()] = state.table().score(seat));
        // Scores change when a deal is over, and only then.
        if scores != before
            && let Some((stage, starter)) = deal
        {
            let gained = |seat: usize| f64::from(scores[seat] - before[seat]);
            let mean = (0..players).map(gained).sum::<f64>() / players as f64;
            if let Some(number) = STAGES.iter().position(|(other, _)| *other == stage) {
                for seat in 0..players {
                    let (gain, deals) = &mut gains[number][(seat + players - starter.index()) % players];
                    *gain += gained(seat) - mean;
                    *deals += 1;
                }
            }
            before = scores;
        }
        match game.turn(&state) {
            Turn::Over => {
                // The deals of a game hang together: it counts as one.
                for (sums, &(gain, deals)) in sums.iter_mut().flatten().zip(gains.iter().flatten()) {
                    if deals > 0 {
                        sums.add(gain / f64::from(deals));
                    }
                }
                return sums;
            }
            Turn::Chance => game.advance(&mut state, &luck),
            Turn::Seat(seat) => {
                deal = Some((state.table().stage(), state.table().starter()));
                let action = table.act(game, &state, seat);
                game.play_unchecked(&mut state, action);
            }
        }
    }
}

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
            (mc with 64 rollouts).",
        margin: MARGIN_WORDS,
        measure: |lab| {
            let plot = Plot {
                claim: "M1",
                title: "Points that a blind bid brings, compared with the player's usual bid".into(),
                kind: PlotKind::Line,
                x_name: "blind bid",
                y_name: "points a game",
            };
            let mut measured = Measured::default();
            for &players in BLIND_BIDS.players {
                let blocks = BLIND_BIDS.blocks(lab.budget, players);
                for bid in 0..=full_hand(players) {
                    let habit = format!("blind-bid={bid}");
                    let part = format!("bid {bid}");
                    let tried = Tried { claim: "M1", habit: &habit, part: &part, rules: "", blocks };
                    for finding in tried.play::<DominoPoker>(lab, players)? {
                        if finding.unit == Unit::Points {
                            let interval =
                                (finding.low.unwrap_or(finding.value), finding.high.unwrap_or(finding.value));
                            let strong = if finding.lens == Lens::Expert { ", strong" } else { "" };
                            let series = format!("{players} players{strong}");
                            measured.plots.push(plot.sampled(&series, bid, finding.value, interval, finding.games));
                        }
                        measured.findings.push(finding);
                    }
                }
            }
            Ok(measured)
        },
        tell: |findings| {
            // The bid that wins most, and those that are not worse beyond doubt.
            let best = |lens: Lens, players: u8| {
                let number =
                    |finding: &Finding| finding.part.split(',').next()?.strip_prefix("bid ")?.parse::<u8>().ok();
                let of_table = |finding: &&Finding| {
                    finding.lens == lens
                        && finding.verdict.is_some()
                        && finding.part.ends_with(&format!(", {players} players"))
                };
                let bids = || findings.iter().filter(of_table).filter_map(|finding| Some((number(finding)?, finding)));
                let (bid, best) = bids().max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value))?;
                let others: Vec<String> = bids()
                    .filter(|(other, finding)| *other != bid && finding.high >= best.low)
                    .map(|(other, _)| other.to_string())
                    .collect();
                Some((bid, others))
            };
            let words = |lens: Lens| {
                let told = |&players: &u8| {
                    let (bid, others) = best(lens, players)?;
                    let or = if others.is_empty() { String::new() } else { format!(" (or {})", others.join(", ")) };
                    Some(format!("{bid}{or} with {players}"))
                };
                BLIND_BIDS.players.iter().filter_map(told).collect::<Vec<_>>().join(", ")
            };
            let (simple, strong) = (words(Lens::Gain), words(Lens::Expert));
            let and_strong = if strong.is_empty() { String::new() } else { format!("; for a strong player {strong}") };
            let modest = BLIND_BIDS.players.iter().all(|&players| {
                let share = f64::from(full_hand(players)) / f64::from(players);
                let bids = [Lens::Gain, Lens::Expert].into_iter().filter_map(|lens| best(lens, players));
                bids.map(|(bid, _)| f64::from(bid)).all(|bid| bid <= share)
            });
            Told {
                ruling: "answered",
                sentence: format!(
                    "The blind bid that wins most for a simple player, by number of players, and in brackets those that may be as good: \
                     {simple}{and_strong}."
                ),
                at_the_table: if modest {
                    "Bid blind what falls to you on average, rounded down.".into()
                } else {
                    format!("Bid blind by the number of players: {simple}.")
                },
            }
        },
    },
    Experiment {
        id: "M2",
        game: "domino-poker",
        source: Source::Question,
        claim: "Bid what you expect, or one less?",
        rules: "domino-poker for 2 to 4 players",
        method: METHOD,
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
            let (ruling, at_the_table) = match (harms, helps) {
                (true, _) => ("what you expect", "Bid what you expect."),
                (_, true) => ("one less", "Bid a trick less than you expect."),
                _ => ("depends", "It depends on the table: see the figures for your number of players."),
            };
            Told { ruling, ..tell(findings, "To change the bid", [at_the_table; 3]) }
        },
    },
    Experiment {
        id: "M3",
        game: "domino-poker",
        source: Source::Question,
        claim: "What is it worth to lead first?",
        rules: "domino-poker for 2 to 4 players",
        method: "Games of a simple player with itself: what each place after the one who starts a deal gains above the mean of the table, \
            stage by stage.",
        margin: "",
        measure: |lab| {
            let plot = Plot {
                claim: "M3",
                title: "Points above the mean of the table, four players".into(),
                kind: PlotKind::Bar,
                x_name: "stage",
                y_name: "points a deal",
            };
            let mut measured = Measured::default();
            for players in 2..=4u8 {
                let games = 3000 * lab.budget.times().min(20);
                let by_place = places(lab, players, "greedy", games)?;
                for ((_, stage), places) in STAGES.iter().zip(&by_place) {
                    for (place, sums) in places.iter().enumerate() {
                        let interval = mean_interval(sums.sum, sums.squares, sums.blocks);
                        let name = match place {
                            0 => "leads".to_string(),
                            place => format!("place {}", place + 1),
                        };
                        if place == 0 {
                            let part = format!("{stage}, {players} players");
                            let figure = Finding::exact(
                                "M3",
                                &part,
                                Lens::Figure,
                                "greedy",
                                "domino-poker",
                                sums.mean(),
                                Unit::Points,
                            );
                            measured.findings.push(figure.sampled(interval, games));
                        }
                        if players == 4 {
                            measured.plots.push(plot.sampled(&name, stage, sums.mean(), interval, games));
                        }
                    }
                }
            }
            Ok(measured)
        },
        tell: |findings| {
            let worth = |stage: &str| Figures(findings).value(&format!("{stage}, 4 players"), Lens::Figure);
            Told {
                ruling: "answered",
                sentence: format!(
                    "With four players whoever leads first gets {:+.1} points a deal above the mean when bids are open, {:+.1} when they \
                     are blind, {:+.1} in grab and {:+.1} in mizer.",
                    worth("bidding"),
                    worth("blind"),
                    worth("grab"),
                    worth("mizer")
                ),
                at_the_table: if worth("grab") > 0.0 && worth("mizer") < 0.0 {
                    "To lead first helps in grab and hurts in mizer.".into()
                } else {
                    "See the figures for your number of players.".into()
                },
            }
        },
    },
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
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| {
            let mut measured = Measured::default();
            for (habit, part) in [("lead-trumps-in-need", "lead trumps early"), ("keep-trumps-in-need", "keep trumps")]
            {
                let some = at_tables::<DominoPoker>(lab, "M5", habit, ("", part), &TRUMPS)?;
                measured.findings.extend(some.findings);
            }
            Ok(measured)
        },
        tell: |findings| {
            let [lead, keep] = ["lead trumps early", "keep trumps"]
                .map(|part| (points(findings, part, HELPS).0, points(findings, part, HARMS).0));
            let depends = "It depends on the table: see the figures for your number of players.";
            let (ruling, at_the_table) = match (lead, keep) {
                ((true, false), (false, _)) => ("lead them", "Lead trumps while you need tricks."),
                ((false, _), (true, false)) => ("keep them", "Keep trumps for later tricks while you need tricks."),
                ((false, _), (false, _)) => ("neither", "Neither rule pays: look at what else you hold."),
                _ => ("depends", depends),
            };
            Told { ruling, ..tell(findings, "To keep to a rule with trumps", [at_the_table; 3]) }
        },
    },
];
