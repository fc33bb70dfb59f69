//! Figures with their intervals, one below the other.

use crate::number::Sign;
use crate::plot::axis::Axis;
use crate::plot::canvas::{Canvas, LETTER, Mark, Paint, WIDTH};
use crate::plot::rows::Rows;

/// How certain a figure is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Certainty {
    /// It is exact.
    Exact,
    /// It has an interval with these ends.
    Between(f64, f64),
    /// It is not known how certain it is.
    Unknown,
}

impl Certainty {
    fn ends(self) -> Option<(f64, f64)> {
        match self {
            Self::Between(low, high) => Some((low, high)),
            Self::Exact | Self::Unknown => None,
        }
    }
}

/// A figure of an [`IntervalPlot`].
#[derive(Clone, PartialEq, Debug)]
pub struct IntervalRow {
    /// What it is about.
    pub name: String,
    /// The figure.
    pub value: f64,
    /// How certain it is.
    pub certainty: Certainty,
    /// What counts as a difference from the reference.
    pub margin: Option<f64>,
}

/// Figures with their intervals, one below the other; exact ones are diamonds, those of unknown certainty grey.
#[derive(Clone, PartialEq, Debug)]
pub struct IntervalPlot {
    /// What it shows, for readers who do not see it.
    pub title: String,
    /// The name of the axis of values.
    pub value_name: String,
    /// The value to compare with: zero for differences.
    pub reference: Option<f64>,
    /// The figures.
    pub rows: Vec<IntervalRow>,
}

impl IntervalPlot {
    /// Draws it as SVG.
    pub fn svg(&self) -> String {
        let rows = Rows::new(self.rows.iter().map(|row| row.name.as_str()), 2.0, 17.0);
        let bottom = rows.bottom();
        let values = self.rows.iter().flat_map(|row| {
            let (low, high) = row.certainty.ends().unwrap_or((row.value, row.value));
            let margin = row.margin.zip(self.reference);
            let band = margin.map_or([row.value; 2], |(margin, reference)| [reference - margin, reference + margin]);
            [row.value, low, high].into_iter().chain(band)
        });
        let sign = if self.reference == Some(0.0) { Sign::Always } else { Sign::Minus };
        let axis = Axis::new(values.chain(self.reference), 6, (rows.left, rows.right)).roomy().signed(sign);
        let mut canvas = Canvas::new(WIDTH, bottom + LETTER * 3.4);
        for (number, row) in self.rows.iter().enumerate() {
            if let Some((margin, reference)) = row.margin.zip(self.reference) {
                let y = rows.middle(number);
                let [low, high] = [reference - margin, reference + margin].map(|end| axis.place(end));
                canvas.rect((low, y - 8.5), (high, y + 8.5), Paint::Band, 1.0);
            }
        }
        axis.draw_below(&mut canvas, 2.0, bottom, &self.value_name);
        if let Some(reference) = self.reference {
            let x = axis.place(reference);
            canvas.line((x, 2.0), (x, bottom), Paint::Muted, 1.6);
        }
        for (number, row) in self.rows.iter().enumerate() {
            rows.draw_name(&mut canvas, number, &row.name);
            let (x, y) = (axis.place(row.value), rows.middle(number));
            if let Some((low, high)) = row.certainty.ends() {
                let (low, high) = (axis.place(low), axis.place(high));
                canvas.line((low, y), (high, y), Paint::Series(0), 2.4);
                for end in [low, high] {
                    canvas.line((end, y - 4.5), (end, y + 4.5), Paint::Series(0), 2.0);
                }
            }
            let (mark, paint) = match row.certainty {
                Certainty::Exact => (Mark::Diamond, Paint::Series(0)),
                Certainty::Between(..) => (Mark::Circle, Paint::Series(0)),
                Certainty::Unknown => (Mark::Circle, Paint::Muted),
            };
            canvas.mark((x, y), mark, paint, 4.6);
        }
        canvas.svg(&self.title)
    }
}
