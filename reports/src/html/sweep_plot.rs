//! The plots of a sweep: what each entrant comes to, over a parameter.

use crate::html::cells::percent;
use crate::html::figure::figure;
use crate::plot::{AxisScale, Bar, BarPlot, Line, LinePlot, LinePoint};
use crate::tournament::{StandingRow, SweepCell, SweepResult};

/// More entrants in one plot could not be told apart.
const MOST_SERIES: usize = 6;
/// More plots are no help.
const MOST_PLOTS: usize = 48;
/// Half the width of a 95 % interval, in standard errors.
const NORMAL: f64 = 1.96;

/// What is plotted of an entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Figure {
    Share,
    /// Where each entrant plays alone.
    Points,
}

impl Figure {
    fn of(self, row: &StandingRow) -> Option<LinePoint> {
        let (value, interval) = match self {
            Self::Share => (percent(row.share), percent(row.low).zip(percent(row.high))),
            Self::Points => {
                let (points, error) = (row.points.map(f64::from), row.points_se.map(f64::from));
                let ends = |(points, error): (f64, f64)| (points - NORMAL * error, points + NORMAL * error);
                (points, points.zip(error).map(ends))
            }
        };
        Some(LinePoint { x: 0.0, value: value?, interval })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Share => "Share of each game in %",
            Self::Points => "Points a game",
        }
    }
}

/// The plots of a sweep, each as a figure.
pub(super) fn figures(sweep: &SweepResult) -> String {
    let Some(axis) = axis(sweep) else { return String::new() };
    let versus = sweep.cells.iter().flat_map(|cell| &cell.result.entrants).any(|row| row.share.is_some());
    let figure = if versus { Figure::Share } else { Figure::Points };
    let names = series_names(sweep);
    let order = series_order(sweep, figure, names.len());
    let mut html = String::new();
    let plots = groups(sweep, axis)
        .into_iter()
        .flat_map(|group| order.chunks(MOST_SERIES).map(move |part| (group.clone(), part)));
    for ((others, cells), part) in plots.take(MOST_PLOTS) {
        html += &plot(
            sweep,
            axis,
            &others,
            &cells,
            figure,
            &part.iter().map(|&number| (number, names[number].as_str())).collect::<Vec<_>>(),
        );
    }
    html
}

/// The parameter with the most values.
fn axis(sweep: &SweepResult) -> Option<usize> {
    let values = |&axis: &usize| distinct(sweep.cells.iter().filter_map(|cell| cell.values.get(axis))).len();
    (0..sweep.names.len()).rev().max_by_key(values)
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// The cells that differ in nothing but the parameter of the axis, with what they have in common.
fn groups(sweep: &SweepResult, axis: usize) -> Vec<(String, Vec<&SweepCell>)> {
    let others = |cell: &SweepCell| {
        let told = sweep.names.iter().zip(&cell.values).enumerate().filter(|(place, _)| *place != axis);
        told.map(|(_, (name, value))| format!("{name}={value}")).collect::<Vec<_>>().join(", ")
    };
    let names = distinct(sweep.cells.iter().map(others));
    names
        .into_iter()
        .map(|name| {
            let cells = sweep.cells.iter().filter(|cell| others(cell) == name).collect();
            (name, cells)
        })
        .collect()
}

/// The entrants by their places in the plan, the best on the whole first.
fn series_order(sweep: &SweepResult, figure: Figure, count: usize) -> Vec<usize> {
    let mean = |&series: &usize| {
        let rows = sweep.cells.iter().filter_map(|cell| cell.result.entrants.get(series));
        let values: Vec<f64> = rows.filter_map(|row| figure.of(row)).map(|point| point.value).collect();
        if values.is_empty() { f64::NEG_INFINITY } else { values.iter().sum::<f64>() / values.len() as f64 }
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
    order
}

/// The names of the entrants by their places in the plan. Settings that differ from run to run are left open.
fn series_names(sweep: &SweepResult) -> Vec<String> {
    let most = sweep.cells.iter().map(|cell| cell.result.entrants.len()).max().unwrap_or(0);
    let mut names: Vec<String> = Vec::with_capacity(most);
    for series in 0..most {
        let rows = sweep.cells.iter().filter_map(|cell| cell.result.entrants.get(series));
        let name = common_name(&rows.map(|row| row.entrant.as_str()).collect::<Vec<_>>());
        let copies = names.iter().filter(|other| **other == name || other.starts_with(&format!("{name} #"))).count();
        names.push(if copies == 0 { name } else { format!("{name} #{}", copies + 1) });
    }
    names
}

/// What names of one entrant have in common.
fn common_name(names: &[&str]) -> String {
    let Some(first) = names.first() else { return String::new() };
    if names.iter().all(|name| name == first) {
        return (*first).into();
    }
    let parts = |name: &str| -> Vec<String> { name.split_inclusive([':', ',']).map(Into::into).collect() };
    let mut common = parts(first);
    for name in names {
        let other = parts(name);
        if other.len() != common.len() {
            return format!("{first} …");
        }
        for (part, other) in common.iter_mut().zip(other) {
            if *part != other {
                let key = part.split_once('=').map_or("", |(key, _)| key);
                let mark =
                    part.rfind([':', ',']).filter(|&place| place + 1 == part.len()).map_or("", |place| &part[place..]);
                *part = if key.is_empty() { format!("…{mark}") } else { format!("{key}=…{mark}") };
            }
        }
    }
    common.concat()
}

fn plot(
    sweep: &SweepResult,
    axis: usize,
    others: &str,
    cells: &[&SweepCell],
    shown: Figure,
    series: &[(usize, &str)],
) -> String {
    let parameter = &sweep.names[axis];
    let at = |cell: &SweepCell| cell.values.get(axis).cloned().unwrap_or_default();
    let with = if others.is_empty() { String::new() } else { format!(", {others}") };
    let title = format!("{} by {parameter}{with}", shown.name());
    let numbers: Option<Vec<f64>> = cells.iter().map(|cell| number(&at(cell))).collect();
    let point = |cell: &SweepCell, place: usize| cell.result.entrants.get(place).and_then(|row| shown.of(row));
    let intervals = if numbers.is_some() {
        "Bands are 95&nbsp;% intervals."
    } else {
        "Lines across the ends of bars are 95&nbsp;% intervals."
    };
    let svg = match numbers {
        Some(numbers) => {
            let line = |&(place, name): &(usize, &str)| {
                let points =
                    cells.iter().zip(&numbers).filter_map(|(cell, &x)| Some(LinePoint { x, ..point(cell, place)? }));
                let mut points: Vec<LinePoint> = points.collect();
                points.sort_by(|one, other| one.x.total_cmp(&other.x));
                Line { name: name.into(), points }
            };
            let mut par: Vec<(f64, f64)> =
                cells.iter().zip(&numbers).map(|(cell, &x)| (x, 100.0 * cell.result.par())).collect();
            par.sort_by(|one, other| one.0.total_cmp(&other.0));
            let (y_name, reference) = match shown {
                Figure::Share => ("share in %; the thin line is par", par),
                Figure::Points => ("points a game", Vec::new()),
            };
            LinePlot {
                title: title.clone(),
                x_name: parameter.clone(),
                y_name: y_name.into(),
                x_scale: AxisScale::of(numbers.iter().copied()),
                reference,
                lines: series.iter().map(line).collect(),
            }
            .svg()
        }
        None => {
            let bar = |cell: &SweepCell, place| {
                let LinePoint { value, interval, .. } = point(cell, place)?;
                Some(Bar { value, interval })
            };
            let group = |cell: &&SweepCell| (at(cell), series.iter().map(|&(place, _)| bar(cell, place)).collect());
            BarPlot {
                title: title.clone(),
                x_name: parameter.clone(),
                y_name: shown.name().to_lowercase(),
                series: series.iter().map(|(_, name)| (*name).into()).collect(),
                groups: cells.iter().map(group).collect(),
            }
            .svg()
        }
    };
    figure(&title, &svg, intervals, None)
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::made_up::tournament;

    fn sweep(names: &[&str], values: &[&[&str]]) -> SweepResult {
        let cell = |values: &&[&str]| SweepCell {
            values: values.iter().map(|value| (*value).into()).collect(),
            result: tournament(3),
        };
        SweepResult {
            names: names.iter().map(|name| (*name).into()).collect(),
            cells: values.iter().map(cell).collect(),
        }
    }

    #[test]
    fn numbers_lie_on_an_axis_and_words_beside_bars() {
        let html = figures(&sweep(&["players"], &[&["2"], &["3"], &["4"]]));
        assert_eq!(html.matches("<svg").count(), 1);
        assert!(html.contains("Share of each game in % by players") && html.contains("the thin line is par"), "{html}");
        let html = figures(&sweep(&["lead"], &[&["dealer"], &["winner"]]));
        assert!(html.contains("winner") && html.contains("ends of bars"), "{html}");
        assert!(!html.contains("the thin line is par"), "bars have no such line");
        assert_eq!(figures(&SweepResult::default()), "");
    }

    #[test]
    fn large_ratios_lie_on_a_logarithmic_axis() {
        let ticks = |last: &str| figures(&sweep(&["n"], &[&["1"], &["10"], &[last]]));
        assert!(ticks("1000").contains("\n1,000\n") && ticks("1000").contains("\n500\n"), "{}", ticks("1000"));
        assert!(ticks("90").contains("\n80\n"), "{}", ticks("90"));
    }

    #[test]
    fn other_parameters_have_plots_of_their_own() {
        let html = figures(&sweep(
            &["lead", "n"],
            &[&["a", "1"], &["a", "2"], &["a", "3"], &["b", "1"], &["b", "2"], &["b", "3"]],
        ));
        assert_eq!(html.matches("<svg").count(), 2);
        for text in ["% by n, lead=a</figcaption>", "% by n, lead=b</figcaption>"] {
            assert!(html.contains(text), "{text}: {html}");
        }
    }

    #[test]
    fn settings_that_differ_are_left_open() {
        assert_eq!(common_name(&["mc:rollouts=5,policy=a", "mc:rollouts=50,policy=a"]), "mc:rollouts=…,policy=a");
        assert_eq!(common_name(&["greedy", "greedy"]), "greedy");
        assert_eq!(common_name(&["a:x=1", "a"]), "a:x=1 …");
        assert_eq!(common_name(&["a:x=1", "b:x=1"]), "…:x=1");
        let mut sweep = sweep(&["n"], &[&["1"], &["2"]]);
        for (cell, n) in sweep.cells.iter_mut().zip([5, 50]) {
            for row in &mut cell.result.entrants[..2] {
                row.entrant = format!("mc:rollouts={n}");
            }
        }
        assert_eq!(series_names(&sweep), ["mc:rollouts=…", "mc:rollouts=… #2", "bot 2"]);
    }
}
