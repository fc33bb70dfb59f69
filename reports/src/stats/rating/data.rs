//! The stages of a tournament in a fixed order, so that all sums come out the same whatever the order they came in.

use super::{Stage, StageCounts};

/// A kind of event: who was chosen from which pool.
#[derive(Debug)]
pub(super) struct Event {
    /// The index of the pool.
    pub(super) pool: usize,
    /// The chosen players, as indices into the rated entrants.
    pub(super) chosen: Vec<usize>,
}

/// What there is to learn from. Every player below is an index into `rated`.
///
/// The parameters of the model are the logarithms of the worths of all rated entrants, then those of the weights of all
/// sizes of ties.
#[derive(Debug)]
pub(super) struct Data {
    /// The entrants who met somebody, in order.
    pub(super) rated: Vec<usize>,
    /// The sizes of ties that were seen, in order.
    pub(super) tie_sizes: Vec<usize>,
    /// The different sets of players of whom some were chosen, in order. A player may be there more than once.
    pub(super) pools: Vec<Vec<usize>>,
    /// How often each pool came up.
    pub(super) pool_counts: Vec<u64>,
    /// The different events, in order.
    pub(super) events: Vec<Event>,
    /// How often each event came up.
    pub(super) event_counts: Vec<u64>,
    /// The events of each group and how often they came up there, in order, without empty groups.
    pub(super) groups: Vec<Vec<(usize, u64)>>,
}

impl Data {
    /// Sorts and sums what was seen, and leaves out what says nothing.
    pub(super) fn new(entrants: usize, stages: &[Stage], groups: &[StageCounts]) -> Self {
        let mut seen = vec![false; stages.len()];
        for &(stage, count) in groups.iter().flatten() {
            seen[stage as usize] |= count > 0;
        }

        // Pool and chosen players of every stage that counts, in order.
        let mut keys: Vec<(Vec<u8>, Vec<u8>, usize)> = Vec::new();
        for (index, stage) in stages.iter().enumerate().filter(|&(index, _)| seen[index]) {
            assert!(!stage.chosen.is_empty(), "nobody is chosen in stage {index}");
            let mut pool = [stage.chosen.as_slice(), &stage.others].concat();
            let mut chosen = stage.chosen.clone();
            pool.sort_unstable();
            chosen.sort_unstable();
            if pool.len() > 1 {
                keys.push((pool, chosen, index));
            }
        }
        keys.sort_unstable();

        let mut meets = vec![false; entrants];
        let mut ties = Vec::new();
        for (pool, chosen, _) in &keys {
            for &player in pool {
                meets[usize::from(player)] = true;
            }
            if chosen.len() > 1 {
                ties.push(chosen.len());
            }
        }
        ties.sort_unstable();
        ties.dedup();
        let rated: Vec<usize> = (0..entrants).filter(|&entrant| meets[entrant]).collect();
        let mut index_of = vec![usize::MAX; entrants];
        for (index, &entrant) in rated.iter().enumerate() {
            index_of[entrant] = index;
        }
        let players = |entrants: &[u8]| entrants.iter().map(|&entrant| index_of[usize::from(entrant)]).collect();

        let (mut pools, mut events) = (Vec::new(), Vec::<Event>::new());
        let mut event_of = vec![None; stages.len()];
        for (position, (pool, chosen, stage)) in keys.iter().enumerate() {
            let last = position.checked_sub(1).map(|last| &keys[last]);
            let known_pool = last.is_some_and(|last| last.0 == *pool);
            if !known_pool {
                pools.push(players(pool));
            }
            if !(known_pool && last.is_some_and(|last| last.1 == *chosen)) {
                events.push(Event { pool: pools.len() - 1, chosen: players(chosen) });
            }
            event_of[*stage] = Some(events.len() - 1);
        }

        let (mut pool_counts, mut event_counts) = (vec![0_u64; pools.len()], vec![0_u64; events.len()]);
        let mut sorted_groups = Vec::with_capacity(groups.len());
        for group in groups {
            let mut counts: Vec<(usize, u64)> = group
                .iter()
                .filter(|&&(_, count)| count > 0)
                .filter_map(|&(stage, count)| event_of[stage as usize].map(|event| (event, count)))
                .collect();
            counts.sort_unstable();
            counts.dedup_by(|next, sum| {
                let same = next.0 == sum.0;
                if same {
                    sum.1 = sum.1.saturating_add(next.1);
                }
                same
            });
            for &(event, count) in &counts {
                event_counts[event] = event_counts[event].saturating_add(count);
            }
            if !counts.is_empty() {
                sorted_groups.push(counts);
            }
        }
        for (event, &count) in events.iter().zip(&event_counts) {
            pool_counts[event.pool] = pool_counts[event.pool].saturating_add(count);
        }
        Self { rated, tie_sizes: ties, pools, pool_counts, events, event_counts, groups: sorted_groups }
    }

    /// How many parameters the model has.
    pub(super) fn parameters(&self) -> usize {
        self.rated.len() + self.tie_sizes.len()
    }

    /// Adds `count` times what the event shows: by how much its logarithm of chances before scaling grows with each
    /// parameter.
    pub(super) fn add_observed(&self, event: &Event, count: f64, sums: &mut [f64]) {
        let size = event.chosen.len();
        for &player in &event.chosen {
            sums[player] += count / size as f64;
        }
        if let Ok(tie) = self.tie_sizes.binary_search(&size) {
            sums[self.rated.len() + tie] += count;
        }
    }
}
