//! Text of others, made fit for a terminal.

use std::iter::Peekable;
use std::str::Chars;

const ESCAPE: char = '\u{1B}';
const BELL: char = '\u{7}';

/// The text without escape sequences, and with a replacement character for every other character that a terminal would obey.
/// Lines stay lines, also where they end with a carriage return, and tabs become blanks.
pub fn printable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            ESCAPE => skip_sequence(&mut chars),
            // The same sequences, begun by one character.
            '\u{9B}' => skip_control_sequence(&mut chars),
            '\u{90}' | '\u{98}' | '\u{9D}' | '\u{9E}' | '\u{9F}' => skip_string(&mut chars),
            '\r' => {
                _ = chars.next_if_eq(&'\n');
                clean.push('\n');
            }
            '\n' => clean.push('\n'),
            '\t' => clean.push_str("    "),
            _ if is_obeyed(char) => clean.push(char::REPLACEMENT_CHARACTER),
            _ => clean.push(char),
        }
    }
    clean
}

/// Whether a terminal does something else with a character than to show it: control characters, and those that turn the order
/// of writing.
fn is_obeyed(char: char) -> bool {
    char.is_control() || matches!(char, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// What follows an escape character.
fn skip_sequence(chars: &mut Peekable<Chars<'_>>) {
    match chars.peek() {
        Some('[') => {
            chars.next();
            skip_control_sequence(chars);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            chars.next();
            skip_string(chars);
        }
        _ => {
            while chars.next_if(|char| (' '..='/').contains(char)).is_some() {}
            _ = chars.next_if(|char| ('0'..='~').contains(char));
        }
    }
}

/// Colours, movements of the cursor and the like: parameters, then a letter.
fn skip_control_sequence(chars: &mut Peekable<Chars<'_>>) {
    while chars.next_if(|char| (' '..='?').contains(char)).is_some() {}
    _ = chars.next_if(|char| ('@'..='~').contains(char));
}

/// Titles, links and the like: any text up to its end mark, or to the end of the line if there is none.
fn skip_string(chars: &mut Peekable<Chars<'_>>) {
    while let Some(char) = chars.next_if(|&char| char != '\n') {
        match char {
            BELL | '\u{9C}' => return,
            ESCAPE => {
                _ = chars.next_if_eq(&'\\');
                return;
            }
            _ => {}
        }
    }
}

/// At most two hundred characters of the text, in one line.
pub fn clip(text: &str) -> String {
    const MOST: usize = 200;
    // Sequences that go away may be long, but not without end.
    let begin: String = text.chars().take(10 * MOST).collect();
    let clean = printable(&begin).replace('\n', "\u{FFFD}");
    let mut clipped: String = clean.chars().take(MOST).collect();
    if clean.chars().nth(MOST).is_some() || begin.len() < text.len() {
        clipped.push('…');
    }
    clipped
}

/// A message that may have several lines: one is [`clip`]ped, of more the last twenty stand below, indented.
pub fn quoted_lines(text: &str) -> String {
    const LINES: usize = 20;
    let clean = printable(text);
    let lines: Vec<&str> = clean.trim_end().lines().collect();
    if lines.len() < 2 {
        return clip(text.trim_end());
    }
    lines[lines.len().saturating_sub(LINES)..].iter().map(|line| format!("\n    {}", clip(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        for (text, clean) in [
            ("plain Ö 骰子", "plain Ö 骰子"),
            ("\x1b[31mred\x1b[0m, \x1b[1;38;5;9mbold\x1b[m", "red, bold"),
            ("\x1b]0;a title\x07left", "left"),
            ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
            ("\x1bPq#0\x1b\\sixel", "sixel"),
            ("\x1b]0;no end\nnext line", "\nnext line"),
            ("\x1b(B\x1b7\x1bcreset\x1b", "reset"),
            ("\u{9B}2Jgone\u{9D}0;t\u{9C}!", "gone!"),
            ("10 %\r20 %\r\nend\n", "10 %\n20 %\nend\n"),
            ("a\tb\x08\x00\x7f", "a    b\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("\u{202E}txt.exe\u{2066}", "\u{FFFD}txt.exe\u{FFFD}"),
        ] {
            assert_eq!(printable(text), clean, "{text:?}");
        }
        // Whatever comes, only line ends are left of the control characters.
        let mut every: String = (0..=0x2100).filter_map(char::from_u32).collect();
        every += &every.chars().flat_map(|char| [ESCAPE, char, '[', char]).collect::<String>();
        assert!(printable(&every).chars().all(|char| char == '\n' || !is_obeyed(char)));
    }

    #[test]
    fn long_texts_are_clipped_and_lines_are_kept() {
        assert_eq!(clip("one\ntwo\x1b[0m"), "one\u{FFFD}two");
        assert_eq!(clip(&"x".repeat(200)), "x".repeat(200));
        assert_eq!(clip(&"x".repeat(201)), "x".repeat(200) + "…");
        assert!(clip(&"\x1b[0m".repeat(10_000)).ends_with('…'));
        assert_eq!(quoted_lines("lost: I do not know\n"), "lost: I do not know");
        assert_eq!(
            quoted_lines("Traceback:\n  File \"x\"\nError: y\n"),
            "\n    Traceback:\n      File \"x\"\n    Error: y"
        );
        let many: String = (0..30).map(|line| format!("{line}\n")).collect();
        assert!(quoted_lines(&many).starts_with("\n    10\n") && quoted_lines(&many).ends_with("\n    29"));
    }
}
