//! Many verdicts at once: Holm's correction.

/// The chances `p` of wrong verdicts, corrected such that with all of them together an error is as rare as with one.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&one, &other| p[one].total_cmp(&p[other]));
    let mut corrected = vec![0.0; p.len()];
    let mut so_far: f64 = 0.0;
    for (place, &number) in order.iter().enumerate() {
        so_far = so_far.max((p.len() - place) as f64 * p[number]).min(1.0);
        corrected[number] = so_far;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_counts_for_all_and_none_falls_below_a_smaller_one() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(corrected.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12), "{corrected:?}");
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.9, 0.8]), vec![1.0, 1.0]);
    }
}
