//! The value of every state under best play for the mean.

use std::sync::Arc;

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};
use rayon::prelude::*;

use super::constraint::{Constrained, Constraint, Limits};
use super::dispatch::{Kernel, Vectors};
use super::limited::LimitedWork;
use super::space::{Outline, Space};
use super::turn::{Number, Source, Sources, Work};
use super::turn_values::TurnValues;

/// States that are worked on together. More would not fit into the faster caches; fewer spend more time on finding out
/// where their numbers stand than on the numbers.
pub(crate) const LANES: usize = 32;
/// The same when only some are left.
const SOME_LANES: usize = 16;
/// The same when only a few are left.
const FEW_LANES: usize = 8;

/// A dice game solved: for every state the points still to come on average, if every decision is the best for the mean.
pub struct Solution<S: Scoresheet> {
    table: Table<S, f32>,
    constraint: Option<Box<dyn Constraint<S::Row> + Send>>,
}

impl<S: Scoresheet> Solution<S> {
    /// Solves a game, on all threads of the current pool.
    pub fn new(game: &SheetGame<S>) -> Self {
        Self::from_sheet(game, &Sheet::default())
    }

    /// Solves only what can be reached from this sheet on, whatever its upper total: the fuller the sheet, the faster.
    pub fn from_sheet(game: &SheetGame<S>, from: &Sheet) -> Self {
        Self { table: Table::solve(game, from, Vectors::best(), None), constraint: None }
    }

    /// Solves a game for a player who keeps to a constraint.
    pub fn under(game: &SheetGame<S>, constraint: impl Constraint<S::Row> + Send + 'static) -> Self {
        Self::under_from_sheet(game, &Sheet::default(), constraint)
    }

    /// The same from this sheet on.
    pub fn under_from_sheet(
        game: &SheetGame<S>,
        from: &Sheet,
        constraint: impl Constraint<S::Row> + Send + 'static,
    ) -> Self {
        Self {
            table: Table::solve(game, from, Vectors::best(), Some(&constraint)),
            constraint: Some(Box::new(constraint)),
        }
    }

    /// The same with the given instructions; nothing if the machine does not have them.
    pub fn with_vectors(game: &SheetGame<S>, vectors: Vectors) -> Option<Self> {
        let solve = || Self { table: Table::solve(game, &Sheet::default(), vectors, None), constraint: None };
        Vectors::available().contains(&vectors).then(solve)
    }

    /// The solution that these values are.
    pub(crate) fn from_table(table: Table<S, f32>) -> Self {
        Self { table, constraint: None }
    }

    /// The mean final score of a game from its start.
    pub fn mean(&self) -> f64 {
        self.table.worth(&Sheet::default())
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        self.table.space.states()
    }

    /// The values of all states.
    pub(crate) fn table(&self) -> &Table<S, f32> {
        &self.table
    }

    /// What the player keeps to.
    pub(crate) fn constraint(&self) -> Option<&dyn Constraint<S::Row>> {
        self.constraint.as_deref().map(|constraint| constraint as _)
    }

    /// The game.
    pub fn game(&self) -> &SheetGame<S> {
        self.table.space.game()
    }

    /// The mean final score from a sheet on, before the next roll.
    pub fn worth(&self, sheet: &Sheet) -> f64 {
        self.table.worth(sheet)
    }

    /// What every decision of the next turn is worth for this sheet.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn(&self, sheet: &Sheet) -> TurnValues<S> {
        let space = &self.table.space;
        let booked = f64::from(sheet.upper() + sheet.lower());
        TurnValues::new(space, *sheet, |after, points| booked + f64::from(points) + self.table.value(after))
    }
}

/// What a thread needs to solve one outline after another.
struct Room<T> {
    work: Box<Work<T, LANES>>,
    some: Box<Work<T, SOME_LANES>>,
    few: Box<Work<T, FEW_LANES>>,
    limited: Option<LimitedRoom<T>>,
    limits: Limits,
    sources: Sources<T>,
}

/// The same where not everything is allowed.
type LimitedRoom<T> = (LimitedWork<T, LANES>, LimitedWork<T, SOME_LANES>, LimitedWork<T, FEW_LANES>);

/// The values of all states, as numbers of one kind.
pub(crate) struct Table<S: Scoresheet, T> {
    pub(crate) space: Arc<Space<S>>,
    /// What stands here is the value less the level of the outline: small numbers are told more exactly.
    pub(crate) values: Vec<T>,
    /// By filled rows: about what their states are worth.
    levels: Vec<f64>,
}

impl<S: Scoresheet, T: Number> Table<S, T> {
    /// Solves a game.
    ///
    /// # Panics
    /// If the machine does not have these instructions.
    pub(crate) fn solve(
        game: &SheetGame<S>,
        from: &Sheet,
        vectors: Vectors,
        constraint: Option<&dyn Constraint<S::Row>>,
    ) -> Self {
        let kernel = Kernel::new(vectors).expect("instructions that the machine has");
        let space = Arc::new(Space::from_sheet(game, from, LANES));
        let levels = levels(&space);
        let constrained = constraint.map(|constraint| Constrained::new(&space, constraint));
        let mut table = Self { values: Vec::new(), space: space.clone(), levels };
        let mut values = vec![T::default(); space.stored()];
        for filled in (0..=space.rows()).rev() {
            let layer = space.layer(filled);
            let Some(start) = layer.first().and_then(|&outline| space.place(outline)) else { continue };
            let (solved, mut rest) = values.split_at_mut(start);
            let rooms: Vec<(Outline, &mut [T])> = layer
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
                    _ if filled == space.rows() => table.close_outline(outline, here),
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
    pub(crate) fn with_values(space: Arc<Space<S>>, values: Vec<T>) -> Self {
        let levels = levels(&space);
        Self { space, values, levels }
    }

    fn level(&self, outline: Outline) -> f64 {
        self.levels[outline.filled.bits() as usize]
    }

    /// What full sheets get at the end.
    fn close_outline(&self, outline: Outline, values: &mut [T]) {
        let lanes = self.space.lanes_of(outline.filled);
        for (value, upper) in values.iter_mut().zip(lanes.low..).take(lanes.width) {
            *value = T::near(f64::from(self.space.closing(outline, upper)));
        }
    }

    /// Works out the values of an outline, and of some lanes beyond its last; all fuller sheets are solved.
    fn solve_outline(&self, kernel: Kernel, outline: Outline, solved: &[T], room: &mut Room<T>, values: &mut [T]) {
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
        constrained: &Constrained<'_, S>,
        solved: &[T],
        room: &mut Room<T>,
        values: &mut [T],
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
    pub(crate) fn sources(&self, outline: Outline) -> impl Iterator<Item = Source<T>> {
        self.space.open_candidates(outline.filled).filter_map(move |(number, candidate)| {
            let after = self.space.after(outline, candidate);
            let from = self.space.place(after)? + self.space.shift(outline, after, candidate);
            Some(Source {
                number: number as u8,
                crosses: candidate.only_crosses(),
                from: from as u32,
                points: T::near(f64::from(candidate.points) + self.level(after) - self.level(outline)),
            })
        })
    }

    /// The mean final score from a sheet on.
    pub(crate) fn worth(&self, sheet: &Sheet) -> f64 {
        f64::from(sheet.upper() + sheet.lower()) + self.value(sheet)
    }

    /// The points to come on average.
    pub(crate) fn value(&self, sheet: &Sheet) -> f64 {
        let outline = self.space.outline(sheet);
        let place = self.space.place(outline).expect("a sheet that can arise");
        let lane = self.space.counted(sheet.upper()) - self.space.lanes_of(outline.filled).low;
        self.level(outline) + self.values[place + lane as usize].wide()
    }
}

/// Puts values where they belong; tells how many.
#[inline(always)]
fn put<T: Number, const L: usize>(to: &mut [T], values: [f64; L]) -> usize {
    for (to, value) in to[..L].iter_mut().zip(values) {
        *to = T::near(value);
    }
    L
}

/// About what the states of each set of filled rows are worth: what their rows bring on average when all dice count alike,
/// of the rolls that fit.
fn levels<S: Scoresheet>(space: &Space<S>) -> Vec<f64> {
    let rows = space.rows();
    let of_row: Vec<f64> = (0..rows).map(|row| space.usual_points(row)).collect();
    (0..1usize << rows)
        .map(|filled| (0..rows).filter(|row| filled >> row & 1 == 0).map(|row| of_row[row]).sum())
        .collect()
}
