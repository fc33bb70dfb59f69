//! What may stand in a cell of a CSV file.

use serde::Serialize;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::decimal::Decimal;

/// A value that stands in a cell of a file.
pub(crate) trait Cell: Sized {
    /// As it stands there.
    fn text(&self) -> String;

    /// The value of a text; nothing if it has none.
    fn parse(text: &str) -> Option<Self>;

    /// What should stand there.
    fn expected() -> String;
}

impl Cell for String {
    fn text(&self) -> String {
        self.clone()
    }

    fn parse(text: &str) -> Option<Self> {
        Some(text.into())
    }

    fn expected() -> String {
        "a text".into()
    }
}

impl Cell for u64 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn expected() -> String {
        format!("a whole number from 0 to {}", Self::MAX)
    }
}

/// With all digits.
impl Cell for f64 {
    fn text(&self) -> String {
        ryu::Buffer::new().format(*self).into()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &Self| number.is_finite())
    }

    fn expected() -> String {
        "a finite number".into()
    }
}

impl<const DECIMALS: usize> Cell for Decimal<DECIMALS> {
    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::new(text.parse().ok()?)
    }

    fn expected() -> String {
        f64::expected()
    }
}

/// A value of few, each with a word: that of serde.
pub(crate) trait Word: Copy + Serialize + DeserializeOwned + 'static {
    /// All of them.
    const ALL: &'static [Self];
}

/// The value that a word stands for.
pub(crate) fn of_word<W: Word>(word: &str) -> Option<W> {
    let word: StrDeserializer<'_, Error> = word.into_deserializer();
    W::deserialize(word).ok()
}

impl<W: Word> Cell for W {
    fn text(&self) -> String {
        let word = serde_json::to_value(self).ok();
        word.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().into()
    }

    fn parse(text: &str) -> Option<Self> {
        of_word(text)
    }

    fn expected() -> String {
        let words: Vec<String> = W::ALL.iter().map(Self::text).collect();
        format!("one of {}", words.join(", "))
    }
}

/// A value that may be missing.
macro_rules! maybe {
    ([$($generic:tt)*] $kind:ty, $expected:expr) => {
        impl<$($generic)*> Cell for Option<$kind> {
            fn text(&self) -> String {
                self.as_ref().map(Cell::text).unwrap_or_default()
            }

            fn parse(text: &str) -> Option<Self> {
                if text.is_empty() { Some(None) } else { <$kind>::parse(text).map(Some) }
            }

            fn expected() -> String {
                $expected
            }
        }
    };
}

maybe!([] f64, format!("{} or nothing", f64::expected()));
maybe!([const DECIMALS: usize] Decimal<DECIMALS>, Option::<f64>::expected());
maybe!([W: Word] W, format!("nothing or {}", W::expected()));
