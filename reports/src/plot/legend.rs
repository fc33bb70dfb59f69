//! The names of series with their colours.

use crate::plot::canvas::{Anchor, Canvas, LETTER, Mark, Paint, fitted, text_width};

/// Where the names of series stand; nothing for a single one.
pub(super) struct Legend {
    names: Vec<(String, f64, usize)>,
    rows: usize,
}

/// What a sign with its gap takes.
const SIGN: f64 = 16.0;
const GAP: f64 = 14.0;

impl Legend {
    pub(super) fn new(names: &[&str], width: f64) -> Self {
        let (mut x, mut row, mut placed) = (0.0, 0, Vec::new());
        if let [single] = names
            && single.is_empty()
        {
            return Self { names: placed, rows: 0 };
        }
        for name in names {
            let name = fitted(name, width - SIGN);
            let wide = SIGN + text_width(&name);
            if x > 0.0 && x + wide > width {
                (x, row) = (0.0, row + 1);
            }
            placed.push((name, x, row));
            x += wide + GAP;
        }
        Self { rows: if placed.is_empty() { 0 } else { row + 1 }, names: placed }
    }

    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * LETTER * 1.5
    }

    /// Draws it; with the marks of points, or with squares for bars.
    pub(super) fn draw(&self, canvas: &mut Canvas, (left, top): (f64, f64), mark: impl Fn(usize) -> Mark) {
        for (series, (name, x, row)) in self.names.iter().enumerate() {
            let y = top + (*row as f64 + 0.5) * LETTER * 1.5;
            canvas.mark((left + x + 6.0, y), mark(series), Paint::Series(series), 5.0);
            canvas.text((left + x + SIGN, y), name, Anchor::Start, Paint::Ink);
        }
    }
}
