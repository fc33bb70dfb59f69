//! Text that is nothing but text in HTML.

/// Escapes a text for HTML, inside and outside of attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Characters that HTML does not know.
            '\0'..='\x08' | '\x0b' | '\x0e'..='\x1f' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}
