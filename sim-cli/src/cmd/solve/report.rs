//! The report on a solved game.

use std::collections::BTreeMap;

use kosti_engine::Game;
use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};
use kosti_reports::{Column, Table, Width, facts};
use kosti_solver::{Figures, Objective, RowFigures, UpperFigure};
use serde::Serialize;

use crate::output::thousands;
use crate::solving::{Solved, SolverArgs};

/// Everything told of a solved game. What is not known stays empty.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Report {
    game: String,
    objective: String,
    /// Who plays, if it is not the one who plays best.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    /// What the game is worth from its start: the mean score, or the chance.
    value: f64,
    mean: Option<f64>,
    sd: Option<f64>,
    /// By percent.
    quantiles: Option<BTreeMap<u8, i32>>,
    /// The chance that the upper part ends below zero, where it has no bonus.
    upper_negative: Option<f64>,
    /// The chance that the upper part earns its bonus, where it has one.
    upper_bonus: Option<f64>,
    states: u64,
    seconds: Option<f64>,
    ns_per_state: Option<f64>,
    threads: usize,
    rows: Vec<RowReport>,
    #[serde(skip)]
    meaning: &'static str,
}

/// How a row is filled.
#[derive(Serialize, Clone, Debug)]
struct RowReport {
    row: String,
    filled: f64,
    crossed: f64,
    points: f64,
    /// The mean turn, from 1.
    turn: f64,
}

impl From<RowFigures> for RowReport {
    fn from(RowFigures { row, filled, crossed, points, turn }: RowFigures) -> Self {
        Self { row, filled, crossed, points, turn }
    }
}

impl Report {
    /// What is known from the values alone.
    pub(super) fn new<S: Scoresheet>(args: &SolverArgs, game: &SheetGame<S>, solved: &Solved<S>) -> Self {
        let (states, value) = (solved.values.states(), solved.values.worth(&Sheet::default()));
        let meaning = match args.objective {
            Objective::Mean => "expected score",
            Objective::Win => "chance to win",
            Objective::Target(_) => "chance to reach the target",
        };
        Self {
            game: game.rules().to_string(),
            objective: args.objective.to_string(),
            bot: None,
            value,
            mean: (args.objective == Objective::Mean).then_some(value),
            sd: None,
            quantiles: None,
            upper_negative: None,
            upper_bonus: None,
            states,
            seconds: solved.seconds,
            ns_per_state: solved.seconds.map(|seconds| seconds * 1e9 / states as f64),
            threads: args.threads(),
            rows: Vec::new(),
            meaning,
        }
    }

    /// Says that a bot plays; what is known from the values stays that of best play.
    pub(super) fn play_by(&mut self, bot: String) {
        self.bot = Some(bot);
    }

    /// Adds what is known of whole games.
    pub(super) fn add_figures(&mut self, figures: Figures) {
        // Sums of chances are more exact than the values, which are stored with seven digits.
        self.mean = Some(figures.mean);
        self.sd = Some(figures.sd);
        self.quantiles = Some(figures.quantiles.into_iter().collect());
        match figures.upper {
            UpperFigure::Negative(chance) => self.upper_negative = Some(chance),
            UpperFigure::Bonus(chance) => self.upper_bonus = Some(chance),
        }
        self.rows = figures.rows.into_iter().map(RowReport::from).collect();
    }

    /// The report for people.
    pub(super) fn text(&self, width: Width) -> String {
        let percent = |chance: f64| format!("{:.2} %", 100.0 * chance);
        let mut lines = vec![("game", self.game.clone()), ("objective", self.objective.clone())];
        if let (Some(bot), Some(mean)) = (&self.bot, self.mean) {
            lines.push(("played by", bot.clone()));
            lines.push(("below best play", format!("{:.4}", self.value - mean)));
        }
        lines.push((self.meaning, format!("{:.4}", self.mean.unwrap_or(self.value))));
        lines.extend(self.sd.map(|sd| ("standard deviation", format!("{sd:.4}"))));
        lines.extend(self.upper_negative.map(|chance| ("upper part negative", percent(chance))));
        lines.extend(self.upper_bonus.map(|chance| ("upper part with bonus", percent(chance))));
        lines.push(("states", thousands(self.states as f64)));
        match (self.seconds, self.ns_per_state) {
            (Some(seconds), Some(ns)) => {
                let threads = self.threads;
                let plural = if threads == 1 { "" } else { "s" };
                lines.push(("solved in", format!("{seconds:.3} s on {threads} thread{plural}, {ns:.0} ns per state")));
            }
            _ => lines.push(("solved in", "loaded from a file".into())),
        }
        let mut text = facts(&lines, width);
        if let Some(quantiles) = &self.quantiles {
            let names = quantiles.keys().map(|percent| Column::numbers(format!("{percent} %")));
            let mut table = Table::new(std::iter::once(Column::names("quantile")).chain(names));
            table.row(std::iter::once("score".into()).chain(quantiles.values().map(ToString::to_string)));
            text += &format!("\n{}", table.fitted(width));
        }
        if !self.rows.is_empty() {
            let numbers = ["filled", "crossed", "points", "turn"].map(Column::numbers);
            let mut table = Table::new(std::iter::once(Column::names("row")).chain(numbers));
            for row in &self.rows {
                table.row([
                    row.row.clone(),
                    percent(row.filled),
                    percent(row.crossed),
                    format!("{:.2}", row.points),
                    format!("{:.2}", row.turn),
                ]);
            }
            text += &format!("\n{}", table.fitted(width));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        Report {
            game: "yatzy:players=2".into(),
            objective: "mean".into(),
            bot: None,
            value: 6.5,
            mean: Some(6.5),
            sd: None,
            quantiles: None,
            upper_negative: None,
            upper_bonus: None,
            states: 1_234_567,
            seconds: Some(0.5),
            ns_per_state: Some(405.0),
            threads: 2,
            rows: Vec::new(),
            meaning: "expected score",
        }
    }

    fn figures(upper: UpperFigure) -> Figures {
        let quantiles = [1, 5, 25, 50, 75, 95, 99].map(|percent| (percent, if percent < 75 { 6 } else { 7 })).to_vec();
        let pair = RowFigures { row: "pair".into(), filled: 0.75, crossed: 0.25, points: 1.5, turn: 1.5 };
        Figures { mean: 6.5, sd: 0.5, quantiles, upper, rows: vec![pair] }
    }

    #[test]
    fn figures_are_told_row_by_row() {
        let mut report = report();
        report.add_figures(figures(UpperFigure::Bonus(0.25)));
        let told = "\
game                   yatzy:players=2
objective              mean
expected score         6.5000
standard deviation     0.5000
upper part with bonus  25.00 %
states                 1,234,567
solved in              0.500 s on 2 threads, 405 ns per state

quantile  1 %  5 %  25 %  50 %  75 %  95 %  99 %
score       6    6     6     6     7     7     7

row    filled  crossed  points  turn
pair  75.00 %  25.00 %    1.50  1.50
";
        assert_eq!(report.text(Width::Free), told);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["quantiles"]["75"], 7);
        assert_eq!(json["upper_negative"], serde_json::Value::Null);
        let row = serde_json::json!({"row": "pair", "filled": 0.75, "crossed": 0.25, "points": 1.5, "turn": 1.5});
        assert_eq!(json["rows"], serde_json::json!([row]));
    }

    #[test]
    fn a_negative_upper_part_is_told_where_there_is_no_bonus() {
        let mut report = report();
        report.add_figures(figures(UpperFigure::Negative(0.375)));
        assert_eq!((report.upper_negative, report.upper_bonus), (Some(0.375), None));
        let text = report.text(Width::Free);
        assert!(text.contains("upper part negative  37.50 %\n"), "{text}");
    }

    #[test]
    fn long_rules_and_quantiles_fit_a_terminal() {
        let game =
            "dice-poker:players=1,school=count,penalty=each,double=no-pairs-full,even-odd=strict,crossing=forced";
        let mut report = Report { game: game.into(), states: u64::MAX >> 12, ..report() };
        report.add_figures(figures(UpperFigure::Negative(0.375)));
        let text = report.text(Width::At(60));
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
        assert!(text.contains("4,503,599,627,370,495") && text.contains("99 %"), "{text}");
    }
}
