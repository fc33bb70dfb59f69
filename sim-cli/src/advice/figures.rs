//! Findings as they are made, looked up and told.

use std::fmt::Display;

use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens, PlotKind, PlotPoint, Unit};

/// The findings of a claim.
#[derive(Clone, Copy)]
pub(super) struct Figures<'a>(pub(super) &'a [Finding]);

impl Figures<'_> {
    /// The finding about this, from this side; the judged one if there are several.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn get(&self, part: &str, lens: Lens) -> &Finding {
        let found = || self.0.iter().filter(|finding| finding.part == part && finding.lens == lens);
        let judged = found().find(|finding| finding.verdict.is_some());
        judged.or_else(|| found().next()).unwrap_or_else(|| panic!("a finding about '{part}'"))
    }

    /// Its value.
    pub(super) fn value(&self, part: &str, lens: Lens) -> f64 {
        self.get(part, lens).value
    }
}

/// What following advice is worth, for a sentence: `costs an optimal player 0.03 points a game`.
pub(super) fn cost_words(finding: &Finding) -> String {
    let cost = -finding.value;
    if cost < 0.005 {
        "costs an optimal player nothing".into()
    } else {
        format!("costs an optimal player {cost:.2} points a game")
    }
}

/// What a simple player has of it: `earns a simple player 2.1`.
pub(super) fn gain_words(finding: &Finding) -> String {
    let amount = match finding.unit {
        Unit::Share => format!("{:.1} games in a hundred", finding.value.abs() * 100.0),
        _ => format!("{:.2} points a game", finding.value.abs()),
    };
    match finding.verdict {
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear | Verdict::HelpsNegligibly) => {
            format!("earns a simple player {amount}")
        }
        Some(Verdict::Harms | Verdict::HarmsSizeUnclear | Verdict::HarmsNegligibly) => {
            format!("costs a simple player {amount}")
        }
        Some(Verdict::NoPracticalDifference) => "makes no difference to a simple player".into(),
        Some(Verdict::Untested) => "never comes into play for a simple player".into(),
        _ => "changes too little for a simple player to be told with so few games".into(),
    }
}

/// A sentence that starts with the ruling.
pub(super) fn sentence(ruling: &str, rest: &str) -> String {
    let mut words = ruling.to_string();
    words[..1].make_ascii_uppercase();
    format!("{words}: {rest}.")
}

/// A ruling on advice by what it costs an optimal player and what a simple one has of it.
pub(super) fn ruling(cost: &Finding, gain: &Finding) -> &'static str {
    let costs = cost.verdict == Some(Verdict::Harms);
    match gain.verdict {
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear) if costs => "for beginners",
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear) => "true",
        _ if costs => "false",
        Some(Verdict::Harms | Verdict::HarmsSizeUnclear) => "not for beginners",
        _ => "harmless",
    }
}

/// Points of one plot.
pub(super) struct Plot {
    pub(super) claim: &'static str,
    pub(super) title: String,
    pub(super) kind: PlotKind,
    pub(super) x_name: &'static str,
    pub(super) y_name: &'static str,
}

impl Plot {
    /// An exact point.
    pub(super) fn point(&self, series: &str, x: impl Display, value: f64) -> PlotPoint {
        PlotPoint {
            claim: self.claim.into(),
            title: self.title.clone(),
            kind: self.kind,
            x_name: self.x_name.into(),
            y_name: self.y_name.into(),
            series: series.into(),
            x: x.to_string(),
            value,
            low: None,
            high: None,
            games: 0,
            label: String::new(),
        }
    }

    /// A point with an interval, from so many games.
    pub(super) fn sampled(
        &self,
        series: &str,
        x: impl Display,
        value: f64,
        (low, high): (f64, f64),
        games: u64,
    ) -> PlotPoint {
        PlotPoint { low: Some(low), high: Some(high), games, ..self.point(series, x, value) }
    }
}
