//! Tables for people: aligned columns of plain text.

use std::fmt;

use crate::column::{Column, Content};
use crate::layout::{self, Row};
use crate::width::Width;

/// A text as it is meant to be read, in Markdown: nothing in it is taken for marks of Markdown or HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '|' | '*' | '`' | '[' | ']' | '\\' | '_' | '#' if needs_mark(letter, text) => safe.extend(['\\', letter]),
            '\n' | '\r' => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// Whether a letter of a text would be taken for a mark. Intervals and the numbers of copies are not.
fn needs_mark(letter: char, text: &str) -> bool {
    match letter {
        '|' | '`' | '*' | '\\' => true,
        // Only a link needs both.
        '[' | ']' => text.contains("]("),
        '_' => text.matches('_').count() > 1,
        _ => text.starts_with('#'),
    }
}

/// A table with a header line. Printed as it is, each row is one line; [`Table::fitted`] makes it fit a terminal.
///
/// ```
/// use kosti_reports::{Column, Table, Width};
/// let mut table = Table::new([Column::names("game"), Column::numbers("games/s")]);
/// table.row(["rims:players=4", "1,000"]);
/// assert_eq!(table.to_string(), "game            games/s\nrims:players=4    1,000\n");
/// assert_eq!(table.fitted(Width::At(20)), "game         games/s\nrims:          1,000\n  players=4\n");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Row>,
}

impl Table {
    /// A table with these columns.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row; missing cells stay empty.
    ///
    /// # Panics
    /// If there are more cells than columns.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert!(cells.len() <= self.columns.len(), "more cells than columns");
        self.rows.push(Row { cells, below: String::new() });
    }

    /// Lines of text that stand below the last row. Markdown leaves them out.
    pub fn below(&mut self, lines: &str) {
        if let Some(row) = self.rows.last_mut() {
            row.below = lines.into();
        }
    }

    /// The table in lines that are not too wide. If it must be, headings, names and words take several lines, and columns go into a
    /// table of their own below, with the names repeated. No number is ever broken.
    pub fn fitted(&self, width: Width) -> String {
        layout::text(&self.columns, &self.rows, width)
    }

    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let header: Vec<String> = self.columns.iter().map(|column| escaped(&column.name)).collect();
        let rule = self.columns.iter().map(|column| match column.content {
            Content::Names | Content::Words | Content::Whole => "---".into(),
            Content::Numbers => "---:".into(),
        });
        let mut text = line(&header) + &line(&rule.collect::<Vec<String>>());
        for row in &self.rows {
            let cell = |column| row.cells.get(column).map_or(String::new(), |cell: &String| escaped(cell));
            text += &line(&(0..header.len()).map(cell).collect::<Vec<_>>());
        }
        text
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fitted(Width::Free))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_keeps_the_columns_apart() {
        let mut table = Table::new([Column::names("bot"), Column::numbers("n")]);
        table.row(["a|b"]);
        assert_eq!(table.markdown(), "| bot | n |\n| --- | ---: |\n| a\\|b |  |\n");
        assert_eq!(escaped("<img src=x onerror='a()'>&\n"), "&lt;img src=x onerror='a()'&gt;&amp; ");
        assert_eq!(escaped("[0.1, 0.2] greedy#2 a_b"), "[0.1, 0.2] greedy#2 a_b");
        assert_eq!(escaped("[x](javascript:1) `c` *b* _i_"), "\\[x\\](javascript:1) \\`c\\` \\*b\\* \\_i\\_");
    }

    #[test]
    fn columns_are_aligned_and_lines_end_without_blanks() {
        let mut table = Table::new([Column::names("имя"), Column::numbers("n"), Column::words("note")]);
        table.row(["a", "12", ""]);
        table.row(["долгое", "3", "x"]);
        assert_eq!(table.to_string(), "имя      n  note\na       12\nдолгое   3  x\n");
    }
}
