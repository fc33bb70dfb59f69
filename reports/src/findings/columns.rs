//! What may stand in the files in a folder of results, beyond what the types of their columns say.

use crate::cell::Word;
use crate::csv_file::{Flaw, Row, check_interval};
use crate::findings::{Claim, Fact, Finding, Lens, PlotKind, PlotPoint, Ruling, Unit};
use crate::stats::Verdict;

impl Word for Lens {
    const ALL: &'static [Self] = &[Self::Cost, Self::Gain, Self::Expert, Self::Figure];
}

impl Word for Unit {
    const ALL: &'static [Self] = &[Self::Points, Self::Share, Self::Chance, Self::Tricks, Self::Turns, Self::Times];
}

impl Word for PlotKind {
    const ALL: &'static [Self] = &[Self::Line, Self::Bar, Self::Heat];
}

impl Word for Ruling {
    const ALL: &'static [Self] = &Self::ALL;
}

impl Word for Verdict {
    const ALL: &'static [Self] = &[
        Self::Helps,
        Self::HelpsSizeUnclear,
        Self::HelpsNegligibly,
        Self::NoPracticalDifference,
        Self::HarmsNegligibly,
        Self::HarmsSizeUnclear,
        Self::Harms,
        Self::Inconclusive,
        Self::Untested,
    ];
}

impl Row for Fact {}

impl Row for Claim {
    fn check(&self) -> Result<(), Flaw> {
        if self.id.trim().is_empty() { Err(Flaw::new("the id is empty", "a name such as D10")) } else { Ok(()) }
    }
}

impl Row for Finding {
    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)?;
        if let Some(margin) = self.margin.filter(|&margin| margin < 0.0) {
            return Err(Flaw::new(format!("margin is {margin}"), "a number that is not negative"));
        }
        for (name, p) in [("p", self.p), ("p_zero", self.p_zero), ("p_equal", self.p_equal), ("p_holm", self.p_holm)] {
            if let Some(p) = p.filter(|p| !(0.0..=1.0).contains(p)) {
                return Err(Flaw::new(format!("{name} is {p}"), "a chance from 0 to 1"));
            }
        }
        Ok(())
    }
}

impl Row for PlotPoint {
    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)?;
        if self.kind == PlotKind::Line && !self.x.trim().parse().is_ok_and(f64::is_finite) {
            return Err(Flaw::new(format!("x is '{}'", self.x), "a finite number, as the plot is one of lines"));
        }
        Ok(())
    }
}
