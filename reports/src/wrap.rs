//! Texts in lines that are not too wide.

use crate::number::{NO_BREAK, unbroken};
use crate::width::{Width, width};

/// Letters after which a word that is too long for a line may go on in the next one.
const JOINTS: [char; 5] = [',', ':', ';', '|', '/'];
/// The same for what is too long between these.
const LESSER_JOINTS: [char; 2] = ['=', '_'];

/// The lines of a text, none wider than this; all but the first begin with this number of blanks. Lines end at blanks. Only a word
/// that is too long for any line is broken: at its joints, or else anywhere, but in a number only if it is wider than a line.
pub(crate) fn lines(text: &str, widest: usize, indent: usize) -> Vec<String> {
    let indent = indent.min(widest.saturating_sub(1) / 2);
    let room = (widest - indent).max(1);
    let mut lines = Lines { done: Vec::new(), line: String::new(), indent, widest };
    // Numbers stay with their units, by blanks that are none of these.
    for word in unbroken(text).split([' ', '\n']).filter(|word| !word.is_empty()) {
        if lines.fits(word) {
            lines.add(word);
        } else if width(word) <= room {
            lines.next();
            lines.add(word);
        } else {
            lines.add_long(word);
        }
    }
    lines.end()
}

/// Lines in the making.
struct Lines {
    done: Vec<String>,
    line: String,
    indent: usize,
    widest: usize,
}

impl Lines {
    /// How much room the line begun has.
    fn room(&self) -> usize {
        let indent = if self.done.is_empty() { 0 } else { self.indent };
        self.widest.saturating_sub(indent)
    }

    fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    fn fits(&self, word: &str) -> bool {
        let blank = usize::from(!self.is_empty());
        width(&self.line) + blank + width(word) <= self.room()
    }

    fn add(&mut self, word: &str) {
        if !self.is_empty() {
            self.line.push(' ');
        }
        self.line += word;
    }

    fn next(&mut self) {
        let blanks = if self.done.is_empty() { 0 } else { self.indent };
        let line = " ".repeat(blanks) + &std::mem::take(&mut self.line);
        self.done.push(line);
    }

    /// Adds a word that no line holds.
    fn add_long(&mut self, word: &str) {
        if !self.is_empty() {
            let first = pieces(word, &JOINTS)[0];
            if self.fits(first) { self.line.push(' ') } else { self.next() }
        }
        for piece in pieces(word, &JOINTS) {
            if width(piece) <= self.widest.saturating_sub(self.indent) {
                self.join(piece);
            } else {
                pieces(piece, &LESSER_JOINTS).into_iter().for_each(|piece| self.join(piece));
            }
        }
    }

    /// Adds a piece of a word, without a blank; it is broken if no line holds it.
    fn join(&mut self, mut piece: &str) {
        if width(&self.line) + width(piece) > self.room() && !self.is_empty() {
            self.next();
        }
        while width(piece) > self.room() {
            let (head, rest) = piece.split_at(cut(piece, self.room()));
            self.line += head;
            self.next();
            piece = rest;
        }
        self.line += piece;
    }

    fn end(mut self) -> Vec<String> {
        if !self.is_empty() || self.done.is_empty() {
            self.next();
        }
        self.done.into_iter().map(|line| line.replace(NO_BREAK, " ")).collect()
    }
}

/// A word in pieces that end at its joints. Commas between digits are part of a number.
fn pieces<'a>(word: &'a str, joints: &[char]) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let mut begin = 0;
    for (place, letter) in word.char_indices() {
        let end = place + letter.len_utf8();
        if joints.contains(&letter)
            && !(is_digit(word[..place].chars().next_back()) && is_digit(word[end..].chars().next()))
        {
            pieces.push(&word[begin..end]);
            begin = end;
        }
    }
    pieces.push(&word[begin..]);
    pieces.into_iter().filter(|piece| !piece.is_empty()).collect()
}

fn is_digit(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| letter.is_ascii_digit())
}

/// Where a piece that is too wide is cut: as late as it can be, but before a number if that does not begin the piece.
fn cut(piece: &str, room: usize) -> usize {
    let mut end = 0;
    for (place, letter) in piece.char_indices() {
        let next = place + letter.len_utf8();
        if width(&piece[..next]) > room && end > 0 {
            break;
        }
        end = next;
    }
    let of_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '-' | '−' | '+');
    if piece[end..].starts_with(|letter: char| letter.is_ascii_digit() || letter == '.') {
        let before = piece[..end].trim_end_matches(of_number).len();
        if before > 0 {
            return before;
        }
    }
    end
}

/// A text in lines that are not too wide, all but the first indented as deep as what it starts with. What it starts with
/// may have colours, so the caller says how wide it is. The last line ends with a line break, too.
pub fn hanging(start: &str, indent: usize, text: &str, at_most: Width) -> String {
    let Some(columns) = at_most.columns() else { return format!("{start}{text}\n") };
    let room = columns.saturating_sub(indent).max(1);
    let text = lines(text, room, 0).join(&format!("\n{}", " ".repeat(indent)));
    format!("{start}{text}\n")
}

/// A sentence in lines that are not too wide.
pub fn sentence(text: &str, at_most: Width) -> String {
    hanging("", 0, text, at_most.of_sentences())
}

/// Names with what is said of each, one below the other.
pub fn facts(facts: &[(&str, String)], at_most: Width) -> String {
    let widest = facts.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let start = |name: &str| format!("{name}{}  ", " ".repeat(widest - width(name)));
    facts.iter().map(|(name, told)| hanging(&start(name), widest + 2, told, at_most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_blanks_and_long_words_at_their_joints() {
        assert_eq!(lines("one two three", 7, 0), ["one two", "three"]);
        assert_eq!(lines("mc:rollouts=200,policy=greedy", 20, 2), ["mc:rollouts=200,", "  policy=greedy"]);
        assert_eq!(lines("see rims:players=2", 14, 0), ["see", "rims:players=2"]);
        assert_eq!(lines("see rims:players=2,lead=winner", 19, 0), ["see rims:players=2,", "lead=winner"]);
        assert_eq!(lines("a:b=1,crossing=free", 12, 0), ["a:b=1,", "crossing=", "free"]);
        assert_eq!(lines("a:b=1,crossing=free", 14, 0), ["a:b=1,", "crossing=free"]);
        assert_eq!(lines("", 7, 2), [""]);
        assert_eq!(lines("долгоедолгое", 8, 0), ["долгоедо", "лгое"]);
    }

    #[test]
    fn numbers_stay_whole() {
        assert_eq!(lines("about1,234,567", 9, 0), ["about", "1,234,567"]);
        assert_eq!(lines("x=12345678,y=0.12345", 9, 0), ["x=", "12345678,", "y=0.12345"]);
        assert_eq!(lines("abcdef-0.125", 9, 0), ["abcdef", "-0.125"]);
        for room in 6..30 {
            let text = lines("It wins 52.2 % of games, which is 2 pp more.", room, 0).join("\n");
            assert!(!text.contains("\n%") && !text.contains("\np") && text.contains("52.2"), "{text}");
        }
    }

    #[test]
    fn no_line_is_too_wide() {
        let texts = [
            "dice-poker:players=2,school=count,penalty=each",
            "see dice-poker:players=2,school=count",
            "слово слово",
            "骰子骰子骰子",
            "a  b\nc",
            "1234567890123",
        ];
        for text in texts {
            for room in 4..40 {
                for indent in [0, 2, 50] {
                    let lines = lines(text, room, indent);
                    assert!(lines.iter().all(|line| width(line) <= room), "{lines:?}");
                    let letters =
                        |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
                    assert_eq!(letters(&lines.concat()), letters(text));
                }
            }
        }
    }

    #[test]
    fn texts_hang_below_their_start() {
        let text = hanging("\x1b[32mtrue\x1b[0m  ", 6, &"word ".repeat(10), Width::At(20));
        assert!(text.starts_with("\x1b[32mtrue\x1b[0m  word word word\n      word"), "{text}");
        assert_eq!(hanging("a ", 2, "b  c", Width::Free), "a b  c\n");
        let told = facts(&[("game", "rims:players=2,lead=winner".into()), ("n", "3".into())], Width::At(22));
        assert_eq!(told, "game  rims:players=2,\n      lead=winner\nn     3\n");
    }
}
