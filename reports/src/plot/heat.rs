//! Coloured cells over two lists of names.

use crate::number::short;
use crate::plot::canvas::{Anchor, Canvas, LETTER, Paint, WIDTH, fitted, text_width};

/// A cell of a [`HeatMap`].
#[derive(Clone, PartialEq, Debug)]
pub struct HeatCell {
    /// What decides the colour.
    pub value: f64,
    /// The text in it; the value if it is empty.
    pub label: String,
}

/// Coloured cells over two lists of names.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    /// What it shows, for readers who do not see it.
    pub title: String,
    /// What the columns are.
    pub x_name: String,
    /// What the rows are.
    pub y_name: String,
    /// The value without colour; if there is none, zero if values lie on both sides, else the least one.
    pub middle: Option<f64>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows with their cells, where there are any.
    pub rows: Vec<(String, Vec<Option<HeatCell>>)>,
}

const HIGH: f64 = 26.0;

impl HeatMap {
    /// Draws it as SVG. With many columns it is wider than a phone.
    pub fn svg(&self) -> String {
        let text = |cell: &HeatCell| if cell.label.is_empty() { short(cell.value) } else { cell.label.clone() };
        let cells = || self.rows.iter().flat_map(|(_, cells)| cells).flatten();
        let widest = |names: &mut dyn Iterator<Item = &str>| names.map(text_width).fold(0.0, f64::max);
        let left = (widest(&mut self.rows.iter().map(|(name, _)| name.as_str())) + 12.0).min(WIDTH * 0.4);
        let columns = self.columns.len().max(1) as f64;
        let least = cells().map(|cell| text_width(&text(cell))).fold(20.0, f64::max).min(WIDTH * 0.4) + 8.0;
        let width = (left + columns * least + 4.0).max(WIDTH);
        let wide = ((width - left - 4.0) / columns).min(WIDTH * 0.3);
        let names_wide = widest(&mut self.columns.iter().map(String::as_str));
        let upright = names_wide > wide - 4.0;
        let name_high = if upright { names_wide.min(130.0) + 10.0 } else { LETTER * 1.6 };
        let top = name_high + if self.x_name.is_empty() && self.y_name.is_empty() { 4.0 } else { LETTER * 1.8 };
        let mut canvas = Canvas::new(width, top + self.rows.len() as f64 * HIGH + 4.0);

        let centre = left + columns * wide / 2.0;
        let axes = match (self.x_name.as_str(), self.y_name.as_str()) {
            (x, "") => x.to_string(),
            ("", y) => y.to_string(),
            (x, y) => format!("{y} ↓  {x} →"),
        };
        let axes = fitted(&axes, width - 4.0);
        if width <= WIDTH && text_width(&axes) / 2.0 < centre.min(width - centre) {
            canvas.text((centre, LETTER * 0.8), &axes, Anchor::Middle, Paint::Muted);
        } else {
            canvas.text((2.0, LETTER * 0.8), &axes, Anchor::Start, Paint::Muted);
        }
        for (column, name) in self.columns.iter().enumerate() {
            let x = left + (column as f64 + 0.5) * wide;
            if upright {
                canvas.text((x, top - 6.0), &fitted(name, 130.0), Anchor::Upwards, Paint::Ink);
            } else {
                canvas.text((x, top - LETTER * 0.8), name, Anchor::Middle, Paint::Ink);
            }
        }
        let (low, high) = cells()
            .map(|cell| cell.value)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let middle = self.middle.unwrap_or(if low < 0.0 && high > 0.0 { 0.0 } else { low });
        let two_sided = middle > low;
        let reach = (high - middle).max(middle - low);
        for (row, (name, cells)) in self.rows.iter().enumerate() {
            let y = top + (row as f64 + 0.5) * HIGH;
            canvas.text((left - 6.0, y), &fitted(name, left - 8.0), Anchor::End, Paint::Ink);
            for (column, cell) in cells.iter().enumerate() {
                let x = left + column as f64 * wide;
                let (from, to) = ((x + 1.0, y - HIGH / 2.0 + 1.0), (x + wide - 1.0, y + HIGH / 2.0 - 1.0));
                let Some(cell) = cell else {
                    canvas.rect(from, to, Paint::Band, 0.5);
                    continue;
                };
                if two_sided && (cell.value - middle).abs() <= 1e-9 * reach {
                    // Neither above nor below; sums of fractions miss the middle by a hair.
                    canvas.rect(from, to, Paint::Band, 0.25);
                    canvas.text((x + wide / 2.0, y), &fitted(&text(cell), wide), Anchor::Middle, Paint::Ink);
                    continue;
                }
                let share = if reach > 0.0 { (cell.value - middle).abs() / reach } else { 0.0 };
                let paint = if cell.value < middle { Paint::Low } else { Paint::High };
                canvas.rect(from, to, paint, 0.08 + 0.92 * share.clamp(0.0, 1.0));
                canvas.text((x + wide / 2.0, y), &fitted(&text(cell), wide), Anchor::Middle, Paint::Ink);
            }
        }
        canvas.svg(&self.title)
    }
}
