//! What a tournament came to, as a value that every form of it is made of.

use kosti_reports::stats::Sprt;
use kosti_reports::tournament::{Clock, Entrant, RunFacts, SprtState, TournamentResult};

use crate::plan::{Plan, StopRule};
use crate::totals::Totals;

/// The result of a tournament, or of as much of it as was played.
pub fn result(plan: &Plan, totals: &Totals, clock: Option<Clock>) -> TournamentResult {
    let tables = plan.schedule.tables().len() as u64;
    let entrants = plan.entrants.iter().map(|entrant| Entrant {
        name: entrant.name.clone(),
        bot: entrant.bot.to_string(),
        reproducible: entrant.bot.is_reproducible(),
    });
    let state = |test: &Sprt| SprtState {
        test: *test,
        llr: totals.scores_of_first(plan).and_then(|scores| test.llr_of(&scores)),
    };
    let run = RunFacts {
        game: plan.rules.to_string(),
        seed: plan.seed,
        entrants: entrants.collect(),
        planned_blocks: plan.blocks,
        tables,
        games_per_cycle: plan.schedule.games_before(tables),
        is_selection: plan.schedule.is_selection(),
        stopped: totals.decision(plan),
        sprt: match &plan.stop {
            Some(StopRule::Sprt(test)) => Some(state(test)),
            Some(StopRule::Until(_)) | None => None,
        },
        clock,
    };
    TournamentResult::new(totals.standings(plan), &totals.ratings(plan), run)
}
