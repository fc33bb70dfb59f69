//! What a rollout is worth to each seat where it stops.

use std::iter;

use kosti_engine::MAX_SEATS;

use crate::games::graph_poker::leaf::LeafRow;
use crate::games::graph_poker::search::prospects::{Prospect, Prospects};
use crate::search::{Aim, Values};

/// The lead that counts as all there is.
const FULL_LEAD: f32 = 40.0;

/// What every seat can hope for at the end of the game with these points.
pub(super) fn final_values(aim: Aim, points: &[f32]) -> Values {
    match aim {
        Aim::Share => shares_of_winners(points),
        Aim::Points => leads(points),
        Aim::Mix => mix(shares_of_winners(points), leads(points)),
    }
}

/// What every seat can hope for with these prospects.
#[inline]
pub(super) fn leaf_values(aim: Aim, row: &LeafRow, prospects: &[Prospects]) -> Values {
    let mut points = [0.0; MAX_SEATS];
    for (points, prospects) in iter::zip(&mut points, prospects) {
        let more = iter::zip(&prospects[1..], &row.worths).map(|(has, worth)| has * worth);
        *points = prospects[Prospect::Points as usize] + more.sum::<f32>();
    }
    let points = &points[..prospects.len()];
    match aim {
        Aim::Share => chances(points, row.scale),
        Aim::Points => leads(points),
        Aim::Mix => mix(chances(points, row.scale), leads(points)),
    }
}

fn mix(one: Values, other: Values) -> Values {
    std::array::from_fn(|seat| (one[seat] + other[seat]) / 2.0)
}

/// The lead of each seat over the best of the others.
fn leads(points: &[f32]) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for (seat, value) in values[..points.len()].iter_mut().enumerate() {
        let lead = points[seat] - best_of_others(points, seat);
        *value = (0.5 + lead / (2.0 * FULL_LEAD)).clamp(0.0, 1.0);
    }
    values
}

/// The win, shared by those with most points.
fn shares_of_winners(points: &[f32]) -> Values {
    let mut values = [0.0; MAX_SEATS];
    let most = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let winners = points.iter().filter(|&&own| own == most).count() as f32;
    for (value, &own) in values.iter_mut().zip(points) {
        *value = if own == most { 1.0 / winners } else { 0.0 };
    }
    values
}

/// The chance of each seat to win: in proportion to e to the power of its points times `scale`.
#[inline]
fn chances(points: &[f32], scale: f32) -> Values {
    let mut values = [0.0; MAX_SEATS];
    let most = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for (value, &own) in values.iter_mut().zip(points) {
        *value = exp_of_negative(scale * (own - most));
        sum += *value;
    }
    values[..points.len()].iter_mut().for_each(|value| *value /= sum);
    values
}

/// About e to the power of a number that is not positive, by plain products, so that it is the same on every machine.
#[inline]
fn exp_of_negative(power: f32) -> f32 {
    let mut value = (1.0 + power / 256.0).max(0.0);
    for _ in 0..8 {
        value *= value;
    }
    value
}

fn best_of_others(points: &[f32], seat: usize) -> f32 {
    let others = points.iter().enumerate().filter(|&(other, _)| other != seat);
    others.fold(f32::NEG_INFINITY, |best, (_, &own)| best.max(own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::graph_poker::leaf::LeafTable;

    /// Seats with these points and nothing else.
    fn with_points(points: &[f32]) -> Vec<Prospects> {
        points.iter().map(|&points| [points, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]).collect()
    }

    #[test]
    fn at_the_end_the_winners_share() {
        assert_eq!(final_values(Aim::Share, &[3.0, 7.0, 7.0])[..3], [0.0, 0.5, 0.5]);
        assert_eq!(final_values(Aim::Share, &[3.0, 7.0, 6.0])[..3], [0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_lead_counts_more_the_fewer_rounds_are_left() {
        let table = LeafTable::shipped(2);
        for aim in [Aim::Share, Aim::Points, Aim::Mix] {
            assert_eq!(leaf_values(aim, table.row(9), &with_points(&[5.0, 5.0]))[..2], [0.5, 0.5]);
            let [ahead, behind] = [0, 1].map(|seat| leaf_values(aim, table.row(9), &with_points(&[9.0, 5.0]))[seat]);
            assert!(ahead > 0.5 && ahead < 1.0 && (ahead + behind - 1.0).abs() < 1e-6);
        }
        let ahead = |rounds| leaf_values(Aim::Share, table.row(rounds), &with_points(&[9.0, 5.0]))[0];
        assert!(ahead(1) > ahead(6) && ahead(6) > ahead(20), "{} {} {}", ahead(1), ahead(6), ahead(20));
    }

    #[test]
    fn chances_are_those_of_the_exponential_function() {
        for power in (0..120).map(|step| step as f32 / -10.0) {
            let exact = power.exp();
            assert!((exp_of_negative(power) - exact).abs() < 0.003, "{power}: {}", exp_of_negative(power));
        }
        assert_eq!(exp_of_negative(-1000.0), 0.0);
        let row = LeafRow { from: 1, scale: 0.5, worths: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0] };
        let seats = [[1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]];
        let exact = 1.0 / (1.0 + 3.0f32.exp());
        assert!((leaf_values(Aim::Share, &row, &seats)[0] - exact).abs() < 0.002);
    }
}
