//! The values of a plan that are written in a form of their own, on the command line and in plan files.

use std::fmt::Display;
use std::str::FromStr;

use kosti_bots::BotSpec;
use kosti_bots::external::OnFault;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::duration::parse_duration;
use crate::limits::MOST_GAMES;
use crate::words::words;

/// The two hypotheses of a sequential test.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Bounds(pub f64, pub f64);

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        text.split_once([',', ';'])
            .and_then(|(low, high)| Some(Self(number(low)?, number(high)?)))
            .ok_or_else(|| "expected two numbers such as 0,5".into())
    }
}

/// A scale of playing strength.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Elo, as the tables show it.
    #[default]
    Logistic,
    /// Normalized Elo: the lead measured against the scatter of the games.
    Normalized,
}

words!(Scale {
    Logistic = "logistic": "Elo, as the tables show it",
    Normalized = "normalized": "Normalized Elo: the lead measured against the scatter of the games",
});

/// What happens when a program fails.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FaultPolicy {
    /// The run stops; all finished batches are kept.
    #[default]
    Abort,
    /// The bot loses the game.
    Forfeit,
    /// A random legal action is played for it.
    Random,
    /// After an illegal move it may try once more; anything else stops the run.
    Retry,
}

words!(FaultPolicy {
    Abort = "abort": "The run stops; all finished batches are kept",
    Forfeit = "forfeit": "The bot loses the game",
    Random = "random": "A random legal action is played for it",
    Retry = "retry": "After an illegal move it may try once more; anything else stops the run",
});

impl From<FaultPolicy> for OnFault {
    fn from(policy: FaultPolicy) -> Self {
        match policy {
            FaultPolicy::Abort => Self::Abort,
            FaultPolicy::Forfeit => Self::Forfeit,
            FaultPolicy::Random => Self::Random,
            FaultPolicy::Retry => Self::Retry,
        }
    }
}

/// Reads a number as people write it: `1000`, `1_000_000`, `100k`, `2.5M`, `1e6`.
///
/// # Errors
/// If it is no whole number from 1 to [`MOST_GAMES`].
pub fn parse_count(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("'{text}' is not a whole number from 1 to {MOST_GAMES}, such as 1000, 100k, 1_000_000 or 1e6");
    let plain: String = text.trim().chars().filter(|letter| *letter != '_').collect();
    let (digits, zeros) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 3),
        Some((at, 'm' | 'M')) => (&plain[..at], 6),
        _ => (plain.as_str(), 0),
    };
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent: u32 = exponent.trim_start_matches('+').parse().map_err(|_| wrong())?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.len() <= 15 && text.bytes().all(|byte| byte.is_ascii_digit());
    let places = exponent.saturating_add(zeros).checked_sub(part.trim_end_matches('0').len() as u32);
    let places = places.filter(|places| *places <= 15 && !whole.is_empty() && is_number(whole) && is_number(part));
    let number: u64 = format!("{whole}{}", part.trim_end_matches('0')).parse().map_err(|_| wrong())?;
    let counted = places.and_then(|places| number.checked_mul(10u64.pow(places)));
    counted.filter(|number| (1..=MOST_GAMES).contains(number)).ok_or_else(wrong)
}

/// Half the width of an interval of shares.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(inline, extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 0.5))
)]
#[serde(try_from = "f64")]
pub struct HalfWidth(pub f64);

impl TryFrom<f64> for HalfWidth {
    type Error = &'static str;

    fn try_from(width: f64) -> Result<Self, Self::Error> {
        let possible = width > 0.0 && width < 0.5;
        if possible { Ok(Self(width)) } else { Err("expected a half-width between 0 and 0.5, such as 0.01 or 1%") }
    }
}

impl FromStr for HalfWidth {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.trim().trim_start_matches('±').trim_start_matches("+-").trim_start_matches("+/-").trim();
        let (number, unit) = number.strip_suffix('%').map_or((number, 1.0), |percent| (percent.trim(), 0.01));
        Self::try_from(number.parse().map_or(f64::NAN, |number: f64| number * unit))
    }
}

/// A time, in seconds.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(inline, extend("minimum" = 0.001, "maximum" = 3600))
)]
#[serde(try_from = "f64")]
pub struct Seconds(pub f64);

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(seconds: f64) -> Result<Self, String> {
        seconds.to_string().parse()
    }
}

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse_duration(text).map(|duration| Self(duration.as_secs_f64()))
    }
}

/// A value as plan files may write it: as it is, or as on the command line.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Value(toml::Value),
}

/// Reads a value that may be written as on the command line.
pub(super) fn number_or_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: serde::de::DeserializeOwned + FromStr<Err: Display>,
{
    match Written::deserialize(deserializer)? {
        Written::Text(text) => text.parse().map(Some).map_err(D::Error::custom),
        // Whole numbers are numbers, too.
        Written::Value(value) => floats(value).try_into().map(Some).map_err(D::Error::custom),
    }
}

fn floats(value: toml::Value) -> toml::Value {
    match value {
        toml::Value::Integer(number) => toml::Value::Float(number as f64),
        toml::Value::Array(items) => toml::Value::Array(items.into_iter().map(floats).collect()),
        other => other,
    }
}

/// Numbers up to the largest of 64 bits. TOML has none above 2⁶³ − 1: those are written as text.
pub(super) mod large_number {
    /// A number, or the digits of one that TOML has not.
    #[cfg(feature = "schema")]
    pub(crate) fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": i64::MAX},
            {"type": "string", "pattern": "^[0-9]{1,20}$"},
        ]})
    }

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde asks for it")]
    pub(crate) fn serialize<S: Serializer>(number: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        match number {
            None => serializer.serialize_none(),
            Some(number) if i64::try_from(*number).is_ok() => serializer.serialize_some(number),
            Some(number) => serializer.serialize_some(&number.to_string()),
        }
    }

    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a whole number from 0 to 18446744073709551615")]
    enum Number {
        Number(u64),
        Text(String),
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        match Option::<Number>::deserialize(deserializer)? {
            None => Ok(None),
            Some(Number::Number(number)) => Ok(Some(number)),
            Some(Number::Text(text)) => text
                .parse()
                .map(Some)
                .map_err(|_| D::Error::custom(format!("'{text}' is no whole number from 0 to {}", u64::MAX))),
        }
    }
}

/// Reads a list of bots, or one text with all of them.
pub(super) fn list_of_bots<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    match Written::deserialize(deserializer)? {
        Written::Text(text) => {
            let bots = BotSpec::parse_list(&text).map_err(D::Error::custom)?;
            Ok(Some(bots.iter().map(ToString::to_string).collect()))
        }
        Written::Value(value) => value.try_into().map(Some).map_err(D::Error::custom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for (text, count) in [
            ("1", 1),
            ("1000", 1000),
            ("1_000_000", 1_000_000),
            ("100k", 100_000),
            ("2.5M", 2_500_000),
            ("1e6", 1_000_000),
            ("1.25E+3", 1250),
            ("10.0", 10),
            (" 7 ", 7),
            ("1e12", 1_000_000_000_000),
        ] {
            assert_eq!(parse_count(text), Ok(count), "{text}");
        }
        for text in [
            "",
            "0",
            "-5",
            "1.5",
            "k",
            "1e",
            "e6",
            "1e13",
            "1e99999999999",
            "inf",
            "nan",
            "12a",
            "1,000",
            "9999999999999999999999",
            ".5k",
        ] {
            let error = parse_count(text).unwrap_err();
            assert!(error.contains("is not a whole number from 1 to"), "{text}: {error}");
        }
    }

    #[test]
    fn widths_may_be_in_percent() {
        for text in ["0.02", "2%", "±2 %", "+-0.02", "+/-2%"] {
            assert!((text.parse::<HalfWidth>().unwrap().0 - 0.02).abs() < 1e-12, "{text}");
        }
        for text in ["2", "50%", "-1%", "0", "%", ""] {
            assert!(text.parse::<HalfWidth>().is_err(), "{text}");
        }
        assert_eq!("0;5".parse::<Bounds>(), "0,5".parse());
    }
}
