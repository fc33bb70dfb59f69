//! A parameter and from where to where it is tuned, as it is written: `explore=0.1..3`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A parameter and from where to where it is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneRange {
    /// The key of the parameter.
    pub key: String,
    /// The least value.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

/// Why a text is no such range.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RangeError {
    /// Something else.
    #[error("expected a parameter with two numbers, such as explore=0.1..3, found '{0}'")]
    NoRange(String),
    /// From more to less, or from a value to itself.
    #[error("'{0}' goes nowhere; expected a smaller and a larger number, such as explore=0.1..3")]
    Empty(String),
}

impl FromStr for TuneRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| (0.0..=1e9).contains(number));
        let parts = text.split_once('=').and_then(|(key, range)| {
            let (low, high) = range.split_once("..")?;
            let key = key.trim();
            (!key.is_empty()).then_some((key, number(low)?, number(high)?))
        });
        let (key, low, high) = parts.ok_or_else(|| RangeError::NoRange(text.into()))?;
        if low < high { Ok(Self { key: key.into(), low, high }) } else { Err(RangeError::Empty(text.into())) }
    }
}

impl fmt::Display for TuneRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.key, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_written() {
        for text in ["explore=0.1..3", "attention=0..1", "most=4..256"] {
            assert_eq!(text.parse::<TuneRange>().unwrap().to_string(), text);
        }
        assert_eq!(" a = 1 .. 2 ".parse::<TuneRange>().unwrap().to_string(), "a=1..2");
        for text in [
            "",
            "explore",
            "explore=1",
            "explore=1..",
            "=1..2",
            "explore=a..b",
            "explore=-1..2",
            "a=0..inf",
            "a=NaN..1",
        ] {
            assert_eq!(text.parse::<TuneRange>(), Err(RangeError::NoRange(text.into())), "{text}");
        }
        for text in ["a=2..1", "a=1..1"] {
            assert_eq!(text.parse::<TuneRange>(), Err(RangeError::Empty(text.into())));
        }
    }
}
