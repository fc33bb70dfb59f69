//! How wide lines may be, and how wide texts are.

use unicode_width::UnicodeWidthStr;

/// How wide lines for people may be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Width {
    /// As wide as they need to be: every row of a table is one line.
    #[default]
    Free,
    /// At most this number of columns.
    At(usize),
}

/// The widest lines of sentences that are still easy to read.
const WIDEST_SENTENCES: usize = 100;

impl Width {
    /// The same for sentences, which are hard to read in very long lines.
    #[must_use]
    pub fn of_sentences(self) -> Self {
        match self {
            Self::Free => Self::Free,
            Self::At(columns) => Self::At(columns.min(WIDEST_SENTENCES)),
        }
    }

    /// For sentences that are never left in one line: at most as wide as can be read well.
    #[must_use]
    pub fn of_paragraphs(self) -> Self {
        match self {
            Self::Free => Self::At(WIDEST_SENTENCES),
            at => at.of_sentences(),
        }
    }

    /// The columns, if they are limited.
    pub(crate) fn columns(self) -> Option<usize> {
        match self {
            Self::Free => None,
            Self::At(columns) => Some(columns),
        }
    }
}

/// How many columns of a terminal a text takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_count_as_terminals_show_them() {
        assert_eq!(["кости", "骰子", "e\u{301}", "−1.5", ""].map(width), [5, 4, 1, 4, 0]);
    }

    #[test]
    fn sentences_stay_readable_on_wide_terminals() {
        assert_eq!(
            [Width::At(200), Width::At(60), Width::Free].map(Width::of_sentences),
            [Width::At(100), Width::At(60), Width::Free]
        );
        assert_eq!(Width::Free.of_paragraphs(), Width::At(100));
    }
}
