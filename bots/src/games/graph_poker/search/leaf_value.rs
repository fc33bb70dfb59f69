//! What a rollout is worth to each seat by the points where it stops.

use kosti_engine::MAX_SEATS;

use crate::search::{Aim, Values};

/// How many points a seat's score scatters in a round, about.
const SCATTER: f32 = 1.2;
/// The lead that counts as all there is.
const FULL_LEAD: f32 = 40.0;

/// What every seat can hope for with these points, if that many rounds are left.
#[inline]
pub(super) fn leaf_values(aim: Aim, points: &[f32], rounds: usize) -> Values {
    match aim {
        Aim::Share => shares(points, rounds),
        Aim::Points => leads(points),
        Aim::Mix => {
            let (shares, leads) = (shares(points, rounds), leads(points));
            std::array::from_fn(|seat| (shares[seat] + leads[seat]) / 2.0)
        }
    }
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

/// The chance of each seat to win, if that many rounds are left.
fn shares(points: &[f32], rounds: usize) -> Values {
    let mut values = [0.0; MAX_SEATS];
    if rounds == 0 {
        let most = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let winners = points.iter().filter(|&&own| own == most).count() as f32;
        for (value, &own) in values.iter_mut().zip(points) {
            *value = if own == most { 1.0 / winners } else { 0.0 };
        }
        return values;
    }
    let spread = SCATTER * (2.0 * rounds as f32).sqrt();
    for (seat, value) in values[..points.len()].iter_mut().enumerate() {
        let lead = (points[seat] - best_of_others(points, seat)) / spread;
        *value = 0.5 + 0.5 * lead / (1.0 + lead.abs());
    }
    values
}

fn best_of_others(points: &[f32], seat: usize) -> f32 {
    let others = points.iter().enumerate().filter(|&(other, _)| other != seat);
    others.fold(f32::NEG_INFINITY, |best, (_, &own)| best.max(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_end_the_winners_share() {
        assert_eq!(leaf_values(Aim::Share, &[3.0, 7.0, 7.0], 0)[..3], [0.0, 0.5, 0.5]);
        assert_eq!(leaf_values(Aim::Share, &[3.0, 7.0, 6.0], 0)[..3], [0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_lead_counts_more_the_fewer_rounds_are_left() {
        for aim in [Aim::Share, Aim::Points, Aim::Mix] {
            assert_eq!(leaf_values(aim, &[5.0, 5.0], 9)[..2], [0.5, 0.5]);
            let [ahead, behind] = [0, 1].map(|seat| leaf_values(aim, &[9.0, 5.0], 9)[seat]);
            assert!(ahead > 0.5 && ahead < 1.0 && (ahead + behind - 1.0).abs() < 1e-6);
        }
        let ahead = |rounds| leaf_values(Aim::Share, &[9.0, 5.0], rounds)[0];
        assert!(ahead(0) > ahead(1) && ahead(1) > ahead(20));
    }
}
