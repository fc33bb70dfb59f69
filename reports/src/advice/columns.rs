//! The columns of the files in a folder of results, and what must hold within a row.

use crate::advice::{Claim, Fact, Finding, PlotKind, PlotPoint};
use crate::csv_file::{Cell, Flaw, Row, check_interval};

const VERDICTS: &[&str] = &[
    "helps",
    "helps-size-unclear",
    "helps-negligibly",
    "no-practical-difference",
    "harms-negligibly",
    "harms-size-unclear",
    "harms",
    "inconclusive",
    "untested",
];

impl Row for Fact {
    const COLUMNS: &'static [(&'static str, Cell)] = &[("name", Cell::Text), ("value", Cell::Text)];
}

impl Row for Claim {
    const COLUMNS: &'static [(&'static str, Cell)] = &[
        ("id", Cell::Text),
        ("game", Cell::Text),
        ("source", Cell::Text),
        ("claim", Cell::Text),
        ("rules", Cell::Text),
        ("method", Cell::Text),
        ("margin", Cell::Text),
        ("ruling", Cell::Text),
        ("sentence", Cell::Text),
        ("at_the_table", Cell::Text),
        ("seed", Cell::Count),
        ("command", Cell::Text),
    ];

    fn check(&self) -> Result<(), Flaw> {
        if self.id.trim().is_empty() { Err(Flaw::new("the id is empty", "a name such as D10")) } else { Ok(()) }
    }
}

impl Row for Finding {
    const COLUMNS: &'static [(&'static str, Cell)] = &[
        ("claim", Cell::Text),
        ("part", Cell::Text),
        ("lens", Cell::Word(&["cost", "gain", "expert", "figure"])),
        ("player", Cell::Text),
        ("rules", Cell::Text),
        ("value", Cell::Number),
        ("unit", Cell::Word(&["points", "share", "chance", "tricks", "turns", "times"])),
        ("low", Cell::MaybeNumber),
        ("high", Cell::MaybeNumber),
        ("margin", Cell::MaybeNumber),
        ("blocks", Cell::Count),
        ("games", Cell::Count),
        ("had_a_say", Cell::MaybeNumber),
        ("changed", Cell::MaybeNumber),
        ("p", Cell::MaybeNumber),
        ("p_zero", Cell::MaybeNumber),
        ("p_equal", Cell::MaybeNumber),
        ("p_holm", Cell::MaybeNumber),
        ("verdict", Cell::MaybeWord(VERDICTS)),
    ];

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
    const COLUMNS: &'static [(&'static str, Cell)] = &[
        ("claim", Cell::Text),
        ("title", Cell::Text),
        ("kind", Cell::Word(&["line", "bar", "heat"])),
        ("x_name", Cell::Text),
        ("y_name", Cell::Text),
        ("series", Cell::Text),
        ("x", Cell::Text),
        ("value", Cell::Number),
        ("low", Cell::MaybeNumber),
        ("high", Cell::MaybeNumber),
        ("games", Cell::Count),
        ("label", Cell::Text),
    ];

    fn check(&self) -> Result<(), Flaw> {
        check_interval(self.low, self.high)?;
        if self.kind == PlotKind::Line && !self.x.trim().parse().is_ok_and(f64::is_finite) {
            return Err(Flaw::new(format!("x is '{}'", self.x), "a finite number, as the plot is one of lines"));
        }
        Ok(())
    }
}
