//! Figures with their units.

use crate::advice::{Finding, Lens, Unit};
use crate::number::{Sign, decimal};

/// How a figure is shown: as a difference or not, in its unit, with as many decimals as its interval allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    unit: Unit,
    difference: bool,
    decimals: usize,
}

impl Measure {
    pub(super) fn of(finding: &Finding) -> Self {
        let unit = finding.unit;
        let scale = scale(unit);
        let half = finding.low.zip(finding.high).map(|(low, high)| (high - low) / 2.0 * scale);
        let (few, many) = if is_share(unit) { (1, 2) } else { (2, 3) };
        let mut decimals = match half {
            Some(half) if half >= if is_share(unit) { 0.5 } else { 0.05 } => few,
            _ => many,
        };
        // What is exact and small is not zero.
        let value = finding.value.abs() * scale;
        if half.is_none() && value > 0.0 && value < 1.0 {
            let needed = (1.0 - value.log10().floor()).clamp(0.0, 9.0) as usize;
            decimals = decimals.max(needed);
        }
        Self { unit, difference: is_difference(finding), decimals }
    }

    fn sign(self) -> Sign {
        if self.difference { Sign::Always } else { Sign::Minus }
    }

    /// A value without its unit.
    pub(super) fn plain(self, value: f64) -> String {
        decimal(value * scale(self.unit), self.decimals, self.sign())
    }

    /// A value with its unit.
    pub(super) fn shown(self, value: f64) -> String {
        format!("{} {}", self.plain(value), short_unit(self.unit, self.difference))
    }

    /// From one end to the other.
    pub(super) fn interval(self, low: f64, high: f64) -> String {
        format!("{} to {}", self.plain(low), self.plain(high))
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
