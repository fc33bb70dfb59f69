//! Plots of a page.

use crate::advice::{PlotKind, PlotPoint};
use crate::html::escape;
use crate::html::table::{Cell, Table};
use crate::number::{UNKNOWN, count, short};
use crate::plot::{Bar, BarPlot, HeatCell, HeatMap, Line, LinePlot, LinePoint};

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
    let (title, x_name, y_name) = (title.to_string(), first.x_name.clone(), first.y_name.clone());
    let interval = |point: &PlotPoint| point.low.zip(point.high);
    let find = |series: &str, x: &str| points.iter().find(|point| point.series == series && point.x == x);
    let svg = match first.kind {
        PlotKind::Line => {
            let lines = series.into_iter().map(|name| {
                let own = points.iter().filter(|point| point.series == name);
                let mut points: Vec<LinePoint> = own
                    .filter_map(|point| {
                        let x = point.x.trim().parse().ok()?;
                        Some(LinePoint { x, value: point.value, interval: interval(point) })
                    })
                    .collect();
                points.sort_by(|one, other| one.x.total_cmp(&other.x));
                Line { name, points }
            });
            LinePlot { title: title.clone(), x_name, y_name, lines: lines.collect() }.svg()
        }
        PlotKind::Bar => {
            let group = |x: String| {
                let bar = |series: &String| {
                    find(series, &x).map(|point| Bar { value: point.value, interval: interval(point) })
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
                let cell = |x: &String| {
                    find(&name, x).map(|point| HeatCell { value: point.value, label: point.label.clone() })
                };
                let cells = columns.iter().map(cell).collect();
                (name, cells)
            };
            let rows = series.into_iter().map(row).collect();
            HeatMap { title: title.clone(), x_name, y_name, middle: None, rows, columns: columns.clone() }.svg()
        }
    };
    let origin = origin(&sample(points.iter().map(|point| point.games)));
    figure(&title, &svg, &origin, Some(&numbers(&title, points)))
}

/// Names that are all numbers in the order of these, others as they come.
fn in_order(mut names: Vec<String>) -> Vec<String> {
    let number = |name: &String| name.trim().parse::<f64>().ok();
    if names.iter().all(|name| number(name).is_some()) {
        names.sort_by(|one, other| number(one).unwrap_or(0.0).total_cmp(&number(other).unwrap_or(0.0)));
    }
    names
}

/// The points as a table, for those who do not see the plot.
fn numbers(title: &str, points: &[&PlotPoint]) -> Table {
    let first = points[0];
    let named = |name: &str, other: &str| if name.is_empty() { other.to_string() } else { name.to_string() };
    let heat = first.kind == PlotKind::Heat;
    let (series, value) = if heat {
        (named(&first.y_name, "row"), "value".into())
    } else {
        ("series".into(), named(&first.y_name, "value"))
    };
    let mut table = Table::new("figures", title).column(&series).column(&named(&first.x_name, "x")).numbers(&value);
    let intervals = points.iter().any(|point| point.low.is_some());
    if intervals {
        table = table.numbers("interval");
    }
    for point in points {
        let shown = if point.label.is_empty() {
            short(point.value)
        } else {
            format!("{} ({})", short(point.value), point.label)
        };
        let mut row = vec![Cell::text(&point.series), Cell::text(&point.x), Cell::number(&shown, Some(point.value))];
        if intervals {
            let interval = point.low.zip(point.high);
            let text = interval.map_or(UNKNOWN.into(), |(low, high)| format!("{} to {}", short(low), short(high)));
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
    fn numbers_stand_in_their_order_and_names_as_they_come() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
        assert_eq!(in_order(names(&["3", "-1", "10"])), names(&["-1", "3", "10"]));
        assert_eq!(in_order(names(&["pair", "10", "2"])), names(&["pair", "10", "2"]));
    }
}
