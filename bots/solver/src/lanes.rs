//! The upper totals that a sheet can have.

use kosti_engine::sheet::UpperMatters;

use crate::candidate::Candidate;

/// How many rows the upper part of every sheet has.
pub(crate) const UPPER_ROWS: usize = 6;

/// The upper totals that sheets with the same filled rows can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lanes {
    /// The lowest.
    pub(crate) low: i32,
    /// How many from there to the highest.
    pub(crate) width: usize,
    /// Which of them can be reached.
    reachable: u128,
}

impl Lanes {
    /// Whether a total can be reached.
    pub(crate) fn contains(&self, upper: i32) -> bool {
        let lane = upper - self.low;
        (0..self.width as i32).contains(&lane) && self.reachable >> lane & 1 == 1
    }

    /// How many totals can be reached.
    pub(crate) fn reachable(&self) -> usize {
        self.reachable.count_ones() as usize
    }
}

/// The total that stands for an upper total: what counts as much as it.
#[inline]
pub(crate) fn counted(matters: UpperMatters, upper: i32) -> i32 {
    match matters {
        UpperMatters::No => 0,
        UpperMatters::Fully => upper,
        UpperMatters::UpTo(most) => upper.min(most),
    }
}

/// The upper totals for each set of filled upper rows.
pub(crate) fn lanes(matters: UpperMatters, candidates: &[Candidate]) -> Vec<Lanes> {
    let steps = |row: usize| -> Vec<i32> {
        let of_row = candidates.iter().filter(|candidate| usize::from(candidate.row) == row);
        let mut steps: Vec<i32> = of_row.map(|candidate| i32::from(candidate.upper)).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    };
    (0..1usize << UPPER_ROWS)
        .map(|filled| {
            let mut totals = vec![0];
            if matters != UpperMatters::No {
                for row in (0..UPPER_ROWS).filter(|row| filled >> row & 1 == 1) {
                    totals =
                        totals.iter().flat_map(|total| steps(row).into_iter().map(move |step| total + step)).collect();
                    if let UpperMatters::UpTo(most) = matters {
                        totals.iter_mut().for_each(|total| *total = most.min(*total));
                    }
                    totals.sort_unstable();
                    totals.dedup();
                }
            }
            let (low, high) = (totals[0], totals[totals.len() - 1]);
            let reachable = totals.iter().fold(0, |set, total| set | 1u128 << (total - low));
            Lanes { low, width: (high - low + 1) as usize, reachable }
        })
        .collect()
}
