//! The steps of a ladder: whether each rung is above the one before.

use kosti_reports::tournament::{StandingRow, TournamentResult};
use serde::Serialize;

/// One step up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// Who should be weaker.
    pub lower: String,
    /// Who should be stronger.
    pub upper: String,
    /// What the intervals of their win shares say.
    #[serde(rename = "verdict")]
    pub rise: Rise,
}

/// What two intervals say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rise {
    /// The upper one lies above the lower one.
    Apart,
    /// They overlap, or too few games were played for any.
    NotApart,
    /// The lower one lies above the upper one.
    Reversed,
}

impl Step {
    /// A line for people.
    pub fn line(&self) -> String {
        let verdict = match self.rise {
            Rise::Apart => "apart",
            Rise::NotApart => "not apart: needs more games",
            Rise::Reversed => "the other way round",
        };
        format!("{} < {}: {verdict}", self.lower, self.upper)
    }
}

/// The kinds of bots by which a ladder rises; all others stand above them.
const RUNGS: [&str; 3] = ["random", "greedy", "mc"];

/// The steps from the best bot of each kind to the best of the next one that entered.
pub fn steps(result: &TournamentResult) -> Vec<Step> {
    let ranked = result.ranked();
    let rung_of = |row: &StandingRow| {
        let kind = row.bot.split(':').next().unwrap_or_default();
        RUNGS.iter().position(|name| *name == kind).unwrap_or(RUNGS.len())
    };
    let best: Vec<&StandingRow> =
        (0..=RUNGS.len()).filter_map(|rung| ranked.iter().copied().find(|row| rung_of(row) == rung)).collect();
    best.windows(2)
        .map(|pair| Step {
            lower: pair[0].entrant.clone(),
            upper: pair[1].entrant.clone(),
            rise: rise(pair[0], pair[1]),
        })
        .collect()
}

fn rise(lower: &StandingRow, upper: &StandingRow) -> Rise {
    let is_above = |one: &StandingRow, other: &StandingRow| {
        one.low.zip(other.high).is_some_and(|(low, high)| f64::from(low) > f64::from(high))
    };
    match (is_above(upper, lower), is_above(lower, upper)) {
        (true, _) => Rise::Apart,
        (_, true) => Rise::Reversed,
        _ => Rise::NotApart,
    }
}
