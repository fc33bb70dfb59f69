//! What is told of the strength of bots, for people and for machines.

use std::fmt::Write as _;

use kosti_reports::{Align, Standing, Table};
use serde::Serialize;

use crate::output::thousands;
use crate::strength::pace::Pace;
use crate::strength::step::{Step, steps};
use crate::tournament::numbers::{ends, interval, rounded, shown, signed};
use crate::tournament::{Plan, Report};

/// All that was measured.
#[derive(Serialize)]
pub struct Strength<'a> {
    /// The win share of each if all were alike.
    par: f64,
    /// From best to worst.
    bots: Vec<StrengthRow>,
    steps: Vec<Step>,
    #[serde(skip)]
    plan: &'a Plan,
    #[serde(skip)]
    report: &'a Report<'a>,
    #[serde(skip)]
    paces: &'a [Option<Pace>],
}

/// A bot in files: the fields are the columns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StrengthRow {
    game: String,
    players: u8,
    bot: String,
    reproducible: bool,
    games: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    points: Option<f64>,
    points_se: Option<f64>,
    rating: Option<f64>,
    rating_low: Option<f64>,
    rating_high: Option<f64>,
    us_per_decision: Option<f64>,
    decisions_timed: u64,
    seed: u64,
}

impl StrengthRow {
    fn new(plan: &Plan, standing: &Standing, pace: Option<Pace>) -> Self {
        let spec = &plan.entrants[standing.entrant].spec;
        let Standing { share, points, rating, .. } = standing;
        Self {
            game: plan.rules.to_string(),
            players: plan.rules.players(),
            bot: spec.to_string(),
            reproducible: spec.is_reproducible(),
            games: standing.games,
            share: rounded(share.mean, 6),
            low: rounded(share.interval.map(|interval| interval.low), 6),
            high: rounded(share.interval.map(|interval| interval.high), 6),
            points: rounded(points.mean, 4),
            points_se: rounded(points.error, 4),
            rating: rounded(rating.map(|rating| rating.elo), 2),
            rating_low: rounded(rating.and_then(|rating| rating.low), 2),
            rating_high: rounded(rating.and_then(|rating| rating.high), 2),
            us_per_decision: rounded(pace.map(|pace| pace.us_per_decision), 3),
            decisions_timed: pace.map_or(0, |pace| pace.decisions),
            seed: plan.seed,
        }
    }
}

impl<'a> Strength<'a> {
    /// What a tournament says, with what each of its entrants takes for a decision.
    pub fn new(plan: &'a Plan, report: &'a Report<'a>, paces: &'a [Option<Pace>]) -> Self {
        let standings = report.standings();
        let row = |standing: &Standing| StrengthRow::new(plan, standing, paces[standing.entrant]);
        let bots = standings.ranked().into_iter().map(row).collect();
        Self { par: standings.par(), bots, steps: steps(plan, standings), plan, report, paces }
    }

    /// A CSV file, one row for each bot.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn csv(&self) -> anyhow::Result<Vec<u8>> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        self.bots.iter().try_for_each(|row| csv.serialize(row))?;
        Ok(csv.into_inner()?)
    }

    /// The same as JSON.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Everything for people.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n{}\n", self.report.headline(), self.table());
        for step in &self.steps {
            _ = writeln!(text, "{}", step.line());
        }
        if !self.steps.is_empty() {
            text.push('\n');
        }
        for note in self.report.notes() {
            _ = writeln!(text, "{note}");
        }
        text
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            ("bot", Align::Left),
            ("games", Align::Right),
            ("share", Align::Right),
            ("95 % interval", Align::Left),
            ("points", Align::Right),
            ("± se", Align::Right),
            ("rating", Align::Right),
            ("95 % interval", Align::Left),
            ("µs/decision", Align::Right),
            ("reproducible", Align::Left),
        ]);
        for standing in self.report.standings().ranked() {
            let entrant = &self.plan.entrants[standing.entrant];
            let rating = standing.rating;
            let ends_of_rating = [rating.and_then(|rating| rating.low), rating.and_then(|rating| rating.high)];
            table.row([
                entrant.name.clone(),
                thousands(standing.games as f64),
                shown(standing.share.mean, 4),
                interval(ends(standing.share.interval, 4)),
                shown(standing.points.mean, 2),
                shown(standing.points.error, 2),
                signed(rating.map(|rating| rating.elo), 0),
                interval(ends_of_rating.map(|end| signed(end, 0))),
                self.paces[standing.entrant].map_or("–".into(), |pace| microseconds(pace.us_per_decision)),
                if entrant.spec.is_reproducible() { "yes" } else { "no" }.into(),
            ]);
        }
        table
    }
}

/// About three digits.
fn microseconds(us: f64) -> String {
    match us {
        ..10.0 => format!("{us:.2}"),
        10.0..1000.0 => format!("{us:.1}"),
        _ => thousands(us),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_sensible_precision() {
        for (us, text) in [(0.312, "0.31"), (12.46, "12.5"), (1234.4, "1,234")] {
            assert_eq!(microseconds(us), text);
        }
    }
}
