//! Parameters with several values: `rollouts=50|200|800`, `players=2..6`.

use std::ops::RangeInclusive;

use kosti_bots::BotSpec;
use thiserror::Error;

/// No sweep has more cells.
pub const MOST_CELLS: usize = 1000;

/// Why a sweep cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SweepError {
    /// A range without numbers in it.
    #[error("'{0}' is no range; expected a smaller and a larger whole number, such as 2..6")]
    BadRange(String),
    /// More cells than a sweep may have.
    #[error("the sweep has {0} combinations of values; at most {MOST_CELLS} can be run at once")]
    TooMany(usize),
}

/// One setting of all swept parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The rules in this cell.
    pub game: String,
    /// The bots in this cell.
    pub bots: Vec<BotSpec>,
    /// The swept parameters by name, with their values here.
    pub values: Vec<(String, String)>,
}

/// One swept parameter: where it stands, and its values.
struct Axis {
    name: String,
    place: Place,
    values: Vec<String>,
}

enum Place {
    /// An item of the rules.
    Rule(usize),
    /// A parameter of a bot.
    Bot(usize, usize),
}

/// All combinations of the values of a plan's parameters; a single one, without swept parameters, if none has several.
///
/// # Errors
/// If a range is none, or there are too many combinations.
pub fn cells(game: &str, bots: &[BotSpec]) -> Result<Vec<Cell>, SweepError> {
    let (name, items) = game.split_once(':').unwrap_or((game, ""));
    let items: Vec<(&str, Option<&str>)> = items
        .split(',')
        .filter(|_| !items.is_empty())
        .map(|item| item.split_once('=').map_or((item, None), |(key, value)| (key, Some(value))))
        .collect();
    let mut axes = Vec::new();
    for (index, (key, value)) in items.iter().enumerate() {
        if let Some(values) = value.map(values).transpose()?.flatten() {
            axes.push(Axis { name: key.trim().into(), place: Place::Rule(index), values });
        }
    }
    for (bot, spec) in bots.iter().enumerate() {
        for (param, (key, value)) in spec.params.iter().enumerate() {
            if let Some(values) = values(value)? {
                let name = format!("{}.{key}", spec.name);
                let taken = axes.iter().filter(|axis| axis.name.split('#').next() == Some(&name)).count();
                let name = if taken == 0 { name } else { format!("{name}#{}", taken + 1) };
                axes.push(Axis { name, place: Place::Bot(bot, param), values });
            }
        }
    }
    let count = axes.iter().try_fold(1usize, |count, axis| count.checked_mul(axis.values.len())).unwrap_or(usize::MAX);
    if count > MOST_CELLS {
        return Err(SweepError::TooMany(count));
    }
    let cell = |number: usize| {
        let mut items = items.clone();
        let mut bots = bots.to_vec();
        let mut chosen = Vec::new();
        let mut rest = number;
        // The last parameter changes fastest.
        for axis in axes.iter().rev() {
            let value = &axis.values[rest % axis.values.len()];
            rest /= axis.values.len();
            match axis.place {
                Place::Rule(index) => items[index].1 = Some(value),
                Place::Bot(bot, param) => bots[bot].params[param].1.clone_from(value),
            }
            chosen.insert(0, (axis.name.clone(), value.clone()));
        }
        let items: Vec<String> = items
            .iter()
            .map(|(key, value)| value.map_or_else(|| (*key).into(), |value| format!("{key}={value}")))
            .collect();
        let mark = if game.contains(':') { ":" } else { "" };
        Cell { game: format!("{name}{mark}{}", items.join(",")), bots, values: chosen }
    };
    Ok((0..count).map(cell).collect())
}

/// The values of a parameter, if it has several.
fn values(text: &str) -> Result<Option<Vec<String>>, SweepError> {
    if !text.contains('|') && !text.contains("..") {
        return Ok(None);
    }
    let mut all = Vec::new();
    for part in text.split('|').map(str::trim) {
        match part.split_once("..") {
            None => all.push(part.to_string()),
            Some((from, to)) => {
                let range = range(from, to).ok_or_else(|| SweepError::BadRange(part.into()))?;
                all.extend(range.map(|number| number.to_string()));
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|value: &String| seen.insert(value.clone()));
    Ok(Some(all))
}

fn range(from: &str, to: &str) -> Option<RangeInclusive<u64>> {
    let (from, to) = (from.trim().parse().ok()?, to.trim().trim_start_matches('=').parse().ok()?);
    (from <= to && to - from <= MOST_CELLS as u64).then_some(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(game: &str, bots: &str) -> Vec<String> {
        let bots = BotSpec::parse_list(bots).unwrap();
        let text = |cell: &Cell| {
            let bots: Vec<String> = cell.bots.iter().map(ToString::to_string).collect();
            let values: Vec<String> = cell.values.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{} {} [{}]", cell.game, bots.join(" "), values.join(" "))
        };
        cells(game, &bots).unwrap().iter().map(text).collect()
    }

    #[test]
    fn every_combination_comes_once_and_in_order() {
        assert_eq!(texts("rims", "greedy,random"), ["rims greedy random []"]);
        assert_eq!(texts("rims:", "greedy"), ["rims: greedy []"]);
        assert_eq!(
            texts("rims:players=2..3,lead=dealer|winner", "greedy"),
            [
                "rims:players=2,lead=dealer greedy [players=2 lead=dealer]",
                "rims:players=2,lead=winner greedy [players=2 lead=winner]",
                "rims:players=3,lead=dealer greedy [players=3 lead=dealer]",
                "rims:players=3,lead=winner greedy [players=3 lead=winner]",
            ]
        );
        assert_eq!(
            texts("rims", "mc:rollouts=5|10,mc:rollouts=1..2"),
            [
                "rims mc:rollouts=5 mc:rollouts=1 [mc.rollouts=5 mc.rollouts#2=1]",
                "rims mc:rollouts=5 mc:rollouts=2 [mc.rollouts=5 mc.rollouts#2=2]",
                "rims mc:rollouts=10 mc:rollouts=1 [mc.rollouts=10 mc.rollouts#2=1]",
                "rims mc:rollouts=10 mc:rollouts=2 [mc.rollouts=10 mc.rollouts#2=2]",
            ]
        );
    }

    #[test]
    fn commands_are_left_alone() {
        assert_eq!(texts("rims", "cmd:bot a|b 1..3").len(), 1);
    }

    #[test]
    fn bad_ranges_are_refused() {
        for bad in ["rims:players=6..2", "rims:players=..3", "rims:players=2..x", "rims:players=1..999999999"] {
            assert!(matches!(cells(bad, &[]), Err(SweepError::BadRange(_))), "{bad}");
        }
        assert_eq!(cells("g:a=1..100,b=1..100", &[]), Err(SweepError::TooMany(10_000)));
    }
}
