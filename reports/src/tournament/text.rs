//! A tournament as plain text for a terminal.

use std::fmt::Write as _;

use crate::number::count;
use crate::tournament::{Clock, TournamentResult};
use crate::width::Width;
use crate::wrap::sentence;

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

    /// Everything for people: the headline, the tables and the notes. Every row of a table is one line.
    pub fn text(&self) -> String {
        self.text_in(Width::Free)
    }

    /// The same in lines that are not too wide.
    pub fn text_in(&self, width: Width) -> String {
        let mut text = sentence(&self.headline(), width);
        for table in self.tables().chain(self.times_table()) {
            _ = write!(text, "\n{}", table.fitted(width));
        }
        text.push('\n');
        for note in &self.notes {
            text += &sentence(note, width);
        }
        text
    }
}
