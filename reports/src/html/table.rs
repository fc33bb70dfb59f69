//! Tables of a page.

use std::fmt::Write as _;

use crate::escape::escape;
use crate::number::{UNKNOWN, unbroken};

/// A cell: HTML, and what it is sorted by.
pub(super) struct Cell {
    html: String,
    sort: Option<String>,
    class: &'static str,
    /// The text that a pointer on it shows.
    title: String,
}

impl Cell {
    /// A text of any length.
    pub(super) fn text(text: &str) -> Self {
        Self::html(if text.is_empty() { UNKNOWN.into() } else { escape(&unbroken(text)) }, text)
    }

    /// HTML that is sorted by a text.
    pub(super) fn html(html: String, sort: &str) -> Self {
        Self { html, sort: Some(sort.into()), class: "", title: String::new() }
    }

    /// A number as it is shown, and its value.
    pub(super) fn number(shown: &str, value: Option<f64>) -> Self {
        let sort = value.filter(|value| value.is_finite()).map(|value| value.to_string());
        Self { class: "number", ..Self::html(escape(shown), &sort.unwrap_or_default()) }
    }

    /// With all digits of a number as the text that a pointer shows.
    pub(super) fn with_digits(mut self, value: f64) -> Self {
        self.title = value.to_string();
        self
    }

    /// With more HTML on a line of its own.
    pub(super) fn and_below(mut self, html: &str) -> Self {
        if !html.is_empty() {
            _ = write!(self.html, "<span class=\"below\">{html}</span>");
        }
        self
    }

    /// The figure that a row is about.
    pub(super) fn leading(mut self) -> Self {
        self.class = "number lead";
        self
    }

    /// On one line.
    pub(super) fn kept(mut self) -> Self {
        self.class = if self.class.is_empty() { "keep" } else { self.class };
        self
    }
}

/// The class of tables whose rows are blocks on a phone, with the names of the columns in them.
pub(super) const STACKED: &str = "figures stacked";
/// From this many rows on it pays to sort.
const LONG: usize = 15;

/// A table that sorts by its headings.
pub(super) struct Table {
    class: &'static str,
    caption: String,
    columns: Vec<(String, &'static str)>,
    rows: Vec<(String, Vec<Cell>)>,
}

impl Table {
    pub(super) fn new(class: &'static str, caption: &str) -> Self {
        Self { class, caption: caption.into(), columns: Vec::new(), rows: Vec::new() }
    }

    /// Adds a column of texts.
    pub(super) fn column(mut self, name: &str) -> Self {
        self.columns.push((name.into(), ""));
        self
    }

    /// Adds a column of numbers.
    pub(super) fn numbers(mut self, name: &str) -> Self {
        self.columns.push((name.into(), "number"));
        self
    }

    pub(super) fn row(&mut self, cells: Vec<Cell>) {
        self.row_with(String::new(), cells);
    }

    /// A row with attributes.
    pub(super) fn row_with(&mut self, attributes: String, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push((attributes, cells));
    }

    /// Short tables need no headings to sort by where their rows are blocks.
    fn classes(&self) -> String {
        let long = if self.rows.len() >= LONG { " long" } else { "" };
        format!("{}{long}", self.class)
    }

    /// The table in a box of its own that scrolls. Roles are written out, as some browsers forget them when tables become cards.
    pub(super) fn html(&self) -> String {
        let caption = escape(&self.caption);
        let stacked = self.class == STACKED;
        let mut out = format!(
            "<div class=\"scroll{}\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\">\n\
             <table class=\"sortable {}\" role=\"table\" aria-label=\"{caption}\">\n<thead role=\"rowgroup\"><tr role=\"row\">",
            if stacked { " stack" } else { "" },
            self.classes()
        );
        for (name, class) in &self.columns {
            let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
            _ = write!(
                out,
                "<th scope=\"col\" role=\"columnheader\"{class}><button type=\"button\">{}</button></th>",
                escape(name)
            );
        }
        out.push_str("</tr></thead>\n<tbody role=\"rowgroup\">\n");
        for (attributes, cells) in &self.rows {
            _ = write!(out, "<tr role=\"row\"{attributes}>");
            for (Cell { html, sort, class, title }, (label, _)) in cells.iter().zip(&self.columns) {
                let label = if stacked { format!(" data-label=\"{}\"", escape(label)) } else { String::new() };
                let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(title)) };
                // A block has no need of what is not known.
                let class = if stacked && html == UNKNOWN { format!("{class} unknown") } else { (*class).to_string() };
                let class = if class.is_empty() { class } else { format!(" class=\"{}\"", class.trim_start()) };
                let sort = sort.as_ref().map(|sort| format!(" data-sort=\"{}\"", escape(sort))).unwrap_or_default();
                _ = write!(out, "<td role=\"cell\"{class}{sort}{label}{title}>{html}</td>");
            }
            out.push_str("</tr>\n");
        }
        out + "</tbody>\n</table>\n</div>\n"
    }
}
