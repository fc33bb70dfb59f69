//! Tables for people: aligned columns of plain text.

use std::fmt;

/// To which side the cells of a column lean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

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

/// A table with a header line, printed with columns just as wide as they need to be.
///
/// ```
/// use kosti_reports::{Align, Table};
/// let mut table = Table::new([("game", Align::Left), ("games/s", Align::Right)]);
/// table.row(["rims", "1,000"]);
/// assert_eq!(table.to_string(), "game  games/s\nrims    1,000\n");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    header: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = (S, Align)>) -> Self {
        let header = columns.into_iter().map(|(name, align)| (name.into(), align)).collect();
        Self { header, rows: Vec::new() }
    }

    /// Adds a row; missing cells stay empty.
    ///
    /// # Panics
    /// If there are more cells than columns.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert!(cells.len() <= self.header.len(), "more cells than columns");
        self.rows.push(cells);
    }

    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let header: Vec<String> = self.header.iter().map(|(name, _)| escaped(name)).collect();
        let rule = self.header.iter().map(|(_, align)| match align {
            Align::Left => "---".into(),
            Align::Right => "---:".into(),
        });
        let mut text = line(&header) + &line(&rule.collect::<Vec<String>>());
        for row in &self.rows {
            let cell = |column| row.get(column).map_or(String::new(), |cell: &String| escaped(cell));
            text += &line(&(0..header.len()).map(cell).collect::<Vec<_>>());
        }
        text
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |text: &str| text.chars().count();
        let header: Vec<String> = self.header.iter().map(|(name, _)| name.clone()).collect();
        let lines = || std::iter::once(&header).chain(&self.rows);
        let widths: Vec<usize> = (0..header.len())
            .map(|column| lines().filter_map(|line| line.get(column)).map(|cell| width(cell)).max().unwrap_or(0))
            .collect();
        for line in lines() {
            let mut text = String::new();
            for (column, (_, align)) in self.header.iter().enumerate() {
                let cell = line.get(column).map_or("", String::as_str);
                let padding = " ".repeat(widths[column] - width(cell));
                if column > 0 {
                    text.push_str("  ");
                }
                match align {
                    Align::Left => text.extend([cell, &padding]),
                    Align::Right => text.extend([padding.as_str(), cell]),
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_keeps_the_columns_apart() {
        let mut table = Table::new([("bot", Align::Left), ("n", Align::Right)]);
        table.row(["a|b"]);
        assert_eq!(table.markdown(), "| bot | n |\n| --- | ---: |\n| a\\|b |  |\n");
        assert_eq!(escaped("<img src=x onerror='a()'>&\n"), "&lt;img src=x onerror='a()'&gt;&amp; ");
        assert_eq!(escaped("[0.1, 0.2] greedy#2 a_b"), "[0.1, 0.2] greedy#2 a_b");
        assert_eq!(escaped("[x](javascript:1) `c` *b* _i_"), "\\[x\\](javascript:1) \\`c\\` \\*b\\* \\_i\\_");
    }

    #[test]
    fn columns_are_aligned_and_lines_end_without_blanks() {
        let mut table = Table::new([("имя", Align::Left), ("n", Align::Right), ("note", Align::Left)]);
        table.row(["a", "12", ""]);
        table.row(["долгое", "3", "x"]);
        assert_eq!(table.to_string(), "имя      n  note\na       12\nдолгое   3  x\n");
    }
}
