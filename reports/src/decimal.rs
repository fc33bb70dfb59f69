//! Numbers that files hold with a fixed number of decimals.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::plain::with_decimals;

/// A finite number that files hold with this many decimals.
///
/// Two are equal if they stand in a file alike. The digits that no file holds are kept nevertheless, so that a table for
/// people, which shows fewer still, rounds once and not twice.
///
/// ```
/// use kosti_reports::Decimal;
/// let share = Decimal::<3>::new(2.0 / 3.0).unwrap();
/// assert_eq!(share.to_string(), "0.667");
/// assert_eq!((share.rounded(), share.value()), (0.667, 2.0 / 3.0));
/// assert_eq!(Some(share), Decimal::new(0.667));
/// assert_eq!(Decimal::<3>::new(f64::NAN), None);
/// ```
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
pub struct Decimal<const DECIMALS: usize>(f64);

/// A number that is none.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("{0} is no finite number")]
pub struct NotFinite(f64);

impl<const DECIMALS: usize> Decimal<DECIMALS> {
    /// The number, unless it is infinite or none at all.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(value))
    }

    /// With all its digits.
    pub fn value(self) -> f64 {
        self.0
    }

    /// As it stands in a file.
    ///
    /// # Panics
    /// Never: the text of a number is one.
    pub fn rounded(self) -> f64 {
        self.to_string().parse().expect("the text of a number is one")
    }
}

impl<const DECIMALS: usize> PartialEq for Decimal<DECIMALS> {
    fn eq(&self, other: &Self) -> bool {
        self.rounded() == other.rounded()
    }
}

impl<const DECIMALS: usize> fmt::Display for Decimal<DECIMALS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&with_decimals(self.0, DECIMALS))
    }
}

impl<const DECIMALS: usize> From<Decimal<DECIMALS>> for f64 {
    fn from(number: Decimal<DECIMALS>) -> Self {
        number.0
    }
}

impl<const DECIMALS: usize> TryFrom<f64> for Decimal<DECIMALS> {
    type Error = NotFinite;

    fn try_from(value: f64) -> Result<Self, NotFinite> {
        Self::new(value).ok_or(NotFinite(value))
    }
}

/// As it stands in a file, as a number.
impl<const DECIMALS: usize> Serialize for Decimal<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.rounded())
    }
}

#[cfg(feature = "schema")]
impl<const DECIMALS: usize> schemars::JsonSchema for Decimal<DECIMALS> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Decimal{DECIMALS}").into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        f64::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_file_alike_is_equal() {
        let number = |value| Decimal::<2>::new(value).unwrap();
        assert_eq!(number(0.994), number(0.99));
        assert_ne!(number(0.9951), number(0.99));
        assert_eq!(number(-0.001), number(0.0));
        assert_eq!(number(-0.001).to_string(), "0.00");
        assert_eq!(number(-1.0).to_string(), "-1.00");
    }

    #[test]
    fn json_has_the_digits_of_the_file() {
        let number = Decimal::<4>::new(1.0 / 3.0);
        assert_eq!(serde_json::to_string(&[number, None]).unwrap(), "[0.3333,null]");
        let read: [Option<Decimal<4>>; 2] = serde_json::from_str("[0.3333,null]").unwrap();
        assert_eq!(read, [number, None]);
    }
}
