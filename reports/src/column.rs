//! The columns of tables for people.

/// A column: the kind of its cells says what happens to it where a table is too wide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its heading.
    pub(crate) name: String,
    /// The kind of its cells.
    pub(crate) content: Content,
    /// Where it goes if not all columns fit beside each other.
    pub(crate) place: Place,
}

/// The kind of cells that a column has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// What a row is about: in several lines if need be, and repeated where the table goes on below.
    Names,
    /// Words, in several lines if need be.
    Words,
    /// Numbers, which are never broken, with their points below each other.
    Numbers,
    /// Intervals and other short texts, which are never broken either and lean to the left.
    Whole,
}

/// Where a column goes if not all fit beside each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Beside the names, as long as there is room.
    First,
    /// Below, before any of the first does.
    Later,
    /// Wherever the column before it goes.
    WithPrevious,
}

impl Column {
    fn new(name: impl Into<String>, content: Content) -> Self {
        Self { name: name.into(), content, place: Place::First }
    }

    /// A column of names: they say what a row is about, and are repeated where a table goes on below.
    pub fn names(name: impl Into<String>) -> Self {
        Self::new(name, Content::Names)
    }

    /// A column of words.
    pub fn words(name: impl Into<String>) -> Self {
        Self::new(name, Content::Words)
    }

    /// A column of numbers.
    pub fn numbers(name: impl Into<String>) -> Self {
        Self::new(name, Content::Numbers)
    }

    /// A column of intervals, or of other short texts that are never broken.
    pub fn whole(name: impl Into<String>) -> Self {
        Self::new(name, Content::Whole)
    }

    /// Less important than others: the first to go below.
    #[must_use]
    pub fn later(self) -> Self {
        Self { place: Place::Later, ..self }
    }

    /// Belongs to the column before it and stays with it, like the interval of a figure.
    #[must_use]
    pub fn with_previous(self) -> Self {
        Self { place: Place::WithPrevious, ..self }
    }

    /// Whether its cells may take several lines.
    pub(crate) fn wraps(&self) -> bool {
        matches!(self.content, Content::Names | Content::Words)
    }
}
