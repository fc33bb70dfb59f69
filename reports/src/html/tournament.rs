//! The page of a tournament.

use std::fmt::Write as _;

use crate::escape::escape;
use crate::findings::Fact;
use crate::html::cells::{bot, percent, plain, share_cell, whole, with_error, with_interval};
use crate::html::figure::figure;
use crate::html::page::page;
use crate::html::table::{Cell, STACKED, Table};
use crate::number::{Sign, count, decimal, decimals, uncertainty};
use crate::plot::{Certainty, HeatCell, HeatMap, IntervalPlot, IntervalRow};
use crate::tournament::{StandingRow, TournamentResult, rank_decimals};

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
    let mut body = format!("<h2>Standings</h2>\n{}", standings(&ranked, result.players));
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

/// Nothing in a tournament is exact.
fn certainty(low: Option<impl Into<f64>>, high: Option<impl Into<f64>>) -> Certainty {
    low.zip(high).map_or(Certainty::Unknown, |(low, high)| Certainty::Between(low.into(), high.into()))
}

fn standings(ranked: &[&StandingRow], players: usize) -> String {
    let any = |told: fn(&StandingRow) -> bool| ranked.iter().any(|row| told(row));
    let versus = any(|row| row.share.is_some());
    let (margin, rating) = (any(|row| row.margin.is_some()), any(|row| row.rating.is_some()));
    let forfeits = any(|row| row.forfeits > 0);
    let mut table = Table::new(STACKED, "Standings").column("bot").numbers("place").numbers("games");
    if versus {
        table = table.numbers("share %, 95 % interval").numbers("won").numbers("tied").numbers("lost");
        table = table.numbers("rank");
    }
    table = table.numbers("points ± se");
    if margin {
        table = table.numbers("margin ± se");
    }
    if rating {
        table = table.numbers("Elo rating, 95 % interval");
    }
    if forfeits {
        table = table.numbers("forfeits");
    }
    for (place, row) in ranked.iter().enumerate() {
        let mut cells = vec![bot(&row.entrant), whole(place as u64 + 1), whole(row.games)];
        if versus {
            cells.push(share_cell(row.share, row.low, row.high));
            cells.extend([row.wins, row.ties, row.losses].map(whole));
            cells.push(plain(row.rank, rank_decimals(players, row.games), Sign::Minus));
        }
        cells.push(with_error(row.points, row.points_se, Sign::Minus));
        if margin {
            cells.push(with_error(row.margin, row.margin_se, Sign::Always));
        }
        if rating {
            let ends = [row.rating_low, row.rating_high].map(|end| end.map(Into::into));
            cells.push(with_interval(row.rating.map(Into::into), ends, 0, Sign::Always));
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
        let pair = result.pair(entrant, opponent)?;
        let value = percent(pair.score)?;
        // More than one decimal does not fit a cell.
        let decimals = decimals(uncertainty(Some(value), [percent(pair.low), percent(pair.high)]), 1).min(1);
        Some(HeatCell { value, label: decimal(value, decimals, Sign::Minus) })
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
    let mut table = Table::new(STACKED, title).column("bot").column("against").numbers("games");
    table = table.numbers("score %, 95 % interval");
    for pair in &result.pairs {
        table.row(vec![
            bot(&pair.entrant),
            bot(&pair.opponent),
            whole(pair.games),
            share_cell(pair.score, pair.low, pair.high),
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
    let mut table = Table::new(STACKED, "Seats").column("seat").numbers("games");
    table = table.numbers("share %, 95 % interval").numbers("points ± se");
    for seat in &result.seats {
        table.row(vec![
            Cell::html(format!("seat {}", seat.seat), &seat.seat.to_string()),
            whole(seat.games),
            share_cell(seat.share, seat.low, seat.high),
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
    let mut table = Table::new(STACKED, "Move times").column("bot").numbers("moves");
    table = table.numbers("mean ms").numbers("slowest ms");
    for row in &result.times {
        let [mean, slowest] = [row.mean_ms, row.slowest_ms].map(|ms| plain(Some(ms), 2, Sign::Minus));
        table.row(vec![bot(&row.entrant), whole(row.moves), mean, slowest]);
    }
    Some(table.html())
}
