//! Graph-poker.

use kosti_bots::{BotSpec, Player, Players, Table};
use kosti_engine::graph_poker::{Cell, Combo, ComboKind, RUN};
use kosti_engine::{Chance, Game, GraphPoker, Rules, Scores, Seat, Turn};
use kosti_reports::Sums;
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};
use rayon::prelude::*;

use super::habits::{MARGIN_WORDS, METHOD, at_tables, tell};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::field::among_simple;
use crate::advice::figures::{Figures, Plot, sentence};
use crate::advice::lab::Lab;
use crate::advice::survey::{chance_interval, mean_interval};

/// Blocks of a quick run.
const BLOCKS: [u64; 2] = [1000, 60];

/// What happens in games of bots.
#[derive(Clone, Default)]
struct Seen {
    games: u64,
    /// By kind: points a seat and game.
    points: [Sums; 5],
    /// Flushes, and those of them that prolong an earlier one.
    flushes: u64,
    longer: u64,
    /// By seat: shares.
    shares: Vec<Sums>,
    /// Points a seat and game.
    all_points: Sums,
}

impl Seen {
    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.points.iter_mut().zip(&other.points).for_each(|(sums, more)| sums.merge(more));
        self.flushes += other.flushes;
        self.longer += other.longer;
        self.shares.resize(self.shares.len().max(other.shares.len()), Sums::default());
        self.shares.iter_mut().zip(&other.shares).for_each(|(sums, more)| sums.merge(more));
        self.all_points.merge(&other.all_points);
    }
}

/// Graph-poker for so many players.
fn table_for(players: u8) -> GraphPoker {
    GraphPoker::new(Rules::parse(&format!("players={players}")).expect("rules of graph-poker"))
}

/// Plays a game to its end and shows every combination.
fn play(
    game: &GraphPoker,
    luck: &Chance,
    bots: impl Iterator<Item = Player<GraphPoker>>,
    mut visit: impl FnMut(Combo),
) -> Scores {
    let mut table = Table::for_game(luck, 0, bots);
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Over => return game.scores(&state),
            Turn::Chance => game.advance(&mut state, luck),
            Turn::Seat(seat) => {
                let rounds = state.rounds();
                let action = table.act(game, &state, seat);
                game.play_unchecked(&mut state, action);
                if state.rounds() > rounds {
                    game.visit_combos(&state, &mut visit);
                }
            }
        }
    }
}

/// What happens in games of a bot with itself.
fn watch(lab: &Lab, players: u8, bot: &str, games: u64) -> anyhow::Result<Seen> {
    let game = table_for(players);
    let spec: BotSpec = bot.parse()?;
    let one = |block: u64| {
        let mut seen = Seen { games: 1, shares: vec![Sums::default(); usize::from(players)], ..Seen::default() };
        if lab.go_on().is_err() {
            return seen;
        }
        let luck = Chance::new(lab.seed, block);
        let bots = (0..players).map(|_| Player::new(&game, &spec).expect("a bot that plays this game"));
        let mut by_kind = [0.0; 5];
        let mut flushes: Vec<[Cell; RUN]> = Vec::new();
        let scores = play(&game, &luck, bots, |combo| {
            by_kind[combo.kind as usize] += f64::from(combo.points());
            if combo.kind == ComboKind::Flush {
                // Two runs have more than one cell in common only if they lie along one line.
                let prolongs = |other: &[Cell; RUN]| combo.cells.iter().filter(|cell| other.contains(cell)).count() > 1;
                seen.flushes += 1;
                seen.longer += u64::from(flushes.iter().any(prolongs));
                flushes.push(combo.cells);
            }
        });
        for (sums, points) in seen.points.iter_mut().zip(by_kind) {
            sums.add(points / f64::from(players));
        }
        for seat in Seat::all(players) {
            seen.shares[seat.index()].add(scores.share(seat));
            seen.all_points.add(f64::from(scores.of(seat)));
        }
        seen
    };
    let parts: Vec<Seen> = (0..games).into_par_iter().map(one).collect();
    lab.go_on()?;
    let mut all = Seen::default();
    parts.iter().for_each(|part| all.merge(part));
    Ok(all)
}

/// One habit of graph-poker.
fn habit(lab: &Lab, claim: &'static str, name: &str, part: &str) -> anyhow::Result<Measured> {
    at_tables::<GraphPoker>(lab, claim, name, ("", part), &[2, 4], (4, BLOCKS))
}

/// All of them.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "G1",
        game: "graph-poker",
        source: Source::Document,
        claim: "The flush is the easiest combination to plan.",
        rules: "graph-poker for 4 players",
        method: "Games of random, simple and strong players with themselves: the points of each kind. What a plan adds to chance is what a \
            player who plans gets above one who does not.",
        margin: "",
        measure: |lab| {
            let plot = Plot {
                claim: "G1",
                title: "Points a seat and game by combination".into(),
                kind: PlotKind::Bar,
                x_name: "combination",
                y_name: "points",
            };
            let mut measured = Measured::default();
            for (bot, games) in [("random", 2000), ("greedy", 1500), ("mc:rollouts=64", 120)] {
                let games = games * lab.budget.times().min(20);
                let seen = watch(lab, 4, bot, games)?;
                for (kind, sums) in ComboKind::ALL.iter().zip(&seen.points) {
                    let interval = mean_interval(sums.sum, sums.squares, sums.blocks);
                    let figure = Finding::exact(
                        "G1",
                        &format!("{kind}, {bot}"),
                        Lens::Figure,
                        bot,
                        "graph-poker:players=4",
                        sums.mean(),
                        Unit::Points,
                    );
                    measured.findings.push(figure.sampled(interval, games));
                    measured.plots.push(plot.sampled(bot, kind, sums.mean(), interval, games));
                }
            }
            Ok(measured)
        },
        tell: |findings| {
            let points = |kind: &str, bot: &str| Figures(findings).value(&format!("{kind}, {bot}"), Lens::Figure);
            let gained = |kind: &str| points(kind, "greedy") - points(kind, "random");
            let most = ComboKind::ALL
                .iter()
                .map(|kind| kind.name())
                .max_by(|one, other| gained(one).total_cmp(&gained(other)));
            let ruling = if most == Some("flush") { "true" } else { "false" };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "of the {:.1} points that a simple player makes above random play, {:.1} come from flushes and {:.1} from straights",
                        ComboKind::ALL.iter().map(|kind| gained(kind.name())).sum::<f64>(),
                        gained("flush"),
                        gained("straight")
                    ),
                ),
                at_the_table: "Play for flushes; take the other combinations as they come.".into(),
            }
        },
    },
    Experiment {
        id: "G2",
        game: "graph-poker",
        source: Source::Document,
        claim: "With several cards of one suit build that flush; the others will help.",
        rules: "graph-poker for 2 and 4 players",
        method: METHOD,
        margin: MARGIN_WORDS,
        measure: |lab| habit(lab, "G2", "build-flush", ""),
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
            let mut measured = habit(lab, "G3", "scoreless-set-early", "build at once")?;
            for (name, part) in [
                ("scoreless-keep-then-build=20", "wait for 20 cards"),
                ("scoreless-keep-then-build=32", "wait for 32 cards"),
            ] {
                measured.findings.extend(habit(lab, "G3", name, part)?.findings);
            }
            Ok(measured)
        },
        tell: |findings| {
            let value = |part: &str| {
                let of_part = |finding: &&Finding| finding.part.starts_with(part) && finding.lens == Lens::Gain;
                findings
                    .iter()
                    .filter(of_part)
                    .filter(|finding| finding.verdict.is_some())
                    .map(|finding| finding.value)
                    .sum::<f64>()
            };
            let (early, late) = (value("build at once"), value("wait for 32").max(value("wait for 20")));
            let mut told = tell(
                findings,
                "Sets as a rule",
                [
                    "Keep a set until the graph is large.",
                    "Do not play for sets as a rule: they give away too many cards. If you do, wait.",
                    "Keep a set until the graph is large, if you play for it at all.",
                ],
            );
            told.ruling = match (late > early, late > 0.0) {
                (true, true) => "true",
                (true, false) => "half true",
                _ => "false",
            };
            told
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
        measure: |lab| habit(lab, "G4", "prefer-crossings", ""),
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
    Experiment {
        id: "G5",
        game: "graph-poker",
        source: Source::Document,
        claim: "If somebody finishes your flush, no harm is done: a fifth card makes another.",
        rules: "graph-poker for 4 players",
        method: "Games of simple and of strong players with themselves: how many flushes prolong an earlier one in the same line.",
        margin: "",
        measure: |lab| {
            let mut measured = Measured::default();
            for (bot, games) in [("greedy", 1500), ("mc:rollouts=64", 120)] {
                let games = games * lab.budget.times().min(20);
                let seen = watch(lab, 4, bot, games)?;
                let chance = seen.longer as f64 / seen.flushes.max(1) as f64;
                let figure = Finding::exact(
                    "G5",
                    &format!("flushes that prolong another, {bot}"),
                    Lens::Figure,
                    bot,
                    "graph-poker:players=4",
                    chance,
                    Unit::Chance,
                );
                measured.findings.push(figure.sampled(chance_interval(seen.longer, seen.flushes), games));
                let each = seen.flushes as f64 / games as f64;
                let figure = Finding::exact(
                    "G5",
                    &format!("flushes a game, {bot}"),
                    Lens::Figure,
                    bot,
                    "graph-poker:players=4",
                    each,
                    Unit::Times,
                );
                measured.findings.push(figure);
            }
            Ok(measured)
        },
        tell: |findings| {
            let chance = Figures(findings).value("flushes that prolong another, greedy", Lens::Figure);
            let ruling = if chance > 0.25 { "true" } else { "rarely so" };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!("{:.0} % of all flushes prolong an earlier one in the same line", 100.0 * chance),
                ),
                at_the_table: "A line of four of one suit is an offer: a fifth card there scores again.".into(),
            }
        },
    },
    Experiment {
        id: "G6",
        game: "graph-poker",
        source: Source::Document,
        claim: "Four is the best number of players.",
        rules: "graph-poker for 2 to 8 players",
        method: "Games for 2 to 8 players: points and the share of whoever begins, from simple players with themselves; how much more than \
            its part a strong player wins among simple ones.",
        margin: "",
        measure: |lab| {
            let plot = |title: &str, y_name| Plot {
                claim: "G6",
                title: title.into(),
                kind: PlotKind::Line,
                x_name: "players",
                y_name,
            };
            let share_plot = plot("Share of games, compared with an even part (1 = even)", "times an even part");
            let points_plot = plot("Points a seat and game", "points");
            let mut measured = Measured::default();
            for players in 2..=8u8 {
                let games = 600 * lab.budget.times().min(20);
                let seen = watch(lab, players, "greedy", games)?;
                let even = f64::from(players);
                let first = &seen.shares[0];
                let interval = mean_interval(first.sum, first.squares, first.blocks);
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
                    first.mean() * even,
                    (interval.0 * even, interval.1 * even),
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
                let interval = mean_interval(skill.sum, skill.squares, skill.blocks);
                let figure = Finding::exact(
                    "G6",
                    &format!("share of a strong player, {players} players"),
                    Lens::Figure,
                    "mc:rollouts=64",
                    &rules,
                    skill.mean(),
                    Unit::Share,
                );
                measured.findings.push(figure.sampled(interval, games * u64::from(players)));
                measured.plots.push(share_plot.sampled(
                    "a strong player",
                    players,
                    skill.mean() * even,
                    (interval.0 * even, interval.1 * even),
                    games,
                ));
            }
            Ok(measured)
        },
        tell: |findings| {
            let figures = Figures(findings);
            let first = |players: u8| {
                f64::from(players) * figures.value(&format!("share of the first seat, {players} players"), Lens::Figure)
            };
            let strong = |players: u8| {
                f64::from(players)
                    * figures.value(&format!("share of a strong player, {players} players"), Lens::Figure)
            };
            let fairest = (2..=8u8)
                .min_by(|&one, &other| (first(one) - 1.0).abs().total_cmp(&(first(other) - 1.0).abs()))
                .unwrap_or(4);
            let most_skill = (2..=8u8).max_by(|&one, &other| strong(one).total_cmp(&strong(other))).unwrap_or(4);
            let ruling = if fairest == 4 || most_skill == 4 { "true" } else { "matter of taste" };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "the first seat has {:.2} times its even part with 2 players, {:.2} with 4 and {:.2} with 6; a strong player wins \
                         {:.2}, {:.2} and {:.2} times its part. It is fairest with {fairest} and skill counts most with {most_skill}",
                        first(2),
                        first(4),
                        first(6),
                        strong(2),
                        strong(4),
                        strong(6)
                    ),
                ),
                at_the_table: if fairest == most_skill {
                    format!("Play with {fairest}: that is fairest, and the better one wins most.")
                } else {
                    format!("Play with {fairest} if it shall be fair, with {most_skill} if the better one shall win.")
                },
            }
        },
    },
];
