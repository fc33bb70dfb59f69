//! The page of a tuning: the surface plotted, what was tried, what was confirmed.

use std::fmt::Write as _;

use crate::escape::escape;
use crate::findings::Fact;
use crate::html::cells::{share_cell, whole};
use crate::html::figure::figure;
use crate::html::page::page;
use crate::html::table::{Cell, STACKED, Table};
use crate::number::count;
use crate::plot::{HeatCell, HeatMap, Line, LinePlot, LinePoint};
use crate::tuning::{SurfacePoint, TuningResult};

/// The page of a tuning: one HTML file that needs nothing else.
pub fn tuning_page(result: &TuningResult) -> String {
    let games: u64 = result.tried.iter().map(|row| row.games).sum();
    let facts = [
        Fact::new("game", &result.game),
        Fact::new("untuned bot", &result.bot),
        Fact::new("candidates played against", &result.against),
        Fact::new("candidates", format!("{}, with {} games together", result.tried.len(), count(games))),
        Fact::new("seed", result.seed.to_string()),
    ];
    let mut body = format!("<p>{}</p>\n<div class=\"plots\">\n", escape(&result.verdict()));
    for number in 0..result.parameters.len() {
        body += &along(result, number);
    }
    body += &everywhere(result);
    body += "</div>\n";
    _ = write!(
        body,
        "<h2>Candidates</h2>\n<p class=\"note\">{}</p>\n{}",
        escape(TuningResult::CAUTION),
        table(result).html()
    );
    let game = result.game.split(':').next().unwrap_or_default();
    page(&format!("Tuning: {} in {game}", result.keys().join(" and ")), &facts, "", &body)
}

/// The values of a parameter as numbers.
fn number(values: &[String], parameter: usize) -> Option<f64> {
    values.get(parameter).and_then(|value| value.parse().ok())
}

/// The shares over one parameter: of the candidates, and of the surface through the one that won.
fn along(result: &TuningResult, parameter: usize) -> String {
    let key = &result.parameters[parameter].key;
    let mut tried: Vec<LinePoint> = result
        .tried
        .iter()
        .filter_map(|row| {
            let percent = |share: Option<_>| share.map(|share: crate::decimal::Decimal<6>| 100.0 * f64::from(share));
            let interval = percent(row.low).zip(percent(row.high));
            Some(LinePoint { x: number(&row.values, parameter)?, value: percent(row.share)?, interval })
        })
        .collect();
    tried.sort_by(|one, other| one.x.total_cmp(&other.x));
    let on_surface = result.surface.iter().filter(|point| point.parameter == Some(parameter));
    let mut fitted: Vec<LinePoint> = on_surface
        .filter_map(|point| {
            Some(LinePoint { x: number(&point.values, parameter)?, value: 100.0 * point.share, interval: None })
        })
        .collect();
    fitted.dedup_by(|one, other| one.x == other.x);
    let ends = [tried.first(), tried.last()].map(|point| point.map_or(0.0, |point| point.x));
    let mut lines = vec![Line { name: "candidates".into(), points: tried }];
    if !fitted.is_empty() {
        lines.push(Line { name: "surface".into(), points: fitted });
    }
    let plot = LinePlot {
        title: format!("Share by {key}"),
        x_name: key.clone(),
        y_name: "Share of each game in %".into(),
        x_scale: result.parameters[parameter].scale,
        reference: ends.map(|x| (x, 100.0 * result.par)).to_vec(),
        lines,
    };
    let origin = "The thin line is the share of equals. The surface is shown with the other values of the winner.";
    figure(&format!("Share by {key}"), &plot.svg(), origin, None)
}

/// The surface over two parameters.
fn everywhere(result: &TuningResult) -> String {
    let points: Vec<&SurfacePoint> = result.surface.iter().filter(|point| point.parameter.is_none()).collect();
    let [x, y] = result.parameters.as_slice() else { return String::new() };
    let mut columns: Vec<String> = Vec::new();
    let mut rows: Vec<(String, Vec<Option<HeatCell>>)> = Vec::new();
    for point in points {
        if !columns.contains(&point.values[0]) {
            columns.push(point.values[0].clone());
        }
        let place = rows.iter().position(|(name, _)| *name == point.values[1]).unwrap_or_else(|| {
            rows.push((point.values[1].clone(), Vec::new()));
            rows.len() - 1
        });
        let label = format!("{:.1}", 100.0 * point.share);
        rows[place].1.push(Some(HeatCell { value: 100.0 * point.share, label }));
    }
    if rows.is_empty() {
        return String::new();
    }
    let title = format!("Surface of the share in %, by {} and {}", x.key, y.key);
    let map = HeatMap {
        title: title.clone(),
        x_name: x.key.clone(),
        y_name: y.key.clone(),
        middle: Some(100.0 * result.par),
        columns,
        rows,
    };
    figure(&title, &map.svg(), "A quadratic function, fitted to the shares of all candidates.", None)
}

fn table(result: &TuningResult) -> Table {
    let mut table = Table::new(STACKED, "What was tried").column("candidate");
    for parameter in &result.parameters {
        table = table.numbers(&parameter.key);
    }
    let mut table = table.column("from").numbers("rounds").numbers("games").numbers("share %, 95 % interval");
    for row in result.ranked() {
        let mark = if row.number == result.winner_number { " (won)" } else { "" };
        let values = row.values.iter().map(|value| Cell::number(value, value.parse().ok()));
        let rest = [
            Cell::text(&row.origin.to_string()),
            whole(row.rounds as u64),
            whole(row.games),
            share_cell(row.share, row.low, row.high),
        ];
        let first = Cell::text(&format!("{}{mark}", row.number));
        table.row([first].into_iter().chain(values).chain(rest).collect());
    }
    table
}
