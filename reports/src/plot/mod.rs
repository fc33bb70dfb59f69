//! Plots as SVG, for a page with the style of reports: their colours are classes, so that they follow it. The same
//! numbers give the same text.

mod axis;
mod bar;
mod canvas;
mod heat;
mod interval;
mod legend;
mod line;
mod rows;
#[cfg(test)]
mod tests;

pub use axis::AxisScale;
pub use bar::{Bar, BarPlot};
pub use heat::{HeatCell, HeatMap};
pub use interval::{Certainty, IntervalPlot, IntervalRow};
pub use line::{Line, LinePlot, LinePoint};
