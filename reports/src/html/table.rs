//! Tables of a page.

use std::fmt::Write as _;

use crate::html::escape;
use crate::number::UNKNOWN;

/// A cell: HTML, and what it is sorted by.
pub(super) struct Cell {
    html: String,
    sort: Option<String>,
    class: &'static str,
}

impl Cell {
    /// A text of any length.
    pub(super) fn text(text: &str) -> Self {
        Self { html: if text.is_empty() { UNKNOWN.into() } else { escape(text) }, sort: Some(text.into()), class: "" }
    }

    /// HTML that is sorted by a text.
    pub(super) fn html(html: String, sort: &str) -> Self {
        Self { html, sort: Some(sort.into()), class: "" }
    }

    /// A number as it is shown, and its value.
    pub(super) fn number(shown: &str, value: Option<f64>) -> Self {
        let sort = value.filter(|value| value.is_finite()).map(|value| value.to_string());
        Self { html: escape(shown), sort: Some(sort.unwrap_or_default()), class: "number" }
    }

    /// On one line.
    pub(super) fn kept(mut self) -> Self {
        self.class = if self.class.is_empty() { "keep" } else { self.class };
        self
    }
}

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

    /// The table in a box of its own that scrolls. Roles are told, as some browsers forget them when tables become cards.
    pub(super) fn html(&self) -> String {
        let caption = escape(&self.caption);
        let mut out = format!(
            "<div class=\"scroll\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\">\n\
             <table class=\"sortable {}\" role=\"table\" aria-label=\"{caption}\">\n<thead role=\"rowgroup\"><tr role=\"row\">",
            self.class
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
            for Cell { html, sort, class } in cells {
                let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
                let sort = sort.as_ref().map(|sort| format!(" data-sort=\"{}\"", escape(sort))).unwrap_or_default();
                _ = write!(out, "<td role=\"cell\"{class}{sort}>{html}</td>");
            }
            out.push_str("</tr>\n");
        }
        out + "</tbody>\n</table>\n</div>\n"
    }
}
