//! A tournament as Markdown.

use std::fmt::Write as _;

use crate::number::count;
use crate::table::escaped;
use crate::tournament::TournamentResult;

impl TournamentResult {
    /// Everything for people. What a run took is left out, so that the same run gives the same text.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "## {}\n\n{} games in {} blocks, seed {}.\n",
            escaped(&self.game),
            count(self.games),
            count(self.blocks),
            self.seed
        );
        for table in self.tables() {
            _ = write!(text, "\n{}", table.markdown());
        }
        text.push('\n');
        for note in &self.notes {
            _ = writeln!(text, "- {}", escaped(note));
        }
        text
    }
}
