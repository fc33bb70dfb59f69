//! Expected scores as Elo differences, and back.

use std::f64::consts::LN_10;

/// How many Elo points one unit of log-odds is worth.
pub(crate) const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// The Elo difference at which this score per game is expected.
///
/// There is none for a score of 0 or 1, outside of that range, or that is not a number.
///
/// ```
/// use kosti_reports::stats::elo;
/// assert_eq!(elo(0.5), Some(0.0));
/// assert_eq!(elo(0.64).map(f64::round), Some(100.0));
/// assert_eq!(elo(1.0), None);
/// ```
pub fn elo(score: f64) -> Option<f64> {
    // Two logarithms instead of that of the quotient, which overflows at the smallest scores.
    (score > 0.0 && score < 1.0).then(|| ELO_PER_NAT * (score.ln() - (-score).ln_1p()))
}

/// The score per game, from 0 to 1, that is expected at this Elo difference. What is not a number says nothing about
/// the difference, so it counts as none.
///
/// ```
/// assert_eq!(kosti_reports::stats::expected_score(0.0), 0.5);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    if elo.is_nan() { 0.5 } else { (1.0 + (-elo / ELO_PER_NAT).exp()).recip() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert!((elo(0.75).unwrap() - 190.848_501_887_864_97).abs() < 1e-10);
    }

    #[test]
    fn both_ways_cancel() {
        for step in -40..=40 {
            let difference = f64::from(step) * 25.0;
            assert!((elo(expected_score(difference)).unwrap() - difference).abs() < 1e-9, "{difference}");
        }
    }

    #[test]
    fn extremes_are_unknown_or_finite() {
        for score in [0.0, -0.0, 1.0, -0.1, 1.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(elo(score), None, "{score}");
        }
        assert!(elo(f64::from_bits(1)).unwrap().is_finite());
        assert!(elo(1.0 - f64::EPSILON / 2.0).unwrap().is_finite());
        assert_eq!(expected_score(f64::INFINITY), 1.0);
        assert_eq!(expected_score(f64::NEG_INFINITY), 0.0);
        assert_eq!(expected_score(f64::MAX), 1.0);
        assert_eq!(expected_score(f64::NAN), 0.5);
    }
}
