//! Findings and points of plots as experiments make them and look them up.

use std::fmt::Display;

use kosti_reports::findings::{Finding, Lens, PlotKind, PlotPoint, Unit};
use kosti_reports::stats::Interval;

/// A figure that is known exactly. The runner writes the id of the experiment on it.
pub fn exact_figure(part: &str, lens: Lens, player: &str, rules: &str, value: f64, unit: Unit) -> Finding {
    Finding::exact("", part, lens, player, rules, value, unit)
}

/// The findings of an experiment, to look figures up in.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a>(pub &'a [Finding]);

impl<'a> Figures<'a> {
    /// The finding on this part, from this side; the one with a verdict if there are several.
    ///
    /// # Panics
    /// If there is none.
    pub fn get(self, part: &str, lens: Lens) -> &'a Finding {
        let found = || self.0.iter().filter(|finding| finding.part == part && finding.lens == lens);
        let judged = found().find(|finding| finding.verdict.is_some());
        judged.or_else(|| found().next()).unwrap_or_else(|| panic!("a finding about '{part}'"))
    }

    /// The value of [`Figures::get`].
    ///
    /// # Panics
    /// If there is no such finding.
    pub fn value(self, part: &str, lens: Lens) -> f64 {
        self.get(part, lens).value
    }
}

/// One plot; its points are made one by one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// How it is drawn.
    pub kind: PlotKind,
    /// The name of the horizontal axis.
    pub x_name: &'static str,
    /// The name of the vertical axis; in heat maps that of the rows.
    pub y_name: &'static str,
}

impl Plot {
    /// A point that is known exactly. `series` is its line, its colour of bars, or its row of a heat map.
    pub fn point(&self, series: &str, x: impl Display, value: f64) -> PlotPoint {
        self.point_at(series, x.to_string(), value)
    }

    /// A point with an interval, from this many games.
    pub fn sampled(&self, series: &str, x: impl Display, value: f64, interval: Interval, games: u64) -> PlotPoint {
        let Interval { low, high } = interval;
        PlotPoint { low: Some(low), high: Some(high), games, ..self.point_at(series, x.to_string(), value) }
    }

    fn point_at(&self, series: &str, x: String, value: f64) -> PlotPoint {
        PlotPoint {
            claim: String::new(),
            title: self.title.clone(),
            kind: self.kind,
            x_name: self.x_name.into(),
            y_name: self.y_name.into(),
            series: series.into(),
            x,
            value,
            low: None,
            high: None,
            games: 0,
            label: String::new(),
        }
    }
}
