//! Rows of a plot with their names: to the left if all are short, else each above its row.

use crate::plot::canvas::{Anchor, Canvas, LETTER, Paint, WIDTH, fitted, text_width};

/// How rows lie in a plot.
pub(super) struct Rows {
    names_left: bool,
    /// Where the plot itself begins.
    pub(super) left: f64,
    /// Where it ends.
    pub(super) right: f64,
    top: f64,
    /// How high the content of a row is.
    content: f64,
    count: usize,
}

const SIDE: f64 = 12.0;
const GAP: f64 = 6.0;

impl Rows {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str> + Clone, top: f64, content: f64) -> Self {
        let widest = names.clone().map(text_width).fold(0.0, f64::max);
        let names_left = widest <= WIDTH * 0.28;
        let left = if names_left { widest + 18.0 } else { SIDE };
        let content = if names_left { content.max(LETTER * 1.2) } else { content };
        Self { names_left, left, right: WIDTH - SIDE - 4.0, top, content, count: names.count() }
    }

    fn height(&self) -> f64 {
        GAP + self.content + if self.names_left { 0.0 } else { LETTER * 1.5 }
    }

    /// Where the last row ends.
    pub(super) fn bottom(&self) -> f64 {
        self.top + self.count as f64 * self.height() + GAP / 2.0
    }

    /// The middle of the content of a row.
    pub(super) fn middle(&self, row: usize) -> f64 {
        self.top + (row + 1) as f64 * self.height() - self.content / 2.0
    }

    pub(super) fn draw_name(&self, canvas: &mut Canvas, row: usize, name: &str) {
        if self.names_left {
            canvas.text((self.left - 8.0, self.middle(row)), name, Anchor::End, Paint::Label);
        } else {
            let y = self.middle(row) - self.content / 2.0 - LETTER * 0.75;
            canvas.text((2.0, y), &fitted(name, WIDTH - 4.0), Anchor::Start, Paint::Label);
        }
    }
}
