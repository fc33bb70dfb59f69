//! Dice-poker: luck and skill.

use kosti_engine::Game;
use kosti_engine::sheet::DicePokerRow::{self, BigRoad, SmallRoad};
use kosti_reports::findings::{Lens, PlotKind, Ruling, Unit};
use kosti_reports::stats::{Interval, mean_interval};
use kosti_solver::{Distribution, Pmf};

use super::dice_games::{of_greedy, of_optimum};
use crate::dice::dice_poker;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::survey::{Scores, scores_of};
use crate::wording::sentence;

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

/// How a player with some scores does against another one.
#[derive(Clone, Copy)]
struct Against {
    win: f64,
    tie: f64,
}

impl Against {
    fn new(one: &Pmf, other: &Pmf) -> Self {
        let sum = |of: &dyn Fn(i32) -> f64| other.iter().map(|(score, chance)| chance * of(score)).sum();
        Self { win: sum(&|score| one.at_least(score + 1)), tie: sum(&|score| one.chance(score)) }
    }

    /// The share of games that are won, a tie counting half.
    fn share(self) -> f64 {
        self.win + self.tie / 2.0
    }
}

/// The scores of some games as chances.
fn chances(scores: &Scores) -> Pmf {
    let (Some((&low, _)), Some((&high, _))) = (scores.first_key_value(), scores.last_key_value()) else {
        return Pmf::default();
    };
    let games = scores.values().sum::<u64>() as f64;
    let times = |score: i32| scores.get(&score).copied().unwrap_or_default() as f64;
    Pmf::new(low, (low..=high).map(|score| times(score) / games).collect())
}

/// The 95 % interval of the share that a player with these scores wins against the player of some games.
fn share_interval(one: &Pmf, scores: &Scores) -> Interval {
    let share = |score: i32| one.at_least(score + 1) + one.chance(score) / 2.0;
    let sum = |power: i32| scores.iter().map(|(&score, &times)| times as f64 * share(score).powi(power)).sum();
    mean_interval(sum(1), sum(2), scores.values().sum())
}

/// How likely scores are, some at a time: the middle of each step and its chance.
fn spread(scores: &Pmf) -> impl Iterator<Item = (i32, f64)> {
    let chance = |from: i32| scores.at_least(from) - scores.at_least(from + BIN);
    (0..=300).step_by(BIN as usize).map(move |from| (from + BIN / 2, chance(from)))
}

/// How often a match of this many games is won, if each is won and tied with these chances; a tied match counts half.
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

/// The experiments.
pub(super) const ALL: &[Experiment] = &[
    Experiment {
        id: "D08",
        game: "dice-poker",
        source: Source::Document,
        claim: "The school that counts points and is multiplied as a whole depends least on luck.",
        rules: "dice-poker with school=face|count and penalty=sum|each",
        method: "How often the optimum beats a simple player under the four agreements, and by how many points it is better on average: \
            every state of both players followed forward.",
        margin: "half a game in a hundred",
        measure: |lab| {
            let plot = Plot {
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
                let (best, simple) = (of_optimum(lab, &game)?, of_greedy(lab, &game)?);
                let best = &best.0;
                let simple = &simple.0.score;
                let share = Against::new(&best.score, simple).share();
                let all_rules = game.rules().to_string();
                let figure = |part: &str, value, unit| {
                    exact_figure(part, Lens::Figure, "optimal against greedy", &all_rules, value, unit)
                };
                measured.findings.push(figure(rules, share, Unit::Share));
                let ahead = best.score.mean() - simple.mean();
                measured.findings.push(figure(&format!("{rules}: points ahead"), ahead, Unit::Points));
                measured.plots.push(plot.point("optimal", rules, share));
            }
            Ok(measured)
        },
        conclude: |findings| {
            let figures = Figures(findings);
            let share = |rules: &str| figures.get(rules, Lens::Figure);
            let named = share("school=face,penalty=sum");
            let others =
                ["school=face,penalty=each", "school=count,penalty=sum", "school=count,penalty=each"].map(share);
            let apart = others.iter().map(|other| (other.value - named.value).abs()).fold(0.0, f64::max);
            let ahead = |rules: &str| figures.value(&format!("{rules}: points ahead"), Lens::Figure);
            let ruling = match others.iter().all(|other| other.value < named.value) {
                _ if apart < SAME => Ruling::NoDifference,
                true => Ruling::True,
                false => Ruling::False,
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "the better player wins {:.1} % of games with that agreement and is {:.0} points ahead on average. If rows count \
                         points and every minus is multiplied on its own, it is {:.1} % and {:.0} points; if they count dice, {:.1} % and \
                         {:.0} points with the total multiplied, {:.1} % and {:.0} points with every minus multiplied on its own",
                        100.0 * named.value,
                        ahead("school=face,penalty=sum"),
                        100.0 * others[0].value,
                        ahead("school=face,penalty=each"),
                        100.0 * others[1].value,
                        ahead("school=count,penalty=sum"),
                        100.0 * others[2].value,
                        ahead("school=count,penalty=each")
                    ),
                ),
                at_the_table: match ruling {
                    Ruling::True => "Choose that agreement if skill is to count.".into(),
                    Ruling::False => "Choose another agreement if skill is to count.".into(),
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
        method: "As a roll: counted out. As filled by the optimum and by a simple player: every state followed forward.",
        margin: "",
        measure: |lab| {
            let game = dice_poker("", 1);
            let (best, simple) = (of_optimum(lab, &game)?, of_greedy(lab, &game)?);
            let best = &best.0;
            let mut measured = Measured::default();
            for road in [SmallRoad, BigRoad] {
                let filled = |of: &Distribution<DicePokerRow>| -> f64 {
                    of.rows.iter().filter(|row| row.row == road).flat_map(|row| &row.filled).sum()
                };
                for (part, player, chance) in [
                    ("in one roll", "anybody", 120.0 / 7776.0),
                    ("filled", "optimal", filled(best)),
                    ("filled by a simple player", "greedy", filled(&simple.0)),
                ] {
                    let part = format!("{road} {part}");
                    let figure = exact_figure(&part, Lens::Figure, player, RULES, chance, Unit::Chance);
                    measured.findings.push(figure);
                }
            }
            Ok(measured)
        },
        conclude: |findings| {
            let chance = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let (small, big) = (chance("small-road filled"), chance("big-road filled"));
            let ruling = if small > big { Ruling::True } else { Ruling::False };
            Conclusion {
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
            let figure = |part: &str, value| exact_figure(part, Lens::Figure, "anybody", RULES, value, Unit::Chance);
            let figures = [
                figure("in one first roll", 1.0 - none_or_one),
                figure("in a game", 1.0 - none_or_one.powi(15)),
                figure("while ten turns are left", 1.0 - none_or_one.powi(10)),
            ];
            Ok(Vec::from(figures).into())
        },
        conclude: |findings| {
            let chance = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let ruling = match chance("in a game") {
                game if game > 99.5 => Ruling::True,
                game if game > 90.0 => Ruling::NearlyTrue,
                _ => Ruling::False,
            };
            Conclusion {
                ruling,
                sentence: sentence(
                    ruling,
                    &format!(
                        "they come in {:.1} % of games, and in {:.1} % if ten turns are left",
                        chance("in a game"),
                        chance("while ten turns are left")
                    ),
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
        method: "Every state of the optimal and of the simple player followed forward, with which roads were crossed on the way.",
        margin: "",
        measure: |lab| {
            let game = dice_poker("", 1);
            let chances =
                [("optimal", of_optimum(lab, &game)?.1.either_road), ("greedy", of_greedy(lab, &game)?.1.either_road)];
            let figure = |(bot, chance)| exact_figure(bot, Lens::Figure, bot, RULES, chance, Unit::Chance);
            Ok(Vec::from(chances.map(figure)).into())
        },
        conclude: |findings| {
            let chance = |bot: &str| 100.0 * Figures(findings).value(bot, Lens::Figure);
            // What happens usually happens in two games of three.
            let ruling = match chance("optimal") {
                often if often > 200.0 / 3.0 => Ruling::True,
                often if often > 50.0 => Ruling::BarelyTrue,
                _ => Ruling::False,
            };
            Conclusion {
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
        method: "How often the optimum wins against each weaker bot: the scores of the optimum and of the simple player exactly, every \
            state followed forward, those of the others from their games; matches of several games counted out from that, a tied \
            game counting for nobody.",
        margin: "",
        measure: |lab| {
            let game = dice_poker("", 1);
            let best = &of_optimum(lab, &game)?.0.score;
            let plot = Plot {
                title: "How often the optimum wins a match".into(),
                kind: PlotKind::Line,
                x_name: "games in a match",
                y_name: "share of matches",
            };
            let scores = Plot {
                title: "Final scores, in steps of ten points".into(),
                kind: PlotKind::Line,
                x_name: "points",
                y_name: "chance",
            };
            let mut measured = Measured::default();
            measured.plots.extend(spread(best).map(|(x, chance)| scores.point("optimal", x, chance)));
            let simple = of_greedy(lab, &game)?;
            for (bot, games) in [("random", GAMES), ("greedy", 0), ("expectimax", GAMES), (SEARCHER, GAMES_OF_SEARCHER)]
            {
                let games = games * lab.budget.times().min(10);
                let sampled = if games > 0 { scores_of(lab, &game, bot, games)? } else { Scores::new() };
                let theirs = if games > 0 { chances(&sampled) } else { simple.0.score.clone() };
                if bot != "random" {
                    measured
                        .plots
                        .extend(spread(&theirs).map(|(x, chance)| scores.point(bot, x, chance).of_games(games)));
                }
                let against = Against::new(best, &theirs);
                for length in [1, 3, 5, 9] {
                    let of_match = |share: f64| match_share(length, share - against.tie / 2.0, against.tie);
                    let value = of_match(against.share());
                    let part = format!("against {bot}, {length} {}", if length == 1 { "game" } else { "games" });
                    let figure = exact_figure(&part, Lens::Figure, "optimal", RULES, value, Unit::Share);
                    let series = format!("against {bot}");
                    if games == 0 {
                        measured.findings.push(figure);
                        measured.plots.push(plot.point(&series, length, value));
                        continue;
                    }
                    let Interval { low, high } = share_interval(best, &sampled);
                    let interval = Interval { low: of_match(low), high: of_match(high) };
                    measured.findings.push(figure.sampled(interval, games));
                    measured.plots.push(plot.sampled(&series, length, value, interval, games));
                }
            }
            Ok(measured)
        },
        conclude: |findings| {
            let share = |part: &str| 100.0 * Figures(findings).value(part, Lens::Figure);
            let ruling = if share("against greedy, 1 game") > 90.0 { Ruling::True } else { Ruling::False };
            Conclusion {
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
    use crate::budget::LabBudget;
    use crate::lab::Lab;

    #[test]
    fn scores_of_games_agree_with_what_is_known_exactly() {
        let game = dice_poker("penalty=each", 1);
        let lab = Lab::alone("X1", 4, LabBudget::Quick);
        let best = &of_optimum(&lab, &game).unwrap().0;
        let simple = &of_greedy(&lab, &game).unwrap().0.score;
        let played = scores_of(&lab, &game, "greedy", 20_000).unwrap();
        // Four standard errors: half the width of a 95 % interval is nearly two of them.
        let near = |exact: f64, found: f64, error: f64, what: &str| {
            assert!((exact - found).abs() < 4.0 * error, "{what}: {found} is not near {exact} (error {error})");
        };
        let found = chances(&played);
        near(simple.mean(), found.mean(), simple.sd() / 20_000f64.sqrt(), "mean score");
        let interval = share_interval(&best.score, &played);
        let exact = Against::new(&best.score, simple).share();
        near(exact, Against::new(&best.score, &found).share(), interval.half_width() / 1.96, "share");
        // Against itself a player wins every other game.
        assert!((Against::new(simple, simple).share() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn matches_follow_from_games() {
        assert!((match_share(1, 0.6, 0.0) - 0.6).abs() < 1e-12);
        assert!((match_share(3, 0.6, 0.0) - 0.648).abs() < 1e-12);
        assert!((match_share(1, 0.4, 0.2) - 0.5).abs() < 1e-12);
        assert!((match_share(9, 0.5, 0.0) - 0.5).abs() < 1e-12);
    }
}
