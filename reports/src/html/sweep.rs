//! The page of a sweep.

use std::fmt::Write as _;

use crate::escape::escape;
use crate::findings::Fact;
use crate::html::cells::{bot, share_cell, whole, with_error, with_interval};
use crate::html::page::{broken, page};
use crate::html::sweep_plot::figures;
use crate::html::table::{Cell, STACKED, Table};
use crate::number::{Sign, count};
use crate::tournament::{SweepCell, SweepResult};

/// Where a run of a sweep is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunLink {
    /// Its folder, as the page shows it.
    pub path: String,
    /// What the page links to, from where it lies; nothing if it lies elsewhere.
    pub href: Option<String>,
}

/// The page of a sweep: one HTML file that needs nothing else. The runs are those of the combinations, in their order, out of so
/// many that are planned. `origin` are facts on the plan and on where the sweep comes from.
pub fn sweep_page(sweep: &SweepResult, runs: &[RunLink], planned: usize, origin: &[Fact]) -> String {
    let mut header = String::new();
    if sweep.cells.len() < planned {
        let played = count(sweep.cells.len() as u64);
        _ = writeln!(header, "<p class=\"note\">Not complete: {played} of {} runs.</p>", count(planned as u64));
    }
    let plots = figures(sweep);
    let mut body = String::new();
    if !plots.is_empty() {
        _ = write!(body, "<div class=\"plots\">\n{plots}</div>\n");
    }
    _ = write!(body, "<h2>Figures</h2>\n{}<h2>Runs</h2>\n{}", standings(sweep), run_table(sweep, runs));
    let notes = notes(sweep, runs);
    if !notes.is_empty() {
        _ = write!(body, "<details>\n<summary>Notes on the runs</summary>\n{notes}</details>\n");
    }
    let games: u64 = sweep.cells.iter().map(|cell| cell.result.games).sum();
    let played = format!("{}, with {} games together", count(sweep.cells.len() as u64), count(games));
    let seed = sweep.cells.first().map(|cell| Fact::new("seed", cell.result.seed.to_string()));
    let facts: Vec<Fact> = [Fact::new("runs", played)].into_iter().chain(seed).chain(origin.iter().cloned()).collect();
    // The rules in full stand in the facts.
    let game = sweep.cells.first().and_then(|cell| cell.result.game.split(':').next()).unwrap_or_default();
    page(&format!("Sweep: {game} by {}", sweep.names.join(" and ")), &facts, &header, &body)
}

/// A value of a parameter: numbers are sorted as such.
fn value(text: &str) -> Cell {
    match text.parse::<f64>() {
        Ok(number) => Cell::number(text, Some(number)),
        Err(_) => Cell::html(broken(text), text),
    }
}

/// The parameters as columns.
fn with_parameters(mut table: Table, sweep: &SweepResult) -> Table {
    for (place, name) in sweep.names.iter().enumerate() {
        let numeric =
            sweep.cells.iter().all(|cell| cell.values.get(place).is_some_and(|value| value.parse::<f64>().is_ok()));
        table = if numeric { table.numbers(name) } else { table.column(name) };
    }
    table
}

fn values<'a>(sweep: &SweepResult, cell: &'a SweepCell) -> impl Iterator<Item = Cell> + use<'a> {
    let missing = sweep.names.len().saturating_sub(cell.values.len());
    cell.values.iter().map(|text| value(text)).chain((0..missing).map(|_| Cell::text("")))
}

/// Every entrant of every run.
fn standings(sweep: &SweepResult) -> String {
    let rows = || sweep.cells.iter().flat_map(|cell| &cell.result.entrants);
    let (versus, rating) = (rows().any(|row| row.share.is_some()), rows().any(|row| row.rating.is_some()));
    let mut table = with_parameters(Table::new(STACKED, "Figures of all runs").column("bot"), sweep).numbers("games");
    if versus {
        table = table.numbers("share %, 95 % interval");
    }
    table = table.numbers("points ± se");
    if rating {
        table = table.numbers("Elo rating, 95 % interval");
    }
    for cell in &sweep.cells {
        for row in cell.result.ranked() {
            let mut cells = vec![bot(&row.entrant)];
            cells.extend(values(sweep, cell));
            cells.push(whole(row.games));
            if versus {
                cells.push(share_cell(row.share, row.low, row.high));
            }
            cells.push(with_error(row.points, row.points_se, Sign::Minus));
            if rating {
                let ends = [row.rating_low, row.rating_high].map(|end| end.map(Into::into));
                cells.push(with_interval(row.rating.map(Into::into), ends, 0, Sign::Always));
            }
            table.row(cells);
        }
    }
    table.html()
}

/// The runs with where they are kept, and how they ended.
fn run_table(sweep: &SweepResult, runs: &[RunLink]) -> String {
    let table = with_parameters(Table::new(STACKED, "Runs").column("run"), sweep);
    let mut table = table.numbers("games").numbers("blocks").column("ended");
    for (cell, run) in sweep.cells.iter().zip(runs) {
        let path = escape(&run.path).replace('/', "/<wbr>");
        let link = run.href.as_ref().map_or_else(
            || format!("<code>{path}</code>"),
            |href| format!("<a href=\"{}\"><code>{path}</code></a>", escape(href)),
        );
        let mut cells = vec![Cell::html(link, &run.path)];
        cells.extend(values(sweep, cell));
        let ended = match (cell.result.stopped, cell.result.complete) {
            (Some(stopped), _) => format!("early: {}", stopped.name()),
            (None, true) => "complete".into(),
            (None, false) => "not complete".into(),
        };
        cells.extend([whole(cell.result.games), whole(cell.result.blocks), Cell::text(&ended)]);
        table.row(cells);
    }
    table.html()
}

/// What readers should know of the runs; what is said of several is said once.
fn notes(sweep: &SweepResult, runs: &[RunLink]) -> String {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for (cell, run) in sweep.cells.iter().zip(runs) {
        for note in &cell.result.notes {
            match told.iter_mut().find(|(text, _)| text == note) {
                Some((_, of)) => of.push(&run.path),
                None => told.push((note, vec![&run.path])),
            }
        }
    }
    let line = |(note, of): (&str, Vec<&str>)| {
        let of = if of.len() == sweep.cells.len() {
            String::new()
        } else {
            format!(" <span class=\"small\">({})</span>", escape(&of.join(", ")))
        };
        format!("<p>{}{of}</p>\n", escape(note))
    };
    told.into_iter().map(line).collect()
}
