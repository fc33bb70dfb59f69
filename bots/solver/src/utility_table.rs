//! The value of every state under best play for a utility of the final score.
//!
//! Here a state is an outline, a class of upper totals and the points booked, and the points are the lanes: what a row
//! books leads this many lanes further. Values grow with the points, from 0 to 1, so only those between are kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kosti_engine::sheet::Sheet;
use rayon::prelude::*;

use crate::dispatch::Kernel;
use crate::program::{BEST_CROSSING, NOTHING, Program};
use crate::reach::{Extent, Reach, index, used_candidates};
use crate::scoring::Scoring;
use crate::space::{Outline, Space};
use crate::table::LANES;
use crate::turn::{Number, Work};
use crate::turn_values::TurnTable;
use crate::upper_classes::UpperClasses;
use crate::utility::Utility;

/// What a solution takes at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The states that can be reached.
    pub states: u64,
    /// The bytes that hold their values.
    pub bytes: u64,
}

/// Values up to this one are taken for 0.
///
/// Every turn adds at most this much to the error of a value.
const NOTHING_LEFT: f32 = 1e-9;
/// Values from this one on are taken for 1: single precision tells no more of a turn.
const SURE: f32 = 1.0 - 2.0 * f32::EPSILON;

/// For every state the expected utility, if every decision is the best for it.
pub(crate) struct UtilityTable {
    pub(crate) space: Arc<Space>,
    pub(crate) classes: UpperClasses,
    /// By outline.
    pub(crate) tables: Vec<Values>,
}

/// The values of one outline.
#[derive(Clone, Default)]
pub(crate) struct Values {
    pub(crate) strips: Box<[Strip]>,
    pub(crate) values: Box<[f32]>,
}

/// Where the values of a class stand.
#[derive(Clone, Copy, Default)]
pub(crate) struct Strip {
    pub(crate) start: u32,
    /// All states with fewer points are worth 0.
    pub(crate) low: i32,
    /// All states with this many points more than these are worth 1.
    pub(crate) width: u32,
}

/// The values that a candidate leads to.
struct Lead<'a> {
    number: u8,
    crosses: bool,
    values: &'a [f32],
    /// From points to places.
    shift: i32,
}

/// What a thread needs to solve one outline after another.
struct Room {
    work: Box<Work<f32, LANES>>,
    values: Vec<f32>,
}

impl UtilityTable {
    /// What such a table takes at most; most of them take less.
    pub(crate) fn cost(scoring: Arc<dyn Scoring>) -> Cost {
        let space = Space::new(scoring, LANES);
        let classes = UpperClasses::new(&space, space.matters());
        let reach = Reach::new(&space, &classes);
        let mut cost = Cost { states: 0, bytes: 0 };
        for outline in space.outlines() {
            let extents = reach.of(outline);
            let states = states(extents);
            cost.states += states;
            cost.bytes += states * size_of::<f32>() as u64 + size_of_val(extents) as u64;
            cost.bytes += (extents.len() * size_of::<Strip>() + size_of::<Values>()) as u64;
        }
        cost
    }

    /// Solves a game for sheets with at most this many open rows, on all threads of the current pool.
    ///
    /// All the while `progress` gets the number of states that are done.
    pub(crate) fn of_last_turns(
        scoring: Arc<dyn Scoring>,
        utility: &Utility,
        turns: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Self {
        let kernel = Kernel::best();
        let space = Arc::new(Space::new(scoring, LANES));
        let classes = UpperClasses::new(&space, space.matters());
        let reach = Reach::new(&space, &classes);
        let tables = vec![Values::default(); 2 << space.row_count()];
        let mut solution = Self { space: space.clone(), classes, tables };
        let done = AtomicU64::new(0);
        let report = |outline: Outline| {
            let states = states(reach.of(outline));
            progress(done.fetch_add(states, Ordering::Relaxed) + states);
        };
        for filled in (space.row_count() - turns..=space.row_count()).rev() {
            let layer = space.layer(filled);
            let full = filled == space.row_count();
            let solved: Vec<Values> = layer
                .par_iter()
                .map_init(
                    || Room { work: Work::new(), values: Vec::new() },
                    |room, &outline| {
                        let extents = reach.of(outline);
                        let table = if full {
                            solution.close_outline(outline, extents, utility)
                        } else {
                            solution.solve_outline(kernel, outline, extents, room)
                        };
                        report(outline);
                        table
                    },
                )
                .collect();
            for (&outline, table) in space.layer(filled).iter().zip(solved) {
                solution.tables[index(outline)] = table;
            }
        }
        solution
    }

    /// How many states had to be kept because they are neither hopeless nor sure.
    pub(crate) fn states(&self) -> u64 {
        self.tables.iter().map(|table| table.values.len() as u64).sum()
    }

    /// What the table takes.
    pub(crate) fn bytes(&self) -> u64 {
        let bytes = |table: &Values| size_of_val(&*table.values) + size_of_val(&*table.strips) + size_of::<Values>();
        self.tables.iter().map(|table| bytes(table) as u64).sum()
    }

    /// The expected utility from a sheet on, before the next roll.
    pub(crate) fn worth(&self, sheet: &Sheet) -> f64 {
        self.value(self.space.outline(sheet), sheet.upper(), sheet.upper() + sheet.lower())
    }

    /// What every decision of the next turn is worth for this sheet.
    pub(crate) fn turn(&self, sheet: &Sheet) -> TurnTable {
        let booked = sheet.upper() + sheet.lower();
        let worth = |after: Outline, upper: i32, points: i16| self.value(after, upper, booked + i32::from(points));
        TurnTable::new(&self.space, *sheet, &worth)
    }

    /// The value of a sheet with this outline and upper total on which this many points are booked.
    fn value(&self, outline: Outline, upper: i32, booked: i32) -> f64 {
        let (class, beforehand) = self.classes.class(outline.filled, self.space.counted(upper));
        let (values, low) = self.tables[index(outline)].of(class);
        let [value] = lanes(values, booked + beforehand - low);
        f64::from(value)
    }

    /// The values of full sheets.
    fn close_outline(&self, outline: Outline, extents: &[Extent], utility: &Utility) -> Values {
        let closing = self.classes.closing(outline);
        let mut new = NewValues::default();
        for &extent in extents {
            if extent.width() == 0 {
                new.push(extent, extent.low, &[]);
                continue;
            }
            let totals = extent.low + closing..=extent.high + closing;
            let values: Vec<f32> = utility.of_all(totals).into_iter().map(f32::near).collect();
            new.push(extent, extent.low, &values);
        }
        new.finish()
    }

    fn solve_outline(&self, kernel: Kernel, outline: Outline, extents: &[Extent], room: &mut Room) -> Values {
        let program = &self.space.program(outline);
        let candidates = used_candidates(&self.space, outline, program);
        let mut leads: Vec<Lead<'_>> = Vec::with_capacity(candidates.len());
        let mut new = NewValues::default();
        let mut guess = None;
        for (class, &extent) in extents.iter().enumerate() {
            if extent.width() == 0 {
                new.push(extent, extent.low, &[]);
                continue;
            }
            leads.clear();
            leads.extend(candidates.iter().map(|&(number, candidate)| {
                let after = self.space.after(outline, candidate);
                let (to, further) = self.classes.step(&self.space, (outline.filled, class), after.filled, candidate);
                let (values, low) = self.tables[index(after)].of(to);
                Lead { number, crosses: candidate.only_crosses(), values, shift: further - low }
            }));
            let extent = undecided(&leads, extent);
            if extent.width() == 0 {
                new.push(extent, extent.low, &[]);
                continue;
            }
            let middle = guess.unwrap_or((extent.low + extent.high) / 2);
            let first = solve_class(kernel, program, &leads, extent, middle, room);
            let strip = new.push(extent, first, &room.values);
            guess = Some(strip.low + strip.width as i32 / 2);
        }
        new.finish()
    }
}

fn states(extents: &[Extent]) -> u64 {
    extents.iter().map(|extent| extent.width() as u64).sum()
}

/// The points for which not all candidates lead to 0, and not all to 1.
fn undecided(leads: &[Lead<'_>], extent: Extent) -> Extent {
    let hopeless = leads.iter().map(|lead| -lead.shift).min();
    let sure = leads.iter().map(|lead| lead.values.len() as i32 - lead.shift).max();
    let (Some(hopeless), Some(sure)) = (hopeless, sure) else { return extent };
    Extent { low: extent.low.max(hopeless), high: extent.high.min(sure - 1) }
}

/// Works out the values of a class from the middle in both directions, as far as they are neither 0 nor 1. Leaves them in
/// the room and returns the points at which they begin.
fn solve_class(
    kernel: Kernel,
    program: &Program<'_>,
    leads: &[Lead<'_>],
    extent: Extent,
    middle: i32,
    room: &mut Room,
) -> i32 {
    let Room { work, values } = room;
    let mut block = |lane: i32| {
        load(work, leads, lane);
        kernel.loaded_turn(work, program).map(f32::near)
    };
    values.clear();
    let lanes = LANES as i32;
    let start = middle.min(extent.high - lanes + 1).max(extent.low);
    // Downwards first, in reverse.
    let mut first = start;
    while first > extent.low && values.last().is_none_or(|value| *value > NOTHING_LEFT) {
        first -= lanes;
        values.extend(block(first).into_iter().rev());
    }
    values.reverse();
    let mut next = start;
    while next <= extent.high && (next == start || values.last().is_none_or(|value| *value < SURE)) {
        values.extend(block(next));
        next += lanes;
    }
    first
}

/// Loads the values of all candidates for states with this many points and the next ones.
fn load<const L: usize>(work: &mut Work<f32, L>, leads: &[Lead<'_>], points: i32) {
    let mut crossing = [f32::LOWEST; L];
    for lead in leads {
        let value: [f32; L] = lanes(lead.values, points + lead.shift);
        if lead.crosses {
            crossing.iter_mut().zip(&value).for_each(|(best, value)| *best = best.larger(*value));
        }
        work.candidates[usize::from(lead.number)] = value;
    }
    work.candidates[usize::from(BEST_CROSSING)] = crossing;
    work.candidates[usize::from(NOTHING)] = [f32::LOWEST; L];
}

/// The values from this place on: 0 before the first and 1 after the last.
#[inline]
fn lanes<const L: usize>(values: &[f32], from: i32) -> [f32; L] {
    let inside = usize::try_from(from).ok().and_then(|from| values.get(from..from + L));
    if let Some(Ok(all)) = inside.map(TryInto::try_into) {
        return all;
    }
    std::array::from_fn(|lane| match usize::try_from(from + lane as i32) {
        Ok(place) => values.get(place).copied().unwrap_or(1.0),
        Err(_) => 0.0,
    })
}

impl Values {
    /// The values of a class, and the points of the first.
    fn of(&self, class: usize) -> (&[f32], i32) {
        let Strip { start, low, width } = self.strips[class];
        (&self.values[start as usize..][..width as usize], low)
    }
}

/// The values of an outline that is being solved.
#[derive(Default)]
struct NewValues {
    strips: Vec<Strip>,
    values: Vec<f32>,
}

impl NewValues {
    /// Adds a class with ascending values from these points on; of these only those are kept that can be reached and are
    /// neither 0 nor 1.
    fn push(&mut self, extent: Extent, first: i32, values: &[f32]) -> Strip {
        let place = |points: i32| ((points - first).max(0) as usize).min(values.len());
        let (from, to) = if values.is_empty() { (0, 0) } else { (place(extent.low), place(extent.high + 1)) };
        let values = &values[from..to];
        let nothing = values.partition_point(|value| *value <= NOTHING_LEFT);
        let kept = &values[nothing..][..values[nothing..].partition_point(|value| *value < SURE)];
        let low = first.saturating_add((from + nothing) as i32);
        let strip = Strip { start: self.values.len() as u32, low, width: kept.len() as u32 };
        self.values.extend_from_slice(kept);
        self.strips.push(strip);
        strip
    }

    fn finish(self) -> Values {
        Values { strips: self.strips.into(), values: self.values.into() }
    }
}
