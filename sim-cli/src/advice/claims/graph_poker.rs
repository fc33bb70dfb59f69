//! Graph-poker.

use std::collections::BTreeMap;

use kosti_bots::{BotSpec, Player, Players, Table};
use kosti_engine::graph_poker::{Cell, Combo, ComboKind};
use kosti_engine::{Chance, Game, GraphPoker, Rules, Scores, Seat, Turn};
use kosti_reports::Sums;
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};
use rayon::prelude::*;

use super::flushes::Flushes;
use super::habits::{MARGIN_WORDS, METHOD, Tables, at_tables, tell};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::field::among_simple;
use crate::advice::figures::{Figures, Plot, sentence};
use crate::advice::lab::Lab;
use crate::advice::ratio::Ratio;
use crate::advice::survey::mean_interval;

/// Where habits are tried.
const TABLES: Tables<'_> =
    Tables { players: &[2, 4], simple: 1000, strong_in_quick: Some((4, 50)), strong: &[(2, 60), (4, 60)] };

/// Habits with sets: to lay them at once, and to wait until there are so many cards on the table.
const AT_ONCE: &str = "build at once";
const WAITING: [(&str, &str); 2] =
    [("scoreless-keep-then-build=20", "wait for 20 cards"), ("scoreless-keep-then-build=32", "wait for 32 cards")];

/// What happens in games of bots.
#[derive(Clone, Default)]
struct Seen {
    games: u64,
    /// By kind: points a seat and game.
    points: [Sums; 5],
    /// Of all flushes, those that prolong an earlier one.
    prolonging: Ratio,
    /// Of those that one seat built, those that another finished.
    finished_by_other: Ratio,
    /// Of these, those that their builder made longer, and those that others did.
    longer_by_builder: Ratio,
    longer_by_other: Ratio,
    /// By seat: shares.
    shares: Vec<Sums>,
    /// The mean points of a seat, by game.
    all_points: Sums,
}

impl Seen {
    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.points.iter_mut().zip(&other.points).for_each(|(sums, more)| sums.merge(more));
        self.prolonging.merge(&other.prolonging);
        self.finished_by_other.merge(&other.finished_by_other);
        self.longer_by_builder.merge(&other.longer_by_builder);
        self.longer_by_other.merge(&other.longer_by_other);
        self.shares.resize(self.shares.len().max(other.shares.len()), Sums::default());
        self.shares.iter_mut().zip(&other.shares).for_each(|(sums, more)| sums.merge(more));
        self.all_points.merge(&other.all_points);
    }
}

/// Graph-poker for so many players.
fn table_for(players: u8) -> GraphPoker {
    GraphPoker::new(Rules::parse(&format!("players={players}")).expect("rules of graph-poker"))
}

/// Plays a game to its end and shows every combination, with the round and with who laid which card.
fn play(
    game: &GraphPoker,
    luck: &Chance,
    bots: impl Iterator<Item = Player<GraphPoker>>,
    mut visit: impl FnMut(Combo, usize, &BTreeMap<Cell, Seat>),
) -> Scores {
    let mut table = Table::for_game(luck, 0, bots);
    let mut state = game.start();
    let mut laid_by = BTreeMap::new();
    loop {
        match game.turn(&state) {
            Turn::Over => return game.scores(&state),
            Turn::Chance => game.advance(&mut state, luck),
            Turn::Seat(seat) => {
                let rounds = state.rounds();
                let action = table.act(game, &state, seat);
                laid_by.insert(action.at, seat);
                game.play_unchecked(&mut state, action);
                if state.rounds() > rounds {
                    game.visit_combos(&state, |combo| visit(combo, rounds, &laid_by));
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
        let mut flushes = Flushes::default();
        let scores = play(&game, &luck, bots, |combo, round, laid_by| {
            by_kind[combo.kind as usize] += f64::from(combo.points());
            if combo.kind == ComboKind::Flush {
                flushes.add(combo.cells, combo.owner, round, |cell| laid_by[&cell]);
            }
        });
        let count = flushes.count();
        seen.prolonging.add(count.prolonging, count.all);
        seen.finished_by_other.add(count.finished_by_other, count.built);
        seen.longer_by_builder.add(count.longer_by_builder, count.finished_by_other);
        seen.longer_by_other.add(count.longer_by_other, count.finished_by_other);
        for (sums, points) in seen.points.iter_mut().zip(by_kind) {
            sums.add(points / f64::from(players));
        }
        for seat in Seat::all(players) {
            seen.shares[seat.index()].add(scores.share(seat));
        }
        let points = Seat::all(players).map(|seat| f64::from(scores.of(seat))).sum::<f64>();
        seen.all_points.add(points / f64::from(players));
        seen
    };
    let parts: Vec<Seen> = (0..games).into_par_iter().map(one).collect();
    lab.go_on()?;
    let mut all = Seen::default();
    parts.iter().for_each(|part| all.merge(part));
    Ok(all)
}

/// What is won above an even share, as a part of all that there is above it.
fn advantage(share: f64, players: u8) -> f64 {
    let players = f64::from(players);
    (players * share - 1.0) / (players - 1.0)
}

/// One habit of graph-poker.
fn habit(lab: &Lab, claim: &'static str, name: &str, part: &str, tables: &Tables<'_>) -> anyhow::Result<Measured> {
    at_tables::<GraphPoker>(lab, claim, name, ("", part), tables)
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
    Experiment {
        id: "G5",
        game: "graph-poker",
        source: Source::Document,
        claim: "If somebody finishes your flush, no harm is done: a fifth card makes another.",
        rules: "graph-poker for 4 players",
        method: "Games of simple and of strong players with themselves. A flush is built by the seat that laid at least two of its cards \
            and more than any other: how often another seat finishes it, and who makes it longer in a later round.",
        margin: "",
        measure: |lab| {
            let mut measured = Measured::default();
            for (bot, games) in [("greedy", 1500), ("mc:rollouts=64", 120)] {
                let games = games * lab.budget.times().min(20);
                let seen = watch(lab, 4, bot, games)?;
                for (part, ratio) in [
                    ("flushes that prolong another", seen.prolonging),
                    ("built flushes that another seat finishes", seen.finished_by_other),
                    ("of these, made longer by their builder", seen.longer_by_builder),
                    ("of these, made longer by others", seen.longer_by_other),
                ] {
                    let part = format!("{part}, {bot}");
                    let rules = "graph-poker:players=4";
                    let figure = Finding::exact("G5", &part, Lens::Figure, bot, rules, ratio.value(), Unit::Chance);
                    measured.findings.push(figure.sampled(ratio.interval(), games));
                }
            }
            Ok(measured)
        },
        tell: |findings| {
            let chance = |part: &str| 100.0 * Figures(findings).value(&format!("{part}, greedy"), Lens::Figure);
            let (builder, others) =
                (chance("of these, made longer by their builder"), chance("of these, made longer by others"));
            let ruling = match builder {
                often if often > 50.0 => "true",
                often if often > others => "half true",
                _ => "false",
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "others finish {:.0} % of the flushes that a simple player builds at a table of four; of these the builder makes \
                         {builder:.0} % longer later, and others {others:.0} %. {:.0} % of all flushes prolong an earlier one",
                        chance("built flushes that another seat finishes"),
                        chance("flushes that prolong another")
                    ),
                ),
                at_the_table: "A line of four of one suit is an offer to everybody: a fifth card there scores again, for whoever lays it."
                    .into(),
            }
        },
    },
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
