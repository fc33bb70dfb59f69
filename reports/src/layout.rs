//! How a table becomes lines of text that are not too wide.
//!
//! If a table is too wide, first the headings of numbers and then names and words go into several lines. If that is not enough, the
//! table goes on below: the names are repeated there, cut short if they can still be told apart. Numbers are never broken.

use crate::column::{Column, Content, Place};
use crate::number::NO_BREAK;
use crate::short_name::short_names;
use crate::width::{Width, width};
use crate::wrap::lines;

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Row {
    /// Its cells; missing ones are empty.
    pub cells: Vec<String>,
    /// Lines of text that stand below it.
    pub below: String,
}

impl Row {
    fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

/// The space between two columns.
const GAP: usize = 2;
/// How far names are indented where they go on.
const INDENT: usize = 2;
/// How far lines below a row are indented.
const BELOW: usize = 4;

/// The text of a table.
pub(crate) fn text(columns: &[Column], rows: &[Row], at_most: Width) -> String {
    let cells: Vec<Vec<String>> = (0..columns.len()).map(|place| shown(&columns[place], rows, place)).collect();
    let layout = Layout { columns, rows, cells };
    let all: Vec<usize> = (0..columns.len()).collect();
    let natural: Vec<usize> = all.iter().map(|&column| layout.natural(column)).collect();
    match at_most {
        Width::At(widest) if total(natural.iter().copied()) > widest => layout.parts(widest),
        _ => layout.part(&all, &natural, Names::Whole, at_most),
    }
}

/// The cells of a column, with the points of plain numbers below each other.
fn shown(column: &Column, rows: &[Row], place: usize) -> Vec<String> {
    let cells = || rows.iter().map(|row| row.cell(place));
    if column.content != Content::Numbers || !cells().all(is_plain_number) {
        return cells().map(Into::into).collect();
    }
    let behind = |cell: &str| cell.rfind('.').map_or(0, |point| cell.len() - point);
    let most = cells().map(behind).max().unwrap_or(0);
    let padded =
        |cell: &str| if cell.is_empty() { String::new() } else { format!("{cell}{}", " ".repeat(most - behind(cell))) };
    cells().map(padded).collect()
}

/// Whether a cell holds a number alone, or the sign for none.
fn is_plain_number(cell: &str) -> bool {
    cell.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '+' | '-' | '−' | '–' | '·'))
}

/// How wide columns are together.
fn total(widths: impl ExactSizeIterator<Item = usize>) -> usize {
    let gaps = widths.len().saturating_sub(1) * GAP;
    widths.sum::<usize>() + gaps
}

/// Whether the names of rows are shown in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Names {
    Whole,
    /// They stand in full above.
    Short,
}

struct Layout<'a> {
    columns: &'a [Column],
    rows: &'a [Row],
    /// By column, then by row.
    cells: Vec<Vec<String>>,
}

impl Layout<'_> {
    fn content(&self, column: usize) -> usize {
        self.cells[column].iter().map(|cell| width(cell)).max().unwrap_or(0)
    }

    /// How wide a column is if it has all the room that it wants.
    fn natural(&self, column: usize) -> usize {
        self.content(column).max(width(&self.columns[column].name))
    }

    /// How wide a column has to be; those that wrap get this much if they want it.
    fn least(&self, column: usize, wrapping: usize) -> usize {
        let heading = heading_words(&self.columns[column].name).map(width).max().unwrap_or(0);
        let content = self.content(column);
        if self.columns[column].wraps() { content.min(wrapping).max(heading) } else { content.max(heading) }
    }

    /// All parts of a table that is too wide.
    fn parts(&self, widest: usize) -> String {
        let is_name = |column: &usize| self.columns[*column].content == Content::Names;
        let (names, others): (Vec<usize>, Vec<usize>) = (0..self.columns.len()).partition(is_name);
        // Names take at most half of the room, and a quarter each where numbers need it.
        let wrapping = (widest / 4).min(widest / 2 / names.len().max(1)).max(4);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for column in others {
            match groups.last_mut() {
                Some(group) if self.columns[column].place == Place::WithPrevious => group.push(column),
                _ => groups.push(vec![column]),
            }
        }
        let mut text = String::new();
        loop {
            let taken = self.take(&names, &mut groups, widest, wrapping);
            let chosen: Vec<usize> =
                (0..self.columns.len()).filter(|column| names.contains(column) || taken.contains(column)).collect();
            let widths = self.widths(&chosen, widest, wrapping);
            let shown = if text.is_empty() { Names::Whole } else { Names::Short };
            if !text.is_empty() {
                text.push('\n');
            }
            text += &self.part(&chosen, &widths, shown, Width::At(widest));
            if groups.is_empty() {
                return text;
            }
        }
    }

    /// Takes as many groups of columns as fit beside the names: those of the first place first, and one at least.
    fn take(&self, names: &[usize], groups: &mut Vec<Vec<usize>>, widest: usize, wrapping: usize) -> Vec<usize> {
        let least = |columns: &[usize]| total(columns.iter().map(|&column| self.least(column, wrapping)));
        let mut taken = Vec::new();
        for place in [Place::First, Place::Later] {
            let mut number = 0;
            while number < groups.len() {
                if (self.columns[groups[number][0]].place == Place::Later) != (place == Place::Later) {
                    number += 1;
                    continue;
                }
                let with = [names, &taken, &groups[number]].concat();
                if !taken.is_empty() && least(&with) > widest {
                    return taken;
                }
                taken.extend(groups.remove(number));
            }
        }
        taken
    }

    /// How wide these columns are: what is not needed goes to names and words, then to headings.
    fn widths(&self, chosen: &[usize], widest: usize, wrapping: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = chosen.iter().map(|&column| self.least(column, wrapping)).collect();
        let mut left = widest.saturating_sub(total(widths.iter().copied()));
        for wraps in [true, false] {
            while left > 0 {
                let wants = |&place: &usize| {
                    let column = chosen[place];
                    self.columns[column].wraps() == wraps && widths[place] < self.natural(column)
                };
                let Some(narrowest) = (0..chosen.len()).filter(wants).min_by_key(|&place| widths[place]) else { break };
                widths[narrowest] += 1;
                left -= 1;
            }
        }
        widths
    }

    /// Some of the columns, each as wide as is said.
    fn part(&self, chosen: &[usize], widths: &[usize], names: Names, at_most: Width) -> String {
        let mut text = String::new();
        let headings: Vec<Vec<String>> =
            chosen.iter().zip(widths).map(|(&column, &room)| heading(&self.columns[column].name, room)).collect();
        let deepest = headings.iter().map(Vec::len).max().unwrap_or(0);
        // Headings stand on what they are above.
        let headings: Vec<Vec<String>> =
            headings.into_iter().map(|lines| [vec![String::new(); deepest - lines.len()], lines].concat()).collect();
        self.print(&mut text, chosen, widths, &headings);
        let cells: Vec<Vec<Vec<String>>> =
            chosen.iter().zip(widths).map(|(&column, &room)| self.wrapped(column, room, names)).collect();
        for (number, row) in self.rows.iter().enumerate() {
            let row_cells: Vec<Vec<String>> = cells.iter().map(|column| column[number].clone()).collect();
            self.print(&mut text, chosen, widths, &row_cells);
            if names == Names::Whole {
                row.below.lines().for_each(|line| text += &below(line, at_most));
            }
        }
        text
    }

    /// The cells of a column in lines.
    fn wrapped(&self, column: usize, room: usize, names: Names) -> Vec<Vec<String>> {
        let cells = &self.cells[column];
        if !self.columns[column].wraps() {
            return cells.iter().map(|cell| vec![cell.clone()]).collect();
        }
        let is_name = self.columns[column].content == Content::Names;
        if is_name && names == Names::Short {
            let whole: Vec<&str> = cells.iter().map(String::as_str).collect();
            if let Some(short) = short_names(&whole, room) {
                return short.into_iter().map(|name| vec![name]).collect();
            }
        }
        let indent = if is_name { INDENT } else { 0 };
        let in_lines = |cell: &String| if width(cell) <= room { vec![cell.clone()] } else { lines(cell, room, indent) };
        cells.iter().map(in_lines).collect()
    }

    /// Writes cells of several lines beside each other.
    fn print(&self, text: &mut String, chosen: &[usize], widths: &[usize], cells: &[Vec<String>]) {
        let deepest = cells.iter().map(Vec::len).max().unwrap_or(0);
        for depth in 0..deepest {
            let mut line = String::new();
            for (place, (&column, &room)) in chosen.iter().zip(widths).enumerate() {
                let cell = cells[place].get(depth).map_or("", String::as_str);
                let padding = " ".repeat(room.saturating_sub(width(cell)));
                if place > 0 {
                    line.push_str(&" ".repeat(GAP));
                }
                match self.columns[column].content {
                    Content::Numbers => line.extend([padding.as_str(), cell]),
                    Content::Names | Content::Words | Content::Whole => line.extend([cell, &padding]),
                }
            }
            text.extend([line.trim_end(), "\n"]);
        }
    }
}

/// The words of a heading; a number and its unit are one.
fn heading_words(name: &str) -> impl Iterator<Item = &str> {
    // The blank of `95 %` and `± se` is none to end a line at.
    let mut begin = 0;
    let mut words = Vec::new();
    for (place, _) in name.match_indices(' ') {
        let (before, after) = (&name[..place], &name[place + 1..]);
        if !after.starts_with('%') && !before.ends_with('±') {
            words.push(&name[begin..place]);
            begin = place + 1;
        }
    }
    words.push(&name[begin..]);
    words.into_iter()
}

/// A heading in lines.
fn heading(name: &str, room: usize) -> Vec<String> {
    if width(name) <= room {
        return vec![name.into()];
    }
    let words: Vec<String> = heading_words(name).map(|word| word.replace(' ', &NO_BREAK.to_string())).collect();
    lines(&words.join(" "), room, 0)
}

/// A line that stands below a row, with its own indent kept.
fn below(line: &str, at_most: Width) -> String {
    let text = line.trim_start();
    let indent = BELOW + width(line) - width(text);
    let start = " ".repeat(indent);
    crate::wrap::hanging(&start, indent, text, at_most)
}
