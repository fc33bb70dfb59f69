//! Whether the search trees of all bots that play at once fit into memory.

use std::path::Path;

use kosti_bots::BotSpec;
use thiserror::Error;

use crate::available_memory::available_memory;
use crate::plan::Plan;

/// The search trees of all bots take more memory than there is.
#[derive(Clone, PartialEq, Debug, Error)]
#[error(
    "the search trees of these bots take about {:.1} GB with {} thread{}, but only {:.1} GB of memory are available; use \
     fewer iterations, bots or threads",
    *needed as f64 / 1e9, threads, if *threads == 1 { "" } else { "s" }, *available as f64 / 1e9
)]
pub struct TooLarge {
    /// The bytes that they take.
    pub needed: u64,
    /// On this many threads.
    pub threads: usize,
    /// The bytes there are.
    pub available: u64,
}

/// Checks that every thread can have these bots with their trees.
///
/// # Errors
/// If their trees take more memory than is available. Nothing is refused where that is not known.
pub fn check_memory<'a>(bots: impl IntoIterator<Item = &'a BotSpec>, threads: usize) -> Result<(), TooLarge> {
    fit(needed(bots, threads), threads, available())
}

/// Checks the bots of a plan, of which every thread has some copies.
///
/// # Errors
/// As [`check_memory`].
pub fn check_plan_memory(plan: &Plan, threads: usize) -> Result<(), TooLarge> {
    check_memory(plan_bots(plan), threads)
}

/// The bytes that the search trees of all bots of a plan take on this number of threads.
pub(crate) fn plan_memory(plan: &Plan, threads: usize) -> u64 {
    needed(plan_bots(plan), threads)
}

/// The bots that every thread has for a plan.
fn plan_bots(plan: &Plan) -> impl Iterator<Item = &BotSpec> {
    let copies = plan.schedule.copies();
    let specs = plan.entrants.iter().filter_map(|entrant| entrant.bot.spec());
    specs.flat_map(move |spec| std::iter::repeat_n(spec, copies))
}

/// The bytes of all trees together.
fn needed<'a>(bots: impl IntoIterator<Item = &'a BotSpec>, threads: usize) -> u64 {
    let of_one: u64 = bots.into_iter().map(|bot| bot.tree_bytes() as u64).sum();
    of_one.saturating_mul(threads as u64)
}

fn fit(needed: u64, threads: usize, available: Option<u64>) -> Result<(), TooLarge> {
    match available {
        Some(available) if available < needed => Err(TooLarge { needed, threads, available }),
        _ => Ok(()),
    }
}

/// The bytes that can be had without swapping, where the system tells.
fn available() -> Option<u64> {
    available_memory(Path::new("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan_file::PlanFile;

    fn bots(list: &str) -> Vec<BotSpec> {
        BotSpec::parse_list(list).unwrap()
    }

    #[test]
    fn every_tree_of_every_thread_counts() {
        let tree = bots("ismcts:ms=5")[0].tree_bytes() as u64;
        assert_eq!(needed(&bots("greedy,mc,random"), 1000), 0);
        assert_eq!(needed(&bots("greedy,ismcts:ms=5,mc"), 1), tree);
        assert_eq!(needed(&bots("ismcts:ms=5,greedy,ismcts:iterations=1048576"), 7), 14 * tree);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        assert!(fit(3_500_000_000, 2, Some(3_500_000_000)).is_ok());
        assert!(fit(u64::MAX, 2, None).is_ok());
        assert_eq!(
            fit(3_500_000_000, 2, Some(1_400_000_000)).unwrap_err().to_string(),
            "the search trees of these bots take about 3.5 GB with 2 threads, but only 1.4 GB of memory are available; \
             use fewer iterations, bots or threads"
        );
        assert!(
            fit(2_000_000_000, 1, Some(0)).unwrap_err().to_string().contains("2.0 GB with 1 thread, but only 0.0 GB")
        );
    }

    #[test]
    fn a_plan_without_trees_always_fits() {
        let plan = |bots: &str| {
            let text = format!("game = 'rims:players=2'\nbots = [{bots}]");
            Plan::new(&PlanFile::parse(&text).unwrap()).unwrap()
        };
        assert!(check_plan_memory(&plan("'greedy', 'mc'"), usize::MAX).is_ok());
        let refused = check_plan_memory(&plan("'greedy', 'ismcts'"), usize::MAX);
        assert_eq!(refused.is_err(), available().is_some());
    }
}
