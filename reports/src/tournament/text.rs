//! A tournament as plain text for a terminal.

use std::fmt::Write as _;

use crate::number::count;
use crate::tournament::{Clock, TournamentResult};

impl TournamentResult {
    /// One line that says what was played and what it took.
    pub fn headline(&self) -> String {
        let mut line =
            format!("{}: {} games in {} blocks, seed {}", self.game, count(self.games), count(self.blocks), self.seed);
        if let Some(Clock { threads, seconds }) = self.clock {
            let plural = if threads == 1 { "" } else { "s" };
            _ = write!(line, ", {:.1} s on {threads} thread{plural}", seconds.value());
        }
        line
    }

    /// Everything for people: the headline, the tables and the notes.
    pub fn text(&self) -> String {
        let mut text = self.headline() + "\n";
        for table in self.tables() {
            _ = write!(text, "\n{table}");
        }
        if let Some(times) = self.times_table() {
            _ = write!(text, "\n{times}");
        }
        text.push('\n');
        for note in &self.notes {
            _ = writeln!(text, "{note}");
        }
        text
    }
}
