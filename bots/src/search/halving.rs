//! How rollouts are spread over the actions that are compared: sequential halving.
//!
//! The rollouts are cut into as many equal parts as it takes halvings to leave one action. In each part all actions that
//! are left get the same number; then the worse half goes. So most of the work goes into telling the best ones apart
//! (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits").

/// How often a number of actions has to be halved until one is left.
pub(crate) fn halvings(actions: usize) -> usize {
    actions.next_power_of_two().trailing_zeros() as usize
}

/// How many actions are looked at with this many rollouts: all, or as many as get `fewest` rollouts each before the first
/// are dropped.
pub(crate) fn width(actions: usize, rollouts: usize, fewest: usize) -> usize {
    let affordable = |width: &usize| halvings(*width) * width * fewest <= rollouts;
    (1..=actions).rev().find(affordable).unwrap_or(1).max(2).min(actions)
}

/// How many rollouts the next part gets, given how many are left in all.
pub(crate) fn part(left: usize, actions: usize) -> usize {
    match halvings(actions) {
        0 | 1 => left,
        // Whole passes over all actions, so that they stay comparable; the last part takes what is over.
        halvings => (left / halvings / actions * actions).max(actions).min(left),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rollout_is_spent() {
        for actions in 2..=70 {
            for rollouts in [1, 2, 3, 7, 50, 100, 999, 1000, 4096] {
                let mut width = width(actions, rollouts, 4);
                assert!((2..=actions).contains(&width));
                let mut left = rollouts;
                let mut spent = 0;
                while left > 0 {
                    let part = part(left, width);
                    assert!(part > 0 && part <= left);
                    spent += part;
                    left -= part;
                    width = width.div_ceil(2).max(2);
                }
                assert_eq!(spent, rollouts);
            }
        }
    }

    #[test]
    fn more_actions_are_looked_at_with_more_rollouts() {
        assert_eq!(width(5, 1, 4), 2);
        assert_eq!(width(5, 1000, 4), 5);
        assert_eq!(width(300, 1000, 4), 41);
        assert_eq!(width(300, 4000, 4), 128);
        assert_eq!(width(300, 100_000, 4), 300);
        assert_eq!([1, 2, 3, 4, 5, 8, 9].map(halvings), [0, 1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn parts_are_whole_passes_of_about_the_same_size() {
        assert_eq!(part(1000, 8), 328);
        assert_eq!(part(672, 4), 336);
        assert_eq!(part(336, 2), 336);
    }
}
