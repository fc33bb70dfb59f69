//! What a terminal shows while a tournament is played.

use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use kosti_reports::{Align, Table};

use crate::tournament::plan::Plan;
use crate::tournament::totals::Totals;

/// A bar with the standings below it, on standard error. Nothing is shown where that is not a terminal.
pub struct Live {
    bar: ProgressBar,
    begin: Instant,
    /// The games that were there when it began.
    before: u64,
    drawn: Option<Instant>,
}

const REDRAW: Duration = Duration::from_millis(250);
/// More entrants would not fit on the screen.
const MOST_LINES: usize = 16;

impl Live {
    /// A bar for this plan, of which some games have been played before.
    pub fn new(plan: &Plan, games: u64, before: u64, quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(games), target);
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {percent}%\n{msg}");
        bar.set_style(style.expect("the template is well formed"));
        bar.set_prefix(plan.rules.game());
        bar.set_position(before);
        bar.set_message("no game finished yet");
        Self { bar, begin: Instant::now(), before, drawn: None }
    }

    /// Shows how far it is.
    pub fn update(&mut self, plan: &Plan, totals: &Totals, games: u64) {
        if self.bar.is_hidden() || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW) {
            return;
        }
        self.drawn = Some(Instant::now());
        let seconds = self.begin.elapsed().as_secs_f64().max(1e-9);
        let rate = (games - self.before) as f64 / seconds;
        let all = self.bar.length().unwrap_or(games);
        let left = if rate > 0.0 {
            let left = Duration::from_secs_f64((all.saturating_sub(games) as f64 / rate).min(1e9));
            format!("{} left", HumanDuration(left))
        } else {
            "time left unknown".into()
        };
        let pace = if rate >= 10.0 { HumanCount(rate as u64).to_string() } else { format!("{rate:.2}") };
        let counts = format!("{} of {} games, {pace} games/s, {left}", HumanCount(games), HumanCount(all));
        self.bar.set_message(format!("{counts}\n\n{}", standings(plan, totals)));
        self.bar.set_position(games);
    }

    /// Takes it all away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn standings(plan: &Plan, totals: &Totals) -> Table {
    let standings = totals.standings(plan);
    let mut table = Table::new([
        ("bot", Align::Left),
        ("games", Align::Right),
        ("share", Align::Right),
        ("±", Align::Right),
        ("points", Align::Right),
    ]);
    let text = |value: Option<f64>, decimals: usize| value.map_or("–".into(), |value| format!("{value:.decimals$}"));
    for standing in standings.ranked().into_iter().take(MOST_LINES) {
        table.row([
            plan.entrants[standing.entrant].name.clone(),
            HumanCount(standing.games).to_string(),
            text(standing.share.mean, 4),
            text(standing.share.interval.map(|interval| interval.half_width()), 4),
            text(standing.points.mean, 2),
        ]);
    }
    table
}
