//! Which points can have been booked on the way to each state.

use crate::candidate::Candidate;
use crate::program::{BEST_CROSSING, Program};
use crate::space::{Outline, Space};
use crate::upper_classes::UpperClasses;

/// The lowest and the highest points of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Extent {
    const EMPTY: Self = Self { low: i32::MAX, high: i32::MIN };

    /// How many numbers of points there are; none if the state cannot be reached.
    pub(crate) fn width(self) -> usize {
        if self.low > self.high { 0 } else { (self.high - self.low + 1) as usize }
    }

    fn include(&mut self, other: Self) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
    }
}

/// The points that can have been booked for every outline and class of upper totals.
pub(crate) struct Reach {
    /// By outline and class.
    extents: Vec<Vec<Extent>>,
}

/// The place of an outline among all, reachable or not.
pub(crate) fn index(outline: Outline) -> usize {
    2 * outline.filled.bits() as usize + usize::from(outline.marked)
}

/// The candidates that a player may have on some roll.
pub(crate) fn used_candidates(space: &Space, outline: Outline, program: &Program<'_>) -> Vec<(u8, Candidate)> {
    let used = program.used();
    let crossing = used[usize::from(BEST_CROSSING)];
    let open = space.open_candidates(outline.filled);
    open.filter(|(number, candidate)| used[*number] || crossing && candidate.only_crosses())
        .map(|(number, candidate)| (number as u8, candidate))
        .collect()
}

impl Reach {
    pub(crate) fn new(space: &Space, classes: &UpperClasses) -> Self {
        let mut extents = vec![Vec::new(); 2 << space.row_count()];
        for outline in space.outlines() {
            extents[index(outline)] = vec![Extent::EMPTY; classes.count(outline.filled)];
        }
        // Fewer filled rows have lower numbers than more of them, so that every outline comes after all that lead to it.
        for outline in space.outlines() {
            let mut here = std::mem::take(&mut extents[index(outline)]);
            if outline.filled.is_empty() {
                let (class, beforehand) = classes.class(outline.filled, 0);
                here[class] = Extent { low: beforehand, high: beforehand };
            }
            let steps = steps(&used_candidates(space, outline, &space.program(outline)));
            for (class, extent) in here.iter().enumerate().filter(|(_, extent)| extent.width() > 0) {
                for &(candidate, further) in &steps {
                    let after = space.after(outline, candidate);
                    let (to, least) = classes.step(space, (outline.filled, class), after.filled, candidate);
                    let Extent { low, high } = *extent;
                    extents[index(after)][to].include(Extent { low: low + least, high: high + least + further });
                }
            }
            extents[index(outline)] = here;
        }
        Self { extents }
    }

    /// The points of an outline, by class.
    pub(crate) fn of(&self, outline: Outline) -> &[Extent] {
        &self.extents[index(outline)]
    }
}

/// Of candidates that differ in their points alone, the one with the fewest, and how many more the others have at most.
fn steps(candidates: &[(u8, Candidate)]) -> Vec<(Candidate, i32)> {
    let mut steps: Vec<(Candidate, i32)> = Vec::new();
    for (_, candidate) in candidates {
        let kind = |c: &Candidate| (c.row, c.upper, c.marks);
        // Candidates come in the order of their points.
        match steps.iter_mut().find(|(first, _)| kind(first) == kind(candidate)) {
            Some((first, further)) => *further = i32::from(candidate.points - first.points),
            None => steps.push((*candidate, 0)),
        }
    }
    steps
}
