//! How what is still to come spreads, in every state.

use rayon::prelude::*;

use crate::choices::Choices;
use crate::dispatch::Kernel;
use crate::flow::Flow;
use crate::policy::{BestMean, LANES, MeanRoom};
use crate::rest::Spread;
use crate::solution::Solved;
use crate::space::Outline;
use crate::table::Table;

/// The second and the third central moment of what is still to come, for every state, if the game is played for the mean.
pub(crate) struct Spreads {
    /// By place of the state.
    moments: Vec<[f32; 2]>,
}

impl Spreads {
    /// Works out all states from full sheets back to emptier ones, on all threads of the current pool.
    pub(crate) fn new(solved: &Solved) -> Self {
        let space = &solved.table.space;
        let mut moments = vec![[0.0; 2]; space.stored()];
        // Full sheets are certain.
        for filled in (0..space.row_count()).rev() {
            let layer = space.layer(filled);
            let Some(start) = layer.first().and_then(|&outline| space.place(outline)) else { continue };
            let (known, mut rest) = moments.split_at_mut(start);
            let rooms: Vec<(Outline, &mut [[f32; 2]])> = layer
                .iter()
                .map(|&outline| {
                    let (here, others) = std::mem::take(&mut rest).split_at_mut(space.room_of(outline));
                    rest = others;
                    (outline, here)
                })
                .collect();
            let room = || (MeanRoom::new(), Choices::new(), Flow::new());
            rooms.into_par_iter().for_each_init(room, |(room, choices, flow), (outline, here)| {
                work_out(solved, known, outline, here, room, choices, flow);
            });
        }
        Self { moments }
    }

    /// How what is still to come spreads.
    pub(crate) fn of(&self, table: &Table, outline: Outline, upper: i32) -> Spread {
        let space = &table.space;
        let place = space.place(outline).expect("a sheet that can arise");
        let lane = space.counted(upper) - space.lanes_of(outline.filled).low;
        let [variance, third] = self.moments[place + lane as usize].map(f64::from);
        let sd = variance.max(0.0).sqrt();
        let skewness = if sd > 0.0 { third / (sd * sd * sd) } else { 0.0 };
        Spread { mean: table.value(outline, upper), sd, skewness }
    }
}

/// The moments of all states of an outline, from those of fuller sheets.
fn work_out(
    solved: &Solved,
    known: &[[f32; 2]],
    outline: Outline,
    here: &mut [[f32; 2]],
    room: &mut MeanRoom,
    choices: &mut Choices<LANES>,
    flow: &mut Flow<LANES>,
) {
    let Solved { table, .. } = solved;
    let (space, kernel) = (&table.space, Kernel::best());
    let policy = BestMean::new(solved, kernel);
    let lanes = space.lanes_of(outline.filled);
    for first in (0..lanes.width).step_by(LANES) {
        let count = LANES.min(lanes.width - first);
        policy.choices(room, outline, first, count, choices);
        kernel.follow(flow, choices);
        let uppers: [i32; LANES] = std::array::from_fn(|at| lanes.low + (first + at) as i32);
        let means: Vec<f64> = uppers[..count].iter().map(|&upper| table.value(outline, upper)).collect();
        let mut sums = [[0.0; 2]; LANES];
        for (number, chances) in (0..=u8::MAX).zip(flow.candidates()) {
            if chances[..count].iter().all(|&chance| chance == 0.0) {
                continue;
            }
            let candidate = space.candidate(number);
            let after = space.after(outline, candidate);
            let (place, low) = (space.place(after), space.lanes_of(after.filled).low);
            let place = place.expect("a row that is filled leads to a sheet that can arise");
            for at in (0..count).filter(|&at| chances[at] > 0.0) {
                let upper = space.counted(uppers[at] + i32::from(candidate.upper));
                let [variance, third] = known[place + (upper - low) as usize].map(f64::from);
                let above = f64::from(candidate.points) + table.value(after, upper) - means[at];
                sums[at][0] += chances[at] * (variance + above * above);
                sums[at][1] += chances[at] * (third + 3.0 * above * variance + above * above * above);
            }
        }
        for (to, sums) in here[first..].iter_mut().zip(&sums[..count]) {
            *to = sums.map(|sum| sum as f32);
        }
    }
}
