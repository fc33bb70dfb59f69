//! Dice-poker: luck and skill.

use std::collections::BTreeMap;

use kosti_bots::solver::Pmf;
use kosti_engine::sheet::DicePokerRow::{BigRoad, SmallRoad};
use kosti_engine::sheet::Sheet;
use kosti_engine::{DicePoker, Game};
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use crate::advice::dice::{dice_poker, distribution};
use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::figures::{Figures, Plot, sentence};
use crate::advice::lab::Lab;
use crate::advice::survey::{Fill, Gathered, chance_interval, mean_interval, survey};

const RULES: &str = "dice-poker";
/// Games of a quick survey.
const GAMES: u64 = 40_000;

/// A strong bot that is not perfect, and its games in a quick survey: it takes a thousand times longer than a simple one.
const SEARCHER: &str = "mc:rollouts=64";
const GAMES_OF_SEARCHER: u64 = 2000;

/// Shares that differ by less are the same.
const SAME: f64 = 0.005;

/// Points that are shown together in a plot of scores.
const BIN: i32 = 10;

/// What became of games: scores and roads.
#[derive(Default)]
struct Games {
    games: u64,
    scores: BTreeMap<i32, u64>,
    small: u64,
    big: u64,
    either: u64,
}

impl Gathered for Games {
    fn fill(&mut self, _: &Fill<'_>) {}

    fn end(&mut self, sheet: &Sheet, score: i32) {
        let crossed = |row| sheet.crossed().contains(row);
        self.games += 1;
        *self.scores.entry(score).or_default() += 1;
        self.small += u64::from(!crossed(SmallRoad));
        self.big += u64::from(!crossed(BigRoad));
        self.either += u64::from(!crossed(SmallRoad) || !crossed(BigRoad));
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        other.scores.into_iter().for_each(|(score, times)| *self.scores.entry(score).or_default() += times);
        self.small += other.small;
        self.big += other.big;
        self.either += other.either;
    }
}

impl Games {
    fn of(lab: &Lab, game: &DicePoker, bot: &str, games: u64) -> anyhow::Result<Self> {
        survey(lab, game, &game.start(), bot, games)
    }

    /// How often somebody with these scores wins against the player of these games, a tie counting half; with its interval.
    fn share_of(&self, better: &Pmf) -> (f64, (f64, f64)) {
        let share = |score: i32| better.at_least(score + 1) + 0.5 * better.chance(score);
        let sum = |power: i32| self.scores.iter().map(|(&score, &times)| times as f64 * share(score).powi(power)).sum();
        (sum(1) / self.games as f64, mean_interval(sum(1), sum(2), self.games))
    }

    /// The mean score with its interval.
    fn mean(&self) -> (f64, (f64, f64)) {
        let sum =
            |power: i32| self.scores.iter().map(|(&score, &times)| f64::from(score).powi(power) * times as f64).sum();
        (sum(1) / self.games as f64, mean_interval(sum(1), sum(2), self.games))
    }

    /// How often they tie.
    fn ties_with(&self, better: &Pmf) -> f64 {
        self.scores.iter().map(|(&score, &times)| times as f64 * better.chance(score)).sum::<f64>() / self.games as f64
    }
}

/// How often a match of so many games is won, if each is won and tied with these chances; a tied match counts half.
fn match_share(games: usize, win: f64, tie: f64) -> f64 {
    // By lead in games, from the lowest.
    let mut leads = vec![0.0; 2 * games + 1];
    leads[games] = 1.0;
    for _ in 0..games {
        let mut next = vec![0.0; leads.len()];
        for (lead, chance) in leads.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            next[lead + 1] += chance * win;
            next[lead] += chance * tie;
            next[lead - 1] += chance * (1.0 - win - tie);
        }
        leads = next;
    }
    leads[games + 1..].iter().sum::<f64>() + 0.5 * leads[games]
}

/// All of them.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D08",
        game: "dice-poker",
        source: Source::Document,
        claim: "The school that counts points and is multiplied as a whole depends least on luck.",
        rules: "dice-poker with school=face|count and penalty=sum|each",
        method: "How often the optimum beats a simple player under the four agreements, and by how many points it is better on average: \
            the scores of the optimum exactly, those of the simple player from its games.",
        margin: "half a game in a hundred",
        measure: |lab| {
            let plot = Plot {
                claim: "D08",
                title: "How often the optimum beats a simple player".into(),
                kind: PlotKind::Bar,
                x_name: "agreement",
                y_name: "share of games",
            };
            let mut measured = Measured::default();
            for rules in [
                "school=face,penalty=sum",
                "school=face,penalty=each",
                "school=count,penalty=sum",
                "school=count,penalty=each",
            ] {
                let game = dice_poker(rules, 1);
                let games = Games::of(lab, &game, "greedy", GAMES * lab.budget.times().min(10))?;
                let best = distribution(lab, &game);
                let (share, interval) = games.share_of(&best.score);
                let all_rules = game.rules().to_string();
                let figure = |part: &str, value, unit| {
                    Finding::exact("D08", part, Lens::Figure, "optimal against greedy", &all_rules, value, unit)
                };
                measured.findings.push(figure(rules, share, Unit::Share).sampled(interval, games.games));
                let (mean, (low, high)) = games.mean();
                let ahead = |mean: f64| best.score.mean() - mean;
                let points = figure(&format!("{rules}: points ahead"), ahead(mean), Unit::Points);
                measured.findings.push(points.sampled((ahead(high), ahead(low)), games.games));
                measured.plots.push(plot.sampled("optimal", rules, share, interval, games.games));
            }
            Ok(measured)
        },
        tell: |findings| {
            let figures = Figures(findings);
            let share = |rules: &str| figures.get(rules, Lens::Figure);
            let named = share("school=face,penalty=sum");
            let others =
                ["school=face,penalty=each", "school=count,penalty=sum", "school=count,penalty=each"].map(share);
            let apart = others.iter().map(|other| (other.value - named.value).abs()).fold(0.0, f64::max);
            let ahead = |rules: &str| figures.value(&format!("{rules}: points ahead"), Lens::Figure);
            let above = others.iter().filter(|other| named.low > other.high).count();
            let below = others.iter().filter(|other| named.high < other.low).count();
            let ruling = match (above, below) {
                _ if apart < SAME => "no difference",
                (3, _) => "true",
                (_, 0) => "unclear",
                _ => "false",
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "the better player wins {:.1} % of games with that agreement, and {:.1} %, {:.1} % and {:.1} % with points and \
                         each, dice and sum, dice and each; it is {:.0}, {:.0}, {:.0} and {:.0} points ahead on average",
                        100.0 * named.value,
                        100.0 * others[0].value,
                        100.0 * others[1].value,
                        100.0 * others[2].value,
                        ahead("school=face,penalty=sum"),
                        ahead("school=face,penalty=each"),
                        ahead("school=count,penalty=sum"),
                        ahead("school=count,penalty=each")
                    ),
                ),
                at_the_table: match ruling {
                    "true" => "Choose that agreement if skill is to count.".into(),
                    "false" => "Choose another agreement if skill is to count.".into(),
                    _ => "Choose the agreement that you like: skill counts for about as much in all four.".into(),
                },
            }
        },
    },
    Experiment {
        id: "D18",
        game: "dice-poker",
        source: Source::Document,
        claim: "In practice the small road comes more often than the big one.",
        rules: RULES,
        method: "As a roll: counted out. As filled by the optimum: every state followed forward. As filled by a simple player: its \
            games.",
        margin: "",
        measure: |lab| {
            let game = dice_poker("", 1);
            let all = distribution(lab, &game);
            let mut measured = Measured::default();
            for row in all.rows.iter().filter(|row| [SmallRoad, BigRoad].contains(&row.row)) {
                let name = row.row;
                let figure = |part: String, value| {
                    Finding::exact("D18", &part, Lens::Figure, "optimal", RULES, value, Unit::Chance)
                };
                measured.findings.push(figure(format!("{name} in one roll"), 120.0 / 7776.0));
                measured.findings.push(figure(format!("{name} filled"), row.filled.iter().sum()));
            }
            let games = Games::of(lab, &game, "greedy", GAMES * lab.budget.times().min(10))?;
            for (name, times) in [(SmallRoad, games.small), (BigRoad, games.big)] {
                let part = format!("{name} filled by a simple player");
                let figure = Finding::exact(
                    "D18",
                    &part,
                    Lens::Figure,
                    "greedy",
                    RULES,
                    times as f64 / games.games as f64,
                    Unit::Chance,
                );
                measured.findings.push(figure.sampled(chance_interval(times, games.games), games.games));
            }
            Ok(measured)
        },
        tell: |findings| {
            let chance = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let (small, big) = (chance("small-road filled"), chance("big-road filled"));
            let ruling = if small > big { "true" } else { "false" };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "both come in {:.2} % of single rolls; the optimum fills the small one in {small:.1} % of games and the big one in \
                         {big:.1} %, a simple player in {:.1} % and {:.1} %",
                        chance("small-road in one roll"),
                        chance("small-road filled by a simple player"),
                        chance("big-road filled by a simple player")
                    ),
                ),
                at_the_table:
                    "The big road is worth five points more and no harder to roll: cross the small one first.".into(),
            }
        },
    },
    Experiment {
        id: "D22",
        game: "dice-poker",
        source: Source::Document,
        claim: "Two sixes on a first roll always come once a game.",
        rules: RULES,
        method: "Counted out: at least two sixes among five dice, in fifteen first rolls.",
        margin: "",
        measure: |_| {
            let none_or_one = (5.0f64 / 6.0).powi(5) + 5.0 * (1.0 / 6.0) * (5.0f64 / 6.0).powi(4);
            let figure =
                |part: &str, value| Finding::exact("D22", part, Lens::Figure, "anybody", RULES, value, Unit::Chance);
            Ok(Measured {
                findings: vec![
                    figure("in one first roll", 1.0 - none_or_one),
                    figure("in a game", 1.0 - none_or_one.powi(15)),
                    figure("while ten turns are left", 1.0 - none_or_one.powi(10)),
                ],
                plots: Vec::new(),
            })
        },
        tell: |findings| {
            let chance = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let ruling = match chance("in a game") {
                game if game > 99.5 => "true",
                game if game > 90.0 => "nearly true",
                _ => "false",
            };
            Told {
                ruling,
                sentence: format!(
                    "They come in {:.1} % of games, and in {:.1} % if ten turns are left.",
                    chance("in a game"),
                    chance("while ten turns are left")
                ),
                at_the_table: "You can wait for two sixes at the start of a game, not at the end.".into(),
            }
        },
    },
    Experiment {
        id: "D23",
        game: "dice-poker",
        source: Source::Document,
        claim: "One of the roads usually gets filled in a game.",
        rules: RULES,
        method: "Games of the optimal player and of the simple one.",
        margin: "",
        measure: |lab| {
            let game = dice_poker("", 1);
            let mut measured = Measured::default();
            for bot in ["optimal", "greedy"] {
                let games = Games::of(lab, &game, bot, GAMES * lab.budget.times().min(10))?;
                let figure = Finding::exact(
                    "D23",
                    bot,
                    Lens::Figure,
                    bot,
                    RULES,
                    games.either as f64 / games.games as f64,
                    Unit::Chance,
                );
                measured.findings.push(figure.sampled(chance_interval(games.either, games.games), games.games));
            }
            Ok(measured)
        },
        tell: |findings| {
            let chance = |bot: &str| 100.0 * Figures(findings).value(bot, Lens::Figure);
            // What happens usually happens in two games of three.
            let ruling = match chance("optimal") {
                often if often > 200.0 / 3.0 => "true",
                often if often > 50.0 => "barely true",
                _ => "false",
            };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "at least one road is filled in {:.1} % of an optimal player's games and in {:.1} % of a simple one's",
                        chance("optimal"),
                        chance("greedy")
                    ),
                ),
                at_the_table: format!(
                    "Do not count on a road: {:.0} games of a hundred go without one.",
                    100.0 - chance("optimal")
                ),
            }
        },
    },
    Experiment {
        id: "D24",
        game: "dice-poker",
        source: Source::Document,
        claim: "The stronger player nearly always wins.",
        rules: RULES,
        method: "How often the optimum wins against each weaker bot: its scores exactly, theirs from their games; matches of several \
            games counted out from that, a tied game counting for nobody.",
        margin: "",
        measure: |lab| {
            let game = dice_poker("", 1);
            let best = &distribution(lab, &game).score;
            let plot = Plot {
                claim: "D24",
                title: "How often the optimum wins a match".into(),
                kind: PlotKind::Line,
                x_name: "games in a match",
                y_name: "share of matches",
            };
            let scores = Plot {
                claim: "D24",
                title: "Final scores, in steps of ten points".into(),
                kind: PlotKind::Line,
                x_name: "points",
                y_name: "chance",
            };
            let mut measured = Measured::default();
            let chance = |from: i32| best.at_least(from) - best.at_least(from + BIN);
            measured.plots.extend(
                (0..=300).step_by(BIN as usize).map(|from| scores.point("optimal", from + BIN / 2, chance(from))),
            );
            for (bot, games) in
                [("random", GAMES), ("greedy", GAMES), ("expectimax", GAMES), (SEARCHER, GAMES_OF_SEARCHER)]
            {
                let games = Games::of(lab, &game, bot, games * lab.budget.times().min(10))?;
                if bot != "random" {
                    let chance = |from: i32| {
                        let some = games.scores.range(from..from + BIN).map(|(_, times)| *times).sum::<u64>();
                        some as f64 / games.games as f64
                    };
                    measured.plots.extend(
                        (0..=300)
                            .step_by(BIN as usize)
                            .map(|from| scores.point(bot, from + BIN / 2, chance(from)).of_games(games.games)),
                    );
                }
                let (share, interval) = games.share_of(best);
                let tie = games.ties_with(best);
                for length in [1, 3, 5, 9] {
                    let of_match = |share: f64| match_share(length, share - tie / 2.0, tie);
                    let (value, interval) = (of_match(share), (of_match(interval.0), of_match(interval.1)));
                    let part = format!("against {bot}, {length} {}", if length == 1 { "game" } else { "games" });
                    let figure = Finding::exact("D24", &part, Lens::Figure, "optimal", RULES, value, Unit::Share);
                    measured.findings.push(figure.sampled(interval, games.games));
                    measured.plots.push(plot.sampled(&format!("against {bot}"), length, value, interval, games.games));
                }
            }
            Ok(measured)
        },
        tell: |findings| {
            let share = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let ruling = if share("against greedy, 1 game") > 90.0 { "true" } else { "false" };
            Told {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "a perfect player beats a sensible beginner in {:.1} % of games and in {:.1} % of matches of nine, and a \
                         searcher in {:.1} % of games; only against random moves does it nearly always win ({:.1} %)",
                        share("against greedy, 1 game"),
                        share("against greedy, 9 games"),
                        share(&format!("against {SEARCHER}, 1 game")),
                        share("against random, 1 game")
                    ),
                ),
                at_the_table: "Play many games before you call somebody the better player.".into(),
            }
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::LabBudget;

    #[test]
    fn games_agree_with_what_is_known_exactly() {
        let game = dice_poker("", 1);
        let lab = Lab::new(4, LabBudget::Quick, None);
        let exact = distribution(&lab, &game);
        let games = Games::of(&lab, &game, "optimal", 6000).expect("nobody stops it");
        let filled =
            |row| -> f64 { exact.rows.iter().filter(|other| other.row == row).flat_map(|row| &row.filled).sum() };
        // Four standard errors: half the width of a 95 % interval is nearly two of them.
        let near = |exact: f64, found: f64, (low, high): (f64, f64), what: &str| {
            let error = (high - low) / (2.0 * 1.96);
            assert!(
                (exact - found).abs() < 4.0 * error,
                "{what}: {found} is not near {exact}, with an error of {error}"
            );
        };
        for (row, times) in [(SmallRoad, games.small), (BigRoad, games.big)] {
            let found = times as f64 / games.games as f64;
            near(filled(row), found, chance_interval(times, games.games), &row.to_string());
        }
        let (mean, interval) = games.mean();
        near(exact.score.mean(), mean, interval, "mean score");
        // Against itself the optimum wins every other game.
        let (share, interval) = games.share_of(&exact.score);
        near(0.5, share, interval, "share against itself");
    }

    #[test]
    fn matches_follow_from_games() {
        assert!((match_share(1, 0.6, 0.0) - 0.6).abs() < 1e-12);
        assert!((match_share(3, 0.6, 0.0) - 0.648).abs() < 1e-12);
        assert!((match_share(1, 0.4, 0.2) - 0.5).abs() < 1e-12);
        assert!((match_share(9, 0.5, 0.0) - 0.5).abs() < 1e-12);
    }
}
