//! What a terminal shows while a tournament is played.

use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use kosti_arena::{Plan, Progress};
use kosti_reports::tournament::live_table;

use crate::screen;

/// Whether nothing but errors is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quiet {
    /// Nothing is shown.
    Yes,
    /// Progress and results are shown.
    No,
}

impl Quiet {
    /// What `--quiet` says.
    pub(crate) fn new(given: bool) -> Self {
        if given { Self::Yes } else { Self::No }
    }
}

/// A bar with the standings below it, on standard error. Nothing is shown where that is not a terminal.
pub(crate) struct Live {
    bar: ProgressBar,
    begin: Instant,
    /// The games that were there when it began; not known before the first update.
    before: Option<u64>,
    drawn: Option<Instant>,
}

const REDRAW: Duration = Duration::from_millis(250);
/// More entrants would not fit on the screen.
const MOST_LINES: usize = 16;

impl Live {
    /// A bar for this plan.
    pub(crate) fn new(plan: &Plan, quiet: Quiet) -> Self {
        let target = match quiet {
            Quiet::Yes => ProgressDrawTarget::hidden(),
            Quiet::No => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {percent}%\n{msg}");
        bar.set_style(style.expect("the template is well formed"));
        bar.set_prefix(plan.rules.game());
        bar.set_message("no game finished yet");
        Self { bar, begin: Instant::now(), before: None, drawn: None }
    }

    /// Shows how far it is.
    pub(crate) fn update(&mut self, progress: &Progress<'_>) {
        let Progress { plan, totals, games, of } = *progress;
        let before = *self.before.get_or_insert_with(|| {
            self.bar.set_length(of);
            self.bar.set_position(games);
            games
        });
        if self.bar.is_hidden() || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW) {
            return;
        }
        self.drawn = Some(Instant::now());
        let seconds = self.begin.elapsed().as_secs_f64().max(1e-9);
        let rate = (games - before) as f64 / seconds;
        let left = if rate > 0.0 {
            let left = Duration::from_secs_f64((of.saturating_sub(games) as f64 / rate).min(1e9));
            format!("{} left", HumanDuration(left))
        } else {
            "time left unknown".into()
        };
        let pace = if rate >= 10.0 { HumanCount(rate as u64).to_string() } else { format!("{rate:.2}") };
        let counts = format!("{} of {} games, {pace} games/s, {left}", HumanCount(games), HumanCount(of));
        let standings = live_table(&totals.standings(plan), &plan.names(), MOST_LINES).fitted(screen::progress_width());
        self.bar.set_message(format!("{counts}\n\n{standings}"));
        self.bar.set_position(games);
    }

    /// Takes it all away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
