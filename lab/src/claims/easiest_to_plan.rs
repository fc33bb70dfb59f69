//! Graph-poker: which combination is the easiest to plan.

use kosti_engine::graph_poker::ComboKind;
use kosti_reports::findings::{Finding, Lens, PlotKind, PlotPoint, Ruling, Unit};
use kosti_reports::stats::{Interval, mean_interval};

use super::by_table::is_above;
use super::graph_games::{PlanRates, RANDOM, SIMPLE, STRONG, watch_four};
use super::plans::SIZES;
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Figures, Plot, exact_figure};
use crate::lab::Lab;
use crate::wording::sentence;

const RULES: &str = "graph-poker:players=4";

/// The experiment on flushes.
pub(super) const G1: Experiment = Experiment {
    id: "G1",
    game: "graph-poker",
    source: Source::Document,
    claim: "The flush is the easiest combination to plan.",
    rules: "graph-poker for 4 players",
    method: "Games of random, simple and strong players with themselves: the points of each kind, and what becomes of plans. A seat plans a \
        combination if it lays a card in a run of four cells that then holds two or three cards, at least two of them its own, and \
        cards which do not lie open can still make it a combination of this kind; it is completed if the run scores as this kind, \
        whoever gets the points. The flush has to bring most of what a simple player makes above random play, and of runs planned with \
        two cards by simple players it has to be completed more often than any other kind beyond doubt, with no other kind ahead \
        beyond doubt for simple or strong players, with two cards or three. True if both hold, half true if one does.",
    margin: "",
    measure,
    conclude: |findings| {
        let points = |kind: &str, bot: &str| Figures(findings).value(&format!("{kind}, {bot}"), Lens::Figure);
        let gained = |kind: &str| points(kind, SIMPLE.0) - points(kind, RANDOM.0);
        let names = || ComboKind::ALL.into_iter().map(ComboKind::name);
        let brings_most = names().max_by(|one, other| gained(one).total_cmp(&gained(other))) == Some(FLUSH);
        let completed_most = is_completed_most(findings);
        let ruling = match (brings_most, completed_most) {
            (true, true) => Ruling::True,
            (false, false) => Ruling::False,
            _ => Ruling::HalfTrue,
        };
        let [two, _] = SIZES;
        let completed = |kind: ComboKind, (bot, _): (&'static str, u64)| {
            let rate = found(findings, &Plan { kind: kind.name(), size: two, bot }.completed());
            rate.map_or("none".into(), |rate| format!("{:.1} %", 100.0 * rate.value))
        };
        Conclusion {
            ruling,
            sentence: sentence(
                ruling,
                &format!(
                    "{:.1} of the {:.1} points that a simple player makes above random play come from flushes, and {} of the flushes that \
                     it plans with two cards are completed, against {} of the straights; a strong player completes {} and {}",
                    gained(FLUSH),
                    names().map(gained).sum::<f64>(),
                    completed(ComboKind::Flush, SIMPLE),
                    completed(ComboKind::Straight, SIMPLE),
                    completed(ComboKind::Flush, STRONG),
                    completed(ComboKind::Straight, STRONG)
                ),
            ),
            at_the_table: match (brings_most, completed_most) {
                (true, true) => "If you plan a combination, plan a flush.",
                (true, false) => "Count on flushes for most of your points, though other plans are completed as often.",
                (false, true) => {
                    "Flushes are the plans that are completed most often, but other combinations bring more."
                }
                (false, false) => "Do not plan flushes alone: other combinations come as easily.",
            }
            .into(),
        }
    },
};

const FLUSH: &str = ComboKind::Flush.name();

/// Plans of a kind with this many cards by a bot.
#[derive(Clone, Copy)]
struct Plan {
    kind: &'static str,
    size: usize,
    bot: &'static str,
}

impl Plan {
    /// What their completion is called in the findings.
    fn completed(&self) -> String {
        format!("{} planned with {} cards, completed, {}", self.kind, self.size, self.bot)
    }

    /// The same if the planner gets the points.
    fn completed_by_planner(&self) -> String {
        format!("{} planned with {} cards, completed by the planner, {}", self.kind, self.size, self.bot)
    }
}

/// The finding on a part; there is none where nothing was planned.
fn found<'a>(findings: &'a [Finding], part: &str) -> Option<&'a Finding> {
    findings.iter().find(|finding| finding.part == part)
}

/// Whether planned flushes are completed more often than other kinds.
fn is_completed_most(findings: &[Finding]) -> bool {
    let flush = |bot, size| found(findings, &Plan { kind: FLUSH, size, bot }.completed());
    let others = |bot, size| {
        let others = ComboKind::ALL.into_iter().map(ComboKind::name).filter(|&kind| kind != FLUSH);
        others.filter_map(move |kind| found(findings, &Plan { kind, size, bot }.completed()))
    };
    let is_first =
        flush(SIMPLE.0, SIZES[0]).is_some_and(|flush| others(SIMPLE.0, SIZES[0]).all(|other| is_above(flush, other)));
    let is_never_behind = [SIMPLE.0, STRONG.0].into_iter().all(|bot| {
        SIZES
            .into_iter()
            .all(|size| flush(bot, size).is_some_and(|flush| !others(bot, size).any(|other| is_above(other, flush))))
    });
    is_first && is_never_behind
}

fn measure(lab: &Lab<'_>) -> Result<Measured, LabError> {
    let plot = |title: String, y_name| Plot { title, kind: PlotKind::Bar, x_name: "combination", y_name };
    let points_plot = plot("Points a seat and game by combination".into(), "points");
    let mut measured = Measured::default();
    for watched in [RANDOM, SIMPLE, STRONG] {
        let (bot, _) = watched;
        let (seen, games) = watch_four(lab, watched)?;
        for ((kind, sums), rates) in ComboKind::ALL.iter().zip(&seen.points).zip(&seen.plans) {
            let interval = mean_interval(sums.sum, sums.squares, sums.blocks);
            let part = format!("{kind}, {bot}");
            let figure = exact_figure(&part, Lens::Figure, bot, RULES, sums.mean(), Unit::Points);
            measured.findings.push(figure.sampled(interval, games));
            measured.plots.push(points_plot.sampled(bot, kind, sums.mean(), interval, games));
            for (size, rates) in SIZES.into_iter().zip(rates) {
                let plot = plot(format!("Completed combinations of those planned with {size} cards"), "chance");
                let plan = Plan { kind: kind.name(), size, bot };
                let (findings, point) = completion(plan, rates, games, &plot);
                measured.findings.extend(findings);
                measured.plots.extend(point);
            }
        }
    }
    Ok(measured)
}

/// What became of plans, if there were any.
fn completion(plan: Plan, rates: &PlanRates, games: u64, plot: &Plot) -> (Vec<Finding>, Option<PlotPoint>) {
    if rates.count.planned == 0 {
        return (Vec::new(), None);
    }
    let rate = |part: &str, (value, interval): (f64, Interval)| {
        exact_figure(part, Lens::Figure, plan.bot, RULES, value, Unit::Chance).sampled(interval, games)
    };
    let (value, interval) = rates.completed();
    let findings =
        vec![rate(&plan.completed(), rates.completed()), rate(&plan.completed_by_planner(), rates.by_planner())];
    (findings, Some(plot.sampled(plan.bot, plan.kind, value, interval, games)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Findings in which kinds are completed with these chances, give or take a little.
    fn findings(rates: &[(ComboKind, usize, &'static str, f64)]) -> Vec<Finding> {
        let finding = |&(kind, size, bot, rate): &(ComboKind, usize, &'static str, f64)| {
            let part = Plan { kind: kind.name(), size, bot }.completed();
            let figure = exact_figure(&part, Lens::Figure, bot, RULES, rate, Unit::Chance);
            figure.sampled(Interval { low: rate - 0.05, high: rate + 0.05 }, 100)
        };
        rates.iter().map(finding).collect()
    }

    #[test]
    fn flushes_lead_only_if_nothing_is_ahead_anywhere() {
        use ComboKind::{Flush, Four, Straight};
        let [two, three] = SIZES;
        let (simple, strong) = (SIMPLE.0, STRONG.0);
        let flushes = [
            (Flush, two, simple, 0.4),
            (Flush, three, simple, 0.6),
            (Flush, two, strong, 0.4),
            (Flush, three, strong, 0.6),
        ];
        let lead = |others: &[(ComboKind, usize, &'static str, f64)]| {
            is_completed_most(&findings(&[&flushes, others].concat()))
        };
        assert!(lead(&[(Straight, two, simple, 0.2)]));
        // Doubt is allowed everywhere but with two cards of simple players.
        assert!(!lead(&[(Straight, two, simple, 0.35)]));
        assert!(lead(&[(Straight, two, strong, 0.45), (Four, three, simple, 0.65)]));
        assert!(!lead(&[(Four, three, strong, 0.8)]));
        // Random players plan nothing.
        assert!(lead(&[(Four, two, RANDOM.0, 0.9)]));
        assert!(!is_completed_most(&findings(&[])));
        // What has no interval is ahead of nothing.
        let exact: Vec<Finding> = findings(&[&flushes[..], &[(Straight, two, simple, 0.2)]].concat())
            .into_iter()
            .map(|finding| Finding { low: None, high: None, ..finding })
            .collect();
        assert!(!is_completed_most(&exact));
    }
}
