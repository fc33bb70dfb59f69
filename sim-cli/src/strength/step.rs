//! The steps of a ladder: whether each rung is above the one before.

use kosti_reports::{Interval, Standing, Standings};
use serde::Serialize;

use crate::tournament::Plan;

/// One step up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// Who should be weaker.
    pub lower: String,
    /// Who should be stronger.
    pub upper: String,
    /// What the intervals of their win shares say.
    pub verdict: Verdict,
}

/// What two intervals say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
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
        let verdict = match self.verdict {
            Verdict::Apart => "apart",
            Verdict::NotApart => "not apart: needs more games",
            Verdict::Reversed => "the other way round",
        };
        format!("{} < {}: {verdict}", self.lower, self.upper)
    }
}

/// The kinds of bots by which a ladder rises; all others stand above them.
const RUNGS: [&str; 3] = ["random", "greedy", "mc"];

/// The steps from the best bot of each kind to the best of the next one that entered.
pub fn steps(plan: &Plan, standings: &Standings) -> Vec<Step> {
    let ranked = standings.ranked();
    let rung_of = |standing: &Standing| {
        let kind = &plan.entrants[standing.entrant].spec.name;
        RUNGS.iter().position(|name| name == kind).unwrap_or(RUNGS.len())
    };
    let best: Vec<&Standing> = (0..=RUNGS.len())
        .filter_map(|rung| ranked.iter().copied().find(|standing| rung_of(standing) == rung))
        .collect();
    let name = |standing: &Standing| plan.entrants[standing.entrant].name.clone();
    best.windows(2)
        .map(|pair| Step {
            lower: name(pair[0]),
            upper: name(pair[1]),
            verdict: verdict(pair[0].share.interval, pair[1].share.interval),
        })
        .collect()
}

fn verdict(lower: Option<Interval>, upper: Option<Interval>) -> Verdict {
    match (lower, upper) {
        (Some(lower), Some(upper)) if lower.high < upper.low => Verdict::Apart,
        (Some(lower), Some(upper)) if upper.high < lower.low => Verdict::Reversed,
        _ => Verdict::NotApart,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_apart_overlap_or_lie_the_other_way_round() {
        let interval = |low, high| Some(Interval { low, high });
        assert_eq!(verdict(interval(0.1, 0.2), interval(0.3, 0.4)), Verdict::Apart);
        assert_eq!(verdict(interval(0.1, 0.3), interval(0.2, 0.4)), Verdict::NotApart);
        assert_eq!(verdict(interval(0.1, 0.2), interval(0.2, 0.4)), Verdict::NotApart);
        assert_eq!(verdict(interval(0.3, 0.4), interval(0.1, 0.2)), Verdict::Reversed);
        assert_eq!(verdict(None, interval(0.1, 0.2)), Verdict::NotApart);
    }
}
