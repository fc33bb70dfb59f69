//! Choices that have a name on the command line and in files.

use thiserror::Error;

/// A choice among a few, each with its name and what it means.
pub trait Words: Copy + Sized + 'static {
    /// All of them, the default first.
    const ALL: &'static [Self];

    /// The name.
    fn name(self) -> &'static str;

    /// What it means, in a phrase.
    fn meaning(self) -> &'static str;

    /// The choice of this name.
    ///
    /// # Errors
    /// If there is none, with all there are.
    fn named(name: &str) -> Result<Self, UnknownWord> {
        let found = Self::ALL.iter().copied().find(|choice| choice.name() == name);
        found.ok_or_else(|| UnknownWord {
            word: name.into(),
            known: Self::ALL.iter().map(|choice| choice.name()).collect(),
        })
    }
}

/// A name that no choice has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{word}' is unknown; expected one of {}", known.join(", "))]
pub struct UnknownWord {
    /// The name given.
    pub word: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

/// Gives the variants of an enum their names and meanings.
macro_rules! words {
    ($type:ident { $($variant:ident = $name:literal: $meaning:literal),+ $(,)? }) => {
        impl $crate::words::Words for $type {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }

            fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning),+
                }
            }
        }
    };
}
pub(crate) use words;
