//! Bars over names.

use crate::plot::axis::Axis;
use crate::plot::canvas::{Anchor, Canvas, LETTER, Mark, Paint, WIDTH, fitted};
use crate::plot::legend::Legend;
use crate::plot::rows::Rows;

/// A bar of a [`BarPlot`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// Its length.
    pub value: f64,
    /// The interval of its end, if it has one.
    pub interval: Option<(f64, f64)>,
}

/// Bars over names, in groups with a bar for each series.
#[derive(Clone, PartialEq, Debug)]
pub struct BarPlot {
    /// What it shows, for readers who do not see it.
    pub title: String,
    /// What the names are.
    pub x_name: String,
    /// What the bars are.
    pub y_name: String,
    /// The names of the series.
    pub series: Vec<String>,
    /// The names of the groups, each with the bars of the series, where there are any.
    pub groups: Vec<(String, Vec<Option<Bar>>)>,
}

const THICK: f64 = 11.0;

impl BarPlot {
    /// Draws it as SVG. Bars lie, so that names of any length can be read.
    pub fn svg(&self) -> String {
        let names: Vec<&str> = self.series.iter().map(String::as_str).collect();
        let legend = Legend::new(&names, WIDTH - 8.0);
        let top = legend.height() + if self.x_name.is_empty() { 4.0 } else { LETTER * 1.7 };
        let thick = if self.series.len() == 1 { THICK + 3.0 } else { THICK };
        let content = thick * self.series.len() as f64;
        let rows = Rows::new(self.groups.iter().map(|(name, _)| name.as_str()), top, content);
        let bottom = rows.bottom();
        let bars = self.groups.iter().flat_map(|(_, bars)| bars).flatten();
        let values = bars.flat_map(|bar| {
            let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
            [bar.value, low, high]
        });
        let axis = Axis::new(values.chain([0.0]), 5, (rows.left, rows.right)).roomy_but_at_zero();
        let mut canvas = Canvas::new(WIDTH, bottom + LETTER * 3.4);
        legend.draw(&mut canvas, (2.0, 0.0), |_| Mark::Square);
        canvas.text((2.0, top - LETTER * 0.8), &fitted(&self.x_name, WIDTH - 4.0), Anchor::Start, Paint::Muted);
        axis.draw_below(&mut canvas, top, bottom, &self.y_name);
        let zero = axis.place(0.0);
        for (number, (name, bars)) in self.groups.iter().enumerate() {
            rows.draw_name(&mut canvas, number, name);
            for (series, bar) in bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let from = rows.middle(number) - content / 2.0 + series as f64 * thick;
                let (y, end) = (from + thick / 2.0, axis.place(bar.value));
                canvas.rect((zero, from + 0.7), (end, from + thick - 0.7), Paint::Series(series), 0.85);
                if let Some((low, high)) = bar.interval {
                    let (low, high) = (axis.place(low), axis.place(high));
                    canvas.line((low, y), (high, y), Paint::Ink, 1.6);
                    for end in [low, high] {
                        canvas.line((end, y - 3.0), (end, y + 3.0), Paint::Ink, 1.6);
                    }
                }
            }
        }
        canvas.line((zero, top), (zero, bottom), Paint::Muted, 1.6);
        canvas.svg(&self.title)
    }
}
