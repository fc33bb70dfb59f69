//! The value of every state, worked out from full sheets back to emptier ones.

use std::sync::Arc;

use kosti_engine::sheet::Sheet;
use rayon::prelude::*;

use crate::constraint::{Constrained, Constraint, Limits};
use crate::dispatch::{Kernel, Vectors};
use crate::limited::LimitedWork;
use crate::scoring::Scoring;
use crate::space::{Outline, Space};
use crate::turn::{Number, Source, Sources, Work};

/// States that are worked on together. More would not fit into the faster caches; fewer spend more time on finding out
/// where their numbers stand than on the numbers.
pub(crate) const LANES: usize = 32;
/// The same when only some are left.
const SOME_LANES: usize = 16;
/// The same when only a few are left.
const FEW_LANES: usize = 8;

/// What a thread needs to solve one outline after another.
struct Room {
    work: Box<Work<f32, LANES>>,
    some: Box<Work<f32, SOME_LANES>>,
    few: Box<Work<f32, FEW_LANES>>,
    limited: Option<LimitedRoom>,
    limits: Limits,
    sources: Sources<f32>,
}

/// The same where not everything is allowed.
type LimitedRoom = (LimitedWork<f32, LANES>, LimitedWork<f32, SOME_LANES>, LimitedWork<f32, FEW_LANES>);

/// The value of every state: the points still to come on average.
pub(crate) struct Table {
    pub(crate) space: Arc<Space>,
    /// Stored is the value less the level of the outline: single precision is finer for small numbers.
    pub(crate) values: Vec<f32>,
    /// By filled rows: about what their states are worth.
    levels: Vec<f64>,
}

impl Table {
    /// Solves a game.
    ///
    /// # Panics
    /// If the machine does not have these instructions.
    pub(crate) fn solve(
        scoring: Arc<dyn Scoring>,
        from: &Sheet,
        vectors: Vectors,
        constraint: Option<&dyn Constraint<usize>>,
    ) -> Self {
        let kernel = Kernel::new(vectors).expect("instructions that the machine has");
        let space = Arc::new(Space::from_sheet(scoring, from, LANES));
        let levels = levels(&space);
        let constrained = constraint.map(|constraint| Constrained::new(&space, constraint));
        let mut table = Self { values: Vec::new(), space: space.clone(), levels };
        let mut values = vec![0.0; space.stored()];
        for filled in (0..=space.row_count()).rev() {
            let layer = space.layer(filled);
            let Some(start) = layer.first().and_then(|&outline| space.place(outline)) else { continue };
            let (solved, mut rest) = values.split_at_mut(start);
            let rooms: Vec<(Outline, &mut [f32])> = layer
                .iter()
                .map(|&outline| {
                    let (here, others) = std::mem::take(&mut rest).split_at_mut(space.room_of(outline));
                    rest = others;
                    (outline, here)
                })
                .collect();
            let room = || Room {
                work: Work::new(),
                some: Work::new(),
                few: Work::new(),
                limited: constrained.as_ref().map(|_| (LimitedWork::new(), LimitedWork::new(), LimitedWork::new())),
                limits: Limits::default(),
                sources: Sources::new(),
            };
            rooms.into_par_iter().with_min_len(4).for_each_init(room, |room, (outline, here)| {
                match &constrained {
                    _ if filled == space.row_count() => table.close_outline(outline, here),
                    None => table.solve_outline(kernel, outline, solved, room, here),
                    Some(constrained) => table.solve_limited(kernel, outline, constrained, solved, room, here),
                }
                let width = space.lanes_of(outline.filled).width;
                let last = here[width - 1];
                here[width..].fill(last);
            });
        }
        table.values = values;
        table
    }

    /// Values that were worked out before.
    pub(crate) fn with_values(space: Arc<Space>, values: Vec<f32>) -> Self {
        let levels = levels(&space);
        Self { space, values, levels }
    }

    fn level(&self, outline: Outline) -> f64 {
        self.levels[outline.filled.bits() as usize]
    }

    /// What full sheets get at the end.
    fn close_outline(&self, outline: Outline, values: &mut [f32]) {
        let lanes = self.space.lanes_of(outline.filled);
        for (value, upper) in values.iter_mut().zip(lanes.low..).take(lanes.width) {
            *value = f32::near(f64::from(self.space.closing(outline, upper)));
        }
    }

    /// Works out the values of an outline, and of some lanes beyond its last; all fuller sheets are solved.
    fn solve_outline(&self, kernel: Kernel, outline: Outline, solved: &[f32], room: &mut Room, values: &mut [f32]) {
        let Room { work, some, few, sources, .. } = room;
        let program = &self.space.program(outline);
        sources.set(self.sources(outline));
        let width = self.space.lanes_of(outline.filled).width;
        let mut done = 0;
        while done < width {
            let left = width - done;
            let lanes = if left > SOME_LANES + FEW_LANES {
                put(&mut values[done..], kernel.turn(work, sources, solved, program))
            } else if left > FEW_LANES {
                put(&mut values[done..], kernel.turn(some, sources, solved, program))
            } else {
                put(&mut values[done..], kernel.turn(few, sources, solved, program))
            };
            sources.advance(lanes);
            done += lanes;
        }
    }

    /// The same where not everything is allowed.
    fn solve_limited(
        &self,
        kernel: Kernel,
        outline: Outline,
        constrained: &Constrained<'_>,
        solved: &[f32],
        room: &mut Room,
        values: &mut [f32],
    ) {
        let Room { limited, limits, sources, .. } = room;
        let (all, some, few) = limited.as_mut().expect("room for limits where there is a constraint");
        let program = &self.space.program(outline);
        let width = self.space.lanes_of(outline.filled).width;
        let mut start = 0;
        while start < width {
            let alike = constrained.limit(outline, start, program, limits);
            sources.set(self.sources(outline));
            sources.advance(start);
            let mut done = start;
            while done < start + alike {
                let left = start + alike - done;
                let lanes = if left > SOME_LANES + FEW_LANES {
                    put(&mut values[done..], kernel.limited_turn(all, sources, solved, program, limits))
                } else if left > FEW_LANES {
                    put(&mut values[done..], kernel.limited_turn(some, sources, solved, program, limits))
                } else {
                    put(&mut values[done..], kernel.limited_turn(few, sources, solved, program, limits))
                };
                sources.advance(lanes);
                done += lanes;
            }
            start += alike;
        }
    }

    /// Where the values of all candidates of an outline come from, for its first lanes.
    pub(crate) fn sources(&self, outline: Outline) -> impl Iterator<Item = Source<f32>> {
        self.space.open_candidates(outline.filled).filter_map(move |(number, candidate)| {
            let after = self.space.after(outline, candidate);
            let from = self.space.place(after)? + self.space.shift(outline, after, candidate);
            Some(Source {
                number: number as u8,
                crosses: candidate.only_crosses(),
                from: from as u32,
                points: f32::near(f64::from(candidate.points) + self.level(after) - self.level(outline)),
            })
        })
    }

    /// The mean final score from a sheet on.
    pub(crate) fn worth(&self, sheet: &Sheet) -> f64 {
        f64::from(sheet.upper() + sheet.lower()) + self.value(self.space.outline(sheet), sheet.upper())
    }

    /// The points to come on average.
    pub(crate) fn value(&self, outline: Outline, upper: i32) -> f64 {
        let place = self.space.place(outline).expect("a sheet that can arise");
        let lane = self.space.counted(upper) - self.space.lanes_of(outline.filled).low;
        self.level(outline) + self.values[place + lane as usize].wide()
    }
}

/// Puts values where they belong; returns how many.
#[inline(always)]
fn put<const L: usize>(to: &mut [f32], values: [f64; L]) -> usize {
    for (to, value) in to[..L].iter_mut().zip(values) {
        *to = f32::near(value);
    }
    L
}

/// About what the states of each set of filled rows are worth: what their rows bring on average when all dice count alike,
/// of the rolls that fit.
fn levels(space: &Space) -> Vec<f64> {
    let rows = space.row_count();
    let of_row: Vec<f64> = (0..rows).map(|row| space.usual_points(row)).collect();
    (0..1usize << rows)
        .map(|filled| (0..rows).filter(|row| filled >> row & 1 == 0).map(|row| of_row[row]).sum())
        .collect()
}
