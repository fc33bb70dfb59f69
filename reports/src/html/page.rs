//! The frame of a page.

use std::fmt::Write as _;

use crate::escape::escape;
use crate::findings::Fact;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A page: a heading, what was run, more of the header as HTML, and the body as HTML.
pub(super) fn page(title: &str, facts: &[Fact], header: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n{}{header}</header>\n<main>\n{body}</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        definitions(facts)
    )
}

/// Names with their values.
pub(super) fn definitions(facts: &[Fact]) -> String {
    if facts.is_empty() {
        return String::new();
    }
    let mut out = String::from("<dl class=\"facts\">\n");
    for Fact { name, value } in facts {
        let value = escape(value);
        let value = if name.eq_ignore_ascii_case("command") { format!("<code>{value}</code>") } else { value };
        _ = writeln!(out, "<dt>{}</dt><dd>{value}</dd>", escape(name));
    }
    out + "</dl>\n"
}

/// A text as HTML in which lines may end after commas and colons, such as rules or a bot with its settings.
pub(super) fn broken(text: &str) -> String {
    escape(text).replace(':', ":<wbr>").replace(',', ",<wbr>")
}
