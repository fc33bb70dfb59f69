//! Which upper totals make no difference to each other, once the points booked are known as well.
//!
//! What is added at the end depends on the upper total, but not everywhere: a bonus may be lost or safe, a fine the same
//! for every point that is missing. Where what is added is a straight line through all upper totals that can still
//! arise, the line can be booked beforehand, and with it the upper total need not be known any more.

use kosti_engine::sheet::{RowSet, UpperMatters};

use crate::candidate::Candidate;
use crate::space::{Outline, Space};

/// What is known of the upper total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// All of it.
    Total(i32),
    /// That every further point adds this many more at the end.
    Slope(i32),
}

/// The classes of the upper totals that some filled rows can have.
#[derive(Clone, Debug)]
struct Classes {
    low: i32,
    /// By upper total: its class and what is booked beforehand; nothing if it cannot be reached.
    of: Vec<Option<(u16, i32)>>,
    classes: Vec<Class>,
}

/// The classes of all upper totals.
///
/// The points of a state are all that are booked, and what its class books beforehand.
#[derive(Clone, Debug)]
pub(crate) struct UpperClasses {
    /// By the filled rows of the upper part.
    by_filled: Vec<Classes>,
    /// What a full sheet adds to its points, without and with the mark.
    closing: [i32; 2],
    upper: RowSet,
}

impl UpperClasses {
    pub(crate) fn new(space: &Space, matters: UpperMatters) -> Self {
        let full = space.layer(space.row_count());
        let first = full[0];
        let lanes = space.lanes_of(first.filled);
        let totals = || (0..lanes.width as i32).map(|lane| lanes.low + lane).filter(|total| lanes.contains(*total));
        let closings: Vec<i32> = (0..lanes.width as i32).map(|lane| space.closing(first, lanes.low + lane)).collect();
        let at = |total: i32| closings[(total - lanes.low) as usize];
        let mut closing = [0; 2];
        for &outline in full {
            let more = |total: i32| space.closing(outline, total) - at(total);
            closing[usize::from(outline.marked)] = more(lanes.low);
            assert!(totals().all(|total| more(total) == more(lanes.low)), "the mark and the upper total add up apart");
        }
        let upper = space.upper_rows();
        let by_filled = (0..1u32 << upper.len()).map(|filled| {
            let (filled, rest) = (RowSet::from_bits(filled), upper.without(RowSet::from_bits(filled)));
            let (now, to_come) = (space.lanes_of(filled), space.lanes_of(rest));
            let mut classes = Classes { low: now.low, of: Vec::new(), classes: Vec::new() };
            for total in now.low..now.low + now.width as i32 {
                let ends = (to_come.low..to_come.low + to_come.width as i32).filter(|more| to_come.contains(*more));
                let ends = ends.map(|more| space.counted(total + more)).map(|end| (end, at(end)));
                let (class, beforehand) = match line(ends) {
                    // A total that is not counted further cannot be multiplied.
                    Some((slope, offset)) if slope == 0 || matters == UpperMatters::Fully => {
                        (Class::Slope(slope), slope * total + offset)
                    }
                    _ => (Class::Total(total), 0),
                };
                let class = now.contains(total).then(|| (classes.number(class), beforehand));
                classes.of.push(class);
            }
            classes
        });
        Self { by_filled: by_filled.collect(), closing, upper }
    }

    fn of(&self, filled: RowSet) -> &Classes {
        &self.by_filled[filled.and(self.upper).bits() as usize]
    }

    /// How many classes there are with these rows filled.
    pub(crate) fn count(&self, filled: RowSet) -> usize {
        self.of(filled).classes.len()
    }

    /// The class of a counted upper total, and what is booked beforehand.
    #[inline]
    pub(crate) fn class(&self, filled: RowSet, upper: i32) -> (usize, i32) {
        let Classes { low, of, .. } = self.of(filled);
        let (class, beforehand) = of[(upper - low) as usize].expect("an upper total that can arise");
        (usize::from(class), beforehand)
    }

    /// The class that a candidate leads to, and how many points further.
    #[inline]
    pub(crate) fn step(
        &self,
        space: &Space,
        (from, class): (RowSet, usize),
        to: RowSet,
        candidate: Candidate,
    ) -> (usize, i32) {
        let points = i32::from(candidate.points);
        if from.and(self.upper) == to.and(self.upper) {
            return (class, points);
        }
        match self.of(from).classes[class] {
            Class::Total(total) => {
                let (class, beforehand) = self.class(to, space.counted(total + i32::from(candidate.upper)));
                (class, points + beforehand)
            }
            Class::Slope(slope) => {
                let classes = &self.of(to).classes;
                let same = classes.iter().position(|class| *class == Class::Slope(slope));
                // Only where no row of the upper part is open the slope is lost, and then there is one class.
                debug_assert!(same.is_some() || classes.len() == 1);
                (same.unwrap_or(0), points + slope * i32::from(candidate.upper))
            }
        }
    }

    /// What a full sheet adds to its points.
    pub(crate) fn closing(&self, outline: Outline) -> i32 {
        self.closing[usize::from(outline.marked)]
    }
}

impl Classes {
    fn number(&mut self, class: Class) -> u16 {
        let known = self.classes.iter().position(|other| *other == class);
        known.unwrap_or_else(|| {
            self.classes.push(class);
            self.classes.len() - 1
        }) as u16
    }
}

/// The slope of the line through these points and where it begins; nothing if they do not lie on one. A single point lies
/// on a level line.
fn line(mut points: impl Iterator<Item = (i32, i32)>) -> Option<(i32, i32)> {
    let (x, y) = points.next()?;
    let Some((next, after)) = points.find(|(other, _)| *other != x) else { return Some((0, y)) };
    let slope = (after - y) / (next - x);
    let offset = y - slope * x;
    let on_line = |(x, y): (i32, i32)| slope * x + offset == y;
    (on_line((next, after)) && points.all(on_line)).then_some((slope, offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_through_all_points() {
        assert_eq!(line([(3, 7)].into_iter()), Some((0, 7)));
        assert_eq!(line([(3, 7), (3, 7), (5, 11), (4, 9)].into_iter()), Some((2, 1)));
        assert_eq!(line([(0, 0), (1, 1), (2, 3)].into_iter()), None);
        assert_eq!(line([(0, 0), (2, 1)].into_iter()), None);
    }
}
