//! The values among which a bot is tuned.

use kosti_bots::{BotSpec, SpecError, roster};
use kosti_engine::AnyRules;
use kosti_reports::plot::AxisScale;
use thiserror::Error;

use crate::tune::range::TuneRange;

/// More parameters at once need more games than can be played.
pub(super) const MOST_PARAMETERS: usize = 4;

/// Values that span this ratio lie by their ratios.
const WIDE: f64 = 20.0;

/// Parameters that set how much work a decision is. More is better and takes longer, so there is nothing to tune.
const BUDGETS: [&str; 4] = ["iterations", "rollouts", "ms", "procs"];

/// Why parameters cannot be tuned.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpaceError {
    /// None.
    #[error("say what to tune, such as --param explore=0.1..3")]
    Nothing,
    /// More than a few.
    #[error("{0} parameters are too many at once; tune at most {MOST_PARAMETERS}")]
    TooMany(usize),
    /// One of them twice.
    #[error("parameter '{0}' is given twice")]
    Repeated(String),
    /// How much work a decision is.
    #[error(
        "'{0}' sets how much work a decision is, and more of it is stronger and slower: 'kosti strength' compares budgets"
    )]
    Budget(String),
    /// The bot does not play the game, or does not take a value.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// All values of a range are the same.
    #[error("'{0}' has only one value in this range")]
    OneValue(String),
}

/// Which numbers a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Numbers {
    Whole,
    Any,
}

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    pub(super) range: TuneRange,
    pub(super) scale: AxisScale,
    numbers: Numbers,
}

/// A bot and the parameters that are tuned.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Space {
    bot: BotSpec,
    pub(super) axes: Vec<Axis>,
}

impl Space {
    /// Checks that the bot plays this game and takes the values.
    pub(super) fn new(bot: &BotSpec, rules: &AnyRules, ranges: &[TuneRange]) -> Result<Self, SpaceError> {
        if ranges.is_empty() {
            return Err(SpaceError::Nothing);
        }
        if ranges.len() > MOST_PARAMETERS {
            return Err(SpaceError::TooMany(ranges.len()));
        }
        roster::check_for(bot, rules)?;
        let mut axes: Vec<Axis> = Vec::new();
        for range in ranges {
            if axes.iter().any(|axis| axis.range.key == range.key) {
                return Err(SpaceError::Repeated(range.key.clone()));
            }
            if BUDGETS.contains(&range.key.as_str()) {
                return Err(SpaceError::Budget(range.key.clone()));
            }
            let takes = |value: &str| roster::check_for(&with(bot, &range.key, value), rules);
            takes(&range.low.to_string())?;
            takes(&range.high.to_string())?;
            // Between two values that it takes, a parameter takes all numbers or the whole ones.
            let between = range.low + 0.3103 * (range.high - range.low);
            let numbers = if takes(&short(between)).is_ok() { Numbers::Any } else { Numbers::Whole };
            let scale = match range.low > 0.0 && range.high >= WIDE * range.low {
                true => AxisScale::Logarithmic,
                false => AxisScale::Linear,
            };
            let axis = Axis { range: range.clone(), scale, numbers };
            if axis.value(0.0) == axis.value(1.0) {
                return Err(SpaceError::OneValue(range.key.clone()));
            }
            axes.push(axis);
        }
        Ok(Self { bot: bot.clone(), axes })
    }

    /// The values at a place, whose numbers go from 0 to 1.
    pub(super) fn values(&self, place: &[f64]) -> Vec<String> {
        self.axes.iter().zip(place).map(|(axis, &share)| axis.value(share)).collect()
    }

    /// The bot with these values.
    pub(super) fn bot(&self, values: &[String]) -> BotSpec {
        self.axes.iter().zip(values).fold(self.bot.clone(), |bot, (axis, value)| with(&bot, &axis.range.key, value))
    }
}

impl Axis {
    /// The value that lies this share of the way.
    pub(super) fn value(&self, share: f64) -> String {
        let TuneRange { low, high, .. } = self.range;
        let value = match self.scale {
            AxisScale::Linear => low + share * (high - low),
            AxisScale::Logarithmic => low * power(high / low, share),
        };
        match self.numbers {
            Numbers::Whole => (value.clamp(low, high) + 0.5).floor().to_string(),
            Numbers::Any => short(value.clamp(low, high)),
        }
    }
}

/// A bot with a parameter set.
fn with(bot: &BotSpec, key: &str, value: &str) -> BotSpec {
    let mut bot = bot.clone();
    match bot.params.iter_mut().find(|(known, _)| known == key) {
        Some((_, known)) => *known = value.into(),
        None => bot.params.push((key.into(), value.into())),
    }
    bot
}

/// A number with three digits that count.
fn short(value: f64) -> String {
    let decimals = [100.0, 10.0, 1.0, 0.1, 0.01, 0.001].iter().take_while(|&&least| value < least).count();
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

/// The power of a number above one with an exponent from 0 to 1, the same on every system: by square roots alone.
fn power(base: f64, exponent: f64) -> f64 {
    let (mut root, mut rest, mut power) = (base, exponent, 1.0);
    if rest >= 1.0 {
        return base;
    }
    for _ in 0..30 {
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            rest -= 1.0;
            power *= root;
        }
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(bot: &str, rules: &str, ranges: &[&str]) -> Result<Space, String> {
        let ranges: Vec<TuneRange> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        Space::new(&bot.parse().unwrap(), &AnyRules::parse(rules).unwrap(), &ranges).map_err(|error| error.to_string())
    }

    #[test]
    fn powers_are_powers() {
        for base in [1.5, 20.0, 3000.0_f64] {
            for share in [0.0, 0.1, 0.5, 0.77, 1.0] {
                assert!((power(base, share) / base.powf(share) - 1.0).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn values_have_three_digits_and_reach_both_ends() {
        let numbers = [0.0, 0.000_123_4, 0.012_34, 0.5, 1.234_5, 99.94, 123.4, 4321.0];
        assert_eq!(numbers.map(short), ["0", "0.000123", "0.0123", "0.5", "1.23", "99.9", "123", "4321"]);
        let space = space("ismcts:iterations=64", "rims", &["explore=0.1..3", "attention=0..1"]).unwrap();
        assert_eq!(space.axes[0].scale, AxisScale::Logarithmic);
        assert_eq!(space.axes[1].scale, AxisScale::Linear);
        assert_eq!(space.values(&[0.0, 0.0]), ["0.1", "0"]);
        assert_eq!(space.values(&[1.0, 1.0]), ["3", "1"]);
        assert_eq!(space.values(&[0.5, 0.25]), ["0.548", "0.25"]);
        let bot = space.bot(&space.values(&[1.0, 0.5]));
        assert_eq!(bot.to_string(), "ismcts:iterations=64,explore=3,attention=0.5");
    }

    #[test]
    fn some_parameters_take_whole_numbers_alone() {
        let space = space("ismcts:explore=2", "rims", &["endings=1..7"]).unwrap();
        assert_eq!(space.values(&[0.0]), ["1"]);
        assert_eq!(space.values(&[0.49]), ["4"]);
        assert_eq!(space.bot(&space.values(&[1.0])).to_string(), "ismcts:explore=2,endings=7");
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_in_clear_words() {
        let refused = |bot, rules, ranges: &[&str]| space(bot, rules, ranges).unwrap_err();
        assert_eq!(refused("ismcts", "rims", &[]), "say what to tune, such as --param explore=0.1..3");
        assert_eq!(refused("ismcts", "rims", &["explore=0..1", "explore=1..2"]), "parameter 'explore' is given twice");
        assert!(
            refused("ismcts", "rims", &["iterations=1..9"])
                .starts_with("'iterations' sets how much work a decision is")
        );
        assert_eq!(
            refused("ismcts", "rims", &["policy=1..2"]),
            "bot 'ismcts': '1' is no value for policy; expected quick, greedy or random"
        );
        assert_eq!(
            refused("ismcts", "rims", &["explore=1..200"]),
            "bot 'ismcts': '200' is no value for explore; expected a number from 0 to 100"
        );
        assert!(
            refused("ismcts", "rims", &["exploer=1..2"])
                .starts_with("bot 'ismcts' has no parameter 'exploer' (did you mean")
        );
        assert!(refused("ismcts", "yatzy", &["explore=1..2"]).starts_with("bot 'ismcts' does not play yatzy"));
        assert!(
            refused("greedy", "rims", &["a=1..2", "b=1..2", "c=1..2", "d=1..2", "e=1..2"]).starts_with("5 parameters")
        );
    }
}
