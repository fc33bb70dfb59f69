//! The searching bots in their text form.

use std::time::Duration;

use crate::bot::Bot;
use crate::facility::Facility;
use crate::habit::{HabitGame, habit_of};
use crate::param::Param;
use crate::search::aim::Aim;
use crate::search::budget::Budget;
use crate::search::game::SearchGame;
use crate::search::ismcts::{Ismcts, IsmctsSettings, MOST_ITERATIONS};
use crate::search::mc::{McSettings, MonteCarlo};
use crate::search::policy::Policy;
use crate::search::rollout::Endings;
use crate::spec::{BotSpec, SpecError};

/// The name of flat Monte Carlo.
pub(crate) const MC: &str = "mc";
/// The name of information set Monte Carlo tree search.
pub(crate) const ISMCTS: &str = "ismcts";

/// More rollouts than this are a slip of the finger: they take minutes for a decision.
const MOST_ROLLOUTS: u32 = 100_000_000;
const LONGEST_MS: u32 = 3_600_000;
const MOST_EXPLORE: f32 = 100.0;

const ROLLOUTS: Param = Param::new(
    "rollouts",
    "1000",
    "a whole number of rollouts from 1 to 100000000",
    "rollouts for a decision, shared out among the actions",
);
const ITERATIONS: Param = Param::new(
    "iterations",
    "4000",
    "a whole number of iterations from 1 to 8388608, since the tree of more would take about 1 GB",
    "walks through the tree for a decision",
);
const MS: Param = Param::without_default(
    "ms",
    "a whole number of milliseconds from 1 to 3600000",
    "think for this long instead; such games cannot be repeated",
);
const POLICY: Param = Param::new("policy", "quick", "quick, greedy or random", "how everybody plays in rollouts");
const OBJECTIVE: Param = Param::new(
    "objective",
    "share",
    "share, points or mix",
    "what is played for: the share of the win, the lead in points, or half of either",
);
const ENDINGS: Param = Param::new(
    "endings",
    "exact",
    Endings::EXPECTED,
    "with how many tricks left the rest of a deal is worked out with open hands: as many as proved worth it in the game, none, or this many",
);
const EXPLORE: Param = Param::new(
    "explore",
    "1.5",
    "a number from 0 to 100",
    "how much actions that were seldom tried are preferred within the tree",
);

const ATTENTION: Param = Param::new(
    "attention",
    "0.5",
    "a number from 0 to 1",
    "the share of attention within the tree for what the policy would do; the rest is for all actions alike",
);

/// The parameters of flat Monte Carlo.
pub(crate) const MC_PARAMS: &[Param] = &[ROLLOUTS, MS, POLICY, OBJECTIVE, ENDINGS];
/// The parameters of information set Monte Carlo tree search.
pub(crate) const ISMCTS_PARAMS: &[Param] = &[ITERATIONS, MS, EXPLORE, ATTENTION, POLICY, OBJECTIVE, ENDINGS];

/// Makes a searching bot; nothing if it is another one.
///
/// # Errors
/// If a parameter makes no sense.
pub(crate) fn searcher<G: SearchGame + HabitGame>(spec: &BotSpec) -> Result<Option<Box<dyn Bot<G>>>, SpecError> {
    Ok(match spec.name.as_str() {
        MC => {
            let bot = MonteCarlo::new(mc_settings(spec)?);
            Some(Box::new(match habit_of(spec)? {
                None => bot,
                Some(habit) => bot.with_habit(habit),
            }))
        }
        ISMCTS => {
            let bot = Ismcts::new(ismcts_settings(spec)?);
            Some(Box::new(match habit_of(spec)? {
                None => bot,
                Some(habit) => bot.with_habit(habit),
            }))
        }
        _ => None,
    })
}

/// Checks the parameters of a searching bot; any other bot is fine.
///
/// # Errors
/// If a parameter makes no sense.
pub(crate) fn check(spec: &BotSpec) -> Result<(), SpecError> {
    match spec.name.as_str() {
        MC => mc_settings(spec).map(|_| ()),
        ISMCTS => ismcts_settings(spec).map(|_| ()),
        _ => Ok(()),
    }
}

/// Whether a bot decides by the clock, so that what it does cannot be repeated.
pub(crate) fn is_timed(spec: &BotSpec) -> bool {
    [MC, ISMCTS].contains(&spec.name.as_str()) && spec.params.iter().any(|(key, _)| key == MS.key)
}

/// The memory that a bot takes for its search tree, in bytes; nothing if it has none, or cannot be made.
pub(crate) fn tree_bytes(spec: &BotSpec) -> usize {
    let settings = (spec.name == ISMCTS).then(|| ismcts_settings(spec).ok()).flatten();
    settings.map_or(0, |settings| settings.tree_bytes())
}

fn mc_settings(spec: &BotSpec) -> Result<McSettings, SpecError> {
    let default = McSettings::default();
    Ok(McSettings {
        budget: budget(spec, ROLLOUTS, MOST_ROLLOUTS)?.unwrap_or(default.budget),
        policy: word(spec, POLICY, Policy::NAMES)?,
        aim: word(spec, OBJECTIVE, Aim::NAMES)?,
        endings: read(spec, ENDINGS, Endings::parse)?.unwrap_or_default(),
    })
}

fn ismcts_settings(spec: &BotSpec) -> Result<IsmctsSettings, SpecError> {
    let default = IsmctsSettings::default();
    Ok(IsmctsSettings {
        budget: budget(spec, ITERATIONS, MOST_ITERATIONS)?.unwrap_or(default.budget),
        policy: word(spec, POLICY, Policy::NAMES)?,
        aim: word(spec, OBJECTIVE, Aim::NAMES)?,
        endings: read(spec, ENDINGS, Endings::parse)?.unwrap_or_default(),
        explore: read(spec, EXPLORE, number_up_to(MOST_EXPLORE))?.unwrap_or(default.explore),
        for_the_usual: read(spec, ATTENTION, number_up_to(1.0))?.unwrap_or(default.for_the_usual),
    })
}

/// Reads a number from 0 to this one.
fn number_up_to(most: f32) -> impl Fn(&str) -> Option<f32> {
    move |value| value.parse().ok().filter(|number| (0.0..=most).contains(number))
}

/// A count or a time, but not both.
fn budget(spec: &BotSpec, param: Param, most: u32) -> Result<Option<Budget>, SpecError> {
    let up_to = |most| move |value: &str| value.parse().ok().filter(|number| (1..=most).contains(number));
    let count = read(spec, param, up_to(most))?;
    let time = read(spec, MS, up_to(LONGEST_MS))?;
    match (count, time) {
        (Some(_), Some(_)) => Err(SpecError::Exclusive { bot: spec.name.clone(), keys: [param.key, MS.key] }),
        (Some(count), None) => Ok(Some(Budget::Count(count))),
        (None, Some(_)) if !Facility::Clock.is_here() => {
            Err(SpecError::NoClock { bot: spec.name.clone(), instead: param.key })
        }
        (None, Some(ms)) => Ok(Some(Budget::Time(Duration::from_millis(u64::from(ms))))),
        (None, None) => Ok(None),
    }
}

/// One of a few words, or else the default.
fn word<T: Copy + Default>(spec: &BotSpec, param: Param, names: &[(&str, T)]) -> Result<T, SpecError> {
    let named = |value: &str| names.iter().find(|(name, _)| *name == value).map(|&(_, meaning)| meaning);
    Ok(read(spec, param, named)?.unwrap_or_default())
}

/// Reads a parameter, if it is given.
fn read<T>(spec: &BotSpec, param: Param, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, SpecError> {
    spec.param(param).map(|value| parse(value).ok_or_else(|| spec.bad_value(param, value))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster;

    /// A bot with every parameter that has a default set to it.
    fn with_defaults(name: &str, params: &[Param]) -> BotSpec {
        let set = params.iter().filter_map(|param| Some((param.key.into(), param.default?.into())));
        BotSpec { name: name.into(), command: None, params: set.collect(), habits: Vec::new() }
    }

    #[test]
    fn what_is_left_out_takes_the_default_that_is_told() {
        assert_eq!(mc_settings(&with_defaults(MC, MC_PARAMS)).unwrap(), McSettings::default());
        assert_eq!(ismcts_settings(&with_defaults(ISMCTS, ISMCTS_PARAMS)).unwrap(), IsmctsSettings::default());
    }

    fn check(spec: &str) -> Result<(), String> {
        roster::check(&spec.parse().expect("a spec")).map_err(|error| error.to_string())
    }

    #[test]
    fn parameters_that_make_sense_are_taken() {
        for spec in [
            "mc",
            "mc:rollouts=1",
            "mc:rollouts=100000000,policy=greedy,objective=points,endings=off",
            "mc:ms=5,policy=random,objective=mix,endings=3",
            "ismcts",
            "ismcts:iterations=8388608,explore=0",
            "ismcts:ms=20,explore=1.5,attention=0.25,policy=quick,objective=share,endings=exact",
        ] {
            assert_eq!(check(spec), Ok(()));
        }
    }

    #[test]
    fn others_are_refused_with_what_would_be_right() {
        for (spec, message) in [
            (
                "mc:rollouts=0",
                "bot 'mc': '0' is no value for rollouts; expected a whole number of rollouts from 1 to 100000000",
            ),
            (
                "mc:rollouts=many",
                "bot 'mc': 'many' is no value for rollouts; expected a whole number of rollouts from 1 to 100000000",
            ),
            ("mc:ms=0", "bot 'mc': '0' is no value for ms; expected a whole number of milliseconds from 1 to 3600000"),
            (
                "mc:ms=1.5",
                "bot 'mc': '1.5' is no value for ms; expected a whole number of milliseconds from 1 to 3600000",
            ),
            ("mc:ms=5,rollouts=5", "bot 'mc': 'rollouts' and 'ms' exclude each other; give one of them"),
            ("ismcts:iterations=5,ms=5", "bot 'ismcts': 'iterations' and 'ms' exclude each other; give one of them"),
            (
                "ismcts:iterations=8388609",
                "bot 'ismcts': '8388609' is no value for iterations; expected a whole number of iterations from 1 to \
                 8388608, since the tree of more would take about 1 GB",
            ),
            ("ismcts:explore=-1", "bot 'ismcts': '-1' is no value for explore; expected a number from 0 to 100"),
            ("ismcts:explore=NaN", "bot 'ismcts': 'NaN' is no value for explore; expected a number from 0 to 100"),
            ("ismcts:attention=1.5", "bot 'ismcts': '1.5' is no value for attention; expected a number from 0 to 1"),
            ("mc:policy=clever", "bot 'mc': 'clever' is no value for policy; expected quick, greedy or random"),
            ("mc:objective=fun", "bot 'mc': 'fun' is no value for objective; expected share, points or mix"),
            (
                "ismcts:endings=on",
                "bot 'ismcts': 'on' is no value for endings; expected exact, off or a number of tricks from 1 to 7",
            ),
            (
                "mc:endings=8",
                "bot 'mc': '8' is no value for endings; expected exact, off or a number of tricks from 1 to 7",
            ),
            ("mc:explore=1", "bot 'mc' has no parameter 'explore'; it has rollouts, ms, policy, objective, endings"),
            (
                "ismcts:rollouts=5",
                "bot 'ismcts' has no parameter 'rollouts'; it has iterations, ms, explore, attention, policy, objective, endings",
            ),
        ] {
            assert_eq!(check(spec).unwrap_err(), message);
        }
    }

    #[test]
    fn only_trees_take_memory_and_the_more_the_longer_a_search_is() {
        let bytes = |spec: &str| spec.parse::<BotSpec>().expect("a spec").tree_bytes();
        for spec in ["greedy", "mc", "mc:ms=5", "cmd:ismcts", "ismcts:iterations=0"] {
            assert_eq!(bytes(spec), 0, "{spec}");
        }
        assert!((100_000..1_000_000).contains(&bytes("ismcts")));
        assert_eq!(bytes("ismcts"), bytes("ismcts:iterations=4000"));
        assert_eq!(bytes("ismcts:ms=1"), bytes("ismcts:iterations=1048576"));
        assert_eq!(bytes("ismcts:iterations=8388608"), 8 * bytes("ismcts:ms=1"));
        assert!((400_000_000..1_000_000_000).contains(&bytes("ismcts:iterations=8388608")));
    }

    #[test]
    fn only_the_clock_makes_a_bot_irreproducible() {
        let reproducible = |spec: &str| spec.parse::<BotSpec>().expect("a spec").is_reproducible();
        assert!(reproducible("mc") && reproducible("ismcts:iterations=5") && reproducible("greedy"));
        assert!(!reproducible("mc:ms=5") && !reproducible("ismcts:explore=1,ms=5"));
        assert!(reproducible("cmd:bot --ms=5"));
    }
}
