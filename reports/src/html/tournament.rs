//! The page of a tournament.

use std::fmt::Write as _;

use crate::decimal::Decimal;
use crate::escape::escape;
use crate::findings::Fact;
use crate::html::figure::figure;
use crate::html::page::page;
use crate::html::table::{Cell, STACKED, Table};
use crate::number::{Sign, UNKNOWN, count, decimal};
use crate::plot::{Certainty, HeatCell, HeatMap, IntervalPlot, IntervalRow};
use crate::tournament::{StandingRow, TournamentResult};

/// Beyond this many entrants a crosstable is too wide to be read.
const WIDEST: usize = 24;

/// The page of a tournament: one HTML file that needs nothing else. `origin` are facts on where it comes from, such as the
/// version and the command that repeats it; they stand behind those of the result.
pub fn tournament_page(result: &TournamentResult, origin: &[Fact]) -> String {
    let mut header = String::new();
    for note in &result.notes {
        _ = writeln!(header, "<p class=\"note\">{}</p>", escape(note));
    }
    let ranked = result.ranked();
    let mut body = format!("<h2>Standings</h2>\n{}", standings(&ranked));
    let plots: String = [ratings(&ranked), shares(&ranked)].into_iter().flatten().collect();
    if !plots.is_empty() {
        _ = write!(body, "<div class=\"plots\">\n{plots}</div>\n");
    }
    if let Some(crosstable) = crosstable(result, &ranked) {
        _ = write!(body, "<h2>Who beats whom</h2>\n<div class=\"plots\">\n{crosstable}</div>\n");
    }
    if let Some(seats) = seats(result) {
        _ = write!(body, "<h2>Seat advantage</h2>\n{seats}");
    }
    if let Some(times) = times(result) {
        _ = write!(body, "<h2>Move times</h2>\n{times}");
    }
    // The rules in full stand below.
    let game = result.game.split(':').next().unwrap_or_default();
    let facts: Vec<Fact> = facts(result).into_iter().chain(origin.iter().cloned()).collect();
    page(&format!("Tournament: {game}"), &facts, &header, &body)
}

/// What was played.
fn facts(result: &TournamentResult) -> Vec<Fact> {
    let played = format!("{} in {} blocks", count(result.games), count(result.blocks));
    let mut facts =
        vec![Fact::new("game", &result.game), Fact::new("games", played), Fact::new("seed", result.seed.to_string())];
    if let Some(effect) = result.design_effect {
        facts.push(Fact::new("design effect", format!("{:.2}", effect.value())));
    }
    facts
}

fn shown(value: Option<impl Into<f64>>, decimals: usize, sign: Sign) -> String {
    value.map_or(UNKNOWN.into(), |value| decimal(value.into(), decimals, sign))
}

fn percent(value: Option<impl Into<f64>>) -> Option<f64> {
    value.map(|value| value.into() * 100.0)
}

/// From one end to the other; it is sorted by the lower one.
fn interval_cell(low: Option<impl Into<f64>>, high: Option<impl Into<f64>>, decimals: usize, sign: Sign) -> Cell {
    let (low, high) = (low.map(Into::into), high.map(Into::into));
    Cell::number(&interval(low, high, decimals, sign), low)
}

/// The same in per cent, sorted by the share.
fn share_interval_cell(low: Option<Decimal<6>>, high: Option<Decimal<6>>) -> Cell {
    Cell::number(&interval(percent(low), percent(high), 2, Sign::Minus), low.map(Into::into))
}

fn interval(low: Option<f64>, high: Option<f64>, decimals: usize, sign: Sign) -> String {
    if low.is_none() && high.is_none() {
        return UNKNOWN.into();
    }
    format!("{} to {}", shown(low, decimals, sign), shown(high, decimals, sign))
}

/// Nothing in a tournament is exact.
fn certainty(low: Option<impl Into<f64>>, high: Option<impl Into<f64>>) -> Certainty {
    low.zip(high).map_or(Certainty::Unknown, |(low, high)| Certainty::Between(low.into(), high.into()))
}

fn plain(value: Option<impl Into<f64>>, decimals: usize, sign: Sign) -> Cell {
    let value = value.map(Into::into);
    Cell::number(&shown(value, decimals, sign), value)
}

fn whole(number: u64) -> Cell {
    Cell::number(&count(number), Some(number as f64))
}

fn with_error(value: Option<Decimal<4>>, error: Option<Decimal<4>>, sign: Sign) -> Cell {
    let error = error.map_or(String::new(), |error| format!(" ± {}", decimal(error.value(), 2, Sign::Minus)));
    Cell::number(&(shown(value, 2, sign) + &error), value.map(Into::into))
}

fn standings(ranked: &[&StandingRow]) -> String {
    let any = |told: fn(&StandingRow) -> bool| ranked.iter().any(|row| told(row));
    let versus = any(|row| row.share.is_some());
    let (margin, rating) = (any(|row| row.margin.is_some()), any(|row| row.rating.is_some()));
    let forfeits = any(|row| row.forfeits > 0);
    let mut table = Table::new(STACKED, "Standings").column("bot").numbers("place").numbers("games");
    if versus {
        table = table.numbers("share %").numbers("95 % interval").numbers("won").numbers("tied").numbers("lost");
        table = table.numbers("rank");
    }
    table = table.numbers("points ± se");
    if margin {
        table = table.numbers("margin ± se");
    }
    if rating {
        table = table.numbers("Elo rating").numbers("95 % interval");
    }
    if forfeits {
        table = table.numbers("forfeits");
    }
    for (place, row) in ranked.iter().enumerate() {
        let mut cells = vec![Cell::text(&row.entrant).kept(), whole(place as u64 + 1), whole(row.games)];
        if versus {
            cells.push(plain(percent(row.share), 2, Sign::Minus));
            cells.push(share_interval_cell(row.low, row.high));
            cells.extend([row.wins, row.ties, row.losses].map(whole));
            cells.push(plain(row.rank, 2, Sign::Minus));
        }
        cells.push(with_error(row.points, row.points_se, Sign::Minus));
        if margin {
            cells.push(with_error(row.margin, row.margin_se, Sign::Always));
        }
        if rating {
            cells.push(plain(row.rating, 0, Sign::Always));
            cells.push(interval_cell(row.rating_low, row.rating_high, 0, Sign::Always));
        }
        if forfeits {
            cells.push(whole(row.forfeits));
        }
        table.row(cells);
    }
    table.html()
}

/// Figures of entrants with their intervals, if there are any.
fn entrants_plot(title: &str, value_name: &str, reference: Option<f64>, rows: Vec<IntervalRow>) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let plot = IntervalPlot { title: title.into(), value_name: value_name.into(), reference, rows };
    Some(figure(title, &plot.svg(), "", None))
}

fn ratings(ranked: &[&StandingRow]) -> Option<String> {
    let rows = ranked.iter().filter_map(|row| {
        let certainty = certainty(row.rating_low, row.rating_high);
        Some(IntervalRow { name: row.entrant.clone(), value: row.rating?.value(), certainty, margin: None })
    });
    entrants_plot("Ratings with 95 % intervals", "Elo; the notes say what 0 is", Some(0.0), rows.collect())
}

fn shares(ranked: &[&StandingRow]) -> Option<String> {
    let rows = ranked.iter().filter_map(|row| {
        let certainty = certainty(percent(row.low), percent(row.high));
        Some(IntervalRow { name: row.entrant.clone(), value: percent(row.share)?, certainty, margin: None })
    });
    let par = ranked.first().and_then(|row| percent(row.par));
    entrants_plot("Shares with 95 % intervals", "share of each game in %; the line is par", par, rows.collect())
}

fn crosstable(result: &TournamentResult, ranked: &[&StandingRow]) -> Option<String> {
    if ranked.len() < 2 || ranked.len() > WIDEST || result.pairs.iter().all(|pair| pair.score.is_none()) {
        return None;
    }
    let title = "Score in % against each other";
    let cell = |entrant: &str, opponent: &str| {
        let value = percent(result.pair(entrant, opponent)?.score)?;
        Some(HeatCell { value, label: decimal(value, 1, Sign::Minus) })
    };
    let rows = ranked.iter().enumerate().map(|(place, row)| {
        let cells = ranked
            .iter()
            .map(|other| if row.entrant == other.entrant { None } else { cell(&row.entrant, &other.entrant) });
        (format!("{} {}", place + 1, row.entrant), cells.collect())
    });
    let map = HeatMap {
        title: title.into(),
        x_name: "against the one in this place".into(),
        y_name: String::new(),
        middle: Some(50.0),
        columns: (1..=ranked.len()).map(|place| place.to_string()).collect(),
        rows: rows.collect(),
    };
    let mut table = Table::new("figures", title).column("bot").column("against").numbers("games");
    table = table.numbers("score %").numbers("95 % interval");
    for pair in &result.pairs {
        table.row(vec![
            Cell::text(&pair.entrant).kept(),
            Cell::text(&pair.opponent).kept(),
            whole(pair.games),
            plain(percent(pair.score), 2, Sign::Minus),
            share_interval_cell(pair.low, pair.high),
        ]);
    }
    Some(figure(title, &map.svg(), "", Some(&table)))
}

fn seats(result: &TournamentResult) -> Option<String> {
    if result.seats.len() < 2 {
        return None;
    }
    let title = "What whoever sits there wins";
    let rows = result.seats.iter().filter_map(|seat| {
        let certainty = certainty(percent(seat.low), percent(seat.high));
        Some(IntervalRow { name: format!("seat {}", seat.seat), value: percent(seat.share)?, certainty, margin: None })
    });
    let par = 100.0 / result.seats.len() as f64;
    let plot = entrants_plot(title, "share of each game in %; the line is par", Some(par), rows.collect());
    let mut table = Table::new("figures", "Seats").numbers("seat").numbers("games").numbers("share %");
    table = table.numbers("95 % interval").numbers("points ± se");
    for seat in &result.seats {
        table.row(vec![
            whole(seat.seat),
            whole(seat.games),
            plain(percent(seat.share), 2, Sign::Minus),
            share_interval_cell(seat.low, seat.high),
            with_error(seat.points, seat.points_se, Sign::Minus),
        ]);
    }
    let plot = plot.map(|plot| format!("<div class=\"plots\">\n{plot}</div>\n")).unwrap_or_default();
    Some(table.html() + &plot)
}

/// What the moves of programs and timed bots took.
fn times(result: &TournamentResult) -> Option<String> {
    if result.times.is_empty() {
        return None;
    }
    let mut table = Table::new("figures", "Move times").column("bot").numbers("moves");
    table = table.numbers("mean ms").numbers("slowest ms");
    for row in &result.times {
        let [mean, slowest] = [row.mean_ms, row.slowest_ms].map(|ms| plain(Some(ms), 2, Sign::Minus));
        table.row(vec![Cell::text(&row.entrant).kept(), whole(row.moves), mean, slowest]);
    }
    Some(table.html())
}
