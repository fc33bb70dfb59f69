//! Lines over numbers, with bands for their intervals.

use crate::plot::axis::{Axis, AxisScale};
use crate::plot::canvas::{Anchor, Canvas, LETTER, Mark, Paint, WIDTH, fitted};
use crate::plot::legend::Legend;

/// A point of a [`Line`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LinePoint {
    /// Where it is.
    pub x: f64,
    /// The value.
    pub value: f64,
    /// Its interval, if it has one.
    pub interval: Option<(f64, f64)>,
}

/// A line of a [`LinePlot`].
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<LinePoint>,
}

/// Lines over numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct LinePlot {
    /// What it shows, for readers who do not see it.
    pub title: String,
    /// The name of the horizontal axis.
    pub x_name: String,
    /// The name of the vertical axis.
    pub y_name: String,
    /// How the numbers lie on the horizontal axis.
    pub x_scale: AxisScale,
    /// What the lines are compared with: a thin line through these points, if there are any.
    pub reference: Vec<(f64, f64)>,
    /// The lines.
    pub lines: Vec<Line>,
}

const HEIGHT: f64 = 210.0;

impl LinePlot {
    /// Draws it as SVG.
    pub fn svg(&self) -> String {
        let names: Vec<&str> = self.lines.iter().map(|line| line.name.as_str()).collect();
        let legend = Legend::new(&names, WIDTH - 8.0);
        let top = legend.height() + LETTER * 2.2;
        let bottom = top + HEIGHT;
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let values = points().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.value, point.value));
            [point.value, low, high]
        });
        let values = values.chain(self.reference.iter().map(|(_, value)| *value));
        let y = Axis::new(values, 5, (bottom, top)).roomy();
        let (left, right) = (y.tick_width() + 9.0, WIDTH - 14.0);
        let x = Axis::scaled(points().map(|point| point.x), self.x_scale, 6, (left, right)).roomy();
        let mut canvas = Canvas::new(WIDTH, bottom + LETTER * 3.4);
        legend.draw(&mut canvas, (2.0, 0.0), Mark::of);
        canvas.text((2.0, top - LETTER * 1.2), &fitted(&self.y_name, WIDTH - 4.0), Anchor::Start, Paint::Muted);
        y.draw_left(&mut canvas, left, right);
        x.draw_below(&mut canvas, top, bottom, &self.x_name);
        if !self.reference.is_empty() {
            let places: Vec<_> = self.reference.iter().map(|&(at, value)| (x.place(at), y.place(value))).collect();
            canvas.path(&places, Paint::Muted, 1.6);
        }
        for (series, line) in self.lines.iter().enumerate() {
            for run in line.points.chunk_by(|one, other| one.interval.is_some() == other.interval.is_some()) {
                let ends = |end: fn((f64, f64)) -> f64| {
                    let place = move |point: &LinePoint| point.interval.map(|interval| (point.x, end(interval)));
                    run.iter().filter_map(place).map(|(at, value)| (x.place(at), y.place(value))).collect::<Vec<_>>()
                };
                let (low, mut high) = (ends(|(low, _)| low), ends(|(_, high)| high));
                high.reverse();
                let outline = [low, high].concat();
                if outline.len() > 2 {
                    canvas.area(&outline, Paint::Series(series), 0.18);
                } else if let [low, high] = outline[..] {
                    canvas.line(low, high, Paint::Series(series), 2.0);
                }
            }
        }
        for (series, line) in self.lines.iter().enumerate() {
            let places: Vec<_> = line.points.iter().map(|point| (x.place(point.x), y.place(point.value))).collect();
            canvas.path(&places, Paint::Series(series), 2.2);
            // Where points are dense, marks would hide the line.
            if places.len() <= 40 {
                for &place in &places {
                    canvas.mark(place, Mark::of(series), Paint::Series(series), 3.6);
                }
            }
        }
        canvas.svg(&self.title)
    }
}
