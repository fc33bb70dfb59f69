//! What the points on the table promise.

use kosti_engine::graph_poker::{GraphGame, GraphState};
use kosti_engine::{Game, MAX_SEATS, Seat};

use crate::search::{Aim, Values};

/// How many points a seat's score scatters in a round, about.
const SCATTER: f32 = 1.4;
/// The lead that counts as all there is.
const FULL_LEAD: f32 = 40.0;

/// What every seat can hope for after a round.
#[inline]
pub(super) fn outlook<const LAYERS: usize, const CARDS: usize, const SLOTS: usize, const EDGE: usize>(
    game: &GraphGame<LAYERS, CARDS, SLOTS, EDGE>,
    aim: Aim,
    state: &GraphState<LAYERS, CARDS, SLOTS, EDGE>,
) -> Values {
    let players = usize::from(game.players());
    let mut points = [0; MAX_SEATS];
    for seat in Seat::all(game.players()) {
        points[seat.index()] = state.points(seat);
    }
    let points = &points[..players];
    match aim {
        Aim::Share => shares(points, game.hand_size() - state.rounds()),
        Aim::Points => leads(points),
        Aim::Mix => {
            let (shares, leads) = (shares(points, game.hand_size() - state.rounds()), leads(points));
            std::array::from_fn(|seat| (shares[seat] + leads[seat]) / 2.0)
        }
    }
}

/// The lead of each seat over the best of the others.
fn leads(points: &[i32]) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for (seat, value) in values[..points.len()].iter_mut().enumerate() {
        let lead = points[seat] - best_of_others(points, seat);
        *value = (0.5 + lead as f32 / (2.0 * FULL_LEAD)).clamp(0.0, 1.0);
    }
    values
}

/// The chance of each seat to win, if that many rounds are left.
fn shares(points: &[i32], rounds: usize) -> Values {
    let mut values = [0.0; MAX_SEATS];
    if rounds == 0 {
        let most = points.iter().copied().max().unwrap_or(0);
        let winners = points.iter().filter(|&&own| own == most).count() as f32;
        for (value, &own) in values.iter_mut().zip(points) {
            *value = if own == most { 1.0 / winners } else { 0.0 };
        }
        return values;
    }
    let spread = SCATTER * (2.0 * rounds as f32).sqrt();
    for (seat, value) in values[..points.len()].iter_mut().enumerate() {
        let lead = (points[seat] - best_of_others(points, seat)) as f32 / spread;
        *value = 0.5 + 0.5 * lead / (1.0 + lead.abs());
    }
    values
}

fn best_of_others(points: &[i32], seat: usize) -> i32 {
    points.iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &own)| own).max().unwrap_or(0)
}
