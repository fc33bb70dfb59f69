//! Plots of a page.

use crate::escape::escape;
use crate::findings::{PlotKind, PlotPoint};
use crate::html::table::{Cell, Table};
use crate::number::{Sign, UNKNOWN, count, decimal, short, short_percent};
use crate::plot::{AxisScale, Bar, BarPlot, HeatCell, HeatMap, Line, LinePlot, LinePoint};

/// A plot with its title, where it comes from, and its numbers as a table if there is one.
pub(super) fn figure(title: &str, svg: &str, origin: &str, numbers: Option<&Table>) -> String {
    let wide = if svg.contains("min-width:") { " class=\"wide\"" } else { "" };
    let numbers = numbers
        .map(|table| format!("<details><summary>Its numbers</summary>\n{}</details>\n", table.html()))
        .unwrap_or_default();
    let caption =
        if title.is_empty() { String::new() } else { format!("<figcaption>{}</figcaption>\n", escape(title)) };
    let origin = if origin.is_empty() { String::new() } else { format!("<p class=\"small\">{origin}</p>\n") };
    format!("<figure{wide}>\n{caption}<div class=\"scroll\">\n{svg}</div>\n{origin}{numbers}</figure>\n")
}

/// From how many games a figure comes that is made of several.
pub(super) fn sample(games: impl Iterator<Item = u64> + Clone) -> String {
    let exact = games.clone().any(|games| games == 0);
    let played = games.filter(|&games| games > 0);
    match (played.clone().min(), played.max(), exact) {
        (Some(least), Some(most), exact) => {
            let or_exact = if exact { "exact, or " } else { "" };
            let games = if least == most { count(most) } else { format!("{} to {}", count(least), count(most)) };
            format!("{or_exact}{games} games each")
        }
        _ => "exact".into(),
    }
}

/// The plots of these points, each as a figure with where it comes from. Points with the same title make one plot.
pub(super) fn figures(points: &[&PlotPoint], origin: impl Fn(&str) -> String) -> String {
    let mut titles: Vec<&str> = Vec::new();
    for point in points {
        if !titles.contains(&point.title.as_str()) {
            titles.push(&point.title);
        }
    }
    let of = |title: &str| points.iter().copied().filter(|point| point.title == title).collect::<Vec<_>>();
    titles.into_iter().map(|title| plot(title, &of(title), &origin)).collect()
}

fn plot(title: &str, points: &[&PlotPoint], origin: impl Fn(&str) -> String) -> String {
    let Some(first) = points.first() else { return String::new() };
    let names = |name: fn(&PlotPoint) -> &str| {
        let mut names: Vec<String> = Vec::new();
        for point in points {
            if !names.iter().any(|other| other == name(point)) {
                names.push(name(point).into());
            }
        }
        names
    };
    let series = names(|point| &point.series);
    let scale = Scale::of(title, points);
    let y_name = if first.kind == PlotKind::Heat { first.y_name.clone() } else { scale.named(&first.y_name) };
    let (title, x_name) = (title.to_string(), first.x_name.clone());
    let caption = if first.kind == PlotKind::Heat { scale.named(&title) } else { title.clone() };
    let value = |point: &PlotPoint| scale.factor() * point.value;
    let interval = |point: &PlotPoint| Some((scale.factor() * point.low?, scale.factor() * point.high?));
    let find = |series: &str, x: &str| points.iter().find(|point| point.series == series && point.x == x);
    let svg = match first.kind {
        PlotKind::Line => {
            let lines = series.into_iter().map(|name| {
                let own = points.iter().filter(|point| point.series == name);
                let mut points: Vec<LinePoint> = own
                    .filter_map(|point| {
                        let x = point.x.trim().parse().ok()?;
                        Some(LinePoint { x, value: value(point), interval: interval(point) })
                    })
                    .collect();
                points.sort_by(|one, other| one.x.total_cmp(&other.x));
                Line { name, points }
            });
            LinePlot {
                title: title.clone(),
                x_name,
                y_name,
                x_scale: AxisScale::Linear,
                reference: Vec::new(),
                lines: lines.collect(),
            }
            .svg()
        }
        PlotKind::Bar => {
            let group = |x: String| {
                let bar = |series: &String| {
                    find(series, &x).map(|point| Bar { value: value(point), interval: interval(point) })
                };
                let bars = series.iter().map(bar).collect();
                (x, bars)
            };
            let groups = in_order(names(|point| &point.x)).into_iter().map(group).collect();
            BarPlot { title: title.clone(), x_name, y_name, series: series.clone(), groups }.svg()
        }
        PlotKind::Heat => {
            let columns = in_order(names(|point| &point.x));
            let row = |name: String| {
                let cell =
                    |x: &String| find(&name, x).map(|point| HeatCell { value: value(point), label: scale.cell(point) });
                let cells = columns.iter().map(cell).collect();
                (name, cells)
            };
            let rows = series.into_iter().map(row).collect();
            HeatMap { title: title.clone(), x_name, y_name, middle: None, rows, columns: columns.clone() }.svg()
        }
    };
    let origin = origin(&sample(points.iter().map(|point| point.games)));
    figure(&caption, &svg, &origin, Some(&numbers(&caption, points, scale)))
}

/// How the values of a plot are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scale {
    Plain,
    /// They are chances or shares from 0 to 1, which people know as per cent.
    Percent,
}

impl Scale {
    /// By what the axis of values is called; in heat maps by the title, as the values have no axis.
    fn of(title: &str, points: &[&PlotPoint]) -> Self {
        let heat = points.iter().any(|point| point.kind == PlotKind::Heat);
        let name = points.first().map_or("", |point| if heat { title } else { &point.y_name }).to_lowercase();
        let named = ["chance", "share of", "how often"].iter().any(|word| name.contains(word));
        let fits = points.iter().all(|point| (0.0..=1.0 + 1e-9).contains(&point.value));
        if named && fits { Self::Percent } else { Self::Plain }
    }

    fn factor(self) -> f64 {
        if self == Self::Percent { 100.0 } else { 1.0 }
    }

    /// The name of an axis or a plot, with the unit of the values.
    fn named(self, name: &str) -> String {
        if self == Self::Percent { format!("{name}, in %") } else { name.into() }
    }

    /// The text in the cell of a map.
    fn cell(self, point: &PlotPoint) -> String {
        match self {
            Self::Percent if point.label.is_empty() => short_percent(100.0 * point.value),
            _ => point.label.clone(),
        }
    }

    /// A value in a table.
    fn shown(self, value: f64) -> String {
        match self {
            Self::Plain => short(value),
            Self::Percent if value.abs() < 0.01 && value != 0.0 => decimal(100.0 * value, 2, Sign::Minus),
            Self::Percent => decimal(100.0 * value, 1, Sign::Minus),
        }
    }
}

/// Names that are all numbers in the order of these, others as they come.
fn in_order(mut names: Vec<String>) -> Vec<String> {
    let number = |name: &String| name.trim().parse::<f64>().ok();
    if names.iter().all(|name| number(name).is_some()) {
        names.sort_by(|one, other| number(one).unwrap_or(0.0).total_cmp(&number(other).unwrap_or(0.0)));
    }
    names
}

/// The points as a table, for readers who do not see the plot.
fn numbers(title: &str, points: &[&PlotPoint], scale: Scale) -> Table {
    let first = points[0];
    let named = |name: &str, other: &str| if name.is_empty() { other.to_string() } else { name.to_string() };
    let heat = first.kind == PlotKind::Heat;
    let (series, value) = if heat {
        (named(&first.y_name, "row"), scale.named("value"))
    } else {
        ("series".into(), scale.named(&named(&first.y_name, "value")))
    };
    let mut table = Table::new("figures", title).column(&series).column(&named(&first.x_name, "x")).numbers(&value);
    let intervals = points.iter().any(|point| point.low.is_some());
    if intervals {
        table = table.numbers("interval");
    }
    for point in points {
        let shown = if point.label.is_empty() {
            scale.shown(point.value)
        } else {
            format!("{} ({})", scale.shown(point.value), point.label)
        };
        let mut row = vec![
            Cell::text(&point.series),
            Cell::text(&point.x),
            Cell::number(&shown, Some(point.value)).with_digits(point.value),
        ];
        if intervals {
            let interval = point.low.zip(point.high);
            let text =
                interval.map_or(UNKNOWN.into(), |(low, high)| format!("{} to {}", scale.shown(low), scale.shown(high)));
            row.push(Cell::number(&text, point.low));
        }
        table.row(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_told_with_what_is_exact() {
        assert_eq!(sample([0, 0].into_iter()), "exact");
        assert_eq!(sample([2000, 2000].into_iter()), format!("{} games each", count(2000)));
        assert_eq!(sample([0, 20, 2000].into_iter()), format!("exact, or 20 to {} games each", count(2000)));
    }

    #[test]
    fn chances_are_per_cent_and_other_numbers_are_not() {
        let point = |kind, y_name: &str, value| PlotPoint {
            claim: String::new(),
            title: String::new(),
            kind,
            x_name: String::new(),
            y_name: y_name.into(),
            series: String::new(),
            x: "1".into(),
            value,
            low: None,
            high: None,
            games: 0,
            label: String::new(),
        };
        let scale = |title, point: PlotPoint| Scale::of(title, &[&point]);
        assert_eq!(scale("By turn", point(PlotKind::Line, "chance", 0.5)), Scale::Percent);
        assert_eq!(scale("How often to open", point(PlotKind::Heat, "players", 0.0376)), Scale::Percent);
        assert_eq!(scale("0 is an even share of the games", point(PlotKind::Line, "advantage", 0.5)), Scale::Plain);
        assert_eq!(scale("Chance", point(PlotKind::Heat, "row", 3.0)), Scale::Plain);
        assert_eq!(Scale::Percent.cell(&point(PlotKind::Heat, "row", 0.0376)), "3.8");
        assert_eq!(Scale::Percent.shown(0.0012), "0.12");
        assert_eq!(Scale::Percent.shown(0.5127), "51.3");
    }

    #[test]
    fn numbers_stand_in_their_order_and_names_as_they_come() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
        assert_eq!(in_order(names(&["3", "-1", "10"])), names(&["-1", "3", "10"]));
        assert_eq!(in_order(names(&["pair", "10", "2"])), names(&["pair", "10", "2"]));
    }
}
