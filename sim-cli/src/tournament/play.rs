//! Plays a plan, or the rest of it.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use kosti_bots::greedy::GreedyGame;
use kosti_bots::{Experts, Player};
use kosti_engine::with_game;

use crate::tournament::folder::RunFolder;
use crate::tournament::inside::Inside;
use crate::tournament::live::Live;
use crate::tournament::outside::{Outside, start_programs};
use crate::tournament::plan::Plan;
use crate::tournament::runner::{Ended, News, run};
use crate::tournament::totals::Totals;

/// How a plan is played; none of it changes a result.
pub struct Session<'a> {
    /// Threads that play.
    pub threads: usize,
    /// Turns true when it should end.
    pub interrupted: &'a AtomicBool,
    /// Whether nothing is shown.
    pub quiet: bool,
}

/// Plays some blocks of a plan, of which `totals` holds the first ones, and writes them down as they come.
///
/// # Errors
/// If a bot fails or the folder cannot be written; what was written before is safe.
pub fn play(
    plan: &Plan,
    blocks: &Range<u64>,
    totals: &mut Totals,
    mut folder: Option<&mut RunFolder>,
    session: &Session<'_>,
) -> anyhow::Result<Ended> {
    let first_game = plan.schedule.games_before(blocks.start);
    let games = |block: u64| plan.schedule.games_before(block) - first_game;
    let next = blocks.start + totals.blocks();
    if totals.decision(plan).is_some() {
        return Ok(Ended::Enough);
    }
    let programs = start_programs(plan, folder.as_ref().map(|folder| folder.path()))?;
    let mut live = Live::new(plan, games(blocks.end), games(next), session.quiet);
    let mut hear = |news: News| {
        let finished = match news {
            News::Batch(finished) => finished,
            News::Played(played) => {
                live.update(plan, totals, games(next + played));
                return Ok(ControlFlow::Continue(()));
            }
        };
        if let Some(folder) = &mut folder {
            folder.write(&finished)?;
        }
        totals.add(plan, &finished.batch);
        // Judged at the end of every batch and nowhere else, so that the result does not depend on the threads.
        Ok(if totals.decision(plan).is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let rest = next..blocks.end;
    let Session { threads, interrupted, .. } = *session;
    let ended = with_game!(plan.rules, game => {
        prepare(&game, plan, threads)?;
        if let Some(programs) = &programs {
            run(&Outside::new(&game, plan, programs), rest, plan.batch, threads, interrupted, &mut hear)
        } else if let Some(random) = Inside::random(&game, plan) {
            run(&random, rest, plan.batch, threads, interrupted, &mut hear)
        } else {
            run(&Inside::any(&game, plan), rest, plan.batch, threads, interrupted, &mut hear)
        }
    });
    live.clear();
    let synced = folder.map_or(Ok(()), RunFolder::sync);
    let ended = ended?;
    synced?;
    Ok(ended)
}

/// Works out what bots share, before all threads are busy playing.
fn prepare<G: GreedyGame + Experts>(game: &G, plan: &Plan, threads: usize) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| {
        let mut here = plan.entrants.iter().map(|entrant| &entrant.spec).filter(|spec| spec.command.is_none());
        here.try_for_each(|spec| Player::new(game, spec).map(|_| ()))
    })?;
    Ok(())
}
