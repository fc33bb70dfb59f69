//! The values of a plan that are written in a form of their own, on the command line and in plan files.

use std::fmt::Display;
use std::str::FromStr;

use kosti_bots::BotSpec;
use kosti_bots::external::OnFault;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::duration::parse_duration;
use crate::words::words;

/// The two hypotheses of a sequential test.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Bounds(pub f64, pub f64);

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        text.split_once(',')
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
        if possible { Ok(Self(width)) } else { Err("expected a half-width between 0 and 0.5, such as 0.01") }
    }
}

impl FromStr for HalfWidth {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.trim().trim_start_matches('±').trim_start_matches("+-").trim_start_matches("+/-");
        Self::try_from(number.parse().unwrap_or(f64::NAN))
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
