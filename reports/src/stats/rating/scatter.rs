//! How much more or less wins scatter from block to block than those of independent games would.

use super::cholesky::Cholesky;
use super::fit::{Fit, dot};
use super::wins::{TableWins, Wins};
use crate::stats::estimate::{CONFIDENCE, PRIOR_WEIGHT, rare_end, student_quantile};

/// Where the scatter of blocks comes from.
#[derive(Debug)]
pub(super) struct Scatter<'a> {
    wins: &'a Wins,
    fit: &'a Fit,
    information: &'a Cholesky,
    around: Around,
}

/// What blocks scatter around.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Around {
    /// The mean of their table: which tables are played is part of the plan, not of chance.
    Table,
    /// What is expected by the ratings, since some tables have a single block; with these degrees of freedom of all blocks.
    Expected {
        /// Blocks for each degree of freedom.
        factor: f64,
        /// Degrees of freedom.
        freedom: f64,
    },
}

impl<'a> Scatter<'a> {
    /// What the blocks tell of it; nothing if there are too few.
    pub(super) fn new(wins: &'a Wins, fit: &'a Fit) -> Option<Self> {
        let information = fit.information.as_ref()?;
        let blocks: f64 = wins.tables.iter().map(|table| table.blocks).sum();
        let freedom = blocks - wins.rated.len() as f64 + 1.0;
        let around = if wins.tables.iter().all(|table| table.blocks >= 2.0) {
            Around::Table
        } else if freedom >= 1.0 {
            Around::Expected { factor: blocks / freedom, freedom }
        } else {
            return None;
        };
        Some(Self { wins, fit, information, around })
    }

    /// How many standard errors of independent games a sum of worths with these weights may be off below and above, with 95 %
    /// confidence.
    ///
    /// Scatter says little where hardly anything happened: there the variance is drawn towards that of independent games, with
    /// the weight of four wins. As in [`Estimate::wilson`](crate::stats::Estimate::wilson), the end that a few rare wins keep away
    /// is that of a rare event.
    pub(super) fn quantiles(&self, weights: &[f64]) -> Option<[f64; 2]> {
        // By how much the sum moves with each win.
        let moves = self.information.solve(weights);
        let mut chances = Vec::new();
        let (mut variance, mut quartic) = (0.0, 0.0);
        let (mut independent, mut rare, mut skew) = (0.0, 0.0, 0.0);
        for table in &self.wins.tables {
            let moves: Vec<f64> = table.players.iter().map(|&player| moves[player]).collect();
            table.chances(&self.fit.worths, &mut chances);
            let own = self.variance(table, &moves, &chances);
            variance += own;
            quartic += own * own / (table.blocks - 1.0).max(1.0);
            let mean = dot(&moves, &chances);
            for ((chance, step), won) in chances.iter().zip(&moves).zip(&table.won) {
                let part = table.games * chance * (step - mean) * (step - mean);
                independent += part;
                skew += part * (step - mean);
                rare += part * part / won.max(f64::MIN_POSITIVE);
            }
        }
        if !(independent > 0.0 && variance.is_finite()) {
            return None;
        }
        let freedom = match self.around {
            Around::Expected { freedom, .. } => freedom,
            // Welch and Satterthwaite.
            Around::Table if quartic > 0.0 => variance * variance / quartic,
            Around::Table => self.wins.tables.iter().map(|table| table.blocks - 1.0).sum(),
        };
        // The wins that the variance rests on.
        let events = independent * independent / rare;
        let effect = (events * variance / independent + PRIOR_WEIGHT) / (events + PRIOR_WEIGHT);
        let student = student_quantile(freedom, CONFIDENCE);
        // So many rare wins, all alike, would make a sum as lopsided as this one.
        let alike = independent * independent * independent / (skew * skew) / effect;
        let rare = rare_end(alike).map_or(student, |end| student.max((alike - end) / end.sqrt()));
        let quantiles = if skew > 0.0 { [rare, student] } else { [student, rare] };
        Some(quantiles.map(|quantile| quantile * effect.sqrt()))
    }

    /// The variance that a table adds to a sum that moves by these amounts with each win of its players.
    fn variance(&self, table: &TableWins, moves: &[f64], chances: &[f64]) -> f64 {
        let members = moves.len();
        let within: f64 = (0..members).map(|a| moves[a] * dot(moves, &table.scatter[a * members..][..members])).sum();
        match self.around {
            Around::Table => within.max(0.0) * table.blocks / (table.blocks - 1.0),
            Around::Expected { factor, .. } => {
                let off: f64 = (0..members).map(|a| moves[a] * (table.won[a] - table.games * chances[a])).sum();
                (within.max(0.0) + off * off / table.blocks) * factor
            }
        }
    }
}
