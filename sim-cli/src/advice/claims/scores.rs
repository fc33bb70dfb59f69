//! How the bots fare in each game: who wins how much, by number of players, and with which scores.

use kosti_bots::Experts;
use kosti_bots::greedy::GreedyGame;
use kosti_engine::{DicePoker, DominoPoker, Game, GraphPoker, PiratePoker, Rims, Rules};
use kosti_reports::advice::{Finding, Lens, PlotKind, Unit};

use crate::advice::experiment::{Experiment, Measured, Source, Told};
use crate::advice::field::{Among, among_simple};
use crate::advice::figures::{Figures, Plot};
use crate::advice::lab::Lab;
use crate::advice::survey::{mean_interval, share_interval};

const QUESTION: &str = "Who wins how much, and with which scores?";
const METHOD: &str = "One bot among simple players (greedy), once in each seat of every deal of luck: its share of the games for 2 to 6 \
    players, and the spread of its scores at a table of the usual size.";
/// How many players there may be.
const TABLES: [u8; 5] = [2, 3, 4, 5, 6];
/// The simple player.
const SIMPLE: &str = "greedy";
/// About so many steps in a plot of scores.
const STEPS: i32 = 40;
/// No more than so many times the work of a quick run: intervals are narrow enough then.
const MOST_TIMES: u64 = 20;

/// The bots of a game, each with the blocks of a quick run; the strongest last.
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
            if bot == SIMPLE && players != usual {
                // Among its like it wins an even part.
                let mut cell = shares.point(bot, players, 0.0);
                cell.label = percent(1.0 / f64::from(players));
                measured.plots.push(cell);
                continue;
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
            }
            let mut cell = shares.point(bot, players, share * f64::from(players) - 1.0).of_games(among.games);
            cell.label = percent(share);
            measured.plots.push(cell);
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
    let spread = Plot {
        claim,
        title: format!("Final scores at a table of {usual}"),
        kind: PlotKind::Line,
        x_name: "points",
        y_name: "share of games",
    };
    let step = step_of(&at_usual);
    for (bot, among) in &at_usual {
        let (Some((&least, _)), Some((&most, _))) = (among.scores.first_key_value(), among.scores.last_key_value())
        else {
            continue;
        };
        // With a step to either side, so that lines start and end at nothing.
        for from in ((least.div_euclid(step) - 1) * step..=most + step).step_by(step as usize) {
            let times: u64 = among.scores.range(from..from + step).map(|(_, times)| times).sum();
            let middle = f64::from(from) + f64::from(step - 1) / 2.0;
            let share = times as f64 / among.games as f64;
            measured.plots.push(spread.point(bot, middle, share).of_games(among.games));
        }
    }
    Ok(measured)
}

/// A share for a cell of a map.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Scores that are shown together: so that there are not too many steps from the least to the most of all.
fn step_of(all: &[(&str, Among)]) -> i32 {
    let scores = || all.iter().flat_map(|(_, among)| among.scores.keys());
    let span = scores().max().unwrap_or(&0) - scores().min().unwrap_or(&0);
    [1, 2, 5, 10, 20, 50].into_iter().find(|step| span <= step * STEPS).unwrap_or(100)
}

fn tell(findings: &[Finding], strongest: &str, usual: u8) -> Told {
    let figures = Figures(findings);
    let share = |bot: &str, players: u8| figures.value(&format!("{bot}, {players} players"), Lens::Figure);
    let points = |bot: &str| figures.value(&format!("points of {bot}"), Lens::Figure);
    let [two, four, six] = [2, 4, 6].map(|players| 100.0 * share(strongest, players));
    let others = usual - 1;
    Told {
        ruling: "answered",
        sentence: format!(
            "Among simple players {strongest} wins {two:.1} % of games for two, {four:.1} % for four and {six:.1} % for six; at a table of \
             {usual} it makes {:.1} points a game, a simple player {:.1} and random play {:.1}.",
            points(strongest),
            points(SIMPLE),
            points("random")
        ),
        at_the_table: format!(
            "Against {others} simple {} {strongest} wins {:.1} games in a hundred, where an even part would be {:.1}.",
            if others == 1 { "player" } else { "players" },
            100.0 * share(strongest, usual),
            100.0 / f64::from(usual)
        ),
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
            tell: |findings| tell(findings, $field[$field.len() - 1].0, $usual),
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

    #[test]
    fn steps_fit_the_span_of_scores() {
        let with = |scores: &[i32]| {
            let scores = scores.iter().map(|&score| (score, 1)).collect();
            vec![("bot", Among { scores, ..Among::default() })]
        };
        assert_eq!(step_of(&with(&[3, 13])), 1);
        assert_eq!(step_of(&with(&[0, 41])), 2);
        assert_eq!(step_of(&with(&[-500, 300])), 20);
        assert_eq!(step_of(&[]), 1);
    }
}
