//! The sums of a tournament, and when they are enough.

use kosti_reports::stats::tally::{TableTally, Tallies, merge};
use kosti_reports::stats::{BlockScores, Ratings, SprtVerdict, Standings};
use kosti_reports::tournament::Decision;

use crate::batch::Batch;
use crate::plan::{Plan, StopRule};

/// The sums of all batches so far.
#[derive(Clone, Default, Debug)]
pub struct Totals {
    tallies: Tallies,
    blocks: u64,
}

impl Totals {
    /// Adds a batch; batches come in order.
    pub fn add(&mut self, batch: &Batch) {
        merge(&mut self.tallies, &batch.tables);
        self.blocks += batch.end - batch.first;
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// All but the ratings.
    pub fn standings(&self, plan: &Plan) -> Standings {
        Standings::new(plan.entrants.len(), plan.schedule.shapes(), &self.tallies)
    }

    /// The ratings of all entrants.
    pub fn ratings(&self, plan: &Plan) -> Ratings {
        Ratings::new(plan.entrants.len(), plan.schedule.shapes(), &self.tallies)
    }

    /// Whether the plan says to stop here, and why.
    pub fn decision(&self, plan: &Plan) -> Option<Decision> {
        match plan.stop.as_ref()? {
            StopRule::Sprt(sprt) => match sprt.verdict_of(&self.scores_of_first(plan)?)? {
                SprtVerdict::GoOn => None,
                SprtVerdict::AcceptH0 => Some(Decision::NotBetter),
                SprtVerdict::AcceptH1 => Some(Decision::Better),
            },
            StopRule::Until(width) => {
                let widest = Standings::widest(plan.entrants.len(), plan.schedule.shapes(), &self.tallies)?;
                (widest <= *width).then_some(Decision::Narrow)
            }
        }
    }

    /// What the first of two entrants scored in each block: against the other at a table of two, or as one of two sides that share
    /// a larger table.
    pub fn scores_of_first(&self, plan: &Plan) -> Option<BlockScores> {
        let table = &plan.schedule.tables()[0];
        if table.shape.places().len() > 2 {
            let tally = self.tallies.get(&0)?;
            let unit = TableTally::share_unit(table.shape.places().len());
            return BlockScores::summed(&tally.members[0].share, tally.blocks, tally.games_per_block, unit);
        }
        let most = 2 * (table.games() / table.shape.games_per_result()) as u32;
        let counts = self.tallies.get(&0).map(|tally| &tally.histogram);
        let count = |score| counts.and_then(|counts| counts.get(&score)).copied().unwrap_or(0);
        let blocks: Vec<_> = (0..=most).map(|score| (f64::from(score) / f64::from(most), count(score))).collect();
        BlockScores::counted(&blocks)
    }
}
