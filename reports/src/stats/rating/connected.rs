//! Whether results tie all entrants together.

use super::data::Data;

/// Whether from every entrant to every other there is a chain of results "placed above or level". Otherwise the worths
/// of some could grow against the rest without end.
pub(super) fn is_connected(data: &Data) -> bool {
    let rated = data.rated.len();
    let mut above = vec![false; rated * rated];
    for event in &data.events {
        // The chosen are level with each other, so a chain may also go through them both ways.
        for &player in &event.chosen {
            for &other in &data.pools[event.pool] {
                above[player * rated + other] = true;
            }
        }
    }
    let reaches_all = |is_step: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![false; rated];
        let mut open: Vec<usize> = (0..rated.min(1)).collect();
        while let Some(player) = open.pop() {
            if !std::mem::replace(&mut reached[player], true) {
                open.extend((0..rated).filter(|&other| is_step(player, other) && !reached[other]));
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    reaches_all(&|a, b| above[a * rated + b]) && reaches_all(&|a, b| above[b * rated + a])
}
