//! How the bots fare in each game: who wins how much, by number of players, and with which scores.

use kosti_bots::Experts;
use kosti_bots::greedy::GreedyGame;
use kosti_engine::{DicePoker, DominoPoker, Game, GraphPoker, PiratePoker, Rims, Rules};
use kosti_reports::advice::{Finding, Lens, PlotKind, PlotPoint, Unit};

use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::field::{Among, among_simple};
use crate::advice::figures::{Figures, Plot};
use crate::advice::lab::Lab;
use crate::advice::survey::{mean_interval, share_interval};

const QUESTION: &str = "Who wins how much, and with which scores?";
const METHOD: &str = "One bot among simple players (greedy), once in each seat of every deal of luck: its share of the games for 2 to 6 \
    players, and the spread of its scores with the usual number.";
/// How many players there may be.
const TABLES: [u8; 5] = [2, 3, 4, 5, 6];
/// The simple player.
const SIMPLE: &str = "greedy";
/// The player that does not think, whose scores lie far below those of all others.
const RANDOM: &str = "random";
/// No more than so many steps in a plot of scores.
const MOST_STEPS: f64 = 30.0;
/// Scores that are shown together in a plot.
const STEP_SIZES: [i32; 7] = [1, 2, 5, 10, 20, 50, 100];
/// No more than so many times the work of a quick run: intervals are narrow enough then.
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

fn measure<G>(lab: &Lab, claim: &'static str, name: &str, usual: u8, field: &Field) -> anyhow::Result<Measured>
where
    G: GreedyGame + Experts + 'static,
{
    let shares = Plot {
        claim,
        title: "Share of games won among simple players, in colour against an even part".into(),
        kind: PlotKind::Heat,
        x_name: "players",
        y_name: "bot",
    };
    let mut measured = Measured::default();
    let mut at_usual: Vec<(&str, Among)> = Vec::new();
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
            let among = among_simple(lab, &table_for::<G>(players), bot, blocks * lab.budget.times().min(MOST_TIMES))?;
            let rules = format!("{name}:players={players}");
            let figure =
                |part: String, value, unit| Finding::exact(claim, &part, Lens::Figure, bot, &rules, value, unit);
            let share = among.share.mean();
            let interval = share_interval(&among.share, among.games);
            if bot != SIMPLE {
                measured.findings.push(Finding {
                    blocks: among.share.blocks,
                    ..figure(format!("{bot}, {players} players"), share, Unit::Share).sampled(interval, among.games)
                });
                let mut cell = shares.point(bot, players, share * f64::from(players) - 1.0).of_games(among.games);
                cell.label = percent(share);
                measured.plots.push(cell);
            }
            if players == usual {
                let points = &among.points;
                measured.findings.push(Finding {
                    blocks: points.blocks,
                    ..figure(format!("points of {bot}"), points.mean(), Unit::Points)
                        .sampled(mean_interval(points.sum, points.squares, points.blocks), among.games)
                });
                at_usual.push((bot, among));
            }
        }
    }
    let (random, sensible): (Vec<_>, Vec<_>) = at_usual.into_iter().partition(|(bot, _)| *bot == RANDOM);
    measured.plots.extend(spread(claim, format!("Final scores with {usual} players"), &sensible));
    // In one plot with the others its scores would press theirs into a corner.
    measured.plots.extend(spread(claim, format!("Final scores of random play with {usual} players"), &random));
    Ok(measured)
}

/// How the scores of bots are spread.
fn spread(claim: &'static str, title: String, bots: &[(&str, Among)]) -> Vec<PlotPoint> {
    let plot = Plot { claim, title, kind: PlotKind::Line, x_name: "points", y_name: "share of games" };
    let step = step_of(bots);
    let mut points = Vec::new();
    for (bot, among) in bots {
        let (Some((&least, _)), Some((&most, _))) = (among.scores.first_key_value(), among.scores.last_key_value())
        else {
            continue;
        };
        // With a step to either side, so that lines start and end at nothing.
        for from in ((least.div_euclid(step) - 1) * step..=most + step).step_by(step as usize) {
            let times: u64 = among.scores.range(from..from + step).map(|(_, times)| times).sum();
            let middle = f64::from(from) + f64::from(step - 1) / 2.0;
            points.push(plot.point(bot, middle, times as f64 / among.games as f64).of_games(among.games));
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
fn step_of(bots: &[(&str, Among)]) -> i32 {
    let most = bots.iter().filter_map(|(_, among)| score_at(among, 0.99)).max().unwrap_or(0);
    let least = bots.iter().filter_map(|(_, among)| score_at(among, 0.01)).min().unwrap_or(0);
    let fewest = bots.iter().map(|(_, among)| among.games).min().unwrap_or(0);
    let steps = (fewest as f64).sqrt().clamp(10.0, MOST_STEPS);
    let fits = |step: &i32| f64::from(most - least) <= f64::from(*step) * steps;
    STEP_SIZES.into_iter().find(fits).unwrap_or(STEP_SIZES[STEP_SIZES.len() - 1])
}

/// The score that this part of the games does not surpass.
fn score_at(among: &Among, part: f64) -> Option<i32> {
    let all: u64 = among.scores.values().sum();
    let mut below = 0;
    among.scores.iter().find_map(|(&score, times)| {
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

fn tell(findings: &[Finding], field: &Field, usual: u8) -> Told {
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
    Told {
        ruling: "answered",
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
            measure: |lab| measure::<$type>(lab, $id, $game, $usual, $field),
            tell: |findings| tell(findings, $field, $usual),
        }
    };
}

/// All of them.
pub(super) const ALL: &[Experiment] = &[
    question!("S1", "dice-poker", DicePoker, 2, DICE),
    question!("S2", "pirate-poker", PiratePoker, 2, DICE),
    question!("S3", "graph-poker", GraphPoker, 4, GRAPH),
    question!("S4", "rims", Rims, 3, RIMS),
    question!("S5", "domino-poker", DominoPoker, 4, DOMINO),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn with(scores: impl IntoIterator<Item = i32>) -> Among {
        let mut among = Among::default();
        for score in scores {
            *among.scores.entry(score).or_default() += 1;
            among.games += 1;
        }
        among
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
            Finding::exact("S3", &part, Lens::Figure, bot, "g", value, Unit::Share).sampled((low, 0.9), 10)
        };
        let points =
            |bot: &str| Finding::exact("S3", &format!("points of {bot}"), Lens::Figure, bot, "g", 1.0, Unit::Points);
        let bots = [("random", 0.0), ("mc:rollouts=64", 0.62), ("ismcts:iterations=256", 0.55)];
        let shares = TABLES.into_iter().flat_map(|players| bots.map(|(bot, value)| share(bot, players, value)));
        shares.chain(GRAPH.iter().map(|&(bot, _)| points(bot))).collect()
    }

    #[test]
    fn whoever_wins_most_is_told() {
        let told = tell(&findings(0.51), GRAPH, 4);
        assert!(
            told.sentence.contains("the bot that plays every choice out by chance (mc) wins most: 62.0 % with two")
        );
        assert!(!told.sentence.contains("may be chance"), "{}", told.sentence);
    }

    #[test]
    fn no_advantage_is_claimed_without_proof() {
        let told = tell(&findings(0.1), GRAPH, 4);
        assert!(told.sentence.contains("even share 25.0 %; the difference may be chance"), "{}", told.sentence);
        assert!(told.at_the_table.starts_with("No bot is surely better"), "{}", told.at_the_table);
    }
}
