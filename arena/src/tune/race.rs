//! Which values are tried with how many games: successive halving over a Latin hypercube.
//!
//! All candidates play the same games with the same luck against the same opponent. The worse half goes after each round, so
//! that most games go to the promising ones. Before the last round a quadratic surface is fitted to everything that
//! was measured, and its best place takes part in that round, which decides.

use kosti_engine::Rng;
use kosti_reports::Decimal;
use kosti_reports::tuning::{Origin, TriedRow};

use crate::tune::hypercube::hypercube;
use crate::tune::space::Space;
use crate::tune::surface::{Measured, Surface};

/// This many candidates, and the best place of the surface, come to the last round.
pub(super) const FINALISTS: usize = 4;

/// What a candidate won in a round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RoundShare {
    pub(super) share: f64,
    /// Its standard error.
    pub(super) error: f64,
    pub(super) games: u64,
}

/// A candidate of a race.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Candidate {
    pub(super) place: Vec<f64>,
    pub(super) values: Vec<String>,
    pub(super) origin: Origin,
    rounds: Vec<RoundShare>,
}

/// What a race came to.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Raced {
    /// In the order in which they entered.
    pub(super) candidates: Vec<Candidate>,
    pub(super) surface: Option<Surface>,
    /// The number of the candidate that won the last round.
    pub(super) winner: usize,
}

impl Candidate {
    /// All that it won, and the standard error of it.
    fn total(&self) -> RoundShare {
        let games: u64 = self.rounds.iter().map(|round| round.games).sum();
        let weight = |round: &RoundShare| round.games as f64 / games.max(1) as f64;
        let variance: f64 =
            self.rounds.iter().map(|round| weight(round) * weight(round) * round.error * round.error).sum();
        let share = self.rounds.iter().map(|round| weight(round) * round.share).sum();
        RoundShare { share, error: variance.sqrt(), games }
    }

    /// The same as a row of a table.
    pub(super) fn row(&self, number: usize) -> TriedRow {
        const NORMAL: f64 = 1.96;
        let total = self.total();
        TriedRow {
            number,
            origin: self.origin,
            values: self.values.clone(),
            rounds: self.rounds.len(),
            games: total.games,
            share: Decimal::new(total.share),
            low: Decimal::new((total.share - NORMAL * total.error).max(0.0)),
            high: Decimal::new((total.share + NORMAL * total.error).min(1.0)),
        }
    }
}

/// The candidates of each round, without that of the surface.
pub(super) fn rounds(candidates: usize) -> Vec<usize> {
    let mut rounds = Vec::new();
    let mut left = candidates;
    while left > FINALISTS {
        rounds.push(left);
        left = left.div_ceil(2).max(FINALISTS);
    }
    rounds.push(left);
    rounds
}

/// How many games each candidate plays in a round of this many candidates, if all rounds together have this many games.
fn games_each(games: u64, rounds: usize, candidates: usize) -> u64 {
    (games / rounds as u64 / candidates as u64).max(2)
}

/// All games that will be played at most.
pub(super) fn games_of(candidates: usize, games: u64) -> u64 {
    let rounds = rounds(candidates);
    let each = |(number, &size): (usize, &usize)| {
        let size = if number + 1 == rounds.len() { size + 1 } else { size };
        size as u64 * games_each(games, rounds.len(), size)
    };
    rounds.iter().enumerate().map(each).sum()
}

/// Lets this many candidates race; `measure` plays that many games of a candidate in a round, with the luck of the round.
///
/// # Errors
/// As `measure`.
pub(super) fn race<E>(
    space: &Space,
    candidates: usize,
    games: u64,
    rng: &mut Rng,
    mut measure: impl FnMut(usize, usize, &[String], u64) -> Result<RoundShare, E>,
) -> Result<Raced, E> {
    let mut all: Vec<Candidate> = Vec::new();
    for place in hypercube(candidates, space.axes.len(), rng) {
        let values = space.values(&place);
        if !all.iter().any(|known| known.values == values) {
            all.push(Candidate { place, values, origin: Origin::Spread, rounds: Vec::new() });
        }
    }
    let sizes = rounds(all.len());
    let mut left: Vec<usize> = (0..all.len()).collect();
    let mut surface = None;
    for (round, &size) in sizes.iter().enumerate() {
        left.truncate(size);
        if round + 1 == sizes.len() {
            surface = fitted(&all);
            if let Some(place) = surface.as_ref().map(Surface::best) {
                let values = space.values(&place);
                match all.iter().position(|known| known.values == values) {
                    Some(known) if left.contains(&known) => {}
                    Some(known) => left.push(known),
                    None => {
                        left.push(all.len());
                        all.push(Candidate { place, values, origin: Origin::Surface, rounds: Vec::new() });
                    }
                }
            }
        }
        let games = games_each(games, sizes.len(), left.len());
        for &number in &left {
            let share = measure(round, number, &all[number].values, games)?;
            all[number].rounds.push(share);
        }
        if round + 1 == sizes.len() {
            // The last round has luck of its own, so that no candidate is flattered by the luck of those before.
            let last = |number: &usize| all[*number].rounds.last().map_or(0.0, |round| round.share);
            left.sort_by(|one, other| last(other).total_cmp(&last(one)));
        } else {
            left.sort_by(|&one, &other| all[other].total().share.total_cmp(&all[one].total().share));
        }
    }
    // The fit that is shown knows everything.
    let surface = fitted(&all).or(surface);
    Ok(Raced { winner: left[0], surface, candidates: all })
}

/// The surface through all that was measured.
fn fitted(candidates: &[Candidate]) -> Option<Surface> {
    let measured: Vec<Measured> = candidates
        .iter()
        .filter(|candidate| !candidate.rounds.is_empty())
        .map(|candidate| {
            let total = candidate.total();
            let games = total.games as f64;
            Measured { place: candidate.place.clone(), value: total.share, weight: games }
        })
        .collect();
    Surface::fit(&measured)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use kosti_engine::AnyRules;

    use super::*;

    fn space(ranges: &[&str]) -> Space {
        let ranges: Vec<_> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        Space::new(&"ismcts".parse().unwrap(), &AnyRules::parse("rims").unwrap(), &ranges).unwrap()
    }

    #[test]
    fn rounds_halve_down_to_the_last() {
        assert_eq!(rounds(16), [16, 8, 4]);
        assert_eq!(rounds(20), [20, 10, 5, 4]);
        assert_eq!(rounds(4), [4]);
        assert_eq!(rounds(3), [3]);
        assert!(games_of(16, 6000) <= 6000 && games_of(16, 6000) > 5900);
    }

    /// A bot that wins with this chance, given the values of two parameters.
    fn strength(values: &[String]) -> f64 {
        let number = |place: usize| values[place].parse::<f64>().unwrap();
        // The best explore is 0.9, which lies 0.646 of the way on a scale of ratios; the best attention 0.2.
        let explore = (number(0) / 0.9).ln() / 30.0_f64.ln();
        let attention = number(1) - 0.2;
        0.53 - 0.5 * explore * explore - 0.2 * attention * attention
    }

    /// Plays games that are won with a chance, and all with the same luck in a round.
    fn toss(chance: f64, round: usize, seed: u64, games: u64) -> RoundShare {
        let mut rng = Rng::from_state((u128::from(seed) << 64) | (round as u128 + 9));
        let won = (0..games).filter(|_| f64::from(rng.below(1 << 30)) < chance * f64::from(1 << 30)).count();
        let share = won as f64 / games as f64;
        RoundShare { share, error: (share * (1.0 - share) / games as f64).sqrt(), games }
    }

    #[test]
    fn a_planted_optimum_is_found_in_noise() {
        let space = space(&["explore=0.1..3", "attention=0..1"]);
        let mut lost = 0.0;
        let runs = 20;
        for seed in 0..runs {
            let raced = race(&space, 16, 40_000, &mut Rng::from_state(seed), |round, _, values, games| {
                Ok::<_, Infallible>(toss(strength(values), round, seed as u64, games))
            });
            let raced = raced.unwrap();
            lost += 0.53 - strength(&raced.candidates[raced.winner].values);
            assert!(raced.surface.is_some());
        }
        // A candidate taken at random loses 0.05 on average.
        assert!(lost / f64::from(runs as u32) < 0.006, "{}", lost / f64::from(runs as u32));
    }

    #[test]
    fn all_candidates_of_a_round_play_as_many_games_and_the_better_half_stays() {
        let space = space(&["explore=0..16"]);
        let mut played: Vec<(usize, usize, u64)> = Vec::new();
        let raced = race(&space, 16, 4800, &mut Rng::from_state(1), |round, number, values, games| {
            played.push((round, number, games));
            let share = 0.5 - (values[0].parse::<f64>().unwrap() - 5.0).abs() / 100.0;
            Ok::<_, Infallible>(RoundShare { share, error: 0.01, games })
        })
        .unwrap();
        let of = |round| played.iter().filter(|one| one.0 == round).collect::<Vec<_>>();
        assert_eq!([0, 1, 2].map(|round| of(round).len()), [16, 8, raced.candidates.len() - 16 + 4]);
        for round in 0..3 {
            assert!(of(round).iter().all(|one| one.2 == of(round)[0].2));
        }
        // 0.5, 1.5, ..., 15.5: the eight closest to 5.
        let mut second: Vec<usize> = of(1).iter().map(|one| one.1).collect();
        second.sort_unstable();
        assert_eq!(second, [1, 2, 3, 4, 5, 6, 7, 8]);
        let best: f64 = raced.candidates[raced.winner].values[0].parse().unwrap();
        assert!((best - 5.0).abs() <= 0.5, "{best}");
        assert!(!raced.candidates[raced.winner].rounds.is_empty());
    }

    #[test]
    fn totals_weigh_rounds_by_their_games() {
        let rounds = vec![
            RoundShare { share: 0.4, error: 0.03, games: 100 },
            RoundShare { share: 0.6, error: 0.01, games: 300 },
        ];
        let candidate = Candidate { place: vec![0.0], values: vec!["1".into()], origin: Origin::Spread, rounds };
        let total = candidate.total();
        assert_eq!(total.games, 400);
        assert!((total.share - 0.55).abs() < 1e-12);
        let error = ((0.25 * 0.03_f64).powi(2) + (0.75 * 0.01_f64).powi(2)).sqrt();
        assert!((total.error - error).abs() < 1e-12);
    }
}
