//! Graph-poker.

use kosti_engine::GraphPoker;
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use super::graph_games::{table_for, watch};
use super::habits::{MARGIN_WORDS, METHOD, Tables, at_tables, tell};
use super::{easiest_to_plan, finished_by_others};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::field::among_simple;
use crate::advice::figures::{Figures, Plot, sentence};
use crate::advice::lab::Lab;
use crate::advice::survey::{mean_interval, share_interval};

/// Where habits are tried.
pub(super) const TABLES: Tables<'_> =
    Tables { players: &[2, 4], simple: 1000, strong_in_quick: Some((4, 50)), strong: &[(2, 60), (4, 60)] };

/// Habits with sets: to lay them at once, and to wait until there are so many cards on the table.
const AT_ONCE: &str = "build at once";
const WAITING: [(&str, &str); 2] =
    [("scoreless-keep-then-build=20", "wait for 20 cards"), ("scoreless-keep-then-build=32", "wait for 32 cards")];

/// What is won above an even share, as a part of all that there is above it.
fn advantage(share: f64, players: u8) -> f64 {
    let players = f64::from(players);
    (players * share - 1.0) / (players - 1.0)
}

/// One habit of graph-poker.
pub(super) fn habit(
    lab: &Lab,
    claim: &'static str,
    name: &str,
    part: &str,
    tables: &Tables<'_>,
) -> anyhow::Result<Measured> {
    at_tables::<GraphPoker>(lab, claim, name, ("", part), tables)
}

/// All of them.
pub(super) const ALL: &[Experiment] = &[
    easiest_to_plan::G1,
    Experiment {
        id: "G2",
        game: "graph-poker",
        source: Source::Document,
        claim: "With several cards of one suit build that flush; the others will help.",
        rules: "graph-poker for 2 and 4 players",
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "G2", "build-flush", "", &TABLES),
        tell: |findings| {
            tell(
                findings,
                "To build the flush of the longest suit",
                [
                    "Build the flush of your longest suit.",
                    "Do not build flushes in the open: whoever comes next finishes them.",
                    "It depends on the table: see the figures for your number of players.",
                ],
            )
        },
    },
    Experiment {
        id: "G3",
        game: "graph-poker",
        source: Source::Document,
        claim: "Keep a set for four of a kind or a royal flush until the graph is large.",
        rules: "graph-poker for 2 and 4 players",
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| {
            let mut measured = habit(lab, "G3", "scoreless-set-early", AT_ONCE, &TABLES)?;
            for (name, part) in WAITING {
                measured.findings.extend(habit(lab, "G3", name, part, &TABLES)?.findings);
            }
            Ok(measured)
        },
        tell: |findings| {
            // Waiting and building at once are compared at each table and for each player.
            let (mut better, mut worse, mut compared) = (0, 0, 0);
            for now in findings.iter().filter(|finding| finding.verdict.is_some() && finding.part.starts_with(AT_ONCE))
            {
                let table = now.part.trim_start_matches(AT_ONCE);
                let of_table = |finding: &&Finding| {
                    finding.lens == now.lens
                        && finding.verdict.is_some()
                        && WAITING.iter().any(|(_, part)| finding.part == format!("{part}{table}"))
                };
                let waiting: Vec<&Finding> = findings.iter().filter(of_table).collect();
                better += usize::from(waiting.iter().any(|late| late.low > now.high));
                worse += usize::from(waiting.iter().all(|late| late.high < now.low));
                compared += 1;
            }
            const WAIT: &str = "If you play for a set, wait until the graph is large.";
            let (ruling, at_the_table) = match (better, worse) {
                (0, 0) => ("unclear", "Whether to wait with one makes no difference that can be told."),
                (better, 0) if better == compared => ("true", WAIT),
                (_, 0) => ("sometimes true", WAIT),
                (0, _) => ("false", "If you play for a set, lay it at once."),
                _ => (
                    "depends",
                    "Whether to wait with one depends on the table: see the figures for your number of players.",
                ),
            };
            let told = tell(findings, "Sets as a rule", [at_the_table; 3]);
            let pays = told.ruling == "true" || told.ruling == "sometimes true";
            let at_the_table =
                if pays { at_the_table.into() } else { format!("Sets as a rule do not pay. {at_the_table}") };
            Told { ruling, at_the_table, ..told }
        },
    },
    Experiment {
        id: "G4",
        game: "graph-poker",
        source: Source::Document,
        claim: "Prefer cells where lines cross and several combinations stay open.",
        rules: "graph-poker for 2 and 4 players",
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "G4", "prefer-crossings", "", &TABLES),
        tell: |findings| {
            tell(
                findings,
                "To prefer cells where lines cross",
                [
                    "Of equal cells take the one where lines cross.",
                    "Avoid cells that open lines for the others.",
                    "Crossings make no difference to speak of.",
                ],
            )
        },
    },
    finished_by_others::G5,
    Experiment {
        id: "G6",
        game: "graph-poker",
        source: Source::Document,
        claim: "Four is the best number of players.",
        rules: "graph-poker for 2 to 8 players",
        method: "Games for 2 to 8 players: points and the share of whoever begins, from simple players with themselves; what a strong \
            player wins among simple ones. An advantage is the part won of all that an even share leaves: 0 is an even share, 1 is \
            every game.",
        margin: "",
        measure: |lab| {
            let plot = |title: &str, y_name| Plot {
                claim: "G6",
                title: title.into(),
                kind: PlotKind::Line,
                x_name: "players",
                y_name,
            };
            let share_plot = plot("Advantage: 0 is an even share of the games, 1 is every game", "advantage");
            let points_plot = plot("Points a seat and game", "points");
            let mut measured = Measured::default();
            for players in 2..=8u8 {
                let games = 600 * lab.budget.times().min(20);
                let seen = watch(lab, players, "greedy", games)?;
                let first = &seen.shares[0];
                let interval = share_interval(first, games);
                let rules = format!("graph-poker:players={players}");
                let figure = Finding::exact(
                    "G6",
                    &format!("share of the first seat, {players} players"),
                    Lens::Figure,
                    "greedy",
                    &rules,
                    first.mean(),
                    Unit::Share,
                );
                measured.findings.push(figure.sampled(interval, games));
                measured.plots.push(share_plot.sampled(
                    "whoever begins",
                    players,
                    advantage(first.mean(), players),
                    (advantage(interval.0, players), advantage(interval.1, players)),
                    games,
                ));
                let points = &seen.all_points;
                measured.plots.push(points_plot.sampled(
                    "greedy",
                    players,
                    points.mean(),
                    mean_interval(points.sum, points.squares, points.blocks),
                    games,
                ));
                let games = 24 * lab.budget.times().min(20);
                let skill = among_simple(lab, &table_for(players), "mc:rollouts=64", games)?.share;
                let interval = share_interval(&skill, games * u64::from(players));
                let figure = Finding::exact(
                    "G6",
                    &format!("share of a strong player, {players} players"),
                    Lens::Figure,
                    "mc:rollouts=64",
                    &rules,
                    skill.mean(),
                    Unit::Share,
                );
                measured
                    .findings
                    .push(Finding { blocks: games, ..figure.sampled(interval, games * u64::from(players)) });
                measured.plots.push(share_plot.sampled(
                    "a strong player",
                    players,
                    advantage(skill.mean(), players),
                    (advantage(interval.0, players), advantage(interval.1, players)),
                    games * u64::from(players),
                ));
            }
            Ok(measured)
        },
        tell: |findings| {
            let figures = Figures(findings);
            // Values with their intervals.
            let of = |part: &str, players: u8| {
                let finding = figures.get(&format!("{part}, {players} players"), Lens::Figure);
                let [value, low, high] = [Some(finding.value), finding.low, finding.high]
                    .map(|share| advantage(share.unwrap_or(finding.value), players));
                (value, low, high)
            };
            let first = |players: u8| of("share of the first seat", players);
            let strong = |players: u8| of("share of a strong player", players);
            let tables = || (2..=8u8).filter(|&players| players != 4);
            // Without a sign before nothing.
            let percent = |part: f64| format!("{} %", (100.0 * part).round() as i32);
            // Four is best in a respect if no other number is better beyond doubt.
            let fairest = tables().all(|players| first(players).2 >= first(4).1);
            let most_skill = tables().all(|players| strong(players).1 <= strong(4).2);
            let ruling = match (fairest, most_skill) {
                (true, true) => "true",
                (false, false) => "false",
                _ => "half true",
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "whoever begins has {} of all that an even share leaves with 2 players, {} with 4, {} with 6 and {} with 8; a \
                         strong player among simple ones {}, {}, {} and {}",
                        percent(first(2).0),
                        percent(first(4).0),
                        percent(first(6).0),
                        percent(first(8).0),
                        percent(strong(2).0),
                        percent(strong(4).0),
                        percent(strong(6).0),
                        percent(strong(8).0)
                    ),
                ),
                at_the_table: "The more players, the less it helps to begin: take turns, above all with few.".into(),
            }
        },
    },
];
