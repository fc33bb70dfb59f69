//! How the bots fare in each game: who wins how much, by number of players, and with which scores.

use kosti_bots::BotGame;
use kosti_engine::{DicePoker, DominoPoker, Game, GraphPoker, PiratePoker, Rims, Rules};
use kosti_reports::findings::{Finding, Lens, PlotKind, PlotPoint, Ruling, Unit};
use kosti_reports::stats::{mean_interval, share_interval};

use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::field::{FieldResult, among_simple};
use crate::figure::{Figures, Plot, exact_figure};
use crate::lab::Lab;

const QUESTION: &str = "Who wins how much, and with which scores?";
const METHOD: &str = "One bot among simple players (greedy), once in each seat of every deal of luck: its share of the games for 2 to 6 \
    players, and the spread of its scores with the usual number.";
/// How many players there may be.
const TABLES: [u8; 5] = [2, 3, 4, 5, 6];
/// The simple player.
const SIMPLE: &str = "greedy";
/// The player that does not think, whose scores lie far below those of all others.
const RANDOM: &str = "random";
/// No more than this many steps in a plot of scores.
const MOST_STEPS: f64 = 30.0;
/// Scores that are shown together in a plot.
const STEP_SIZES: [i32; 7] = [1, 2, 5, 10, 20, 50, 100];
/// No more than this many times the work of a quick run: intervals are narrow enough then.
const MOST_TIMES: u64 = 20;

/// The bots of a game, each with the blocks of a quick run.
type Field = [(&'static str, u64)];
const DICE: &Field =
    &[("random", 200), ("greedy", 200), ("mc:rollouts=256", 30), ("expectimax", 200), ("optimal", 200)];
const GRAPH: &Field = &[("random", 100), ("greedy", 100), ("mc:rollouts=64", 12), ("ismcts:iterations=256", 8)];
const RIMS: &Field = &[("random", 400), ("greedy", 400), ("mc:rollouts=64", 60), ("ismcts:iterations=256", 24)];
const DOMINO: &Field = &[("random", 400), ("greedy", 400), ("mc:rollouts=64", 20), ("ismcts:iterations=256", 8)];

fn table_for<G: Game>(players: u8) -> G {
    match G::Rules::parse(&format!("players={players}")) {
        Ok(rules) => G::new(rules),
        Err(error) => unreachable!("tables of any size are allowed: {error}"),
    }
}

fn measure<G: BotGame>(lab: &Lab<'_>, name: &str, usual: u8, field: &Field) -> Result<Measured, LabError> {
    let shares = Plot {
        title: "Share of games won among simple players, in colour against an even part".into(),
        kind: PlotKind::Heat,
        x_name: "players",
        y_name: "bot",
    };
    let mut measured = Measured::default();
    let mut at_usual: Vec<(&str, FieldResult)> = Vec::new();
    for &(bot, blocks) in field {
        for players in TABLES {
            if bot == SIMPLE {
                // Among its like it wins an even part: no game is needed to know that.
                let mut cell = shares.point(bot, players, 0.0);
                cell.label = percent(1.0 / f64::from(players));
                measured.plots.push(cell);
                if players != usual {
                    continue;
                }
            }
            let result = among_simple(lab, &table_for::<G>(players), bot, blocks * lab.budget.times().min(MOST_TIMES))?;
            let rules = format!("{name}:players={players}");
            let figure = |part: String, value, unit| exact_figure(&part, Lens::Figure, bot, &rules, value, unit);
            let share = result.share.mean();
            let interval = share_interval(&result.share, result.games);
            if bot != SIMPLE {
                measured.findings.push(Finding {
                    blocks: result.share.blocks,
                    ..figure(format!("{bot}, {players} players"), share, Unit::Share).sampled(interval, result.games)
                });
                let mut cell = shares.point(bot, players, share * f64::from(players) - 1.0).of_games(result.games);
                cell.label = percent(share);
                measured.plots.push(cell);
            }
            if players == usual {
                let points = &result.points;
                measured.findings.push(Finding {
                    blocks: points.blocks,
                    ..figure(format!("points of {bot}"), points.mean(), Unit::Points)
                        .sampled(mean_interval(points.sum, points.squares, points.blocks), result.games)
                });
                at_usual.push((bot, result));
            }
        }
    }
    let (random, sensible): (Vec<_>, Vec<_>) = at_usual.into_iter().partition(|(bot, _)| *bot == RANDOM);
    measured.plots.extend(spread(format!("Final scores with {usual} players"), &sensible));
    // In one plot with the others its scores would press theirs into a corner.
    measured.plots.extend(spread(format!("Final scores of random play with {usual} players"), &random));
    Ok(measured)
}

/// How the scores of bots are spread.
fn spread(title: String, bots: &[(&str, FieldResult)]) -> Vec<PlotPoint> {
    let plot = Plot { title, kind: PlotKind::Line, x_name: "points", y_name: "share of games" };
    let step = step_of(bots);
    let mut points = Vec::new();
    for (bot, result) in bots {
        let (Some((&least, _)), Some((&most, _))) = (result.scores.first_key_value(), result.scores.last_key_value())
        else {
            continue;
        };
        // With a step to either side, so that lines start and end at nothing.
        for from in ((least.div_euclid(step) - 1) * step..=most + step).step_by(step as usize) {
            let times: u64 = result.scores.range(from..from + step).map(|(_, times)| times).sum();
            let middle = f64::from(from) + f64::from(step - 1) / 2.0;
            points.push(plot.point(bot, middle, times as f64 / result.games as f64).of_games(result.games));
        }
    }
    points
}

/// A share for a cell of a map.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Scores that are shown together: fine enough to tell the bots apart, and so coarse that chance does not make the lines
/// of few games jump. What is rare at either end does not count.
fn step_of(bots: &[(&str, FieldResult)]) -> i32 {
    let most = bots.iter().filter_map(|(_, result)| score_at(result, 0.99)).max().unwrap_or(0);
    let least = bots.iter().filter_map(|(_, result)| score_at(result, 0.01)).min().unwrap_or(0);
    let fewest = bots.iter().map(|(_, result)| result.games).min().unwrap_or(0);
    let steps = (fewest as f64).sqrt().clamp(10.0, MOST_STEPS);
    let fits = |step: &i32| f64::from(most - least) <= f64::from(*step) * steps;
    STEP_SIZES.into_iter().find(fits).unwrap_or(STEP_SIZES[STEP_SIZES.len() - 1])
}

/// The score that this part of the games does not surpass.
fn score_at(result: &FieldResult, part: f64) -> Option<i32> {
    let all: u64 = result.scores.values().sum();
    let mut below = 0;
    result.scores.iter().find_map(|(&score, times)| {
        below += times;
        (below as f64 >= part * all as f64).then_some(score)
    })
}

/// A bot in words, with its name in brackets.
fn in_words(bot: &str) -> String {
    let name = bot.split(':').next().unwrap_or_default();
    let words = match name {
        "optimal" => "the optimal player",
        "expectimax" => "the bot that thinks one turn ahead",
        "mc" => "the bot that plays every choice out by chance",
        "ismcts" => "the search bot",
        _ => "the bot",
    };
    format!("{words} ({name})")
}

fn number_word(players: u8) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six"].get(usize::from(players)).copied().unwrap_or("many")
}

/// The share of a bot with an even share beside it, and whether they can be told apart.
fn share_words(finding: &Finding, players: u8) -> String {
    let even = 1.0 / f64::from(players);
    let unsure = if is_above(finding, even) { "" } else { "; the difference may be chance" };
    format!(
        "{:.1} % with {} players (even share {:.1} %{unsure})",
        100.0 * finding.value,
        number_word(players),
        100.0 * even
    )
}

/// Whether a figure is larger than this beyond doubt.
fn is_above(finding: &Finding, value: f64) -> bool {
    finding.low.unwrap_or(finding.value) > value
}

fn conclude(findings: &[Finding], field: &Field, usual: u8) -> Conclusion {
    let figures = Figures(findings);
    let share = |bot: &str, players: u8| figures.get(&format!("{bot}, {players} players"), Lens::Figure);
    let points = |bot: &str| {
        let mean = figures.value(&format!("points of {bot}"), Lens::Figure);
        format!("{mean:.1}").replace('-', "−")
    };
    let rivals = field.iter().map(|&(bot, _)| bot).filter(|&bot| bot != SIMPLE);
    let best = rivals
        .max_by(|one, other| share(one, usual).value.total_cmp(&share(other, usual).value))
        .expect("there are bots besides the simple one");
    let (name, at_usual, even) = (in_words(best), share(best, usual), 1.0 / f64::from(usual));
    let shares = [2, 4, 6].map(|players| share_words(share(best, players), players)).join(", ");
    let means = format!(
        "With {} players it makes {} points a game, a simple player {} and random play {}",
        number_word(usual),
        points(best),
        points(SIMPLE),
        points(RANDOM)
    );
    let others = if usual == 2 { "one simple player" } else { "simple players only" };
    let wins = format!("{:.0} games in a hundred against {others}", 100.0 * at_usual.value);
    let lesson = if !is_above(at_usual, even) {
        format!("No bot is surely better than a simple player with {} players", number_word(usual))
    } else if at_usual.value < 1.25 * even {
        format!(
            "A single game says little about who plays better: even the best bot wins only {wins}, so compare over many"
        )
    } else {
        format!("Skill shows within few games: the best bot wins {wins}, where {:.0} would be even", 100.0 * even)
    };
    Conclusion {
        ruling: Ruling::Answered,
        sentence: format!("Among simple players {name} wins most: {shares}. {means}."),
        at_the_table: format!("{lesson}. This is about the bots that the other claims are measured on."),
    }
}

/// A question of this kind.
macro_rules! question {
    ($id:literal, $game:literal, $type:ty, $usual:literal, $field:expr) => {
        Experiment {
            id: $id,
            game: $game,
            source: Source::Ours,
            claim: QUESTION,
            rules: concat!($game, " for 2 to 6 players"),
            method: METHOD,
            margin: "",
            measure: |lab| measure::<$type>(lab, $game, $usual, $field),
            conclude: |findings| conclude(findings, $field, $usual),
        }
    };
}

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    question!("S1", "dice-poker", DicePoker, 2, DICE),
    question!("S2", "pirate-poker", PiratePoker, 2, DICE),
    question!("S3", "graph-poker", GraphPoker, 4, GRAPH),
    question!("S4", "rims", Rims, 3, RIMS),
    question!("S5", "domino-poker", DominoPoker, 4, DOMINO),
];

#[cfg(test)]
mod tests {
    use kosti_reports::stats::Interval;

    use super::*;

    fn with(scores: impl IntoIterator<Item = i32>) -> FieldResult {
        let mut result = FieldResult::default();
        for score in scores {
            *result.scores.entry(score).or_default() += 1;
            result.games += 1;
        }
        result
    }

    #[test]
    fn steps_fit_the_span_of_common_scores() {
        assert_eq!(step_of(&[("bot", with(0..10))]), 1);
        assert_eq!(step_of(&[("bot", with((0..900).map(|game| game % 300)))]), 10);
        let with_a_disaster = with((0..900).map(|game| if game == 0 { -5000 } else { game % 300 }));
        assert_eq!(step_of(&[("bot", with_a_disaster)]), 10);
        assert_eq!(step_of(&[]), 1);
    }

    #[test]
    fn few_games_have_wide_steps() {
        assert_eq!(step_of(&[("bot", with((0..60).map(|game| 5 * game)))]), 50);
    }

    /// Figures for a field in which `ismcts` comes last in the list but not in the games.
    fn findings(low: f64) -> Vec<Finding> {
        let share = |bot: &str, players: u8, value: f64| {
            let part = format!("{bot}, {players} players");
            exact_figure(&part, Lens::Figure, bot, "g", value, Unit::Share).sampled(Interval { low, high: 0.9 }, 10)
        };
        let points = |bot: &str| exact_figure(&format!("points of {bot}"), Lens::Figure, bot, "g", 1.0, Unit::Points);
        let bots = [("random", 0.0), ("mc:rollouts=64", 0.62), ("ismcts:iterations=256", 0.55)];
        let shares = TABLES.into_iter().flat_map(|players| bots.map(|(bot, value)| share(bot, players, value)));
        shares.chain(GRAPH.iter().map(|&(bot, _)| points(bot))).collect()
    }

    #[test]
    fn the_bot_that_wins_most_is_told() {
        let told = conclude(&findings(0.51), GRAPH, 4);
        assert!(
            told.sentence.contains("the bot that plays every choice out by chance (mc) wins most: 62.0 % with two")
        );
        assert!(!told.sentence.contains("may be chance"), "{}", told.sentence);
    }

    #[test]
    fn no_advantage_is_claimed_without_proof() {
        let told = conclude(&findings(0.1), GRAPH, 4);
        assert!(told.sentence.contains("even share 25.0 %; the difference may be chance"), "{}", told.sentence);
        assert!(told.at_the_table.starts_with("No bot is surely better"), "{}", told.at_the_table);
    }
}
