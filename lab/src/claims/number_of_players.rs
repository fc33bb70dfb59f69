//! Graph-poker: which number of players is best.

use kosti_reports::findings::{Finding, Lens, PlotKind, Ruling, Unit};
use kosti_reports::stats::{Interval, Sums, mean_interval, share_interval};

use super::by_table::{caption, listed};
use super::graph_games::{table_for, watch};
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::field::among_simple;
use crate::figure::{Figures, Plot, exact_figure};
use crate::lab::Lab;
use crate::wording::sentence;

const FIRST: &str = "share of the first seat";
const STRONG: &str = "share of a strong player";
const POINTS: &str = "points a seat";
const STRONG_BOT: &str = "mc:rollouts=64";

/// The tables that are tested, those that are told, and the one that is said to be best.
const TABLES: std::ops::RangeInclusive<u8> = 2..=8;
const TOLD: [(u8, &str); 4] = [(2, "two"), (4, "four"), (6, "six"), (8, "eight")];
const BEST: u8 = 4;

/// The experiment on four players.
pub(super) const G6: Experiment = Experiment {
    id: "G6",
    game: "graph-poker",
    source: Source::Document,
    claim: "Four is the best number of players.",
    rules: "graph-poker for 2 to 8 players",
    method: "Games for 2 to 8 players: points and the share of every seat, from simple players with themselves, and what a strong player \
        wins among simple ones. To compare tables, shares become advantages: 0 is an even share of the games, 1 is every game. Four is \
        best in fairness if whoever begins has less of an advantage than at any other table beyond doubt, and best in skill if a strong \
        player has more. True if both hold, half true if one does, false if another number is better in both beyond doubt, and else \
        unclear.",
    margin: "",
    measure,
    conclude: |findings| {
        let ruling = rule(findings);
        let shares =
            |part: &str| TOLD.map(|(players, _)| Figures(findings).value(&caption(part, players), Lens::Figure));
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let first: Vec<String> = shares(FIRST)
            .into_iter()
            .zip(TOLD)
            .map(|(share, (_, name))| format!("{} for {name}", percent(share)))
            .collect();
        let strong: Vec<String> = shares(STRONG).into_iter().map(percent).collect();
        let even: Vec<String> = TOLD.iter().map(|&(players, _)| percent(1.0 / f64::from(players))).collect();
        Conclusion {
            ruling,
            sentence: sentence(
                ruling,
                &format!(
                    "whoever begins wins {}; a strong player among simple ones wins {}, where an even share is {}",
                    listed(&first).replacen(" for", " of games for", 1),
                    listed(&strong),
                    listed(&even)
                ),
            ),
            at_the_table: if TABLES.clone().all(|players| is_ahead(findings, players)) {
                "Whoever begins has the best of it with any number of players: take turns.".into()
            } else {
                "See the figures for your number of players.".into()
            },
        }
    },
};

/// What is won above an even share, as a part of all that there is above it.
fn advantage(share: f64, players: u8) -> f64 {
    let players = f64::from(players);
    (players * share - 1.0) / (players - 1.0)
}

/// The least and the most that an advantage may be; anything if no interval is known.
fn advantages(findings: &[Finding], part: &str, players: u8) -> (f64, f64) {
    let figures = Figures(findings);
    let finding = figures.get(&caption(part, players), Lens::Figure);
    let end = |share: Option<f64>, unknown: f64| share.map_or(unknown, |share| advantage(share, players));
    (end(finding.low, f64::NEG_INFINITY), end(finding.high, f64::INFINITY))
}

/// Whether the first seat wins more than an even share beyond doubt.
fn is_ahead(findings: &[Finding], players: u8) -> bool {
    advantages(findings, FIRST, players).0 > 0.0
}

/// Whether four is best in a respect: it is beyond doubt, another number is beyond doubt, or neither can be told.
fn is_best(findings: &[Finding], part: &str, is_more_better: bool) -> Option<bool> {
    let better = |one: u8, other: u8| {
        let (more, less) = if is_more_better { (one, other) } else { (other, one) };
        advantages(findings, part, more).0 > advantages(findings, part, less).1
    };
    let others = || TABLES.clone().filter(|&players| players != BEST);
    if others().all(|other| better(BEST, other)) {
        Some(true)
    } else {
        others().any(|other| better(other, BEST)).then_some(false)
    }
}

fn rule(findings: &[Finding]) -> Ruling {
    match (is_best(findings, FIRST, false), is_best(findings, STRONG, true)) {
        (Some(true), Some(true)) => Ruling::True,
        (Some(false), Some(false)) => Ruling::False,
        (Some(_), Some(_)) => Ruling::HalfTrue,
        _ => Ruling::Unclear,
    }
}

fn measure(lab: &Lab<'_>) -> Result<Measured, LabError> {
    let plot = |title: &str, kind, x_name, y_name| Plot { title: title.into(), kind, x_name, y_name };
    let advantage_plot =
        plot("Advantage: 0 is an even share of the games, 1 is every game", PlotKind::Line, "players", "advantage");
    let points_plot = plot("Points a seat and game", PlotKind::Line, "players", "points");
    let seats_plot = plot("Share of the games by seat, simple players", PlotKind::Heat, "seat", "players");
    let mut measured = Measured::default();
    for players in TABLES {
        let rules = format!("graph-poker:players={players}");
        let figure = |part: &str, bot: &str, sums: &Sums, games, unit| {
            let interval = match unit {
                Unit::Share => share_interval(sums, games),
                _ => mean_interval(sums.sum, sums.squares, sums.blocks),
            };
            let figure = exact_figure(&caption(part, players), Lens::Figure, bot, &rules, sums.mean(), unit);
            (figure, interval)
        };
        let ends = |Interval { low, high }| {
            let [low, high] = [low, high].map(|share| advantage(share, players));
            Interval { low, high }
        };

        let games = 600 * lab.budget.times().min(20);
        let seen = watch(lab, players, "greedy", games)?;
        for (seat, sums) in (1..).zip(&seen.shares) {
            let interval = share_interval(sums, games);
            measured.plots.push(seats_plot.sampled(&players.to_string(), seat, sums.mean(), interval, games));
        }
        let first = &seen.shares[0];
        let (finding, interval) = figure(FIRST, "greedy", first, games, Unit::Share);
        measured.findings.push(finding.sampled(interval, games));
        let value = advantage(first.mean(), players);
        measured.plots.push(advantage_plot.sampled("whoever begins", players, value, ends(interval), games));

        let points = &seen.all_points;
        let (finding, interval) = figure(POINTS, "greedy", points, games, Unit::Points);
        measured.findings.push(finding.sampled(interval, games));
        measured.plots.push(points_plot.sampled("greedy", players, points.mean(), interval, games));

        let blocks = 24 * lab.budget.times().min(20);
        let games = blocks * u64::from(players);
        let skill = among_simple(lab, &table_for(players), STRONG_BOT, blocks)?.share;
        let (finding, interval) = figure(STRONG, STRONG_BOT, &skill, games, Unit::Share);
        measured.findings.push(Finding { blocks, ..finding.sampled(interval, games) });
        let value = advantage(skill.mean(), players);
        measured.plots.push(advantage_plot.sampled("a strong player", players, value, ends(interval), games));
    }
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares with these advantages, give or take a little, by part and number of players.
    fn findings(first: impl Fn(u8) -> f64, strong: impl Fn(u8) -> f64, half: f64) -> Vec<Finding> {
        let finding = |part: &str, players: u8, advantage: f64| {
            let players_f64 = f64::from(players);
            let share = |advantage: f64| (advantage * (players_f64 - 1.0) + 1.0) / players_f64;
            let figure =
                exact_figure(&caption(part, players), Lens::Figure, "bot", "graph", share(advantage), Unit::Share);
            figure.sampled(Interval { low: share(advantage - half), high: share(advantage + half) }, 100)
        };
        TABLES
            .flat_map(|players| [finding(FIRST, players, first(players)), finding(STRONG, players, strong(players))])
            .collect()
    }

    #[test]
    fn four_is_best_only_beyond_doubt() {
        let peak = |players: u8| if players == 4 { 0.5 } else { 0.2 };
        let falling = |players: u8| 0.9 - f64::from(players) / 10.0;
        let pit = |players: u8| 0.7 - peak(players);
        assert_eq!(rule(&findings(pit, peak, 0.05)), Ruling::True);
        assert_eq!(rule(&findings(pit, falling, 0.01)), Ruling::HalfTrue);
        assert_eq!(rule(&findings(falling, falling, 0.01)), Ruling::False);
        // Doubt is no support.
        assert_eq!(rule(&findings(pit, peak, 0.2)), Ruling::Unclear);
        assert_eq!(rule(&findings(falling, |_| 0.1, 0.01)), Ruling::Unclear);
        let unknown: Vec<Finding> =
            findings(pit, peak, 0.0).into_iter().map(|finding| Finding { low: None, high: None, ..finding }).collect();
        assert_eq!(rule(&unknown), Ruling::Unclear);
    }

    #[test]
    fn shares_are_told_as_they_are() {
        let told = (G6.conclude)(&findings(|_| 0.8, |_| 0.2, 0.01));
        assert_eq!(
            told.sentence,
            "Unclear: whoever begins wins 90 % of games for two, 85 % for four, 83 % for six and 82 % for eight; a strong player among \
             simple ones wins 60 %, 40 %, 33 % and 30 %, where an even share is 50 %, 25 %, 17 % and 12 %."
        );
        assert!(told.at_the_table.ends_with("take turns."));
    }
}
