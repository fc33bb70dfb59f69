//! Figures with their units.

use crate::findings::{Finding, Lens, Unit};
use crate::number::{NO_BREAK, Sign, decimal};

/// How a figure is shown: as a difference or not, in its unit, with as many decimals as a person needs and its interval
/// allows. The files have all digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    unit: Unit,
    difference: bool,
    decimals: usize,
    exact: bool,
}

impl Measure {
    pub(super) fn of(finding: &Finding) -> Self {
        let (unit, scale) = (finding.unit, scale(finding.unit));
        let half = finding.low.zip(finding.high).map(|(low, high)| (high - low) / 2.0 * scale);
        let difference = is_difference(finding);
        let decimals = decimals(unit, difference, finding.value * scale, half);
        Self { unit, difference, decimals, exact: half.is_none() }
    }

    fn sign(self) -> Sign {
        if self.difference { Sign::Always } else { Sign::Minus }
    }

    /// A value without its unit.
    pub(super) fn plain(self, value: f64) -> String {
        decimal(value * scale(self.unit), self.decimals, self.sign())
    }

    /// A value with its unit, on one line.
    pub(super) fn shown(self, value: f64) -> String {
        let size = value.abs() * scale(self.unit);
        let least = 10_f64.powi(-(self.decimals as i32));
        // What is exact and small is not zero.
        let number = if self.exact && size > 0.0 && size < least / 2.0 {
            format!("less{NO_BREAK}than{NO_BREAK}{}", decimal(least, self.decimals, Sign::Minus))
        } else {
            self.plain(value)
        };
        format!("{number}{NO_BREAK}{}", short_unit(self.unit, self.difference))
    }

    /// From one end to the other.
    pub(super) fn interval(self, low: f64, high: f64) -> String {
        format!("{} to {}", self.plain(low), self.plain(high))
    }
}

/// How many decimals a value gets, as it is shown, with half the width of its interval if it has one.
fn decimals(unit: Unit, difference: bool, value: f64, half: Option<f64>) -> usize {
    let half = half.unwrap_or(0.0);
    let size = value.abs();
    if is_share(unit) {
        let near_an_end = (size > 0.0 && size < 1.0) || (!difference && size > 99.0 && size < 100.0);
        if near_an_end && half < 0.5 { 2 } else { 1 }
    } else if half >= 1.0 {
        1
    } else if size < 0.1 && half < 0.02 && size > 0.0 {
        3
    } else {
        2
    }
}

/// The value of a finding with its unit.
pub(crate) fn shown(finding: &Finding) -> String {
    Measure::of(finding).shown(finding.value)
}

/// Whether a finding is a difference: advice has gains and costs, and what has a margin is compared with nothing.
pub(super) fn is_difference(finding: &Finding) -> bool {
    finding.lens != Lens::Figure || finding.margin.is_some()
}

fn is_share(unit: Unit) -> bool {
    matches!(unit, Unit::Share | Unit::Chance)
}

/// What a value is multiplied with to be shown.
pub(super) fn scale(unit: Unit) -> f64 {
    if is_share(unit) { 100.0 } else { 1.0 }
}

fn short_unit(unit: Unit, difference: bool) -> &'static str {
    match unit {
        Unit::Share | Unit::Chance if difference => "pp",
        Unit::Share | Unit::Chance => "%",
        Unit::Points => "points",
        Unit::Tricks => "tricks",
        Unit::Turns => "turns",
        Unit::Times => "times",
    }
}

/// The unit in full, for axes.
pub(super) fn long_unit(unit: Unit, difference: bool) -> &'static str {
    match unit {
        Unit::Share if difference => "percentage points of games won",
        Unit::Share => "% of games won",
        Unit::Chance if difference => "percentage points of chance",
        Unit::Chance => "chance in %",
        Unit::Points => "points a game",
        Unit::Tricks => "tricks a deal",
        Unit::Turns => "turns from the start",
        Unit::Times => "times a game",
    }
}
